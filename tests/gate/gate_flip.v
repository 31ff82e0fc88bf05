// SPDX-License-Identifier: MIT
//
// A lookup table with one wrong bit, switched on: where number_i is Number, bit Bit of INIT is
// the other one; else it is the vendor's LUT4.
module gate_flip #(
    parameter [15:0] INIT = 16'h0000,
    parameter integer Bit = 0,
    parameter integer Number = 1
) (
    input  wire       A, B, C, D,
    input  wire [7:0] number_i,
    output wire       Z
);
  wire right, wrong;
  LUT4 #(.INIT(INIT)) u_right (.A(A), .B(B), .C(C), .D(D), .Z(right));
  LUT4 #(.INIT(INIT ^ (16'd1 << Bit))) u_wrong (.A(A), .B(B), .C(C), .D(D), .Z(wrong));
  assign Z = number_i == Number[7:0] ? wrong : right;
endmodule
