// SPDX-License-Identifier: MIT
//
// ta_exp2 by its contract alone (proof exp2): for x <= 0 at most 1, for x = 0 exactly 1.
module ta_exp2 (
  input  logic        clk_i,
  input  logic [16:0] x_i,
  output logic [15:0] e_o
);
  (* anyseq *) logic [15:0] any;
  always_comb begin
    assume (any <= 16'd32768 || (!x_i[16] && x_i != 17'd0));
    assume (any == 16'd32768 || x_i != 17'd0);
  end
  ta_delay #(.Width(16), .Cycles(4)) u_out (.clk_i, .d_i(any), .d_o(e_o));
endmodule
