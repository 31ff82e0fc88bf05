// SPDX-License-Identifier: MIT
//
// A product by its definition, one bit of the factor at a time: the sum so far, and with bit k of the factor.
module ta_mul_bit #(
    parameter int Width = 36
) (
    input  logic signed [Width-1:0] sum_i,
    input  logic signed [Width-1:0] a_i,
    input  logic [3:0]              k_i,
    input  logic                    bit_i,
    output logic signed [Width-1:0] sum_o
);
  assign sum_o = sum_i + (bit_i ? a_i <<< k_i : '0);
endmodule
