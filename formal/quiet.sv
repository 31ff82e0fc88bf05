// SPDX-License-Identifier: MIT
//
// From a clear on nothing is asked for until go; ta_setup gives go to legal configurations alone
// (proof setup), so that a refused one never reaches memory.
  logic past_q = 1'b0;
  logic went_q;
  always_comb if (!past_q) assume (clear_i);
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (clear_i) went_q <= 1'b0;
    else if (go_i) went_q <= 1'b1;
    if (past_q) begin
      `CHECK(went_q || state_q == S_IDLE)
      `CHECK(went_q || (!valid_o && !done_o))
      `REACH(valid_o && kind_o == ta_spec_pkg::BURST_Q)
    end
  end
