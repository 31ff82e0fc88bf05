// SPDX-License-Identifier: MIT
//
// A row enters only when one of its group or behind was there a clock before, and it sees a key; behind its last tile
// it does not enter again, and a block's last tile is that of each row that meets it.
// Groups are there in order (proof rows_dma).  To MM2's feed, which is told that all rows are there,
// the next one is there always: no row is numbered as high as the last that it is told of.  With one
// chunk a row.  Where a block is a group, a pass ends for each tile that was freed, and no other (proof
// ring).  What ta_setup derives is as proof setup says.
  (* hierconn *) wire [2:0] \u_blocks.stage_q ;
  (* hierconn *) wire \u_blocks.ready_q ;
  (* hierconn *) wire [RowW-1:0] \u_blocks.row0_q ;
  (* hierconn *) wire [RowW-1:0] \u_blocks.end_q ;
  (* hierconn *) wire \u_blocks.last_q ;
  (* hierconn *) wire \u_blocks.null_q ;
  (* hierconn *) wire [TileW-1:0] \u_blocks.tile_q ;
  (* hierconn *) wire [PosW-1:0] \u_blocks.pos_q ;
  (* hierconn *) wire [RowW:0] \u_blocks.less_q ;
  (* hierconn *) wire [RowW:0] \u_blocks.last_from_q ;
  (* hierconn *) wire [PosW-1:0] \u_blocks.offset_less_q ;
  localparam int LA = $clog2(A);
  localparam int WideW = PosW + 2;
  logic            past_q = 1'b0;
  logic [2:0]      n_q = '0;                 // clocks since the clear
  logic [2:0]      waited_q;                 // clocks since the rows of the pass are known
  logic            ready, at_block, in_pass;
  // For the worlds of facts.def: what is shown, and what of it is read, when; not the run's last row enters.
  (* keep *) logic shown, shown_live, prepared, at_range, at_next, ends_known, goes_on, of_mm1, next_counts;
  logic [1:0]      freed_q;                  // tiles freed whose pass has not ended
  (* anyconst *) logic of_mm2;
  (* anyconst *) logic [RowW-1:0] x;         // a row; it has entered for the last time
  logic            gone_q;
  logic            x_active, x_desc, behind; // x enters in this pass, in the next, for the last time; the loader is behind x
  logic [RowW-1:0] next_tile;
  logic signed [RowW:0] last_past_q;         // the last row there, a clock ago
  logic [RowW-1:0] unseen;                   // rows below see no key
  logic signed [WideW-1:0] nq, blk, offset, diag;
  (* anyconst *) logic [2*RowW+2*PosW+TileW+LaneW+1:0] set;
  assign ready    = n_q == 3'd1;
  assign at_block = state_q == S_RANGE || in_pass;
  assign in_pass  = state_q == S_WAIT || state_q == S_LOAD || state_q == S_NEXT;
  assign shown      = state_q != S_IDLE && b_valid;
  assign shown_live = shown && !b_null;
  assign prepared   = \u_blocks.ready_q && !\u_blocks.null_q ;
  assign at_range   = state_q == S_RANGE;
  assign at_next    = state_q == S_NEXT;
  assign ends_known = in_pass && waited_q != '0;
  assign goes_on    = !(enter_o && up(row_o) + 1 == nq);
  assign of_mm1     = !of_mm2;
  assign next_counts = of_mm2 && pending_o;
  assign nq       = up(nq_i);
  assign blk      = up(rows_blk_i);
  assign offset   = $signed(offset_i);
  assign unseen   = !causal_i || offset >= 0 ? '0 : -offset >= nq ? nq_i : RowW'(-offset) & RowW'(~(A - 1));
  assign diag     = -$signed(diag_i); // first row of the group whose only tile is the first
  function automatic logic signed [WideW-1:0] up(input logic [WideW-2:0] number);
    up = $signed({1'b0, number});
  endfunction
  // A row of the row's group, or behind it, is there.
  function automatic logic there(input logic [RowW-1:0] row, input logic [RowW:0] last);
    there = !last[RowW] && row[RowW-1:LA] <= last[RowW-1:LA];
  endfunction
  // Rows up to there are whole groups, or all.
  function automatic logic whole(input logic signed [WideW-1:0] to, input logic signed [WideW-1:0] all);
    whole = to[LA-1:0] == '0 || to == all;
  endfunction
  // The row x is of these, and the tile its last one.
  function automatic logic last_of(input logic [RowW-1:0] row, input logic [RowW-1:0] rows, input logic [RowW-1:0] to);
    last_of = row <= x && up(x) <= up(row) + up(rows) && x < to;
  endfunction
  // A block's last tile is seen by its last row.
  function automatic logic sees(input logic causal, input logic [TileW-1:0] tile, input logic [RowW-1:0] to, input logic signed [WideW-1:0] off);
    sees = !causal || up({tile, {LA{1'b0}}}) <= up(to) - 1 + off;
  endfunction
  assign x_active = active_q && last_of(row_q, a_more_q, a_last_end_q);
  assign x_desc   = desc_q && last_of(d_r0_q, d_more_q, d_last_end_q);
  // First row of the next tile; of the next block behind the last one.
  assign next_tile = tile_q == b_tile_last ? b_end : causal_i && diag_next_q >= $signed(PosW'(b_row0)) ? RowW'(diag_next_q) : b_row0;
  always_comb begin
    behind = 1'b1;
    if (state_q == S_BLOCK) behind = (b_valid ? b_row0 : \u_blocks.row0_q ) > x;
    if (state_q == S_RANGE) behind = start_row_q > x;
    if (in_pass) behind = r0_q > x;
  end
  always_comb begin
    if (past_q) assume (!clear_i);
    if (!past_q) assume (clear_i);
    if (!ready || state_q != S_IDLE) assume (!init_i);
    if (past_q) assume (set == {nq_i, rows_blk_i, offset_i, diag_i, tiles_m1_i, keys_last_i, causal_i, stream_i});
    assume (chunks_m1_i == '0);
    assume (!of_mm2 || row_last_there_i == {1'b0, {RowW{1'b1}}});
    if (ready) assume (last_past_q[RowW] || (!row_last_there[RowW] && row_last_there[RowW-1:LA] >= last_past_q[RowW-1:LA]));
    if (past_q) assume (nq_i != '0 && nq_i <= RowW'(NMax) && 32'(tiles_m1_i) < NMax / A);
    if (past_q) assume (rows_blk_i == RowW'(A) || rows_blk_i == RowW'(2 * A) || rows_blk_i == RowW'(4 * A) || rows_blk_i == RowW'(8 * A));
    if (past_q) assume (32'(rows_blk_i) <= NMax);
    if (past_q) assume (causal_i ? $signed(offset_i) >= -NMax && $signed(offset_i) <= NMax : offset_i == '0);
    if (past_q) assume (diag_i[LA-1:0] == '0 && (!causal_i || PosW'(diag_i - offset_i) < PosW'(A)));
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    last_past_q <= row_last_there;
    if (!past_q) n_q <= '0;
    else if (!ready) n_q <= n_q + 1'b1;
    if (state_q == S_RANGE) waited_q <= '0;
    else if (waited_q != '1) waited_q <= waited_q + 1'b1;
    gone_q <= !clear_i && (gone_q || (enter_o && row_o == x && row_last_o));
    if (clear_i) freed_q <= '0;
    else freed_q <= freed_q + 2'(tile_free_o) - 2'(out_o);
    if (past_q) `CHECK(n_q <= 3'd1 && (!start_q || desc_q))
    if (past_q && !ready) `CHECK(state_q == S_IDLE && !active_q && !desc_q && !gone_q && freed_q == '0)
    if (past_q && ready) begin
      // How it comes about: a block has rows, up to nq,
      `CHECK($signed(\u_blocks.last_from_q ) == nq - blk && $signed(\u_blocks.offset_less_q ) == offset - 1)
      `CHECK((!causal_i || diag_start_q == diag) && diag_start_q[LA-1:0] == '0)
      if (state_q != S_IDLE) begin
        `CHECK(\u_blocks.stage_q == '0 || \u_blocks.stage_q == 3'd1 || \u_blocks.stage_q == 3'd2 || \u_blocks.stage_q == 3'd4)
        `CHECK(!\u_blocks.ready_q || \u_blocks.stage_q == '0)
        `CHECK(b_valid || \u_blocks.ready_q || \u_blocks.stage_q != '0)
        if (\u_blocks.ready_q || \u_blocks.stage_q != '0)
          `CHECK(\u_blocks.row0_q < nq_i && (!b_valid || \u_blocks.row0_q == b_end) && (\u_blocks.row0_q & (rows_blk_i - 1'b1)) == '0)
        if (!\u_blocks.ready_q && \u_blocks.stage_q == '0) `CHECK(b_last)
        if (\u_blocks.ready_q || \u_blocks.stage_q [2:1] != '0) begin
          `CHECK(\u_blocks.row0_q < \u_blocks.end_q && \u_blocks.end_q <= nq_i && \u_blocks.last_q == (\u_blocks.end_q == nq_i))
          `CHECK(up(\u_blocks.end_q ) <= up(\u_blocks.row0_q ) + blk)
          `CHECK(\u_blocks.last_q || up(\u_blocks.end_q ) == up(\u_blocks.row0_q ) + blk)
        end
        if (\u_blocks.ready_q || \u_blocks.stage_q [2]) begin
          `CHECK($signed(\u_blocks.pos_q ) == up(\u_blocks.end_q ) - 1 + offset && $signed(\u_blocks.less_q ) == up(\u_blocks.end_q ) - A)
        end
        if (\u_blocks.ready_q ) begin
          `CHECK(\u_blocks.null_q == (causal_i && $signed(\u_blocks.pos_q ) < 0))
          `CHECK(\u_blocks.null_q || sees(causal_i, \u_blocks.tile_q , \u_blocks.end_q , offset))
        end
      end
      if (state_q != S_IDLE && b_valid) begin
        `CHECK(b_row0 < b_end && b_end <= nq_i && $signed(b_less) == up(b_end) - A && (b_last || b_end < nq_i))
        `CHECK((b_row0 & (rows_blk_i - 1'b1)) == '0 && b_null == (causal_i && up(b_end) - 1 + offset < 0))
        `CHECK(up(b_end) <= up(b_row0) + blk)
        `CHECK(b_end == nq_i || up(b_end) == up(b_row0) + blk)
        `CHECK(b_null || sees(causal_i, b_tile_last, b_end, offset))
      end
      // .. a pass has rows, of its block,
      if (at_block) begin
        `CHECK(b_valid && !b_null && tile_q <= b_tile_last && chunk_q == '0)
        `CHECK(!causal_i || diag_next_q == diag + up({tile_q, {LA{1'b0}}}) + A)
        `CHECK(diag_next_q[LA-1:0] == '0)
      end
      if (state_q == S_RANGE) `CHECK(start_row_q >= b_row0 && start_row_q < b_end && start_row_q >= unseen && start_row_q[LA-1:0] == '0)
      if (in_pass) begin
        `CHECK(r0_q < r1_q && r1_q <= b_end && r0_q >= b_row0 && r0_q >= unseen && (range_last_q || r1_q < b_end))
        `CHECK(r0_q[LA-1:0] == '0 && (range_last_q ? r1_q == b_end : r1_q[LA-1:0] == '0))
        `CHECK(whole(up(last_end_q), nq))
        if (waited_q != '0) `CHECK(more_q == RowW'(r1_q - r0_q - 1'b1) && tile_end_q == range_last_q && r_chunk_last_q)
        if (waited_q != '0) `CHECK(block_end_q == (range_last_q && tile_q == b_tile_last))
        if (waited_q != '0) `CHECK(diag_in_next_q == (causal_i && diag_next_q >= $signed(PosW'(b_row0))))
        if (state_q != S_WAIT) `CHECK(waited_q != '0)
        if (state_q == S_LOAD) `CHECK(line_q != '0 && !desc_q)
      end
      if (desc_q) `CHECK(up(d_r0_q) + up(d_more_q) < nq && d_r0_q[LA-1:0] == '0 && d_r0_q >= unseen && d_end_q == (d_more_q == '0))
      if (active_q) `CHECK(up(row_q) + up(a_more_q) < nq && row_q >= unseen && a_end_q == (a_more_q == '0))
      // .. whole groups of rows, or to the last one; and so the row up to which their tile is the last,
      if (desc_q) `CHECK(whole(up(d_r0_q) + up(d_more_q) + 1, nq) && whole(up(d_last_end_q), nq))
      if (active_q) `CHECK(whole(up(row_q) + up(a_more_q) + 1, nq) && whole(up(a_last_end_q), nq))
      `CHECK(!start_q || there(d_r0_q, last_past_q))
      `CHECK(!active_q || !a_there_q || there(row_q, last_past_q))
      // .. a tile is the last one of the rows up to the diagonal, the block's last one of all,
      if (in_pass) `CHECK(last_end_q == (tile_q == b_tile_last ? b_end : diag_in_q ? RowW'(diag_next_q) : '0))
      if (at_block) `CHECK(!diag_in_q || (causal_i && diag_next_q >= $signed(PosW'(b_row0))))
      if (state_q == S_NEXT) `CHECK(desc_q && d_r0_q == r0_q && d_more_q == more_q && d_last_end_q == last_end_q)
      if (desc_q) `CHECK(!d_tile_last_q || up(d_r0_q) + up(d_more_q) < up(d_last_end_q))
      if (active_q) `CHECK(!a_tile_last_q || up(row_q) + up(a_more_q) < up(a_last_end_q))
      if (state_q == S_IDLE) `CHECK(!desc_q && !active_q && !gone_q)
      if (at_block) `CHECK(!(gone_q || x_active || x_desc) || up(x) < up(next_tile))
      `CHECK(!x_desc || state_q == S_NEXT || behind)
      `CHECK(!(gone_q || x_active) || (behind && (!desc_q || d_r0_q > x)))
      `CHECK(!gone_q || !active_q || row_q > x)
      // .. the one of its tile, where a block is a group.
      if (blk == A && in_pass) `CHECK(range_last_q)
      if (desc_q) `CHECK(d_out_q == d_end_q && d_chunk_last_q)
      if (active_q) `CHECK(a_out_q == a_end_q && a_chunk_last_q)
      // What is claimed.
      `CHECK(blk != A || freed_q == 2'(desc_q) + 2'(active_q))
      `CHECK(!of_mm2 || (there_q && d_there_q && a_there_q && there_o))
      `CHECK(!enter_o || (there(row_o, last_past_q) && row_o >= unseen))
      `CHECK(!enter_o || !tile_last_o || row_last_o)
      `CHECK(!gone_q || !enter_o || row_o != x)
      `REACH(gone_q && enter_o && row_o == x + 1'b1)
      `REACH(enter_o && row_o == RowW'(8) && unseen == row_o && !of_mm2)
    end
  end
