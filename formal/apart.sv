// SPDX-License-Identifier: MIT
//
// Bursts are taken four clocks apart at least, so that what a take changes in the count of bursts and in the
// end of the next output rows is known before the next one.  A request has stood for three clocks when it is
// granted (proof grants).
  logic       past_q = 1'b0;
  logic [1:0] stood_q;                       // clocks that the request has stood, at most 3
  logic [1:0] since_q;                       // clocks since the last take, at most 3
  always_comb begin
    if (!past_q) assume (clear_i);
    if (past_q) assume (!clear_i);
    if (req_valid_o && req_ready_i) assume (stood_q == 2'd3);
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (clear_i || !req_valid_o || req_ready_i) stood_q <= '0;
    else stood_q <= stood_q + 2'(stood_q != 2'd3);
    if (clear_i) since_q <= 2'd3;
    else since_q <= take ? '0 : since_q + 2'(since_q != 2'd3);
    if (past_q) begin
      // How it comes about.
      `CHECK(since_q == 2'd3 || (req_valid_o && stood_q == since_q))
      `CHECK(took_q == (since_q == '0))
      // What is claimed.
      `CHECK(since_q == 2'd3 || !take)
      `REACH(take && req_valid_o)
    end
  end
