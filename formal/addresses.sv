// SPDX-License-Identifier: MIT
//
// Every burst of every legal configuration lies within its region: Q, K, V and O within the rows
// and keys there are, Z and P within the room for them; it has words, and writes where it writes.
// The sequence ends when its descriptors are taken: each step brings a cursor forward, each phase is
// followed by the next, and for nine clocks at most nothing moves and nothing waits to be taken.
// What ta_setup derives and what ta_blocks walks is as proofs setup and blocks say.
  (* hierconn *) wire [TileW-1:0] \u_fetch.left_q ;
  (* hierconn *) wire [TileW-1:0] \u_fetch.tile_last_o ;
  (* hierconn *) wire [2:0] \u_fetch.stage_q ;
  (* hierconn *) wire \u_fetch.ready_q ;
  (* hierconn *) wire [2:0] \u_drain.stage_q ;
  (* hierconn *) wire \u_drain.ready_q ;
  (* hierconn *) wire [TileW-1:0] \u_drain.left_q ;
  (* hierconn *) wire [TileW-1:0] \u_drain.tile_last_o ;
  localparam int Wpc = A * 8 / PortBits;     // words of a chunk
  localparam int MostQ = A * DMax * 8 / PortBits;    // words of a group of Q, a tile of K, V; of Z, P
  localparam int MostZ = A * A * 16 / PortBits;
  localparam int WideW = AddrW + 2;
  localparam int End = ta_pkg::memory_words(A, DMax, NMax, PortBits);
  localparam int LA = $clog2(A);
  logic             past_q = 1'b0;
  logic [2:0]       n_q = '0;                // clocks since the clear
  (* anyconst *) logic [LenW-1:0] chunks;    // of a row
  (* anyconst *) logic [2*RowW+2*LaneW+TileW+PosW+3:0] set;
  logic [WideW-1:0] row_words, nq, nk, addr, last;
  logic [RowW-1:0]  f_row_q, d_row_q;        // first row of the step's block, shown or to come
  logic             at_step, after_d;        // past the fetch, the drain cursor's emission
  logic             running, f_on, d_on;     // the cursors are at a step
  logic [WideW-1:0] q_place, o_place, k_place, v_place, zf_place, zd_place;
  assign row_words = WideW'(chunks) * WideW'(Wpc);
  assign nq        = WideW'(nq_i);
  assign nk        = WideW'(tiles_m1_i) * WideW'(A) + WideW'(keys_last_i);
  assign running   = state_q != S_IDLE && state_q != S_INIT && state_q != S_FLUSH && state_q != S_DONE;
  assign f_on      = running && !f_done_q;
  assign d_on      = running && !d_done_q;
  assign at_step   = state_q == S_QUERY || state_q == S_DRAIN || state_q == S_PROB || state_q == S_STORE || state_q == S_NEXT;
  assign after_d   = state_q == S_PROB || state_q == S_STORE || state_q == S_NEXT;
  assign addr      = WideW'(addr_o);
  assign last      = WideW'(addr_o) + WideW'(len_o);
  assign q_place   = WideW'(q_row_q) * row_words;
  assign o_place   = WideW'(BaseO) + (WideW'(o_row_q) * row_words << 1);
  assign k_place   = WideW'(BaseK) + WideW'(f_tile_q) * WideW'(A) * row_words;
  assign v_place   = WideW'(BaseV) + WideW'(d_tile_q) * WideW'(A) * row_words;
  assign zf_place  = WideW'(BaseZ) + WideW'(f_row_q >> LA) * WideW'(ZRowTiles * ZTileWords) +
                     WideW'(f_tile_q) * WideW'(ZTileWords);
  assign zd_place  = WideW'(BaseZ) + WideW'(d_row_q >> LA) * WideW'(ZRowTiles * ZTileWords) +
                     WideW'(d_tile_q) * WideW'(ZTileWords);
  localparam int Steps = NMax / A + 1;       // more than a block has
  logic [3:0]       still_q;                 // clocks without a move, when nothing waits
  logic [3:0]       state_past_q;
  logic [2:0]       phase_past_q;
  logic [31:0]      left, left_past_q;       // bound of the steps that are left in the phase
  assign left = (f_done_q ? 0 : 32'(nq_i - f_row_q) * Steps - 32'(f_tile_q)) +
                (d_done_q ? 0 : 32'(nq_i - d_row_q) * Steps - 32'(d_tile_q));
  always_ff @(posedge clk_i) begin
    state_past_q <= state_q;
    phase_past_q <= phase_q;
    left_past_q  <= left;
    if (clear_i || valid_o || state_d != state_q || state_q == S_IDLE || state_q == S_DONE) still_q <= '0;
    else still_q <= still_q + 1'b1;
    if (past_q && n_q == 3'd2) begin
      `CHECK(still_q < 4'd9)
      if (running && state_past_q != S_INIT) begin
        `CHECK(state_past_q == S_NEXT ? left < left_past_q : left == left_past_q)
      end
      if (state_past_q == S_NEXT && state_q == S_FLUSH) `CHECK(left == 0)
      if (phase_q != phase_past_q)
        `CHECK(phase_past_q == ta_spec_pkg::PHASE_IDLE || (state_past_q == S_FLUSH && naive_i && phase_q == phase_past_q + 1'b1))
      if (state_past_q == S_FLUSH && state_q != S_FLUSH)
        `CHECK(phase_q != phase_past_q || state_q == S_DONE)
    end
  end
  always_comb begin
    if (past_q) assume (!clear_i);
    if (!past_q) assume (clear_i);
    if (n_q == '0) assume (!go_i);
    // proof setup: what is derived stands from the second clock on, the words from the third on, when go comes
    assume (set[RowW+3:0] == {nq_i, naive_i, causal_i, overlap_i, stream_i});
    if (past_q) begin
      assume (set[$high(set):RowW+4] == {rows_blk_i, rows_last_i, keys_last_i, tiles_m1_i, offset_i});
      assume (nq_i != '0 && nq_i <= RowW'(NMax));
      assume (rows_last_i != '0 && rows_last_i <= LaneW'(A) && rows_last_i[LA-1:0] == nq_i[LA-1:0]);
      assume (32'(tiles_m1_i) < NMax / A && keys_last_i != '0 && keys_last_i <= LaneW'(A));
      assume (rows_blk_i <= RowW'(NMax));
      assume (rows_blk_i == RowW'(A) || (!naive_i && (rows_blk_i == RowW'(2 * A) || rows_blk_i == RowW'(4 * A) ||
              rows_blk_i == RowW'(8 * A))));
      assume (32'(chunks) >= 1 && 32'(chunks) <= DMax / A);
    end
    if (n_q != '0) begin
      assume (words_full_i == LenW'(WideW'(A) * row_words));
      assume (words_q_last_i == LenW'(WideW'(rows_last_i) * row_words));
      assume (words_k_last_i == LenW'(WideW'(keys_last_i) * row_words));
    end
    // proof blocks
    if (past_q && (running || (state_q == S_INIT && lead_q == 2'd0))) begin
      assume (f_valid || \u_fetch.ready_q || \u_fetch.stage_q != '0);
      assume (d_valid || \u_drain.ready_q || \u_drain.stage_q != '0);
    end
    if (past_q && f_valid && state_q != S_IDLE && state_q != S_INIT) begin
      assume (f_row0 == f_row_q && f_row0 < f_end && f_end <= nq_i && f_row0[LA-1:0] == '0 && f_last == (f_end == nq_i));
      assume (f_last ? f_end - f_row0 <= rows_blk_i : f_end - f_row0 == rows_blk_i);
      assume (\u_fetch.tile_last_o <= tiles_m1_i && \u_fetch.left_q <= \u_fetch.tile_last_o );
      assume (f_live || \u_fetch.tile_last_o == '0);
      assume (f_tile_end == (\u_fetch.left_q == '0));
      assume ($signed(f_ahead) + A * $signed({1'b0, \u_fetch.left_q }) <= $signed({1'b0, nq_i}));
    end
    if (past_q && d_valid && state_q != S_IDLE && state_q != S_INIT) begin
      assume (d_row0 == d_row_q && d_row0 < d_end && d_end <= nq_i && d_row0[LA-1:0] == '0 && d_last == (d_end == nq_i));
      assume (d_last ? d_end - d_row0 <= rows_blk_i : d_end - d_row0 == rows_blk_i);
      assume (\u_drain.tile_last_o <= tiles_m1_i && \u_drain.left_q <= \u_drain.tile_last_o );
      assume (d_live || \u_drain.tile_last_o == '0);
      assume (d_tile_end == (\u_drain.left_q == '0));
    end
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (!past_q) n_q <= '0;
    else if (n_q != 3'd2) n_q <= n_q + 1'b1;
    if (init) f_row_q <= '0;
    else if (f_advance) f_row_q <= f_end;
    if (init) d_row_q <= '0;
    else if (d_advance) d_row_q <= d_end;
    if (past_q) `CHECK(n_q == 3'd2 || (state_q == S_IDLE && !valid_o))
    if (past_q && n_q == 3'd2) begin
      // How it comes about: what follows from the configuration alone,
      `CHECK(one_tile_q == (tiles_m1_i == '0) && tiles_m2_q == TileW'(tiles_m1_i - 1'b1))
      `CHECK(rows_mask_q == rows_blk_i - 1'b1)
      `CHECK(last_from_q == $signed({1'b0, nq_i}) - A && near_from_q == $signed({1'b0, nq_i}) - 2 * A)
      `CHECK((phase_q == ta_spec_pkg::PHASE_IDLE) == (state_q == S_IDLE))
      `CHECK(phase_q == ta_spec_pkg::PHASE_IDLE || naive_i == (phase_q != ta_spec_pkg::PHASE_FLASH))
      if (running) begin
        `CHECK(fetch_k == (phase_q == ta_spec_pkg::PHASE_FLASH || phase_q == ta_spec_pkg::PHASE_Z))
        `CHECK(drain_v == (phase_q == ta_spec_pkg::PHASE_FLASH || phase_q == ta_spec_pkg::PHASE_PV))
        `CHECK(fetch_z == (phase_q == ta_spec_pkg::PHASE_MAX || phase_q == ta_spec_pkg::PHASE_EXP))
        `CHECK(drain_ring == (phase_q == ta_spec_pkg::PHASE_Z || phase_q == ta_spec_pkg::PHASE_EXP))
        `CHECK(drain_p == (phase_q == ta_spec_pkg::PHASE_PV))
        `CHECK(phase_q == ta_spec_pkg::PHASE_FLASH || phase_q == ta_spec_pkg::PHASE_Z || phase_q == ta_spec_pkg::PHASE_MAX ||
               phase_q == ta_spec_pkg::PHASE_EXP || phase_q == ta_spec_pkg::PHASE_PV)
        `CHECK(d_done_q || has_drain)
        `CHECK(f_done_q || has_fetch)
      end
      // .. the rows of Q and O,
      `CHECK(q_row_q <= nq_i && o_row_q <= nq_i && WideW'(q_addr_q) == q_place && o_addr_q == AddrW'(o_place))
      if (q_row_q < nq_i) begin
        `CHECK(q_first_q == ((q_row_q & (rows_blk_i - 1'b1)) == '0))
        `CHECK(q_row_q[LA-1:0] == '0 && q_last_q == (32'(q_row_q) + A >= 32'(nq_i)) && q_near_q == (32'(q_row_q) + 2 * A >= 32'(nq_i)))
        `CHECK(q_behind_q == (q_last_q ? nq_i : q_row_q + RowW'(A)))
      end
      if (o_row_q < nq_i) begin
        `CHECK(o_row_q[LA-1:0] == '0 && o_last_q == (32'(o_row_q) + A >= 32'(nq_i)) && o_near_q == (32'(o_row_q) + 2 * A >= 32'(nq_i)))
        `CHECK(o_behind_q == (o_last_q ? nq_i : o_row_q + RowW'(A)))
      end
      if (state_q == S_QUERY) `CHECK(!q_want_q || q_row_q < nq_i)
      if (state_q == S_QUERY) `CHECK(q_want_q || q_row_q != '0)
      if ((running && state_q != S_FETCH && state_q != S_QUERY) || state_q == S_FLUSH) `CHECK(q_row_q != '0)
      if (phase_q != ta_spec_pkg::PHASE_IDLE && phase_q != ta_spec_pkg::PHASE_FLASH && phase_q != ta_spec_pkg::PHASE_Z) `CHECK(q_row_q != '0)
      if (state_q == S_STORE) `CHECK(!(drained_q && o_want_q) || o_row_q < nq_i)
      if (state_q == S_FLUSH) `CHECK(!o_flush_q || o_row_q < nq_i)
      // .. the cursors' tiles.
      if (!running) begin
        `CHECK(k_addr_q == AddrW'(BaseK) && v_addr_q == AddrW'(BaseV))
        `CHECK(!drained_q)
      end
      if (state_q == S_INIT) begin
        `CHECK(f_tile_q == '0 && d_tile_q == '0 && f_keys_last_q == one_tile_q && d_keys_last_q == one_tile_q)
        `CHECK(zf_addr_q == AddrW'(BaseZ) && zd_addr_q == AddrW'(BaseZ) && !f_done_q && !d_done_q)
        `CHECK(zf_next_q == AddrW'(BaseZ + ZRowTiles * ZTileWords) && zd_next_q == zf_next_q)
        `CHECK(lead_q == 2'd3 || (f_row_q == '0 && d_row_q == '0))
      end
      if (running && f_done_q) `CHECK(k_addr_q == AddrW'(BaseK))
      if (running && d_done_q) `CHECK(v_addr_q == AddrW'(BaseV))
      if (f_on) begin
        `CHECK(f_valid ? f_tile_q + \u_fetch.left_q == \u_fetch.tile_last_o : f_tile_q == '0)
        `CHECK(f_valid || state_q == S_FETCH)
        `CHECK(f_keys_last_q == (f_tile_q == tiles_m1_i))
        `CHECK(f_row_q < nq_i && f_row_q[LA-1:0] == '0)
        `CHECK(k_addr_q == AddrW'(!fetch_k ? WideW'(BaseK) : k_place + (at_step && f_live ? WideW'(k_len) : '0)))
        if (naive_i) `CHECK(zf_addr_q == AddrW'(zf_place) && zf_next_q == AddrW'(zf_place + WideW'(ZRowTiles * ZTileWords) - WideW'(f_tile_q) * WideW'(ZTileWords)))
      end
      if (d_on) begin
        `CHECK(d_valid ? d_tile_q + \u_drain.left_q == \u_drain.tile_last_o : d_tile_q == '0)
        `CHECK(d_keys_last_q == (d_tile_q == tiles_m1_i))
        `CHECK(d_row_q < nq_i && d_row_q[LA-1:0] == '0)
        `CHECK(v_addr_q == AddrW'(!drain_v ? WideW'(BaseV) : v_place + (after_d && drained_q && d_live ? WideW'(v_len) : '0)))
        if (naive_i) `CHECK(zd_addr_q == AddrW'(zd_place) && zd_next_q == AddrW'(zd_place + WideW'(ZRowTiles * ZTileWords) - WideW'(d_tile_q) * WideW'(ZTileWords)))
      end
      if (state_q == S_FETCH || state_q == S_QUERY) `CHECK(!drained_q && f_on)
      if (after_d) `CHECK(!drained_q || (d_on && d_valid))
      if (state_q == S_PROB) `CHECK(drained_q && drain_p && d_live)
      if (state_q == S_DRAIN) `CHECK(!drain_due || d_on)
      if (running) `CHECK((f_valid || !f_live) && (d_valid || !d_live))
      // Results: of all blocks but the one before, when its values come; that is two in the buffer.
      if (running && has_out && !d_done_q) begin
        `CHECK(32'(o_row_q) + 32'(rows_blk_i) >= 32'(d_row_q))
        `CHECK(!(state_q == S_NEXT && drained_q && d_tile_end) || o_row_q >= (overlap_i ? d_row0 : d_end))
      end
      // What ta_blocks asks for.
      `CHECK(!f_advance || (f_valid && !f_last))
      `CHECK(!d_advance || (d_valid && !d_last))
      `CHECK(!(state_q == S_NEXT && f_inner_q) || (f_valid && !f_tile_end && !f_advance))
      `CHECK(!(state_q == S_NEXT && d_inner_q) || (d_valid && !d_tile_end && !d_advance))
      // What is claimed.
      if (valid_o) begin
        `CHECK(len_o >= LenW'(wait_o[6] || wait_o[7] ? 2 : 1))
        `CHECK((wait_o[6] || wait_o[7]) == (kind_o == ta_spec_pkg::BURST_O || kind_o == ta_spec_pkg::BURST_RING))
        // What ta_dma relies on (proof slots): whole chunks, and the condition of the kind.
        `CHECK((32'(len_o) & (kind_o == ta_spec_pkg::BURST_Q || kind_o == ta_spec_pkg::BURST_K || kind_o == ta_spec_pkg::BURST_V ? Wpc - 1 : 2 * Wpc - 1)) == 0)
        `CHECK((wait_o & (wait_o - 1'b1)) == '0 && wait_o != '0)
        `CHECK(wait_o[2] == (kind_o == ta_spec_pkg::BURST_K))
        `CHECK((wait_o[3] || wait_o[4]) == (kind_o == ta_spec_pkg::BURST_V))
        `CHECK(!wait_o[1] || kind_o == ta_spec_pkg::BURST_Q)
        `CHECK(kind_o != ta_spec_pkg::BURST_Q || wait_o[1] == ((row_o & (rows_blk_i - 1'b1)) == '0))
        // Proofs groups, ends: rows of groups, no longer than these; output rows in FLASH and PV, behind query rows.
        `CHECK(row_o[LA-1:0] == '0 && row_o < nq_i)
        `CHECK(32'(len_o) <= (kind_o == ta_spec_pkg::BURST_Q || kind_o == ta_spec_pkg::BURST_K || kind_o == ta_spec_pkg::BURST_V ? MostQ :
                              kind_o == ta_spec_pkg::BURST_O ? 2 * MostQ : MostZ))
        `CHECK(phase_o != ta_spec_pkg::PHASE_IDLE)
        `CHECK(!wait_o[6] || ((phase_o == ta_spec_pkg::PHASE_FLASH || phase_o == ta_spec_pkg::PHASE_PV) && q_row_q != '0))
        // .. and ta_memory (proof behind): where a burst begins.
        if (kind_o == ta_spec_pkg::BURST_Q || kind_o == ta_spec_pkg::BURST_K || kind_o == ta_spec_pkg::BURST_V)
          `CHECK((32'(addr_o) & (A * Wpc - 1)) == 0)
        else if (kind_o == ta_spec_pkg::BURST_O) `CHECK(((32'(addr_o) - BaseO) & (2 * A * Wpc - 1)) == 0)
        else `CHECK(((32'(addr_o) - BaseZ) & (ZTileWords - 1)) == 0)
        unique case (kind_o)
          ta_spec_pkg::BURST_Q: `CHECK(last <= nq * row_words)
          ta_spec_pkg::BURST_K: `CHECK(addr >= WideW'(BaseK) && last <= WideW'(BaseK) + nk * row_words)
          ta_spec_pkg::BURST_V: `CHECK(addr >= WideW'(BaseV) && last <= WideW'(BaseV) + nk * row_words)
          ta_spec_pkg::BURST_O: `CHECK(addr >= WideW'(BaseO) && last <= WideW'(BaseO) + (nq * row_words << 1))
          default:              `CHECK(addr >= WideW'(BaseZ) && last <= WideW'(End))
        endcase
        `REACH(kind_o == ta_spec_pkg::BURST_V && tile_o == TileW'(1) && keys_o == LaneW'(3) && last == WideW'(BaseV) + nk * row_words)
        `REACH(kind_o == ta_spec_pkg::BURST_O && row_o == RowW'(A) && last == WideW'(BaseO) + (nq * row_words << 1))
        `REACH(kind_o == ta_spec_pkg::BURST_RING && row_o == RowW'(A) && tile_o == TileW'(1))
      end
    end
  end
