// SPDX-License-Identifier: MIT
module exp2_tb (input logic clk_i);
  import "DPI-C" function int tb_exp2(output int x, input int e);

  int x_next;
  logic [16:0] x;
  logic [15:0] e;

  ta_exp2 u_dut (.clk_i, .x_i(x), .e_o(e));

  always @(posedge clk_i) begin
    if (tb_exp2(x_next, 32'(e)) != 0) $finish;
    x <= x_next[16:0];
  end
endmodule
