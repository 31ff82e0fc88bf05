// SPDX-License-Identifier: MIT
//
// ta_row_max with any result.
module ta_row_max #(
  parameter int A = 4
) (
  input  logic            clk_i,
  input  logic [A*16-1:0] z_i,
  output logic [15:0]     max_o
);
  (* anyseq *) logic [15:0] any;
  assign max_o = any;
endmodule
