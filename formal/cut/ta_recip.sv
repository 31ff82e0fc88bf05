// SPDX-License-Identifier: MIT
//
// ta_recip with any result.
module ta_recip #(
  parameter int LW = 18
) (
  input  logic          clk_i,
  input  logic [LW-1:0] l_i,
  output logic [15:0]   r_o,
  output logic [4:0]    lz_o
);
  (* anyseq *) logic [20:0] any;
  assign {r_o, lz_o} = any;
endmodule
