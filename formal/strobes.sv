// SPDX-License-Identifier: MIT
//
// A byte, a damaged one and a break are told one at a time, 16 clocks apart or more: what ta_frame_rx rests on.
  logic       past_q = 1'b0;
  logic [3:0] since_q = '0;                  // clocks since the last one
  logic       told;
  assign told = valid_o || framing_o || break_o;
  always_comb if (!past_q) assume (!rst_ni);
  always_ff @(posedge clk_i) begin
    past_q  <= 1'b1;
    since_q <= told ? 4'd0 : since_q == 4'd15 ? since_q : since_q + 1'b1;
    if (past_q) begin
      `CHECK(!told || since_q == 4'd15)
      `CHECK(!(valid_o && (framing_o || break_o)))
      `CHECK(state_q != S_BITS || since_q == 4'd15 || 32'(bit_q) * Divisor + 32'(cnt_q) <= 32'(since_q) + 1)
      `REACH(valid_o)
    end
  end
