// SPDX-License-Identifier: MIT
module mul_case #(
  parameter int Id = 0,
  parameter int WidthA  = 18,
  parameter int WidthB  = 18,
  parameter int SignedA = 1,
  parameter int SignedB = 1
) (input logic clk_i);
  import "DPI-C" function int tb_mul(input int id, input int wa, input int wb, input int sa,
                                     input int sb, output int a, output int b, output int b_en,
                                     input longint p);

  int a_next, b_next, b_en_next;
  logic [WidthA-1:0] a;
  logic [WidthB-1:0] b;
  logic b_en;
  logic [WidthA+WidthB-1:0] p;

  ta_mul #(.WidthA(WidthA), .WidthB(WidthB), .SignedA(SignedA), .SignedB(SignedB)) u_dut (
    .clk_i, .a_i(a), .b_i(b), .b_en_i(b_en), .p_o(p)
  );

  always @(posedge clk_i) begin
    if (tb_mul(Id, WidthA, WidthB, SignedA, SignedB, a_next, b_next, b_en_next, 64'(p)) != 0) $finish;
    a <= a_next[WidthA-1:0];
    b <= b_next[WidthB-1:0];
    b_en <= b_en_next[0];
  end
endmodule

module mul_tb (input logic clk_i);
  mul_case #(.Id(0), .WidthA(18), .WidthB(18), .SignedA(1), .SignedB(1)) u_0 (.clk_i);
  mul_case #(.Id(1), .WidthA(18), .WidthB(18), .SignedA(0), .SignedB(0)) u_1 (.clk_i);
  mul_case #(.Id(2), .WidthA(8),  .WidthB(8),  .SignedA(1), .SignedB(1)) u_2 (.clk_i);
  mul_case #(.Id(3), .WidthA(9),  .WidthB(8),  .SignedA(0), .SignedB(1)) u_3 (.clk_i);
  mul_case #(.Id(4), .WidthA(13), .WidthB(8),  .SignedA(0), .SignedB(1)) u_4 (.clk_i);
  mul_case #(.Id(5), .WidthA(17), .WidthB(18), .SignedA(0), .SignedB(1)) u_5 (.clk_i);
  mul_case #(.Id(6), .WidthA(18), .WidthB(16), .SignedA(1), .SignedB(0)) u_6 (.clk_i);
  mul_case #(.Id(7), .WidthA(16), .WidthB(16), .SignedA(0), .SignedB(0)) u_7 (.clk_i);
  mul_case #(.Id(8), .WidthA(1),  .WidthB(5),  .SignedA(0), .SignedB(1)) u_8 (.clk_i);
endmodule
