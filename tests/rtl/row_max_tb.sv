// SPDX-License-Identifier: MIT
module row_max_case #(
  parameter int A = 4
) (input logic clk_i);
  import "DPI-C" function int tb_row_max(input int a, output bit [255:0] z, input int max);

  bit [255:0] z_next;
  logic [16*A-1:0] z;
  logic [15:0] max;

  ta_row_max #(.A(A)) u_dut (.clk_i, .z_i(z), .max_o(max));

  always @(posedge clk_i) begin
    if (tb_row_max(A, z_next, 32'($signed(max))) != 0) $finish;
    z <= z_next[16*A-1:0];
  end
endmodule

module row_max_tb (input logic clk_i);
  row_max_case #(.A(4)) u_4 (.clk_i);
  row_max_case #(.A(8)) u_8 (.clk_i);
  row_max_case #(.A(16)) u_16 (.clk_i);
endmodule
