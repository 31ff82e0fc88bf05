// SPDX-License-Identifier: MIT
module mul_wide_case #(
  parameter int Id = 0,
  parameter int WidthA  = 18,
  parameter int WidthB  = 18,
  parameter int SignedA = 1,
  parameter int SignedB = 1,
  parameter int Latency = 4
) (input logic clk_i);
  import "DPI-C" function int tb_mul_wide(input int id, input int wa, input int wb, input int sa,
                                          input int sb, input int latency, output longint a,
                                          output longint b, input bit [69:0] p);

  longint a_next, b_next;
  logic [WidthA-1:0] a;
  logic [WidthB-1:0] b;
  logic [WidthA+WidthB-1:0] p;

  ta_mul_wide #(
    .WidthA(WidthA), .WidthB(WidthB), .SignedA(SignedA), .SignedB(SignedB), .Latency(Latency)
  ) u_dut (
    .clk_i, .a_i(a), .b_i(b), .p_o(p)
  );

  always @(posedge clk_i) begin
    if (tb_mul_wide(Id, WidthA, WidthB, SignedA, SignedB, Latency, a_next, b_next, 70'(p)) != 0)
      $finish;
    a <= a_next[WidthA-1:0];
    b <= b_next[WidthB-1:0];
  end
endmodule

module mul_wide_tb (input logic clk_i);
  // One piece, two (A or B split), four; minimum latency and more.
  mul_wide_case #(.Id(0),  .WidthA(18), .WidthB(16), .SignedA(0), .SignedB(0), .Latency(2)) u_0 (.clk_i);
  mul_wide_case #(.Id(1),  .WidthA(18), .WidthB(16), .SignedA(0), .SignedB(0), .Latency(3)) u_1 (.clk_i);
  mul_wide_case #(.Id(2),  .WidthA(22), .WidthB(16), .SignedA(0), .SignedB(0), .Latency(3)) u_2 (.clk_i);
  mul_wide_case #(.Id(3),  .WidthA(26), .WidthB(16), .SignedA(1), .SignedB(0), .Latency(3)) u_3 (.clk_i);
  mul_wide_case #(.Id(4),  .WidthA(30), .WidthB(16), .SignedA(1), .SignedB(0), .Latency(3)) u_4 (.clk_i);
  mul_wide_case #(.Id(5),  .WidthA(18), .WidthB(24), .SignedA(1), .SignedB(0), .Latency(4)) u_5 (.clk_i);
  mul_wide_case #(.Id(6),  .WidthA(22), .WidthB(24), .SignedA(1), .SignedB(0), .Latency(4)) u_6 (.clk_i);
  mul_wide_case #(.Id(7),  .WidthA(35), .WidthB(35), .SignedA(1), .SignedB(1), .Latency(4)) u_7 (.clk_i);
  mul_wide_case #(.Id(8),  .WidthA(34), .WidthB(34), .SignedA(0), .SignedB(0), .Latency(6)) u_8 (.clk_i);
  mul_wide_case #(.Id(9),  .WidthA(18), .WidthB(19), .SignedA(0), .SignedB(1), .Latency(4)) u_9 (.clk_i);
  mul_wide_case #(.Id(10), .WidthA(17), .WidthB(19), .SignedA(0), .SignedB(1), .Latency(3)) u_10 (.clk_i);
endmodule
