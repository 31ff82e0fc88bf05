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
    output logic [TileW-1:0] tile_o,
    output logic [LaneW-1:0] keys_o,      // keys of the tile
    output logic             tile_last_o, // the group's last tile
    output logic             exp_o,       // NAIVE pass 3
    output logic             blk_first_o, // first Q group of a block
    output logic [2:0]       phase_o,
    output logic             done_o
);
  localparam int LA = $clog2(A);
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
  assign fetch_k    = phase_q == ta_spec_pkg::PHASE_FLASH || phase_q == ta_spec_pkg::PHASE_Z;
  assign fetch_z    = phase_q == ta_spec_pkg::PHASE_MAX || phase_q == ta_spec_pkg::PHASE_EXP;
  assign has_fetch  = fetch_k || fetch_z;
  assign drain_v    = phase_q == ta_spec_pkg::PHASE_FLASH || phase_q == ta_spec_pkg::PHASE_PV;
  assign drain_p    = phase_q == ta_spec_pkg::PHASE_PV;
  assign drain_ring = phase_q == ta_spec_pkg::PHASE_Z || phase_q == ta_spec_pkg::PHASE_EXP;
  assign has_drain  = drain_v || drain_ring;
  assign has_out    = drain_v;

  // ---- cursors -----------------------------------------------------------------------
  logic             init;
  logic             f_valid, f_null, f_last, f_advance, d_valid, d_null, d_last, d_advance;
  logic [RowW-1:0]  f_row0, f_end, d_row0, d_end;
  logic [TileW-1:0] f_tile_last, d_tile_last;
  logic [TileW-1:0] f_tile_q, d_tile_q;
  logic [TileW-1:0] f_z_left, d_z_left;   // to the end of a row of Z tiles
  logic             f_done_q, d_done_q;    // no step is left
  logic [1:0]       lead_q;                // fetch steps ahead of the drain cursor
  logic             drain_due;
  logic             drained_q;             // this step drained

  ta_blocks #(.A(A), .NMax(NMax)) u_fetch (
      .clk_i, .clear_i, .init_i(init), .advance_i(f_advance),
      .nq_i, .rows_blk_i, .causal_i, .offset_i, .tiles_m1_i,
      .valid_o(f_valid), .row0_o(f_row0), .row_end_o(f_end),
      .tile_last_o(f_tile_last), .null_o(f_null), .last_o(f_last)
  );
  ta_blocks #(.A(A), .NMax(NMax)) u_drain (
      .clk_i, .clear_i, .init_i(init), .advance_i(d_advance),
      .nq_i, .rows_blk_i, .causal_i, .offset_i, .tiles_m1_i,
      .valid_o(d_valid), .row0_o(d_row0), .row_end_o(d_end),
      .tile_last_o(d_tile_last), .null_o(d_null), .last_o(d_last)
  );

  assign f_z_left  = TileW'(ZRowTiles - 1) - f_tile_q;
  assign d_z_left  = TileW'(ZRowTiles - 1) - d_tile_q;
  assign drain_due = has_drain && !d_done_q && (f_done_q || !overlap_i || !stream_i || lead_q == 2'd2);

  // ---- query rows --------------------------------------------------------------------
  logic [RowW-1:0]  q_row_q, o_row_q;      // next row to load, to store
  logic [RowW:0]    q_next_sum;
  logic [RowW-1:0]  q_next_end;            // end of the block after the fetch cursor's
  logic [RowW:0]    q_spare;               // rows that later steps of this block will load
  logic [TileW-1:0] f_tiles_left;
  logic             q_own, q_ahead, q_want;
  logic             q_group_last, o_group_last;
  logic             o_any, o_want, o_flush_want;
  logic             o_once_q;              // a group was stored in this step
  logic             o_end_step;

  assign q_next_sum   = {1'b0, f_end} + {1'b0, rows_blk_i};
  assign q_next_end   = q_next_sum >= {1'b0, nq_i} ? nq_i : q_next_sum[RowW-1:0];
  assign f_tiles_left = f_tile_last - f_tile_q;
  assign q_spare      = (RowW + 1)'({f_tiles_left, {LA{1'b0}}});
  assign q_own        = q_row_q < f_end;
  assign q_ahead      = overlap_i && !f_last && q_row_q < q_next_end &&
                        {1'b0, q_next_end} > {1'b0, q_row_q} + q_spare;
  assign q_want       = fetch_k && (q_own || q_ahead);
  assign q_group_last = {1'b0, q_row_q} + (RowW + 1)'(A) >= {1'b0, nq_i};

  // With overlap the drain cursor stores the block before it, one group a step from its
  // second step on, the rest in its last; without, its own block after its last step.
  assign o_end_step   = d_tile_q == d_tile_last;
  assign o_any        = overlap_i ? o_row_q < d_row0 : o_row_q < d_end;
  assign o_want       = has_out && o_any &&
                        (o_end_step || (overlap_i && d_tile_q != '0 && !o_once_q));
  assign o_flush_want = has_out && o_row_q < nq_i;
  assign o_group_last = {1'b0, o_row_q} + (RowW + 1)'(A) >= {1'b0, nq_i};

  // ---- addresses: advanced burst by burst ----------------------------------------------
  logic [AddrW-1:0] q_addr_q, k_addr_q, v_addr_q, o_addr_q, zf_addr_q, zd_addr_q;
  logic             f_tile_end, d_tile_end;
  logic [LenW-1:0]  k_len, v_len, q_len, o_len, zf_len, zd_len;
  logic [LaneW-1:0] f_rows, d_rows;
  logic             f_group_partial, d_group_partial;

  assign f_tile_end      = f_tile_q == f_tile_last;
  assign d_tile_end      = d_tile_q == d_tile_last;
  assign f_group_partial = f_last;       // NAIVE: a block is a group
  assign d_group_partial = d_last;
  assign f_rows = f_group_partial ? rows_last_i : LaneW'(A);
  assign d_rows = d_group_partial ? rows_last_i : LaneW'(A);
  assign k_len  = f_tile_q == tiles_m1_i ? words_k_last_i : words_full_i;
  assign v_len  = d_tile_q == tiles_m1_i ? words_k_last_i : words_full_i;
  assign q_len  = q_group_last ? words_q_last_i : words_full_i;
  assign o_len  = o_group_last ? words_q_last_i << 1 : words_full_i << 1;
  assign zf_len = LenW'(f_rows) << $clog2(BundleWords);
  assign zd_len = LenW'(d_rows) << $clog2(BundleWords);

  // ---- emission ----------------------------------------------------------------------
  logic emit, emit_ok;
  assign emit_ok = !emit || ready_i;
  assign valid_o = emit;

  always_comb begin
    emit        = 1'b0;
    kind_o      = ta_spec_pkg::BURST_K;
    addr_o      = k_addr_q;
    len_o       = k_len;
    row_o       = f_row0;
    rows_o      = f_rows;
    tile_o      = f_tile_q;
    keys_o      = f_tile_q == tiles_m1_i ? keys_last_i : LaneW'(A);
    tile_last_o = f_tile_end;
    unique case (state_q)
      S_FETCH: begin
        emit = !f_null && f_valid;
        if (fetch_z) begin
          kind_o = ta_spec_pkg::BURST_Z;
          addr_o = zf_addr_q;
          len_o  = zf_len;
        end
      end
      S_QUERY: begin
        emit   = q_want;
        kind_o = ta_spec_pkg::BURST_Q;
        addr_o = q_addr_q;
        len_o  = q_len;
        row_o  = q_row_q;
        rows_o = q_group_last ? rows_last_i : LaneW'(A);
      end
      S_DRAIN: begin
        emit        = drain_due && d_valid && !d_null;
        kind_o      = drain_ring ? ta_spec_pkg::BURST_RING : ta_spec_pkg::BURST_V;
        addr_o      = drain_ring ? zd_addr_q : v_addr_q;
        len_o       = drain_ring ? zd_len : v_len;
        row_o       = d_row0;
        rows_o      = d_rows;
        tile_o      = d_tile_q;
        keys_o      = d_tile_q == tiles_m1_i ? keys_last_i : LaneW'(A);
        tile_last_o = d_tile_end;
      end
      S_PROB: begin
        emit        = 1'b1;
        kind_o      = ta_spec_pkg::BURST_P;
        addr_o      = zd_addr_q;
        len_o       = zd_len;
        row_o       = d_row0;
        rows_o      = d_rows;
        tile_o      = d_tile_q;
        keys_o      = d_tile_q == tiles_m1_i ? keys_last_i : LaneW'(A);
        tile_last_o = d_tile_end;
      end
      S_STORE, S_FLUSH: begin
        emit   = state_q == S_STORE ? drained_q && o_want : o_flush_want;
        kind_o = ta_spec_pkg::BURST_O;
        addr_o = o_addr_q;
        len_o  = o_len;
        row_o  = o_row_q;
        rows_o = o_group_last ? rows_last_i : LaneW'(A);
      end
      default: emit = 1'b0;
    endcase
  end

  assign exp_o       = phase_q == ta_spec_pkg::PHASE_EXP;
  assign blk_first_o = (q_row_q & (rows_blk_i - 1'b1)) == '0;
  assign phase_o     = phase_q;
  assign done_o      = state_q == S_DONE;

  // ---- decisions ---------------------------------------------------------------------
  logic f_step_done, d_step_done;     // the cursor leaves its step
  assign f_step_done = state_q == S_NEXT && !f_done_q;
  assign d_step_done = state_q == S_NEXT && drained_q;
  assign f_advance   = f_step_done && f_tile_end && !f_last;
  assign d_advance   = d_step_done && d_tile_end && !d_last;
  assign init        = state_q == S_INIT && !f_done_q && !d_done_q && lead_q == 2'd3;

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
      S_INIT: if (f_valid && d_valid && !init && lead_q == 2'd0)
        state_d = has_fetch ? S_FETCH : S_DRAIN;
      S_FETCH: if (f_valid && emit_ok) state_d = S_QUERY;
      S_QUERY: if (!emit) state_d = S_DRAIN;
      S_DRAIN: if (!drain_due || (d_valid && emit_ok))
        state_d = drain_due && drain_p && !d_null ? S_PROB : S_STORE;
      S_PROB: if (emit_ok) state_d = S_STORE;
      S_STORE: if (!emit) state_d = S_NEXT;
      S_NEXT: begin
        if (!f_finishes) state_d = S_FETCH;
        else if (!d_finishes) state_d = S_DRAIN;
        else state_d = S_FLUSH;
      end
      S_FLUSH: begin
        if (!emit) begin
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
      q_row_q   <= '0;
      o_row_q   <= '0;
      q_addr_q  <= '0;
      k_addr_q  <= AddrW'(BaseK);
      v_addr_q  <= AddrW'(BaseV);
      o_addr_q  <= AddrW'(BaseO);
      zf_addr_q <= AddrW'(BaseZ);
      zd_addr_q <= AddrW'(BaseZ);
    end else begin
      state_q <= state_d;
      phase_q <= phase_d;
      // A phase begins: lead 3 marks the cycle that starts the cursors.
      if (state_d == S_INIT && state_q != S_INIT) begin
        lead_q    <= 2'd3;
        f_done_q  <= 1'b0;
        d_done_q  <= 1'b0;
        f_tile_q  <= '0;
        d_tile_q  <= '0;
        zf_addr_q <= AddrW'(BaseZ);
        zd_addr_q <= AddrW'(BaseZ);
      end else if (state_q == S_INIT && lead_q == 2'd3) begin
        lead_q <= 2'd0;
      end else if (state_q == S_INIT && state_d != S_INIT) begin
        f_done_q <= !has_fetch;
        d_done_q <= !has_drain;
      end
      if (state_q == S_DRAIN && state_d != S_DRAIN) drained_q <= drain_due;
      if (state_q == S_STORE && emit && ready_i) o_once_q <= 1'b1;
      if (state_q == S_NEXT) begin
        drained_q <= 1'b0;
        o_once_q  <= 1'b0;
        lead_q    <= lead_q + {1'b0, f_step_done} - {1'b0, d_step_done};
        if (f_step_done) begin
          f_tile_q <= f_tile_end ? '0 : f_tile_q + 1'b1;
          if (f_tile_end && f_last) f_done_q <= 1'b1;
        end
        if (d_step_done) begin
          d_tile_q <= d_tile_end ? '0 : d_tile_q + 1'b1;
          if (d_tile_end && d_last) d_done_q <= 1'b1;
        end
      end
      // addresses
      if (emit && ready_i) begin
        unique case (kind_o)
          ta_spec_pkg::BURST_Q: begin
            q_addr_q <= q_addr_q + AddrW'(q_len);
            q_row_q  <= q_group_last ? nq_i : q_row_q + RowW'(A);
          end
          ta_spec_pkg::BURST_K: k_addr_q <= k_addr_q + AddrW'(k_len);
          ta_spec_pkg::BURST_V: v_addr_q <= v_addr_q + AddrW'(v_len);
          ta_spec_pkg::BURST_O: begin
            o_addr_q <= o_addr_q + AddrW'(o_len);
            o_row_q  <= o_group_last ? nq_i : o_row_q + RowW'(A);
          end
          default: ;
        endcase
      end
      if (f_step_done) begin
        zf_addr_q <= zf_addr_q + AddrW'(ZTileWords);
        if (f_tile_end) begin
          k_addr_q  <= AddrW'(BaseK);
          zf_addr_q <= zf_addr_q + AddrW'(ZTileWords) +
                       (AddrW'(f_z_left) << $clog2(ZTileWords));
        end
      end
      if (d_step_done) begin
        zd_addr_q <= zd_addr_q + AddrW'(ZTileWords);
        if (d_tile_end) begin
          v_addr_q  <= AddrW'(BaseV);
          zd_addr_q <= zd_addr_q + AddrW'(ZTileWords) +
                       (AddrW'(d_z_left) << $clog2(ZTileWords));
        end
      end
    end
  end

endmodule
