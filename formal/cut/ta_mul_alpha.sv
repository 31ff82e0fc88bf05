// SPDX-License-Identifier: MIT
//
// A multiplier by a factor of at most 2^15, by what every product has: between 0 and a * 2^15,
// and exactly a * 2^15 at 2^15.  A larger factor gives anything.
module ta_mul_wide #(
  parameter int WidthA  = 26,
  parameter int WidthB  = 16,
  parameter int SignedA = 1,
  parameter int SignedB = 0,
  parameter int Latency = 3
) (
  input  logic                     clk_i,
  input  logic [WidthA-1:0]        a_i,
  input  logic [WidthB-1:0]        b_i,
  output logic [WidthA+WidthB-1:0] p_o
);
  localparam int WidthP = WidthA + WidthB;
  (* anyseq *) logic [WidthP-1:0] any;
  logic [WidthP-1:0] whole;
  logic              negative;
  assign negative = SignedA != 0 && a_i[WidthA-1];
  assign whole    = {{(WidthB - 15){negative}}, a_i, 15'd0};
  always_comb begin
    if (b_i <= WidthB'(32768)) begin
      if (SignedA != 0)
        assume (negative ? $signed(any) <= 0 && $signed(any) >= $signed(whole)
                         : $signed(any) >= 0 && $signed(any) <= $signed(whole));
      else assume (any <= whole);
    end
    if (b_i == WidthB'(32768)) assume (any == whole);
  end
  ta_delay #(.Width(WidthP), .Cycles(Latency)) u_out (.clk_i, .d_i(any), .d_o(p_o));
endmodule
