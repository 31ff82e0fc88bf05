// SPDX-License-Identifier: MIT
//
// One hardware multiplier as an ECP5 MULT18X18D with its registers inside: twin of
// rtl/ta_mul.sv, same ports, same latency (2), same requirements.
// The cell is used in its two plain modes: both operands signed (an unsigned one of up to 17
// bits is zero-extended), or both unsigned.
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
  localparam logic CellSigned = (SignedA != 0) || (SignedB != 0);

  logic [17:0] a, b;
  logic [35:0] p;
  logic        unused_p;

  if (WidthA == 18) begin : g_a_full
    assign a = a_i;
  end else begin : g_a_extend
    assign a = {{(18-WidthA){(SignedA != 0) & a_i[WidthA-1]}}, a_i};
  end
  if (WidthB == 18) begin : g_b_full
    assign b = b_i;
  end else begin : g_b_extend
    assign b = {{(18-WidthB){(SignedB != 0) & b_i[WidthB-1]}}, b_i};
  end
  assign p_o = p[WidthA+WidthB-1:0];
  assign unused_p = ^p;

  MULT18X18D #(
    .REG_INPUTA_CLK("CLK0"), .REG_INPUTA_CE("CE0"), .REG_INPUTA_RST("RST0"),
    .REG_INPUTB_CLK("CLK0"), .REG_INPUTB_CE("CE1"), .REG_INPUTB_RST("RST0"),
    .REG_OUTPUT_CLK("CLK0"), .REG_OUTPUT_CE("CE0"), .REG_OUTPUT_RST("RST0"),
    .GSR("DISABLED")
  ) u_cell (
    .CLK0(clk_i), .CLK1(1'b0), .CLK2(1'b0), .CLK3(1'b0),
    .CE0(1'b1), .CE1(b_en_i), .CE2(1'b0), .CE3(1'b0),
    .RST0(1'b0), .RST1(1'b0), .RST2(1'b0), .RST3(1'b0),
    .SIGNEDA(CellSigned), .SIGNEDB(CellSigned), .SOURCEA(1'b0), .SOURCEB(1'b0),
    .A0(a[0]), .A1(a[1]), .A2(a[2]), .A3(a[3]), .A4(a[4]), .A5(a[5]),
    .A6(a[6]), .A7(a[7]), .A8(a[8]), .A9(a[9]), .A10(a[10]), .A11(a[11]),
    .A12(a[12]), .A13(a[13]), .A14(a[14]), .A15(a[15]), .A16(a[16]), .A17(a[17]),
    .B0(b[0]), .B1(b[1]), .B2(b[2]), .B3(b[3]), .B4(b[4]), .B5(b[5]),
    .B6(b[6]), .B7(b[7]), .B8(b[8]), .B9(b[9]), .B10(b[10]), .B11(b[11]),
    .B12(b[12]), .B13(b[13]), .B14(b[14]), .B15(b[15]), .B16(b[16]), .B17(b[17]),
    .P0(p[0]), .P1(p[1]), .P2(p[2]), .P3(p[3]), .P4(p[4]), .P5(p[5]),
    .P6(p[6]), .P7(p[7]), .P8(p[8]), .P9(p[9]), .P10(p[10]), .P11(p[11]),
    .P12(p[12]), .P13(p[13]), .P14(p[14]), .P15(p[15]), .P16(p[16]), .P17(p[17]),
    .P18(p[18]), .P19(p[19]), .P20(p[20]), .P21(p[21]), .P22(p[22]), .P23(p[23]),
    .P24(p[24]), .P25(p[25]), .P26(p[26]), .P27(p[27]), .P28(p[28]), .P29(p[29]),
    .P30(p[30]), .P31(p[31]), .P32(p[32]), .P33(p[33]), .P34(p[34]), .P35(p[35])
  );
endmodule
