// SPDX-License-Identifier: MIT
//
// A feed goes through what the configuration says, block by block, tile by tile, in rows: each tile is freed
// and each row enters once, in order, to the last one; and when tile, row and place are there something
// moves: of any 16 clocks in which the feed waits for nothing from outside there is one in which a line is read,
// a row enters, a block leaves or the loader changes its state, or no row is left.  One chunk a row.
// Rows that are loaded stay so (proof rows_dma).  What ta_setup derives and ta_blocks shows is as proofs setup and
// blocks say.
  (* hierconn *) wire [RowW-1:0] \u_blocks.row0_q ;
  localparam int G = NMax / A, LA = $clog2(A), W = $clog2(NMax * NMax / A) + 2;
  logic                    past_q = 1'b0;
  logic [2:0]              n_q = '0;           // clocks since the clear
  logic [G-1:0]            starts, nulls;
  logic [W*G-1:0]          ends, lasts;
  logic [W*(G+1)-1:0]      steps;
  logic [W*(G*G+1)-1:0]    rows, passes;
  logic signed [W-1:0]     first;
  logic [W-1:0]            wnq, wblk, freed, blocks, entered, begun, left, at;
  logic                    mid, on, waits, moves;
  logic [RowW-1:0]         unseen;
  logic [4:0]              still_q;
  logic [2:0]              state_past_q;
  logic [RowW-1:0]         rows_past_q;            // rows that are loaded
  (* anyconst *) logic [2*RowW+2*PosW+TileW+LaneW+1:0] set;
  assign wnq   = W'(nq_i);
  assign wblk  = W'(rows_blk_i);
  assign first = -$signed(diag_i);
  assign on    = n_q != '0;
  always_comb begin
    steps[W-1:0]  = '0;
    rows[W-1:0]   = '0;
    passes[W-1:0] = '0;
    for (int g = 0; g < G; g++) begin
      logic signed [W-1:0] pos;
      starts[g] = W'(g * A) < wnq && (RowW'(g * A) & (rows_blk_i - 1'b1)) == '0;
      ends[W*g+:W] = W'(g * A) + wblk < wnq ? W'(g * A) + wblk : wnq;
      pos = $signed(ends[W*g+:W]) - 1 + $signed(offset_i);
      nulls[g] = causal_i && pos < 0;
      lasts[W*g+:W] = nulls[g] ? '0 : causal_i && (pos >>> LA) < $signed(W'(tiles_m1_i)) ? W'(pos >>> LA) : W'(tiles_m1_i);
      steps[W*(g+1)+:W] = steps[W*g+:W] + (starts[g] && !nulls[g] ? lasts[W*g+:W] + 1'b1 : '0);
      for (int t = 0; t < G; t++) begin
        logic signed [W-1:0] sees;
        logic [W-1:0] n;
        sees = first + W'(t * A);
        if (!causal_i || sees < $signed(W'(g * A))) sees = W'(g * A);
        n = starts[g] && !nulls[g] && W'(t) <= lasts[W*g+:W] ? ends[W*g+:W] - sees : '0;
        rows[W*(g*G+t+1)+:W]   = rows[W*(g*G+t)+:W] + n;
        passes[W*(g*G+t+1)+:W] = passes[W*(g*G+t)+:W] + (n == '0 ? '0 : stream_i ? W'(1) : (n + W'(A - 1)) >> LA);
      end
    end
    unseen = '0;
    if (causal_i && $signed(offset_i) < 0)
      unseen = -$signed(offset_i) >= $signed((PosW)'(nq_i)) ? nq_i : RowW'(-$signed(offset_i)) & RowW'(~(A - 1));
  end
  feed_order #(.A(A), .NMax(NMax)) u_order (
      .clk_i, .clear_i, .on_i(on), .nq_i, .blk_i(rows_blk_i), .unseen_i(unseen), .stream_i, .first_i(first), .causal_i,
      .starts_i(starts), .null_i(nulls), .ends_i(ends), .last_i(lasts), .steps_i(steps), .rows_i(rows), .passes_i(passes),
      .state_q, .b_valid, .row0_q(\u_blocks.row0_q ), .tile_q, .chunk_q(chunk_q[0]), .start_row_q, .r0_q, .r1_q, .last_end_q, .more_q,
      .range_last_q, .diag_next_q, .desc_q, .d_r0_q, .d_more_q, .d_last_end_q, .d_tile_q, .d_pad_q, .d_pad_none_q,
      .d_end_q, .d_out_q, .d_free_q, .d_first_q(d_chunk_first_q), .d_last_q(d_chunk_last_q), .d_tile_last_q,
      .d_range_last_q, .d_block_end_q, .active_q, .row_q, .a_more_q, .a_last_end_q, .a_tile_q, .a_end_q, .a_out_q,
      .a_free_q, .a_first_q(a_chunk_first_q), .a_last_q(a_chunk_last_q), .a_tile_last_q, .a_range_last_q, .a_block_end_q,
      .since_q, .start_q, .load_last, .tile_free(tile_free_o), .block_free(block_free_o), .enter(enter_o), .take,
      .out(out_o), .freed_o(freed), .blocks_o(blocks), .entered_o(entered), .begun_o(begun), .left_o(left), .mid_o(mid),
      .at_o(at)
  );
  // From outside: the next row, its place, the end of what is under way; a tile, when nothing else waits to enter.
  assign waits = active_q || desc_q ? !row_ready_i || !up_to_last(row_o, row_last_there) ||
                                      (!active_q && (!place_i || !(drained_i || stream_i)))
                                    : state_q == S_WAIT && !tile_ready_i;
  assign moves = load_o || enter_o || block_free_o || state_q != state_past_q || state_q == S_IDLE || done_o;
  always_comb begin
    if (past_q) assume (!clear_i);
    if (!past_q) assume (clear_i);
    assume (init_i == (n_q == 3'd2));                 // proof setup: go comes then, a clock after the configuration
    if (past_q) assume (set == {nq_i, rows_blk_i, offset_i, diag_i, tiles_m1_i, keys_last_i, causal_i, stream_i});
    assume (chunks_m1_i == '0);
    if (on) assume (!row_last_there[RowW] ? RowW'(row_last_there) + 1'b1 >= rows_past_q : rows_past_q == '0);
    if (past_q) assume (nq_i != '0 && nq_i <= RowW'(NMax) && 32'(tiles_m1_i) < NMax / A);
    if (past_q) assume (32'(rows_blk_i) == A || 32'(rows_blk_i) == 2 * A || 32'(rows_blk_i) == 4 * A || 32'(rows_blk_i) == 8 * A);
    if (past_q) assume (32'(rows_blk_i) <= NMax);
    if (past_q) assume (causal_i ? $signed(offset_i) >= -NMax && $signed(offset_i) <= NMax : offset_i == '0);
    if (past_q) assume (diag_i[LA-1:0] == '0 && (!causal_i || PosW'(diag_i - offset_i) < PosW'(A)));
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (!past_q) n_q <= 3'd1;
    else if (n_q != 3'd3) n_q <= n_q + 1'b1;
    rows_past_q <= !past_q ? '0 : row_last_there[RowW] ? '0 : RowW'(row_last_there) + 1'b1;
    state_past_q <= state_q;
    still_q <= !past_q || waits || moves ? '0 : still_q + 1'b1;
    `CHECK(n_q <= 3'd3)
    if (on) begin
      `CHECK((n_q == 3'd3) == (state_q != S_IDLE))
      // What is claimed.
      `CHECK(still_q < 5'd16)
      if (done_o) `CHECK(freed == steps[W*G+:W] && entered == rows[W*G*G+:W] && begun == left)
      `REACH(done_o && freed == W'(2) && !stream_i)
      `REACH(still_q == 5'd4)
    end
  end
