// SPDX-License-Identifier: MIT
//
// The netlist of ta_ulx3s behind the pins of ta_fpga_top, for the gate-level runs.
module ta_gate_top (
    input  logic       clk_i,
    input  logic       rst_ni,
    input  logic       rx_i,
    output logic       tx_o,
    output logic [7:0] led_o
);
  logic unused_wifi;
  ta_ulx3s u_board (
      .clk_25mhz(clk_i), .ftdi_txd(rx_i), .ftdi_rxd(tx_o), .btn(rst_ni), .led(led_o),
      .wifi_gpio0(unused_wifi)
  );
endmodule
