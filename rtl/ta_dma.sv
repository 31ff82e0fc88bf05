// SPDX-License-Identifier: MIT
//
// Moves the bursts of the sequence over the memory port, in order.  A burst is requested as
// soon as its condition holds, while earlier ones still stream, so that latency costs once:
//   Q     the block before the last one has left MM1
//   K, V  a slot of the tile's two is free (with overlap off: the tile before is done)
//   Z     of a partial group: the one before has passed the softmax's loops
//   O     its rows are accumulated and their reciprocals are there
//   RING  a finished tile of Z or P waits in the ring
// Words received are gathered to chunks of A bytes (Q, K, V) or bundles of A 16-bit values
// (Z, P), written one cycle after their last word.
module ta_dma #(
    parameter int A = 4,
    parameter int DMax = 4,
    parameter int NMax = 32,
    parameter int PortBits = 16,
    localparam int RowW = $clog2(NMax) + 1,
    localparam int TileW = ta_pkg::at_least_1($clog2((NMax + A - 1) / A)),
    localparam int ChunkW = ta_pkg::at_least_1($clog2(DMax / A)),
    localparam int LaneW = $clog2(A) + 1,
    localparam int LineW = $clog2(A),
    localparam int AddrW = $clog2(ta_pkg::memory_words(A, DMax, NMax, PortBits)),
    localparam int LenW = $clog2(2 * A * DMax * 8 / PortBits) + 1,
    localparam int BytesW = $clog2(PortBits / 8) + 1
) (
    input  logic                clk_i,
    input  logic                clear_i,
    input  logic                overlap_i,
    input  logic [ChunkW-1:0]   chunks_m1_i,
    // descriptor of the sequencer
    input  logic                d_valid_i,
    output logic                d_ready_o,
    input  logic [2:0]          d_kind_i,
    input  logic [AddrW-1:0]    d_addr_i,
    input  logic [LenW-1:0]     d_len_i,
    input  logic [RowW-1:0]     d_row_i,
    input  logic [LaneW-1:0]    d_rows_i,
    input  logic [TileW-1:0]    d_tile_i,
    input  logic [LaneW-1:0]    d_keys_i,
    input  logic                d_tile_last_i,
    input  logic                d_exp_i,
    input  logic                d_blk_first_i,
    input  logic [2:0]          d_phase_i,
    // memory port
    output logic                req_valid_o,
    input  logic                req_ready_i,
    output logic                req_write_o,
    output logic [AddrW-1:0]    req_addr_o,
    output logic [LenW-1:0]     req_len_o,
    input  logic                rvalid_i,
    input  logic [PortBits-1:0] rdata_i,
    // events of the datapath
    input  logic                k_free_i,       // MM1 has read a K tile for the last time
    input  logic                v_free_i,       // MM2 has read a V tile for the last time
    input  logic                q_free_i,       // MM1 has left a block
    input  logic                tile_done_i,    // a tile's last row is accumulated
    input  logic                ring_step_i,    // NAIVE: a tile of Z or P is in the ring
    input  logic [RowW-1:0]     o_done_i,       // rows below are accumulated
    input  logic [RowW-1:0]     r_done_i,       // rows below have their reciprocal
    input  logic                store_done_i,   // a write burst's last word is taken
    // stores, one command a burst
    output logic                s_valid_o,
    output logic                s_ring_o,
    output logic [RowW-1:0]     s_row_o,
    output logic [LaneW-1:0]    s_rows_o,
    output logic [LaneW-1:0]    s_keys_o,
    // buffers
    output logic                q_we_o,
    output logic                k_we_o,
    output logic                v_we_o,
    output logic [A*8-1:0]      chunk_o,
    output logic [RowW-1:0]     w_row_o,        // Q: row
    output logic [LineW-1:0]    w_line_o,       // K, V: key of the tile
    output logic [ChunkW-1:0]   w_chunk_o,
    output logic                k_slot_o,
    output logic                v_slot_o,
    output logic [RowW-1:0]     q_loaded_o,     // rows below are in the Q buffer
    output logic                k_ready_o,      // a K tile is full
    output logic                v_ready_o,      // a V tile is full
    output logic                k_loaded_o,     // pulse: a K tile is complete
    output logic                v_loaded_o,     // pulse: a V tile is complete
    // bundles of Z and P
    output logic                z_valid_o,
    output logic                p_valid_o,
    output logic [A*16-1:0]     bundle_o,
    output logic                z_first_o,
    output logic                z_last_o,
    output logic                z_end_o,        // last row of the tile
    output logic                z_exp_o,
    output logic [LaneW-1:0]    z_keys_o,
    output logic [TileW-1:0]    z_tile_o,
    // accounting
    output logic [BytesW-1:0]   rbytes_o,       // valid bytes of the word received now
    output logic                busy_o,         // bursts are under way
    output logic [2:0]          phase_o,
    output logic [2:0]          kind_o          // kind of the burst that streams in
);
  localparam int WordsPerChunk = A * 8 / PortBits;
  localparam int WordElements = PortBits / 16;
  localparam int SubW = $clog2(2 * WordsPerChunk);
  localparam int CountW = $clog2(ta_pkg::BURSTS) + 1;

  // ---- descriptor queue ----------------------------------------------------------------
  localparam int DescW = 3 + AddrW + LenW + 2 * RowW + 2 * LaneW + TileW + 3 + 3;
  logic              h_valid;
  logic [2:0]        h_kind, h_phase;
  logic [AddrW-1:0]  h_addr;
  logic [LenW-1:0]   h_len;
  logic [RowW-1:0]   h_row, h_end, d_end;
  logic [LaneW-1:0]  h_rows, h_keys;
  logic [TileW-1:0]  h_tile;
  logic              h_tile_last, h_exp, h_blk_first;
  logic              take;

  assign d_end = d_row_i + RowW'(d_rows_i);
  ta_fifo #(.Width(DescW), .Depth(4)) u_queue (
      .clk_i, .clear_i,
      .valid_i(d_valid_i), .ready_o(d_ready_o),
      .data_i ({d_kind_i, d_addr_i, d_len_i, d_row_i, d_end, d_rows_i, d_keys_i, d_tile_i,
                d_tile_last_i, d_exp_i, d_blk_first_i, d_phase_i}),
      .valid_o(h_valid), .ready_i(take),
      .data_o ({h_kind, h_addr, h_len, h_row, h_end, h_rows, h_keys, h_tile,
                h_tile_last, h_exp, h_blk_first, h_phase})
  );

  // ---- conditions ----------------------------------------------------------------------
  logic [1:0]        k_used_q, v_used_q, k_full_q, v_full_q;
  logic [1:0]        tiles_q;               // tiles requested and not done
  logic [RowW-1:0]   q_begun_q, q_freed_q;  // blocks
  logic [CountW-1:0] ring_q, bursts_q, z_q;  // tiles in the ring; bursts, Z reads under way
  logic [LineW+1:0]  z_wait_q;
  logic              ok, is_write, h_pv, burst_done, read_done;

  assign h_pv     = h_phase == ta_spec_pkg::PHASE_PV;
  assign is_write = h_kind == ta_spec_pkg::BURST_O || h_kind == ta_spec_pkg::BURST_RING;
  always_comb begin
    unique case (h_kind)
      ta_spec_pkg::BURST_Q: ok = !h_blk_first || q_begun_q < q_freed_q + RowW'(2);
      ta_spec_pkg::BURST_K: ok = !k_used_q[1] && (overlap_i || tiles_q == '0);
      ta_spec_pkg::BURST_V: ok = !v_used_q[1] && (overlap_i || !h_pv || tiles_q == '0);
      ta_spec_pkg::BURST_Z: ok = h_rows == LaneW'(A) || (z_q == '0 && z_wait_q == '0);
      ta_spec_pkg::BURST_O: ok = o_done_i >= h_end && r_done_i >= h_end;
      ta_spec_pkg::BURST_RING: ok = ring_q != '0;
      default: ok = 1'b1;
    endcase
  end
  assign take = h_valid && ok && !bursts_q[CountW-1] && (!req_valid_o || req_ready_i);

  logic opens_tile;
  assign opens_tile = take && ((h_kind == ta_spec_pkg::BURST_K && h_phase == ta_spec_pkg::PHASE_FLASH) ||
                               (h_kind == ta_spec_pkg::BURST_V && h_pv));

  // ---- request -------------------------------------------------------------------------
  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      req_valid_o <= 1'b0;
      k_used_q    <= '0;
      v_used_q    <= '0;
      tiles_q     <= '0;
      q_begun_q   <= '0;
      q_freed_q   <= '0;
      ring_q      <= '0;
      bursts_q    <= '0;
      z_q         <= '0;
      z_wait_q    <= '0;
      phase_o     <= ta_spec_pkg::PHASE_IDLE;
    end else begin
      if (take) req_valid_o <= 1'b1;
      else if (req_ready_i) req_valid_o <= 1'b0;
      k_used_q <= k_used_q + 2'(take && h_kind == ta_spec_pkg::BURST_K) - 2'(k_free_i);
      v_used_q <= v_used_q + 2'(take && h_kind == ta_spec_pkg::BURST_V) - 2'(v_free_i);
      tiles_q  <= overlap_i ? '0 : tiles_q + 2'(opens_tile) - 2'(tile_done_i);
      ring_q   <= ring_q + CountW'(ring_step_i) - CountW'(take && h_kind == ta_spec_pkg::BURST_RING);
      bursts_q <= bursts_q + CountW'(take) - CountW'(read_done) - CountW'(store_done_i);
      if (take && h_kind == ta_spec_pkg::BURST_Q && h_blk_first) q_begun_q <= q_begun_q + 1'b1;
      if (q_free_i) q_freed_q <= q_freed_q + 1'b1;
      z_q <= z_q + CountW'(take && h_kind == ta_spec_pkg::BURST_Z) -
             CountW'(read_done && kind_o == ta_spec_pkg::BURST_Z);
      if (read_done && kind_o == ta_spec_pkg::BURST_Z) z_wait_q <= (LineW + 2)'(2 * A);
      else if (z_wait_q != '0) z_wait_q <= z_wait_q - 1'b1;
      if (take) phase_o <= h_phase;
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      req_write_o <= is_write;
      req_addr_o  <= h_addr;
      req_len_o   <= h_len;
    end
  end

  assign s_valid_o = take && is_write;
  assign s_ring_o  = h_kind == ta_spec_pkg::BURST_RING;
  assign s_row_o   = h_row;
  assign s_rows_o  = h_rows;
  assign s_keys_o  = h_keys;

  // ---- receive -------------------------------------------------------------------------
  localparam int RecvW = 3 + LenW + RowW + LaneW + TileW + 2;
  logic [2:0]       r_kind;
  logic [LenW-1:0]  r_len;
  logic [RowW-1:0]  r_row;
  logic [LaneW-1:0] r_keys;
  logic [TileW-1:0] r_tile;
  logic             r_tile_last, r_exp, r_valid;
  logic             recv_ready_unused;

  ta_fifo #(.Width(RecvW), .Depth(ta_pkg::BURSTS)) u_recv (
      .clk_i, .clear_i,
      .valid_i(take && !is_write), .ready_o(recv_ready_unused),
      .data_i ({h_kind, h_len, h_row, h_keys, h_tile, h_tile_last, h_exp}),
      .valid_o(r_valid), .ready_i(read_done),
      .data_o ({r_kind, r_len, r_row, r_keys, r_tile, r_tile_last, r_exp})
  );

  logic [A*16-1:0]   gather_q;
  logic [LenW-1:0]   word_q;               // word of the burst
  logic [SubW-1:0]   sub_q;                // word of the chunk or bundle
  logic [LineW-1:0]  line_q;
  logic [ChunkW-1:0] chunk_q;
  logic              wide, sub_last, chunk_last;
  logic              full_q, full_end_q, row_end_q;  // a chunk or bundle is complete
  logic [2:0]        kind_q;
  logic              k_slot_q, v_slot_q;

  assign wide       = r_kind == ta_spec_pkg::BURST_Z || r_kind == ta_spec_pkg::BURST_P;
  assign sub_last   = sub_q == (wide ? SubW'(2 * WordsPerChunk - 1) : SubW'(WordsPerChunk - 1));
  assign chunk_last = wide || chunk_q == chunks_m1_i;
  assign read_done  = rvalid_i && r_valid && word_q == r_len - 1'b1;
  assign burst_done = read_done;

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      word_q     <= '0;
      sub_q      <= '0;
      line_q     <= '0;
      chunk_q    <= '0;
      full_q     <= 1'b0;
      k_slot_q   <= 1'b0;
      v_slot_q   <= 1'b0;
      k_full_q   <= '0;
      v_full_q   <= '0;
      q_loaded_o <= '0;
    end else begin
      full_q <= rvalid_i && r_valid && sub_last;
      if (rvalid_i && r_valid) begin
        word_q <= burst_done ? '0 : word_q + 1'b1;
        sub_q  <= sub_last ? '0 : sub_q + 1'b1;
        if (sub_last) begin
          chunk_q <= chunk_last ? '0 : chunk_q + 1'b1;
          if (chunk_last) line_q <= burst_done ? '0 : line_q + 1'b1;
        end
      end
      if (k_loaded_o) k_slot_q <= !k_slot_q;
      if (v_loaded_o) v_slot_q <= !v_slot_q;
      k_full_q <= k_full_q + 2'(k_loaded_o) - 2'(k_free_i);
      v_full_q <= v_full_q + 2'(v_loaded_o) - 2'(v_free_i);
      if (q_we_o && row_end_q) q_loaded_o <= w_row_o + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rvalid_i) gather_q <= {rdata_i, gather_q[A*16-1:PortBits]};
    kind_q      <= r_kind;
    full_end_q  <= burst_done;
    row_end_q   <= chunk_last;
    w_row_o     <= r_row + RowW'(line_q);
    w_line_o    <= line_q;
    w_chunk_o   <= chunk_q;
    z_first_o   <= r_tile == '0;
    z_last_o    <= r_tile_last;
    z_exp_o     <= r_exp;
    z_keys_o    <= r_keys;
    z_tile_o    <= r_tile;
  end

  assign q_we_o     = full_q && kind_q == ta_spec_pkg::BURST_Q;
  assign k_we_o     = full_q && kind_q == ta_spec_pkg::BURST_K;
  assign v_we_o     = full_q && kind_q == ta_spec_pkg::BURST_V;
  assign z_valid_o  = full_q && kind_q == ta_spec_pkg::BURST_Z;
  assign p_valid_o  = full_q && kind_q == ta_spec_pkg::BURST_P;
  assign z_end_o    = full_end_q;
  assign chunk_o    = gather_q[A*16-1-:A*8];
  assign bundle_o   = gather_q;
  assign k_loaded_o = k_we_o && full_end_q;
  assign v_loaded_o = v_we_o && full_end_q;
  assign k_slot_o   = k_slot_q;
  assign v_slot_o   = v_slot_q;
  assign k_ready_o  = k_full_q != '0;
  assign v_ready_o  = v_full_q != '0;
  assign busy_o     = bursts_q != '0 || h_valid;
  assign kind_o     = r_kind;

  // Valid bytes: all of a word of Q, K, V; of Z and P those of the tile's keys.
  logic [LaneW:0] first_element;
  always_comb begin
    first_element = (LaneW + 1)'(sub_q) << $clog2(WordElements);
    rbytes_o = BytesW'(PortBits / 8);
    if (wide) begin
      if (first_element >= {1'b0, r_keys}) rbytes_o = '0;
      else if ({1'b0, r_keys} - first_element < (LaneW + 1)'(WordElements))
        rbytes_o = BytesW'({1'b0, r_keys} - first_element) << 1;
    end
  end

endmodule
