// SPDX-License-Identifier: MIT
//
// A reply begins on a line that is free: the transmitter is ready from the first byte that is taken on
// until the delimiter in front is sent.  It stays ready until it is given something (ta_uart_tx).
  logic past_q = 1'b0;
  logic free_q;                              // ready a clock ago, and given nothing, or in reset
  logic quiet;                               // nothing of a reply is sent yet
  assign quiet = state_q == S_FILL || state_q == S_SUM || state_q == S_CRC;
  always_comb begin
    if (!past_q) assume (!rst_ni);
    if (past_q && free_q) assume (tx_ready_i);
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    free_q <= !rst_ni || (tx_ready_i && !tx_valid_o);
    if (past_q) begin
      `CHECK(state_q <= S_LAST)
      `CHECK(!(quiet || state_q == S_LAST) || !tx_valid_o)
      `CHECK(!(quiet || state_q == S_OPEN) || tx_ready_i)
      `REACH(state_q == S_LAST && !tx_ready_i)
      `REACH(state_q == S_OPEN && send)
    end
  end
