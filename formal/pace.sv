// SPDX-License-Identifier: MIT
//
// A step of the fetch cursor takes five clocks, so the block behind the one it shows is prepared when it
// comes to it, for a clock at least; and the drain cursor asks once for output rows in a step that is not its block's
// last.  The wires read_* say when a register or an output is read; what rests on them is proven with each mutant, or
// said in tests/mutation_rtl/facts.def.
  (* hierconn *) wire [2:0] \u_fetch.stage_q ;
  (* hierconn *) wire \u_fetch.ready_q ;
  (* hierconn *) wire \u_fetch.move ;
  (* hierconn *) wire \u_fetch.is_last ;
  (* hierconn *) wire \u_fetch.next_is_last ;
  (* hierconn *) wire \u_fetch.last_q ;
  (* hierconn *) wire \u_fetch.null_q ;
  (* hierconn *) wire [RowW-1:0] \u_fetch.row0_q ;
  (* hierconn *) wire [RowW-1:0] \u_fetch.end_q ;
  (* hierconn *) wire [RowW-1:0] \u_fetch.next_end_q ;
  (* hierconn *) wire [RowW:0] \u_fetch.less_q ;
  (* hierconn *) wire [PosW-1:0] \u_fetch.pos_q ;
  (* hierconn *) wire [PosW-1:0] \u_fetch.offset_less_q ;
  (* hierconn *) wire [TileW-1:0] \u_fetch.tile_q ;
  localparam int LA = $clog2(A);
  logic       past_q = 1'b0;
  (* anyconst *) logic [2*RowW+TileW:0] set;
  logic       begun_q;                       // the cursors' first block was asked for in this run
  logic [2:0] age_q;                         // clocks since the fetch cursor came to its block; 4: or more
  logic       running, rests, prepared;
  logic       null_now;
  logic [TileW-1:0] tile_now;
  assign running  = state_q != S_IDLE && state_q != S_INIT && state_q != S_FLUSH && state_q != S_DONE;
  assign rests    = state_q == S_IDLE || (state_q == S_INIT && lead_q == 2'd3);
  assign prepared = \u_fetch.ready_q || \u_fetch.stage_q [2];
  assign null_now = causal_i && $signed(\u_fetch.pos_q ) < 0;
  assign tile_now = null_now ? '0 : causal_i && $signed(\u_fetch.pos_q ) >>> LA < $signed(PosW'(tiles_m1_i)) ?
                    TileW'($signed(\u_fetch.pos_q ) >>> LA) : tiles_m1_i;
  // When it is read: of the fetch cursor what it shows, what it prepares,
  (* keep *) logic read_shown, read_row0, read_end, read_pos, read_tile;
  (* keep *) logic late_end, late_pos, late_tile, late_ready, late_stage1, late_stage2, again_stage1, again_stage2;
  assign read_shown  = begun_q && f_valid;
  assign read_row0   = begun_q && (\u_fetch.ready_q || \u_fetch.stage_q != '0);
  assign read_end    = begun_q && (prepared || \u_fetch.stage_q [1]);
  assign read_pos    = begun_q && prepared;
  assign read_tile   = begun_q && \u_fetch.ready_q ;
  // .. and when at the latest each is there: of the first block of a phase at once, of the others a clock later,
  assign late_end    = begun_q && (prepared || (!f_valid && \u_fetch.stage_q [1]));
  assign late_pos    = begun_q && (\u_fetch.ready_q || (!f_valid && \u_fetch.stage_q [2]));
  assign late_tile   = begun_q && \u_fetch.ready_q && (!f_valid || age_q == 3'd4);
  assign late_ready  = begun_q && (!f_valid || \u_fetch.ready_q );
  assign late_stage1 = begun_q && !f_valid && \u_fetch.stage_q [1:0] != '0;
  assign late_stage2 = begun_q && !f_valid && !\u_fetch.ready_q ;
  assign again_stage1 = begun_q && (\u_fetch.stage_q [1] || (!f_valid && \u_fetch.stage_q [0]));
  assign again_stage2 = begun_q && (\u_fetch.stage_q [2] || (!f_valid && \u_fetch.stage_q [1:0] != '0));
  // .. of the sequencer what a state asks for; the last group's rows and words where they are not those of all; whether
  // the group behind is the last where that is not where a whole group ends,
  (* keep *) logic read_query, read_store, read_once, read_next, read_tiles, read_first, read_last, read_q_near, read_o_near;
  assign read_query  = state_q == S_QUERY;
  assign read_store  = state_q == S_STORE && drained_q;
  assign read_once   = state_q != S_STORE && state_q != S_NEXT;
  assign read_next   = state_q == S_NEXT;
  assign read_tiles  = !f_done_q;
  assign read_first  = q_row_q < nq_i;
  assign read_last   = rows_last_i != LaneW'(A);
  assign read_q_near = 32'(q_behind_q) + A != 32'(nq_i);
  assign read_o_near = 32'(o_behind_q) + A != 32'(nq_i);
  // .. of a descriptor its tile; the keys of a full one on its way out, or of P, are compared with lanes alone.
  (* keep *) logic read_tile_o, read_keys_o;
  assign read_tile_o = valid_o && (wait_o[0] || wait_o[5] || wait_o[7]);
  assign read_keys_o = read_tile_o && !(at_drain && keys_o[LaneW-1]);
  always_comb begin
    if (!past_q) assume (clear_i);
    if (past_q) assume (!clear_i);
    // the configuration stands (proof setup); what is derived of it from the second clock on
    assume (set[RowW:0] == {nq_i, causal_i});
    if (past_q) assume (set[2*RowW+TileW:RowW+1] == {rows_blk_i, tiles_m1_i});
    // proof blocks
    if (past_q && begun_q) begin
      assume (\u_fetch.stage_q == '0 || (\u_fetch.stage_q & (\u_fetch.stage_q - 1'b1)) == '0);
      assume (!\u_fetch.ready_q || \u_fetch.stage_q == '0);
      if (\u_fetch.ready_q || \u_fetch.stage_q != '0) assume (\u_fetch.row0_q < nq_i && \u_fetch.row0_q [LA-1:0] == '0);
      if (prepared || \u_fetch.stage_q [1])
        assume (\u_fetch.last_q == \u_fetch.is_last &&
                \u_fetch.end_q == (\u_fetch.is_last ? nq_i : \u_fetch.row0_q + rows_blk_i));
      if (prepared) begin
        assume (\u_fetch.pos_q == PosW'(\u_fetch.end_q ) + \u_fetch.offset_less_q );
        assume (\u_fetch.less_q == {1'b0, \u_fetch.end_q } - (RowW + 1)'(A));
        assume (\u_fetch.next_end_q == (\u_fetch.next_is_last ? nq_i : \u_fetch.end_q + rows_blk_i));
      end
      if (\u_fetch.ready_q ) assume (\u_fetch.null_q == null_now && \u_fetch.tile_q == tile_now);
    end
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (clear_i) begun_q <= 1'b0;
    else if (init) begun_q <= 1'b1;
    if (clear_i || \u_fetch.move ) age_q <= '0;
    else if (age_q != 3'd4) age_q <= age_q + 1'b1;
    if (past_q) begin
      // How it comes about.
      `CHECK(state_q <= S_DONE && age_q <= 3'd4)
      `CHECK(begun_q || rests)
      if (state_q == S_INIT && lead_q == 2'd3) `CHECK(!f_done_q)
      if (running && !f_done_q && state_q != S_FETCH) begin
        `CHECK(f_valid)
        `CHECK(age_q >= (state_q == S_QUERY ? 3'd1 : state_q == S_DRAIN || state_q == S_PROB ? 3'd2 : state_q == S_STORE ? 3'd3 : 3'd4))
      end
      if (state_q == S_FETCH || state_q == S_QUERY) `CHECK(!f_done_q)
      if (begun_q && f_valid && !f_last)
        `CHECK(age_q <= 3'd2 ? \u_fetch.stage_q == 3'd1 << age_q && !\u_fetch.ready_q : \u_fetch.ready_q && \u_fetch.stage_q == '0)
      if (begun_q && f_valid && f_last) `CHECK(!\u_fetch.ready_q && \u_fetch.stage_q == '0)
      if ((state_q == S_PROB || state_q == S_STORE || state_q == S_NEXT) && drained_q) `CHECK(d_valid)
      `CHECK(!o_once_q || state_q == S_NEXT || (state_q == S_STORE && drained_q))
      // What is claimed.
      if (f_advance) `CHECK(f_valid && age_q == 3'd4 && \u_fetch.ready_q )
      if (state_q == S_STORE && o_once_q && !d_tile_end) `CHECK(!o_want_q)
      `REACH(f_advance && f_valid && d_advance)
      `REACH(state_q == S_STORE && o_once_q && !d_tile_end)
    end
  end
