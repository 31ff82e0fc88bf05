// SPDX-License-Identifier: MIT
//
// One hardware multiplier: p = a * b, registers at both inputs and at the output.
// Every multiplication of the design is an instance of this module.  This is the behavioural
// twin; fpga/ecp5/ta_mul.sv holds the vendor cell under the same name.
//   a_i     WidthA bits, two's complement if SignedA, else unsigned
//   b_i     WidthB bits, two's complement if SignedB, else unsigned
//   b_en_i  1: the B register loads b_i; 0: it holds
//   p_o     WidthA+WidthB bits, exact, two's complement if either operand is
// Latency: 2.  No reset.  No combinational path.
// Requires: a signed operand has at most 18 bits; an unsigned one at most 17, or 18 when both
// operands are unsigned.
module ta_mul #(
  parameter int WidthA  = 18,
  parameter int WidthB  = 18,
  parameter int SignedA = 1,
  parameter int SignedB = 1
) (
  input  logic                     clk_i,
  input  logic [WidthA-1:0]        a_i,
  input  logic [WidthB-1:0]        b_i,
  input  logic                     b_en_i,
  output logic [WidthA+WidthB-1:0] p_o
);
  logic [WidthA-1:0] a_q;
  logic [WidthB-1:0] b_q;
  logic [WidthA+WidthB-1:0] a_wide, b_wide;

  // Both operands at the width of the product: its low bits do not depend on the signs.
  assign a_wide = {{WidthB{(SignedA != 0) & a_q[WidthA-1]}}, a_q};
  assign b_wide = {{WidthA{(SignedB != 0) & b_q[WidthB-1]}}, b_q};

  always_ff @(posedge clk_i) begin
    a_q <= a_i;
    if (b_en_i) b_q <= b_i;
    p_o <= a_wide * b_wide;
  end
endmodule
