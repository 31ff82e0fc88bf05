// SPDX-License-Identifier: MIT
//
// Receiver of a serial line, 8 data bits, no parity, one stop bit.  Each bit is the majority
// of three samples around its middle; a start bit that is not low at its middle was a glitch.
//   Divisor    clocks a bit, at least 16; the sender's may differ by 3 %
//   rx_i       the pin, asynchronous, high when idle
//   valid_o    data_o is a byte, one cycle
//   framing_o  a byte without a stop bit, one cycle; the receiver then waits for a high line
//   break_o    the same with every bit low, one cycle for each break
module ta_uart_rx #(
    parameter int Divisor = 150
) (
    input  logic       clk_i,
    input  logic       rst_ni,
    input  logic       rx_i,
    output logic       valid_o,
    output logic [7:0] data_o,
    output logic       framing_o,
    output logic       break_o
);
  localparam int CntW = $clog2(Divisor);
  localparam int Spread = Divisor / 16;
  // The count starts one clock behind the edge that it follows.
  localparam logic [CntW-1:0] First = CntW'(Divisor / 2 - 1 - Spread);
  localparam logic [CntW-1:0] Second = CntW'(Divisor / 2 - 1);
  localparam logic [CntW-1:0] Third = CntW'(Divisor / 2 - 1 + Spread);
  localparam logic [CntW-1:0] Last = CntW'(Divisor - 1);

  localparam logic [1:0] S_IDLE = 2'd0;  // the line is high
  localparam logic [1:0] S_BITS = 2'd1;  // start, data, stop
  localparam logic [1:0] S_WAIT = 2'd2;  // no stop bit: until the line is high

  logic            meta_q, rx_q;
  logic [1:0]      state_q;
  logic [CntW-1:0] cnt_q;      // within the bit
  logic [3:0]      bit_q;      // 0 start, 1 to 8 data, 9 stop
  logic            one_q, two_q, three_q, decide_q;
  logic            vote, any_q;

  assign vote = (one_q && two_q) || (one_q && three_q) || (two_q && three_q);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      meta_q    <= 1'b1;
      rx_q      <= 1'b1;
      state_q   <= S_IDLE;
      decide_q  <= 1'b0;
      valid_o   <= 1'b0;
      framing_o <= 1'b0;
      break_o   <= 1'b0;
    end else begin
      meta_q    <= rx_i;
      rx_q      <= meta_q;
      decide_q  <= state_q == S_BITS && cnt_q == Third;
      valid_o   <= 1'b0;
      framing_o <= 1'b0;
      break_o   <= 1'b0;
      unique case (state_q)
        S_IDLE: if (!rx_q) state_q <= S_BITS;
        S_BITS: begin
          if (decide_q && bit_q == 4'd0 && vote) state_q <= S_IDLE;
          if (decide_q && bit_q == 4'd9) begin
            // A fast sender's next start bit may be there already.
            state_q   <= !vote ? S_WAIT : rx_q ? S_IDLE : S_BITS;
            valid_o   <= vote;
            framing_o <= !vote && any_q;
            break_o   <= !vote && !any_q;
          end
        end
        default: if (rx_q) state_q <= S_IDLE;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q != S_BITS || (decide_q && bit_q == 4'd9)) begin
      cnt_q <= '0;
      bit_q <= '0;
      any_q <= 1'b0;
    end else if (cnt_q == Last) begin
      cnt_q <= '0;
      bit_q <= bit_q + 1'b1;
    end else begin
      cnt_q <= cnt_q + 1'b1;
    end
    if (cnt_q == First) one_q <= rx_q;
    if (cnt_q == Second) two_q <= rx_q;
    if (cnt_q == Third) three_q <= rx_q;
    if (decide_q && bit_q != 4'd9) begin
      data_o <= {vote, data_o[7:1]};
      if (vote) any_q <= 1'b1;
    end
  end
endmodule
