// SPDX-License-Identifier: MIT
//
// Transmitter of a serial line, 8 data bits, no parity, one stop bit, Divisor clocks a bit.
//   valid_i, ready_o, data_i  a byte
//   tx_o                      the pin, registered, high when idle
module ta_uart_tx #(
    parameter int Divisor = 150
) (
    input  logic       clk_i,
    input  logic       rst_ni,
    input  logic       valid_i,
    output logic       ready_o,
    input  logic [7:0] data_i,
    output logic       tx_o
);
  localparam int CntW = $clog2(Divisor);
  localparam logic [CntW-1:0] Last = CntW'(Divisor - 1);

  logic [CntW-1:0] cnt_q;
  logic            end_q;      // of the bit
  logic [8:0]      shift_q;    // what follows the bit on the line
  logic [9:0]      left_q;     // a one for each bit left, the one on the line included

  assign ready_o = !left_q[0];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      left_q <= '0;
      tx_o   <= 1'b1;
    end else if (!left_q[0]) begin
      tx_o <= !valid_i;
      if (valid_i) left_q <= '1;
    end else if (end_q) begin
      left_q <= {1'b0, left_q[9:1]};
      tx_o   <= shift_q[0];
    end
  end

  always_ff @(posedge clk_i) begin
    cnt_q <= !left_q[0] || cnt_q == Last ? '0 : cnt_q + 1'b1;
    end_q <= left_q[0] && cnt_q == CntW'(Divisor - 2);
    if (!left_q[0]) shift_q <= {1'b1, data_i};
    else if (end_q) shift_q <= {1'b1, shift_q[8:1]};
  end
endmodule
