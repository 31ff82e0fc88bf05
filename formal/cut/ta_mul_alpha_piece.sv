// SPDX-License-Identifier: MIT
//
// ta_mul by a factor b of at most 2^15, by what every product a * b has: it is on a's side of 0,
// a * 2^15 less |a| * (2^15 - b), where 1 <= |a| for a negative a and a < 2^WidthA for an unsigned
// one.  A larger factor gives anything.
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
  localparam int WidthP = WidthA + WidthB;
  (* anyseq *) logic [WidthP-1:0] any;
  logic signed [WidthP+1:0] p, whole, b, less;     // less: 2^15 - b
  logic                     negative;
  assign negative = SignedA != 0 && a_i[WidthA-1];
  assign p        = {{2{SignedA != 0 && any[WidthP-1]}}, any};
  assign b        = $signed((WidthP + 2)'(b_i));
  assign less     = 32768 - b;
  assign whole    = {{(WidthB - 13){negative}}, a_i, 15'd0};
  always_comb begin
    if (b_i <= WidthB'(32768)) begin
      if (negative) assume (p <= -b && p >= whole + less);
      else assume (p >= 0 && p <= whole);
      if (SignedA == 0) assume (p <= (b <<< WidthA) - b && p >= whole - (less <<< WidthA));
    end
    if (b_i == WidthB'(32768)) assume (p == whole);
  end
  ta_delay #(.Width(WidthP), .Cycles(2)) u_out (.clk_i, .d_i(any), .d_o(p_o));
endmodule
