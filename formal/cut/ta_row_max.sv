// SPDX-License-Identifier: MIT
//
// ta_row_max by its contract alone (proof row_max): one of the row's elements, no less than any.
module ta_row_max #(
  parameter int A = 4
) (
  input  logic            clk_i,
  input  logic [A*16-1:0] z_i,
  output logic [15:0]     max_o
);
  (* anyseq *) logic [15:0] any;
  logic [A-1:0] equal, covered;
  always_comb begin
    for (int j = 0; j < A; j++) begin
      equal[j]   = any == z_i[16*j+:16];
      covered[j] = $signed(any) >= $signed(z_i[16*j+:16]);
    end
    assume (equal != '0 && covered == '1);
  end
  ta_delay #(.Width(16), .Cycles(ta_pkg::row_max_latency(A))) u_out (.clk_i, .d_i(any), .d_o(max_o));
endmodule
