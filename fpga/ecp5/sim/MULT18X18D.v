// SPDX-License-Identifier: MIT
//
// Simulation model of the ECP5 multiplier in the only mode that ta_mul uses: registers CLK0 at
// both inputs and at the output, no pipeline register; A and output enabled by CE0, B by CE1;
// no reset, no shift chains.  Any other setting stops the simulation.
module MULT18X18D #(
  parameter REG_INPUTA_CLK = "NONE",
  parameter REG_INPUTA_CE  = "CE0",
  parameter REG_INPUTA_RST = "RST0",
  parameter REG_INPUTB_CLK = "NONE",
  parameter REG_INPUTB_CE  = "CE0",
  parameter REG_INPUTB_RST = "RST0",
  parameter REG_OUTPUT_CLK = "NONE",
  parameter REG_OUTPUT_CE  = "CE0",
  parameter REG_OUTPUT_RST = "RST0",
  parameter GSR = "ENABLED"
) (
  input  wire A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0,
  input  wire B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0,
  input wire SIGNEDA, SIGNEDB, SOURCEA, SOURCEB,
  input wire CLK0, CLK1, CLK2, CLK3, CE0, CE1, CE2, CE3, RST0, RST1, RST2, RST3,
  output  wire P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18, P17, P16, P15, P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0
);
  wire [17:0] a = {A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0};
  wire [17:0] b = {B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0};
  reg [17:0] a_q, b_q;
  reg signed [35:0] p_q;
  wire signed [18:0] a_s = {SIGNEDA & a_q[17], a_q};
  wire signed [18:0] b_s = {SIGNEDB & b_q[17], b_q};
  wire signed [37:0] product = a_s * b_s;
  wire unused = ^{SOURCEA, SOURCEB, CLK1, CLK2, CLK3, CE2, CE3, RST0, RST1, RST2, RST3, product};

  always @(posedge CLK0) begin
    if (CE0) a_q <= a;
    if (CE1) b_q <= b;
    if (CE0) p_q <= product[35:0];
  end
  assign {P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18, P17, P16, P15, P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0} = p_q;

`ifndef SYNTHESIS
  initial begin
    if (REG_INPUTA_CLK != "CLK0" || REG_INPUTB_CLK != "CLK0" || REG_OUTPUT_CLK != "CLK0" ||
        REG_INPUTA_CE != "CE0" || REG_INPUTB_CE != "CE1" || REG_OUTPUT_CE != "CE0" ||
        REG_INPUTA_RST != "RST0" || REG_INPUTB_RST != "RST0" || REG_OUTPUT_RST != "RST0" ||
        GSR != "DISABLED") begin
      $display("MULT18X18D: setting not modelled");
      $finish;
    end
  end
`endif
endmodule
