// SPDX-License-Identifier: MIT
//
// The fixed sequence of bursts on the memory port: a function of the configuration alone.
//
// Two cursors walk the tile steps (block, key tile).  The fetch cursor emits what feeds MM1
// (K, or Z in NAIVE's passes 2 and 3) with the query rows; the drain cursor follows two steps
// behind (none with streaming or overlap off) and emits what belongs to MM2 (V, P) or leaves the chip
// (Z, P), and between its steps the finished output rows of the block before.  Query rows of
// the next block are spread over the last steps of the present one.  See docs/05-architecture.md.
//
// Emits one descriptor a cycle at most, valid/ready; done_o when the last one is out.
module ta_sequencer #(
    parameter int A = 4,
    parameter int DMax = 4,
    parameter int NMax = 32,
    parameter int PortBits = 16,
    localparam int RowW = $clog2(NMax) + 1,
    localparam int PosW = $clog2(NMax) + 3,
    localparam int TileW = ta_pkg::at_least_1($clog2((NMax + A - 1) / A)),
    localparam int LaneW = $clog2(A) + 1,
    localparam int AddrW = $clog2(ta_pkg::memory_words(A, DMax, NMax, PortBits)),
    localparam int LenW = $clog2(2 * A * DMax * 8 / PortBits) + 1
) (
    input  logic             clk_i,
    input  logic             clear_i,
    input  logic             go_i,
    // configuration (ta_setup)
    input  logic             naive_i,
    input  logic             causal_i,
    input  logic             overlap_i,
    input  logic             stream_i,
    input  logic [RowW-1:0]  nq_i,
    input  logic [RowW-1:0]  rows_blk_i,
    input  logic [LaneW-1:0] rows_last_i,
    input  logic [TileW-1:0] tiles_m1_i,
    input  logic [LaneW-1:0] keys_last_i,
    input  logic [PosW-1:0]  offset_i,
    input  logic [LenW-1:0]  words_full_i,
    input  logic [LenW-1:0]  words_q_last_i,
    input  logic [LenW-1:0]  words_k_last_i,
    // descriptor
    output logic             valid_o,
    input  logic             ready_i,
    output logic [2:0]       kind_o,
    output logic [AddrW-1:0] addr_o,
    output logic [LenW-1:0]  len_o,
    output logic [RowW-1:0]  row_o,       // first row of the group
    output logic [LaneW-1:0] rows_o,      // rows of the group
    output logic [7:0]       wait_o,      // what the burst waits for, one-hot (ta_dma)
    output logic [TileW-1:0] tile_o,
    output logic [LaneW-1:0] keys_o,      // keys of the tile
    output logic             tile_last_o, // the group's last tile
    output logic             exp_o,       // NAIVE pass 3
    output logic [2:0]       phase_o,
    output logic             done_o
);
  localparam int BaseK = ta_pkg::base_k(DMax, NMax, PortBits);
  localparam int BaseV = ta_pkg::base_v(DMax, NMax, PortBits);
  localparam int BaseO = ta_pkg::base_o(DMax, NMax, PortBits);
  localparam int BaseZ = ta_pkg::base_z(DMax, NMax, PortBits);
  localparam int BundleWords = A * 16 / PortBits;          // words of A 16-bit values
  localparam int ZTileWords = A * BundleWords;
  localparam int ZRowTiles = (NMax + A - 1) / A;           // tiles a group of Z

  localparam logic [3:0] S_IDLE = 4'd0;
  localparam logic [3:0] S_INIT = 4'd1;   // cursors to the first block of the phase
  localparam logic [3:0] S_FETCH = 4'd2;  // K or Z of the fetch cursor
  localparam logic [3:0] S_QUERY = 4'd3;  // query rows
  localparam logic [3:0] S_DRAIN = 4'd4;  // V of the drain cursor, or Z, P to memory
  localparam logic [3:0] S_PROB = 4'd5;   // P of the drain cursor (NAIVE pass 4)
  localparam logic [3:0] S_STORE = 4'd6;  // output rows
  localparam logic [3:0] S_NEXT = 4'd7;   // advance the cursors
  localparam logic [3:0] S_FLUSH = 4'd8;  // output rows of the last block
  localparam logic [3:0] S_DONE = 4'd9;

  logic [3:0] state_d, state_q;
  logic [2:0] phase_d, phase_q;

  // What the phase moves.
  logic fetch_k, fetch_z, has_fetch, drain_v, drain_ring, drain_p, has_drain, has_out;
  // Registers: a phase stays in S_INIT for some cycles.
  always_ff @(posedge clk_i) begin
    fetch_k    <= phase_q == ta_spec_pkg::PHASE_FLASH || phase_q == ta_spec_pkg::PHASE_Z;
    fetch_z    <= phase_q == ta_spec_pkg::PHASE_MAX || phase_q == ta_spec_pkg::PHASE_EXP;
    has_fetch  <= phase_q != ta_spec_pkg::PHASE_IDLE && phase_q != ta_spec_pkg::PHASE_PV;
    drain_v    <= phase_q == ta_spec_pkg::PHASE_FLASH || phase_q == ta_spec_pkg::PHASE_PV;
    drain_p    <= phase_q == ta_spec_pkg::PHASE_PV;
    drain_ring <= phase_q == ta_spec_pkg::PHASE_Z || phase_q == ta_spec_pkg::PHASE_EXP;
    has_drain  <= phase_q != ta_spec_pkg::PHASE_IDLE && phase_q != ta_spec_pkg::PHASE_MAX;
  end
  assign has_out = drain_v;

  // ---- cursors -----------------------------------------------------------------------
  logic             init;
  logic             f_valid, f_null_unused, f_live, f_last, f_advance;
  logic             d_valid, d_null_unused, d_live, d_last, d_advance;
  logic [RowW-1:0]  f_row0, f_end, d_row0, d_end;
  logic [TileW-1:0] f_tile_last_unused, d_tile_last_unused;
  logic [TileW-1:0] f_tile_q, d_tile_q;
  logic             f_done_q, d_done_q;    // no step is left
  logic [1:0]       lead_q;                // fetch steps ahead of the drain cursor
  logic             drain_due;
  logic             eager_q;               // the drain cursor does not lag
  logic             drained_q;             // this step drained
  logic             emit;
  logic             begun;                 // the cursors are at their first block
  logic             f_step_done, d_step_done;  // the cursor leaves its step
  logic             f_tile_end, d_tile_end;
  logic [RowW+1:0]  f_ahead, d_ahead_unused;
  logic [RowW:0]    f_less_unused, d_less_unused;

  ta_blocks #(.A(A), .NMax(NMax)) u_fetch (
      .clk_i, .init_i(init), .advance_i(f_advance),
      .step_i(state_q == S_NEXT && f_inner_q), .nq_i, .rows_blk_i, .causal_i, .offset_i, .tiles_m1_i,
      .valid_o(f_valid), .row0_o(f_row0), .row_end_o(f_end), .end_less_o(f_less_unused),
      .tile_last_o(f_tile_last_unused), .tile_end_o(f_tile_end), .ahead_o(f_ahead),
      .null_o(f_null_unused), .live_o(f_live), .last_o(f_last)
  );
  ta_blocks #(.A(A), .NMax(NMax)) u_drain (
      .clk_i, .init_i(init), .advance_i(d_advance),
      .step_i(state_q == S_NEXT && d_inner_q), .nq_i, .rows_blk_i, .causal_i, .offset_i, .tiles_m1_i,
      .valid_o(d_valid), .row0_o(d_row0), .row_end_o(d_end), .end_less_o(d_less_unused),
      .tile_last_o(d_tile_last_unused), .tile_end_o(d_tile_end), .ahead_o(d_ahead_unused),
      .null_o(d_null_unused), .live_o(d_live), .last_o(d_last)
  );

  // Read in S_DRAIN only.  It follows S_NEXT and S_INIT at once only where a drain step is due.
  always_ff @(posedge clk_i) begin
    drain_due <= state_q == S_NEXT || state_q == S_INIT ||
                 (has_drain && !d_done_q && (f_done_q || eager_q || lead_q == 2'd2));
  end

  // ---- query and output rows -----------------------------------------------------------
  // What decides an emission is a register: each cycle it is computed for the present group of
  // rows and for the one behind it, and whether a group is emitted selects.
  logic [RowW-1:0]  q_row_q, o_row_q;        // next row to load, to store
  logic [RowW-1:0]  q_behind_q, o_behind_q;  // first row of the group behind it
  logic             q_last_q, o_last_q;      // it is the last group
  logic             q_first_q;               // it is the first group of a block
  logic             q_near_q, o_near_q;      // the group behind it is the last one or no more
  logic signed [RowW:0] near_from_q;         // a group from this row on is the one before
  logic             q_want_q, o_want_q, o_flush_q;
  logic             o_once_q;                // a group was stored in this step
  logic             q_emitted, o_emitted, o_due, o_due_behind;
  logic signed [RowW:0] last_from_q;         // a group from this row on is the last one
  logic [RowW-1:0]  rows_mask_q;

  // Query rows of the block, and of the block after the fetch cursor's those that the steps
  // left do not load.
  function automatic logic q_due(input logic [RowW-1:0] row, input logic [RowW-1:0] block_end,
                                 input logic may, input logic [RowW+1:0] ahead);
    logic [RowW+2:0] difference;   // negative: the row is before `ahead`
    difference = {3'b000, row} - {ahead[RowW+1], ahead};
    q_due = row < block_end || (may && difference[RowW+2]);
  endfunction
  // With overlap the drain cursor stores the block before it, one group a step from its
  // second step on, the rest in its last; without, its own block after its last step.
  function automatic logic o_any(input logic [RowW-1:0] row, input logic overlap,
                                 input logic [RowW-1:0] row0, input logic [RowW-1:0] row_end);
    o_any = overlap ? row < row0 : row < row_end;
  endfunction
  assign q_emitted    = state_q == S_QUERY && q_want_q && ready_i;
  assign o_emitted    = ready_i && ((state_q == S_STORE && drained_q && o_want_q) ||
                                    (state_q == S_FLUSH && o_flush_q));
  assign o_due        = d_tile_end || (overlap_i && d_tile_q != '0 && !o_once_q);
  assign o_due_behind = d_tile_end;

  always_ff @(posedge clk_i) begin
    last_from_q <= $signed({1'b0, nq_i}) - (RowW + 1)'(A);
    near_from_q <= last_from_q - (RowW + 1)'(A);
    rows_mask_q <= rows_blk_i - 1'b1;
    q_want_q    <= fetch_k &&
                   (q_emitted ? q_due(q_behind_q, f_end, overlap_i && !f_last, f_ahead)
                              : q_due(q_row_q, f_end, overlap_i && !f_last, f_ahead));
    o_want_q    <= has_out &&
                   (o_emitted ? o_any(o_behind_q, overlap_i, d_row0, d_end) && o_due_behind
                              : o_any(o_row_q, overlap_i, d_row0, d_end) && o_due);
    o_flush_q   <= has_out && (o_emitted ? o_behind_q < nq_i : o_row_q < nq_i);
    if (state_q == S_IDLE) begin
      q_row_q    <= '0;
      q_first_q  <= 1'b1;
      q_last_q   <= last_from_q <= 0;
      q_behind_q <= last_from_q <= 0 ? nq_i : RowW'(A);
      q_near_q   <= near_from_q <= 0;
      o_row_q    <= '0;
      o_last_q   <= last_from_q <= 0;
      o_behind_q <= last_from_q <= 0 ? nq_i : RowW'(A);
      o_near_q   <= near_from_q <= 0;
    end else begin
      if (q_emitted) begin
        q_row_q    <= q_behind_q;
        q_first_q  <= (q_behind_q & rows_mask_q) == '0;
        q_last_q   <= q_near_q;
        q_near_q   <= q_near_q || $signed({1'b0, q_behind_q}) >= near_from_q;
        q_behind_q <= q_near_q ? nq_i : q_behind_q + RowW'(A);
      end
      if (o_emitted) begin
        o_row_q    <= o_behind_q;
        o_last_q   <= o_near_q;
        o_near_q   <= o_near_q || $signed({1'b0, o_behind_q}) >= near_from_q;
        o_behind_q <= o_near_q ? nq_i : o_behind_q + RowW'(A);
      end
    end
  end

  // ---- addresses: advanced burst by burst ----------------------------------------------
  logic [AddrW-1:0] q_addr_q, k_addr_q, v_addr_q, o_addr_q, zf_addr_q, zd_addr_q;
  logic [AddrW-1:0] zf_next_q, zd_next_q;  // the next row group of Z
  logic [LenW-1:0]  k_len, v_len, q_len, o_len, zf_len, zd_len;
  logic [LaneW-1:0] f_rows, d_rows;
  logic             f_keys_last_q, d_keys_last_q;      // the cursor is at the last tile of all
  logic             one_tile_q, rows_full_q;
  logic [TileW-1:0] tiles_m2_q;

  // NAIVE: a block is a group
  assign f_rows = f_last ? rows_last_i : LaneW'(A);
  assign d_rows = d_last ? rows_last_i : LaneW'(A);
  assign k_len  = f_keys_last_q ? words_k_last_i : words_full_i;
  assign v_len  = d_keys_last_q ? words_k_last_i : words_full_i;
  assign q_len  = q_last_q ? words_q_last_i : words_full_i;
  assign o_len  = o_last_q ? words_q_last_i << 1 : words_full_i << 1;
  assign zf_len = LenW'(f_rows) << $clog2(BundleWords);
  assign zd_len = LenW'(d_rows) << $clog2(BundleWords);

  always_ff @(posedge clk_i) begin
    one_tile_q  <= tiles_m1_i == '0;
    eager_q     <= !overlap_i || !stream_i;
    tiles_m2_q  <= tiles_m1_i - 1'b1;
    rows_full_q <= rows_last_i == LaneW'(A);
  end

  // ---- emission ----------------------------------------------------------------------
  assign valid_o = emit;
  assign begun   = f_valid && d_valid && lead_q == 2'd0;

  // One of these is true where something is emitted; the choice is a sum of products.
  logic at_fetch, at_query, at_drain, at_prob, at_out, at_zd, at_v;
  logic [LaneW-1:0] f_keys, d_keys, q_rows, o_rows;
  assign at_fetch = state_q == S_FETCH;
  assign at_query = state_q == S_QUERY;
  assign at_drain = state_q == S_DRAIN || state_q == S_PROB;
  assign at_prob  = state_q == S_PROB;
  assign at_out   = state_q == S_STORE || state_q == S_FLUSH;
  assign at_zd    = (state_q == S_DRAIN && drain_ring) || state_q == S_PROB;
  assign at_v     = state_q == S_DRAIN && !drain_ring;
  assign f_keys   = f_keys_last_q ? keys_last_i : LaneW'(A);
  assign d_keys   = d_keys_last_q ? keys_last_i : LaneW'(A);
  assign q_rows   = q_last_q ? rows_last_i : LaneW'(A);
  assign o_rows   = o_last_q ? rows_last_i : LaneW'(A);
  assign emit     = (at_fetch && f_live) || (at_query && q_want_q) ||
                    (state_q == S_DRAIN && drain_due && d_live) || at_prob ||
                    (state_q == S_STORE && drained_q && o_want_q) ||
                    (state_q == S_FLUSH && o_flush_q);
  assign kind_o   = (at_fetch ? (fetch_z ? ta_spec_pkg::BURST_Z : ta_spec_pkg::BURST_K) : '0) |
                    (at_query ? ta_spec_pkg::BURST_Q : '0) |
                    (at_v ? ta_spec_pkg::BURST_V : '0) |
                    (at_prob ? ta_spec_pkg::BURST_P : '0) |
                    (at_zd && !at_prob ? ta_spec_pkg::BURST_RING : '0) |
                    (at_out ? ta_spec_pkg::BURST_O : '0);
  assign addr_o   = ({AddrW{at_fetch && !fetch_z}} & k_addr_q) |
                    ({AddrW{at_fetch && fetch_z}} & zf_addr_q) |
                    ({AddrW{at_query}} & q_addr_q) | ({AddrW{at_v}} & v_addr_q) |
                    ({AddrW{at_zd}} & zd_addr_q) | ({AddrW{at_out}} & o_addr_q);
  assign len_o    = ({LenW{at_fetch && !fetch_z}} & k_len) |
                    ({LenW{at_fetch && fetch_z}} & zf_len) |
                    ({LenW{at_query}} & q_len) | ({LenW{at_v}} & v_len) |
                    ({LenW{at_zd}} & zd_len) | ({LenW{at_out}} & o_len);
  assign row_o    = ({RowW{at_fetch}} & f_row0) | ({RowW{at_query}} & q_row_q) |
                    ({RowW{at_drain}} & d_row0) | ({RowW{at_out}} & o_row_q);
  assign rows_o   = ({LaneW{at_fetch}} & f_rows) | ({LaneW{at_query}} & q_rows) |
                    ({LaneW{at_drain}} & d_rows) | ({LaneW{at_out}} & o_rows);
  assign tile_o      = at_drain ? d_tile_q : f_tile_q;
  assign keys_o      = at_drain ? d_keys : f_keys;
  assign tile_last_o = at_drain ? d_tile_end : f_tile_end;

  always_comb begin
    wait_o    = '0;
    wait_o[0] = (state_q == S_QUERY && !q_first_q) || state_q == S_PROB ||
                (state_q == S_FETCH && fetch_z && (!f_last || rows_full_q));
    wait_o[1] = state_q == S_QUERY && q_first_q;
    wait_o[2] = state_q == S_FETCH && fetch_k;
    wait_o[3] = state_q == S_DRAIN && drain_v && !drain_p;
    wait_o[4] = state_q == S_DRAIN && drain_p;
    wait_o[5] = state_q == S_FETCH && fetch_z && f_last && !rows_full_q;
    wait_o[6] = state_q == S_STORE || state_q == S_FLUSH;
    wait_o[7] = state_q == S_DRAIN && drain_ring;
  end

  assign exp_o       = phase_q == ta_spec_pkg::PHASE_EXP;
  assign phase_o     = phase_q;
  assign done_o      = state_q == S_DONE;

  // ---- decisions ---------------------------------------------------------------------
  // Where the cursors go in S_NEXT, known a cycle before.
  logic f_inner_q, f_turn_q, d_inner_q, d_turn_q;   // to the next tile, to the next block
  always_ff @(posedge clk_i) begin
    f_inner_q <= !f_done_q && !f_tile_end;
    f_turn_q  <= !f_done_q && f_tile_end && !f_last;
    d_inner_q <= drained_q && !d_tile_end;
    d_turn_q  <= drained_q && d_tile_end && !d_last;
  end
  assign f_step_done = state_q == S_NEXT && !f_done_q;
  assign d_step_done = state_q == S_NEXT && drained_q;
  assign f_advance   = state_q == S_NEXT && f_turn_q;
  assign d_advance   = state_q == S_NEXT && d_turn_q;
  assign init        = state_q == S_INIT && lead_q == 2'd3;

  logic f_finishes, d_finishes;
  assign f_finishes = f_done_q || (f_step_done && f_tile_end && f_last);
  assign d_finishes = d_done_q || (d_step_done && d_tile_end && d_last);

  always_comb begin
    state_d = state_q;
    phase_d = phase_q;
    unique case (state_q)
      S_IDLE: begin
        if (go_i) begin
          state_d = S_INIT;
          phase_d = naive_i ? ta_spec_pkg::PHASE_Z : ta_spec_pkg::PHASE_FLASH;
        end
      end
      S_INIT: if (begun)
        state_d = has_fetch ? S_FETCH : S_DRAIN;
      S_FETCH: if (f_valid && (!f_live || ready_i)) state_d = S_QUERY;
      S_QUERY: if (!q_want_q) state_d = S_DRAIN;
      S_DRAIN: if (!drain_due || (d_valid && (!d_live || ready_i)))
        state_d = drain_due && drain_p && d_live ? S_PROB : S_STORE;
      S_PROB: if (ready_i) state_d = S_STORE;
      S_STORE: if (!drained_q || !o_want_q) state_d = S_NEXT;
      S_NEXT: begin
        if (!f_finishes) state_d = S_FETCH;
        else if (!d_finishes) state_d = S_DRAIN;
        else state_d = S_FLUSH;
      end
      S_FLUSH: begin
        if (!o_flush_q) begin
          state_d = S_INIT;
          unique case (phase_q)
            ta_spec_pkg::PHASE_Z:   phase_d = ta_spec_pkg::PHASE_MAX;
            ta_spec_pkg::PHASE_MAX: phase_d = ta_spec_pkg::PHASE_EXP;
            ta_spec_pkg::PHASE_EXP: phase_d = ta_spec_pkg::PHASE_PV;
            default: begin
              state_d = S_DONE;
            end
          endcase
        end
      end
      default: state_d = state_q;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      state_q   <= S_IDLE;
      phase_q   <= ta_spec_pkg::PHASE_IDLE;
      f_done_q  <= 1'b0;
      d_done_q  <= 1'b0;
      lead_q    <= 2'd3;
      drained_q <= 1'b0;
      o_once_q  <= 1'b0;
      f_tile_q  <= '0;
      d_tile_q  <= '0;
      q_addr_q  <= '0;
      k_addr_q  <= AddrW'(BaseK);
      v_addr_q  <= AddrW'(BaseV);
      o_addr_q  <= AddrW'(BaseO);
      zf_addr_q <= AddrW'(BaseZ);
      zd_addr_q <= AddrW'(BaseZ);
    end else begin
      state_q <= state_d;
      phase_q <= phase_d;
      // Before a phase: lead 3 marks the cycle that starts the cursors.
      if (state_q == S_IDLE || state_q == S_FLUSH) begin
        lead_q    <= 2'd3;
        f_done_q  <= 1'b0;
        d_done_q  <= 1'b0;
        f_tile_q  <= '0;
        d_tile_q  <= '0;
        f_keys_last_q <= one_tile_q;
        d_keys_last_q <= one_tile_q;
        zf_addr_q <= AddrW'(BaseZ);
        zd_addr_q <= AddrW'(BaseZ);
        zf_next_q <= AddrW'(BaseZ + ZRowTiles * ZTileWords);
        zd_next_q <= AddrW'(BaseZ + ZRowTiles * ZTileWords);
      end else if (state_q == S_INIT && lead_q == 2'd3) begin
        lead_q <= 2'd0;
      end else if (state_q == S_INIT && begun) begin
        f_done_q <= !has_fetch;
        d_done_q <= !has_drain;
      end
      if (state_q == S_DRAIN) drained_q <= drain_due;
      if (state_q == S_STORE && drained_q && o_want_q && ready_i) o_once_q <= 1'b1;
      if (state_q == S_NEXT) begin
        drained_q <= 1'b0;
        o_once_q  <= 1'b0;
        lead_q    <= lead_q + {1'b0, f_step_done} - {1'b0, d_step_done};
        if (f_step_done) begin
          f_tile_q      <= f_tile_end ? '0 : f_tile_q + 1'b1;
          f_keys_last_q <= f_tile_end ? one_tile_q : !one_tile_q && f_tile_q == tiles_m2_q;
          if (f_tile_end && f_last) f_done_q <= 1'b1;
        end
        if (d_step_done) begin
          d_tile_q      <= d_tile_end ? '0 : d_tile_q + 1'b1;
          d_keys_last_q <= d_tile_end ? one_tile_q : !one_tile_q && d_tile_q == tiles_m2_q;
          if (d_tile_end && d_last) d_done_q <= 1'b1;
        end
      end
      // addresses
      if (q_emitted) q_addr_q <= q_addr_q + AddrW'(q_len);
      if (o_emitted) o_addr_q <= o_addr_q + AddrW'(o_len);
      if (state_q == S_FETCH && f_live && ready_i && fetch_k) k_addr_q <= k_addr_q + AddrW'(k_len);
      if (state_q == S_DRAIN && drain_due && d_live && ready_i && drain_v) v_addr_q <= v_addr_q + AddrW'(v_len);
      if (f_step_done) begin
        zf_addr_q <= zf_addr_q + AddrW'(ZTileWords);
        if (f_tile_end) begin
          k_addr_q  <= AddrW'(BaseK);
          zf_addr_q <= zf_next_q;
          zf_next_q <= zf_next_q + AddrW'(ZRowTiles * ZTileWords);
        end
      end
      if (d_step_done) begin
        zd_addr_q <= zd_addr_q + AddrW'(ZTileWords);
        if (d_tile_end) begin
          v_addr_q  <= AddrW'(BaseV);
          zd_addr_q <= zd_next_q;
          zd_next_q <= zd_next_q + AddrW'(ZRowTiles * ZTileWords);
        end
      end
    end
  end

endmodule
