// SPDX-License-Identifier: MIT
//
// The feed reads a tile only while one is full, frees it once, and takes the slots in turn.
  logic       past_q = 1'b0;
  logic [1:0] full_q;                    // full tiles
  logic       place_read_q;              // the slot of the oldest
  (* anyseq *) logic another;            // a tile becomes full
  always_comb begin
    if (past_q) assume (!clear_i);
    if (!past_q) assume (clear_i);
    assume (tile_ready_i == (full_q != '0));
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (clear_i) begin
      full_q       <= '0;
      place_read_q <= 1'b0;
    end else begin
      full_q <= full_q + 2'(another && full_q < 2'd2) - 2'(tile_free_o);
      if (tile_free_o) place_read_q <= !place_read_q;
    end
    if (past_q) begin
      `CHECK(!load_o || (full_q != '0 && slot_o == place_read_q))
      `CHECK(!tile_free_o || full_q != '0)
      `CHECK(state_q != S_LOAD || full_q != '0)
      `CHECK(slot_q == place_read_q)
      `REACH(tile_free_o && slot_q)
    end
  end
