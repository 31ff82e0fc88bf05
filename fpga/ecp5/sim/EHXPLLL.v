// SPDX-License-Identifier: MIT
//
// Simulation model of the ECP5 PLL in the only mode that ta_ulx3s uses: fed back from CLKOP, the
// other outputs unused.  CLKOP is the clock at CLKI, whatever the dividers say: a period of the
// model's input is one of the engine.  LOCK rises after 16 of them.
module EHXPLLL #(
  parameter CLKI_DIV = 1,
  parameter CLKFB_DIV = 1,
  parameter CLKOP_DIV = 8,
  parameter CLKOP_CPHASE = 0,
  parameter CLKOP_FPHASE = 0,
  parameter CLKOP_ENABLE = "ENABLED",
  parameter DPHASE_SOURCE = "DISABLED",
  parameter FEEDBK_PATH = "CLKOP",
  parameter INTFB_WAKE = "DISABLED",
  parameter OUTDIVIDER_MUXA = "DIVA",
  parameter OUTDIVIDER_MUXB = "DIVB",
  parameter OUTDIVIDER_MUXC = "DIVC",
  parameter OUTDIVIDER_MUXD = "DIVD",
  parameter PLLRST_ENA = "DISABLED",
  parameter STDBY_ENABLE = "DISABLED"
) (
  input  wire CLKI, CLKFB, RST, STDBY, ENCLKOP,
  input  wire PHASESEL0, PHASESEL1, PHASEDIR, PHASESTEP, PHASELOADREG, PLLWAKESYNC,
  output wire CLKOP, LOCK
);
  reg [4:0] count_q = 5'd0;

  assign CLKOP = CLKI;
  assign LOCK = count_q[4];
  wire unused = ^{CLKFB, RST, STDBY, ENCLKOP, PHASESEL0, PHASESEL1, PHASEDIR, PHASESTEP, PHASELOADREG, PLLWAKESYNC};

  always @(posedge CLKI) if (!count_q[4]) count_q <= count_q + 1'b1;

  // The dividers agree with each other: the oscillator is within its 400 to 800 MHz at 25 MHz.
  initial begin
    if (CLKOP_ENABLE != "ENABLED" || FEEDBK_PATH != "CLKOP" || OUTDIVIDER_MUXA != "DIVA" ||
        PLLRST_ENA != "DISABLED" || STDBY_ENABLE != "DISABLED" || DPHASE_SOURCE != "DISABLED" ||
        25 * CLKFB_DIV * CLKOP_DIV < 400 * CLKI_DIV || 25 * CLKFB_DIV * CLKOP_DIV > 800 * CLKI_DIV) begin
      $display("EHXPLLL: setting not modelled");
      $finish;
    end
  end
endmodule
