// SPDX-License-Identifier: MIT
module scale_case #(
  parameter int WidthS = 18
) (input logic clk_i);
  import "DPI-C" function int tb_scale(input int width, output int s, output int scale,
                                       input int z);

  int s_next, scale_next;
  logic [WidthS-1:0] s;
  logic [23:0] scale;
  logic [15:0] z, next, next_q;
  int cycles;

  ta_scale #(.WidthS(WidthS)) u_dut (.clk_i, .s_i(s), .scale_i(scale), .z_o(z), .next_o(next));

  always @(posedge clk_i) begin
    if (tb_scale(WidthS, s_next, scale_next, 32'($signed(z))) != 0) $finish;
    // next_o was what z_o is now.
    next_q <= next;
    cycles <= cycles + 1;
    if (cycles > 8 && z != next_q) $fatal(1, "next_o");
    s <= s_next[WidthS-1:0];
    scale <= scale_next[23:0];
  end
endmodule

module scale_tb (input logic clk_i);
  scale_case #(.WidthS(18)) u_18 (.clk_i);
  scale_case #(.WidthS(20)) u_20 (.clk_i);
  scale_case #(.WidthS(22)) u_22 (.clk_i);
endmodule
