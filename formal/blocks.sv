// SPDX-License-Identifier: MIT
//
// Whatever the configuration and whenever the next block is asked for: the blocks come in order,
// each with its end, its last key tile, the steps that are left, and whether it is the last one.
  logic            past_q = 1'b0;
  logic            begun_q;
  logic [RowW-1:0] row_q;                    // first row of the block to come, or that is shown
  logic [TileW-1:0] steps_q;
  logic signed [PosW:0] nq, blk, offset, end_now, end_next, last_pos;
  logic signed [PosW:0] p_end, p_next, p_pos;  // of the prepared block
  logic            null_now, p_null;
  logic [TileW-1:0] tile_now, p_tile;
  (* anyconst *) logic [2*RowW+PosW+TileW:0] set;
  assign nq       = (PosW + 1)'(nq_i);
  assign blk      = (PosW + 1)'(rows_blk_i);
  assign offset   = (PosW + 1)'($signed(offset_i));
  // An end that is reached by whole blocks, or nq.
  function automatic logic signed [PosW:0] up_to(input logic signed [PosW:0] row, input logic signed [PosW:0] b,
                                                 input logic signed [PosW:0] n);
    up_to = row + b < n ? row + b : n;
  endfunction
  function automatic logic [TileW-1:0] tile_of(input logic causal, input logic signed [PosW:0] p,
                                               input logic [TileW-1:0] most);
    if (!causal) tile_of = most;
    else if (p < 0) tile_of = '0;
    else tile_of = (p >>> LA) < $signed((PosW + 1)'(most)) ? TileW'(p >>> LA) : most;
  endfunction
  assign end_now  = up_to((PosW + 1)'(row_q), blk, nq);
  assign end_next = up_to(end_now, blk, nq);
  assign last_pos = end_now - 1'b1 + offset;
  assign null_now = causal_i && last_pos < 0;
  assign tile_now = tile_of(causal_i, last_pos, tiles_m1_i);
  assign p_end    = up_to((PosW + 1)'(row0_q), blk, nq);
  assign p_next   = up_to(p_end, blk, nq);
  assign p_pos    = p_end - 1'b1 + offset;
  assign p_null   = causal_i && p_pos < 0;
  assign p_tile   = tile_of(causal_i, p_pos, tiles_m1_i);
  always_comb begin
    assume (nq_i != '0 && nq_i <= RowW'(NMax));
    assume (rows_blk_i <= RowW'(NMax) && (rows_blk_i == RowW'(A) || rows_blk_i == RowW'(2 * A) ||
            rows_blk_i == RowW'(4 * A) || rows_blk_i == RowW'(8 * A)));
    assume (32'(tiles_m1_i) < NMax / A);
    assume (causal_i ? offset >= -NMax && offset <= NMax : offset == 0);
    if (advance_i) assume (valid_o && !last_o && !init_i);
    if (step_i) assume (valid_o && !tile_end_o && !init_i && !advance_i);
    if (init_i) assume (past_q);               // the configuration stands a clock before
    assume (set == {nq_i, rows_blk_i, offset_i, tiles_m1_i, causal_i});
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (!past_q) begun_q <= 1'b0;
    else if (init_i) begun_q <= 1'b1;
    if (init_i) row_q <= '0;
    else if (advance_i) row_q <= RowW'(end_now);
    if (init_i || advance_i) steps_q <= '0;
    else if (step_i) steps_q <= steps_q + 1'b1;
    if (past_q) begin
      // How it comes about.
      `CHECK(last_from_q == nq - blk && $signed(offset_less_q) == offset - 1)
      if (begun_q) begin
        `CHECK((PosW + 1)'(row_q) < nq)
        `CHECK(stage_q == '0 || stage_q == 3'd1 || stage_q == 3'd2 || stage_q == 3'd4)
        `CHECK(!ready_q || stage_q == '0)
        `CHECK(valid_o || ready_q || stage_q != '0)
        `CHECK(live_o == (valid_o && !null_now))
        // What is being prepared is the block behind the one shown.
        if (ready_q || stage_q != '0) `CHECK((PosW + 1)'(row0_q) == (valid_o ? end_now : (PosW + 1)'(row_q)) && (PosW + 1)'(row0_q) < nq)
        else `CHECK(last_o)
        if (ready_q || stage_q != '0) `CHECK(row0_q[LA-1:0] == '0)
        if (ready_q || stage_q[2:1] != '0) `CHECK((PosW + 1)'(end_q) == p_end && last_q == (p_end == nq))
        if (ready_q || stage_q[2]) `CHECK(pos_q == p_pos && (PosW + 1)'(next_end_q) == p_next && less_q == p_end - A)
        if (ready_q) `CHECK(tile_q == p_tile && null_q == p_null)
      end
      // What is claimed.
      if (begun_q && valid_o) begin
        `CHECK(row0_o == row_q && (PosW + 1)'(row_end_o) == end_now && $signed(end_less_o) == end_now - A)
        `CHECK(last_o == (end_now == nq) && null_o == null_now && tile_last_o == tile_now)
        `CHECK(steps_q <= tile_now && left_q == tile_now - steps_q && tile_end_o == (steps_q == tile_now))
        `CHECK($signed(ahead_o) == end_next - $signed((PosW + 1)'(left_q) << LA))
        `REACH(row0_o == RowW'(8 * A) && last_o && steps_q == TileW'(2))
        `REACH(null_o && row0_o == RowW'(A))
      end
    end
  end
