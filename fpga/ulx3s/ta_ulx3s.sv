// SPDX-License-Identifier: MIT
//
// ULX3S (LFE5U-85F, CABGA381): clock, reset and pins.  The engine and its serial line run on
// one clock out of the PLL, 25 MHz * ClkFb / ClkIn; the PLL's oscillator, that times ClkOp, is
// to be within 400 to 800 MHz.
module ta_ulx3s #(
    parameter int ClkIn = 1,
    parameter int ClkFb = 6,
    parameter int ClkOp = 4,
    parameter int Baud = 1000000
) (
    input  logic       clk_25mhz,
    input  logic       ftdi_txd,    // from the USB bridge
    output logic       ftdi_rxd,    // to it
    input  logic [0:0] btn,         // 0: pressed, resets
    output logic [7:0] led,
    output logic       wifi_gpio0   // high: the board's other processor leaves the FPGA alone
);
  localparam int Hertz = 25000000 / ClkIn * ClkFb;
  localparam int Divisor = (Hertz + Baud / 2) / Baud;

  logic clk, locked, rst_n;
  assign wifi_gpio0 = 1'b1;

  (* FREQUENCY_PIN_CLKI = "25", ICP_CURRENT = "12", LPF_RESISTOR = "8" *)
  (* MFG_ENABLE_FILTEROPAMP = "1", MFG_GMCREF_SEL = "2" *)
  EHXPLLL #(
      .CLKI_DIV(ClkIn), .CLKFB_DIV(ClkFb), .CLKOP_DIV(ClkOp), .CLKOP_CPHASE(ClkOp / 2),
      .CLKOP_FPHASE(0), .CLKOP_ENABLE("ENABLED"), .FEEDBK_PATH("CLKOP"),
      .OUTDIVIDER_MUXA("DIVA"), .OUTDIVIDER_MUXB("DIVB"), .OUTDIVIDER_MUXC("DIVC"),
      .OUTDIVIDER_MUXD("DIVD"), .PLLRST_ENA("DISABLED"), .INTFB_WAKE("DISABLED"),
      .STDBY_ENABLE("DISABLED"), .DPHASE_SOURCE("DISABLED")
  ) u_pll (
      .CLKI(clk_25mhz), .CLKFB(clk), .CLKOP(clk), .LOCK(locked), .RST(1'b0), .STDBY(1'b0),
      .PHASESEL0(1'b0), .PHASESEL1(1'b0), .PHASEDIR(1'b1), .PHASESTEP(1'b1),
      .PHASELOADREG(1'b1), .PLLWAKESYNC(1'b0), .ENCLKOP(1'b0)
  );

  ta_reset_sync u_reset (.clk_i(clk), .rst_ni(locked && btn[0]), .rst_no(rst_n));

  ta_fpga_top #(.Divisor(Divisor)) u_top (
      .clk_i(clk), .rst_ni(rst_n), .rx_i(ftdi_txd), .tx_o(ftdi_rxd), .led_o(led)
  );
endmodule
