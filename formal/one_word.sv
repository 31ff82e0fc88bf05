// SPDX-License-Identifier: MIT
//
// The port moves one word in a clock: no word is read while one may be written.
  logic past_q = 1'b0;
  always_comb if (!past_q) assume (!rst_ni);
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (past_q) begin
      `CHECK(!rvalid_o || !wready_o)
      `REACH(rvalid_o)
      `REACH(wready_o && wvalid_i)
    end
  end
