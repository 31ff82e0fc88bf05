// SPDX-License-Identifier: MIT
//
// Simulation model of the ECP5 PLL for the gate-level runs: locked at once, and one period of
// the input stands for one of the output, so that a simulated period is one of the engine.
module EHXPLLL #(
  parameter CLKI_DIV = 1, CLKFB_DIV = 1, CLKOP_DIV = 8, CLKOP_CPHASE = 0, CLKOP_FPHASE = 0,
  parameter CLKOP_ENABLE = "ENABLED", FEEDBK_PATH = "CLKOP", OUTDIVIDER_MUXA = "DIVA",
  parameter OUTDIVIDER_MUXB = "DIVB", OUTDIVIDER_MUXC = "DIVC", OUTDIVIDER_MUXD = "DIVD",
  parameter PLLRST_ENA = "DISABLED", INTFB_WAKE = "DISABLED", STDBY_ENABLE = "DISABLED",
  parameter DPHASE_SOURCE = "DISABLED"
) (
  input wire CLKI, CLKFB, RST, STDBY, PHASESEL0, PHASESEL1, PHASEDIR, PHASESTEP, PHASELOADREG,
  input wire PLLWAKESYNC, ENCLKOP,
  output wire CLKOP, LOCK
);
  wire unused = ^{CLKFB, RST, STDBY, PHASESEL0, PHASESEL1, PHASEDIR, PHASESTEP, PHASELOADREG,
                  PLLWAKESYNC, ENCLKOP};
  assign CLKOP = CLKI;
  assign LOCK = 1'b1;
endmodule
