// SPDX-License-Identifier: MIT
//
// ta_mul_wide with any product at all: what holds with it holds for every multiplier.
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
  (* anyseq *) logic [WidthA+WidthB-1:0] any;
  assign p_o = any;
endmodule
