// SPDX-License-Identifier: MIT
//
// From a clear on nothing is asked for until go, nor in the three clocks behind it; ta_setup gives go to legal
// configurations alone (proof setup), so that a refused one never reaches memory.
  logic past_q = 1'b0;
  logic went_q;
  logic [1:0] since_q;                       // clocks behind the one of go, at most 3
  always_comb if (!past_q) assume (clear_i);
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (clear_i) went_q <= 1'b0;
    else if (go_i) went_q <= 1'b1;
    if (clear_i || !went_q) since_q <= '0;
    else since_q <= since_q + 2'(since_q != 2'd3);
    if (past_q) begin
      `CHECK(went_q || state_q == S_IDLE)
      `CHECK(went_q || (!valid_o && !done_o))
      `CHECK(state_q != S_IDLE || lead_q == 2'd3)
      if (went_q) begin
        `CHECK(since_q == 2'd3 || (state_q == S_INIT && !valid_o))
        `CHECK(since_q != 2'd0 || lead_q == 2'd3)
        `CHECK(since_q != 2'd1 || !f_valid)
      end
      `REACH(valid_o && kind_o == ta_spec_pkg::BURST_Q)
    end
  end
