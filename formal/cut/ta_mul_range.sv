// SPDX-License-Identifier: MIT
//
// ta_mul with any product that its operands' formats allow, at most 2^(WidthA - 1) for an
// unsigned a (a probability).
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
  localparam logic signed [WidthP-1:0] Half = 1 << (WidthB - 1);           // -b at most
  localparam logic signed [WidthP-1:0] One = 1 << (WidthA - 1);            // |a| at most
  localparam logic signed [WidthP-1:0] Least = SignedA != 0 ? -(One - 1) * Half : -One * Half;
  localparam logic signed [WidthP-1:0] Most = SignedA != 0 ? One * Half : One * (Half - 1);
  (* anyseq *) logic signed [WidthP-1:0] any;
  always_comb assume (any >= Least && any <= Most);
  assign p_o = any;
endmodule
