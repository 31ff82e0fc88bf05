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
    input  logic [RowW-1:0]     nq_i,
    // descriptor of the sequencer
    input  logic                d_valid_i,
    output logic                d_ready_o,
    input  logic [2:0]          d_kind_i,
    input  logic [AddrW-1:0]    d_addr_i,
    input  logic [LenW-1:0]     d_len_i,
    input  logic [RowW-1:0]     d_row_i,
    input  logic [LaneW-1:0]    d_rows_i,
    input  logic [7:0]          d_wait_i,       // what the burst waits for, one-hot
    input  logic [TileW-1:0]    d_tile_i,
    input  logic [LaneW-1:0]    d_keys_i,
    input  logic                d_tile_last_i,
    input  logic                d_exp_i,
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
    input  logic [RowW-1:0]     o_done_i,       // rows below are accumulated, in two cycles
    input  logic [RowW-1:0]     r_done_i,       // .. and have their reciprocal
    input  logic                store_done_i,   // a write burst's last word is taken
    // stores, one command a burst, a cycle after its take
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
    output logic [RowW:0]       q_last_o,       // signed: the last of them in the next cycle
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
    output logic [A-1:0]        z_lanes_o,      // of a bundle: lane < keys
    output logic [A-1:0]        p_lanes_o,      // of a bundle of P; 0 while no burst of P streams in
    output logic [A*16-1:0]     next_bundle_o,  // bundle_o and its lanes, of the next cycle
    output logic [A-1:0]        next_lanes_o,
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
  localparam int Bursts = ta_pkg::BURSTS;
  localparam int CountW = $clog2(Bursts) + 1;

  // ---- descriptor queue ----------------------------------------------------------------
  localparam int DescW = 10 + 3 + AddrW + LenW + RowW + LaneW + LaneW + TileW + 2 + 3;
  logic              h_valid, h_z, is_write;
  logic [2:0]        h_kind, h_phase;
  logic [AddrW-1:0]  h_addr;
  logic [LenW-1:0]   h_len;
  logic [RowW-1:0]   h_row;
  logic [LaneW-1:0]  h_rows, h_keys;
  logic [TileW-1:0]  h_tile;
  logic              h_tile_last, h_exp;
  logic [7:0]        h_condition;
  logic              take;

  ta_fifo #(.Width(DescW), .Depth(4)) u_queue (
      .clk_i, .clear_i,
      .valid_i(d_valid_i), .ready_o(d_ready_o),
      .data_i ({d_kind_i == ta_spec_pkg::BURST_Z, d_wait_i[6] || d_wait_i[7], d_wait_i, d_kind_i, d_addr_i, d_len_i, d_row_i, d_rows_i, d_keys_i, d_tile_i,
                d_tile_last_i, d_exp_i, d_phase_i}),
      .valid_o(h_valid), .ready_i(take),
      .data_o ({h_z, is_write, h_condition, h_kind, h_addr, h_len, h_row, h_rows, h_keys, h_tile,
                h_tile_last, h_exp, h_phase})
  );

  // ---- conditions ----------------------------------------------------------------------
  // A burst is taken when the head's condition holds.  The condition is a register: each cycle
  // computes it for the next one, from the head (or what is pushed into an empty queue) and
  // the events of this cycle.  The cycle after a take takes nothing: a grant takes longer.  So what
  // a take changes in the number of bursts may be known a cycle later.
  // Kinds of condition, one-hot: none, Q of a new block, K, V, V of NAIVE, partial Z, O, ring.
  logic [1:0]        k_used_q, v_used_q, k_full_q, v_full_q;
  logic              tile_open_q;           // overlap off: a tile is requested and not done
  logic signed [RowW-1:0] q_place_q;        // blocks of queries begun and not freed, less two
  logic [RowW-1:0]   o_end_q, o_next_q;     // end of the next output rows, of those behind
  logic              o_ok_q;                // they are finished
  logic signed [RowW:0] last_from_q, near_from_q;  // rows from which on a group is the last one,
                                            // the one before
  logic              o_near_q;              // the group behind is the last one or no more
  logic [CountW-1:0] ring_q, z_q;           // tiles in the ring; Z reads under way
  logic              some_q, full_q;        // without this cycle's and the last one's take: bursts are under
                                            // way; as many as there may be
  logic [LineW+1:0]  z_wait_q;
  logic              z_none_q, z_quiet_q;   // no Z is under way; none came of late
  logic              ring_some_q;
  logic              ok_q, burst_done, read_done;
  logic              take_q, take_o, take_z, take_ring, z_done;
  logic [7:0]        holds;

  always_comb begin
    holds[0] = 1'b1;
    holds[1] = 1'b0;   // q_place_q is looked at when it is taken: q_free_i comes late
    holds[2] = (!k_used_q[1] || k_free_i) && (!tile_open_q || tile_done_i);
    holds[3] = !v_used_q[1] || v_free_i;
    holds[4] = (!v_used_q[1] || v_free_i) && (!tile_open_q || tile_done_i);
    holds[5] = z_none_q && z_quiet_q;
    holds[6] = o_ok_q;
    holds[7] = ring_some_q || ring_step_i;
  end
  logic may, q_goes, took_q;
  assign may    = h_valid && !full_q && (!req_valid_o || req_ready_i);
  assign q_goes = h_condition[1] && q_place_q < 0 && !took_q;
  assign take   = may && (ok_q || q_goes);

  assign z_done    = read_done && r_z;
  assign take_q    = may && h_condition[1] && (ok_q || q_goes);
  assign take_z    = may && ok_q && h_z;
  assign take_o    = may && ok_q && h_condition[6];
  assign take_ring = may && ok_q && h_condition[7];

  logic opens_tile;
  assign opens_tile = take && ((h_condition[2] && h_phase == ta_spec_pkg::PHASE_FLASH) ||
                               h_condition[4]);

  // Bursts under way: one more, up to two fewer a cycle.  Counted without the last cycle's events
  // and with them; with this cycle's, which are known late, it is a choice.
  logic [CountW-1:0] bursts_q, bursts;
  logic              ended_q, stored_q;
  assign bursts = bursts_q + CountW'(took_q) - CountW'(ended_q) - CountW'(stored_q);
  // bursts is 1, 2, more; the most.  Of bursts_q each is a few gates.
  logic one, two, over_2, most;
  localparam logic [CountW-1:0] M = CountW'(Bursts);
  always_comb begin
    unique case ({took_q, ended_q, stored_q})
      3'b100:
        {one, two, over_2, most} = {bursts_q == CountW'(0), bursts_q == CountW'(1), bursts_q[CountW-1:1] != '0,
                                    bursts_q == M - 1'b1};
      3'b010, 3'b001, 3'b111:
        {one, two, over_2, most} = {bursts_q == CountW'(2), bursts_q == CountW'(3), bursts_q[CountW-1:2] != '0, 1'b0};
      3'b011:
        {one, two, over_2, most} = {bursts_q == CountW'(3), bursts_q == CountW'(4),
                                    bursts_q[CountW-1:2] != '0 && bursts_q != CountW'(4), 1'b0};
      default:
        {one, two, over_2, most} = {bursts_q == CountW'(1), bursts_q == CountW'(2),
                                    bursts_q[CountW-1:1] != '0 && bursts_q != CountW'(2), bursts_q == M};
    endcase
  end

  // ---- request -------------------------------------------------------------------------
  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      req_valid_o <= 1'b0;
      k_used_q    <= '0;
      v_used_q    <= '0;
      tile_open_q <= 1'b0;
      q_place_q   <= RowW'(-2);
      ring_q      <= '0;
      ring_some_q <= 1'b0;
      ok_q        <= 1'b0;
      bursts_q    <= '0;
      took_q      <= 1'b0;
      ended_q     <= 1'b0;
      stored_q    <= 1'b0;
      some_q      <= 1'b0;
      full_q      <= 1'b0;
      z_q         <= '0;
      z_none_q    <= 1'b1;
      z_wait_q    <= '0;
      z_quiet_q   <= 1'b1;
      phase_o     <= ta_spec_pkg::PHASE_IDLE;
    end else begin
      if (take) req_valid_o <= 1'b1;
      else if (req_ready_i) req_valid_o <= 1'b0;
      k_used_q <= k_used_q + 2'(take && h_kind == ta_spec_pkg::BURST_K) - 2'(k_free_i);
      v_used_q <= v_used_q + 2'(take && h_kind == ta_spec_pkg::BURST_V) - 2'(v_free_i);
      tile_open_q <= !overlap_i && (opens_tile || (tile_open_q && !tile_done_i));
      ok_q        <= !take && ((h_valid ? h_condition : d_wait_i) & holds) != '0;
      if (ring_step_i != take_ring) begin
        ring_q      <= ring_step_i ? ring_q + 1'b1 : ring_q - 1'b1;
        ring_some_q <= ring_step_i || ring_q != CountW'(1);
      end
      bursts_q  <= bursts;
      took_q    <= take;
      ended_q   <= read_done;
      stored_q  <= store_done_i;
      some_q    <= over_2 || (two && !(read_done && store_done_i)) || (one && !read_done && !store_done_i);
      full_q    <= !read_done && !store_done_i && most;
      if (take_q != q_free_i) q_place_q <= take_q ? q_place_q + 1'b1 : q_place_q - 1'b1;
      if (take_z != z_done) begin
        z_q      <= take_z ? z_q + 1'b1 : z_q - 1'b1;
        z_none_q <= !take_z && z_q == CountW'(1);
      end
      if (z_done) z_wait_q <= (LineW + 2)'(2 * A);
      else if (z_wait_q != '0) z_wait_q <= z_wait_q - 1'b1;
      z_quiet_q <= !z_done && z_wait_q <= (LineW + 2)'(2);
      if (take) phase_o <= h_phase;
    end
  end

  // Output rows are stored in order, A at a time.
  always_ff @(posedge clk_i) begin
    last_from_q <= $signed({1'b0, nq_i}) - (RowW + 1)'(A);
    near_from_q <= last_from_q - (RowW + 1)'(A);
    if (phase_o == ta_spec_pkg::PHASE_IDLE) begin
      o_end_q  <= last_from_q <= 0 ? nq_i : RowW'(A);
      o_near_q <= near_from_q <= 0;
    end else if (take_o) begin
      o_near_q <= o_near_q || $signed({1'b0, o_end_q}) >= near_from_q;
      o_end_q  <= o_next_q;
    end
    // Up to date from the second cycle after a take on; takes are that far apart.
    o_next_q <= o_near_q ? nq_i : o_end_q + RowW'(A);
    if (take_o) o_ok_q <= o_done_i >= o_next_q && r_done_i >= o_next_q;
    else o_ok_q <= o_done_i >= o_end_q && r_done_i >= o_end_q;
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      req_write_o <= is_write;
      req_addr_o  <= h_addr;
      req_len_o   <= h_len;
    end
  end

  // A store's command goes out a cycle after the take: the queue of commands stands far away.
  always_ff @(posedge clk_i) begin
    s_valid_o <= !clear_i && may && ok_q && is_write;
    s_ring_o  <= h_condition[7];
    s_row_o   <= h_row;
    s_rows_o  <= h_rows;
    s_keys_o  <= h_keys;
  end

  // ---- receive -------------------------------------------------------------------------
  localparam int RecvW = 7 + 3 + LenW + RowW + LaneW + TileW + 2;
  logic [2:0]       r_kind;
  logic [LenW-1:0]  r_before;              // number of the word before the burst's last one
  logic             r_one;                 // it has one word
  logic             r_q, r_k, r_v, r_p, r_z, wide;  // of Q, K, V, P, Z; Z or P
  logic             first_q, last_q;       // this word is the burst's first; its last, if not
  logic [RowW-1:0]  r_row;
  logic [LaneW-1:0] r_keys;
  logic [TileW-1:0] r_tile;
  logic             r_tile_last, r_exp, r_valid;
  logic             recv_ready_unused;

  // Written a cycle after the take; a word comes two cycles after it at the earliest.
  logic              recv_q;
  logic [RecvW-1:0]  recv_data_q;
  always_ff @(posedge clk_i) begin
    recv_q      <= !clear_i && take && !is_write;
    recv_data_q <= {h_len == LenW'(1), h_kind == ta_spec_pkg::BURST_Q,
                    h_kind == ta_spec_pkg::BURST_K, h_kind == ta_spec_pkg::BURST_V,
                    h_kind == ta_spec_pkg::BURST_P, h_z,
                    h_z || h_kind == ta_spec_pkg::BURST_P, h_kind,
                    LenW'(h_len - LenW'(2)), h_row, h_keys, h_tile, h_tile_last, h_exp};
  end
  ta_fifo #(.Width(RecvW), .Depth(Bursts), .Bounded(1)) u_recv (
      .clk_i, .clear_i,
      .valid_i(recv_q), .ready_o(recv_ready_unused),
      .data_i (recv_data_q),
      .valid_o(r_valid), .ready_i(read_done),
      .data_o ({r_one, r_q, r_k, r_v, r_p, r_z, wide, r_kind, r_before, r_row, r_keys, r_tile, r_tile_last, r_exp})
  );

  logic [A*16-1:0]   gather_q;
  logic [LenW-1:0]   word_q;               // word of the burst
  logic [SubW-1:0]   sub_q;                // word of the chunk or bundle
  logic [LineW-1:0]  line_q;
  logic [ChunkW-1:0] chunk_q;
  logic              sub_last, chunk_last;
  logic              full;                 // a chunk or bundle is complete with this word
  logic              full_end_q, row_end_q;
  logic              k_slot_q, v_slot_q;

  assign sub_last   = sub_q == (wide ? SubW'(2 * WordsPerChunk - 1) : SubW'(WordsPerChunk - 1));
  assign chunk_last = wide || chunk_q == chunks_m1_i;
  // A burst of one word: only where a chunk is one word.  last_q is 0 at a burst's first word.
  assign read_done  = rvalid_i && r_valid &&
                      (last_q || (WordsPerChunk == 1 && first_q && r_one));
  assign burst_done = read_done;
  assign full       = rvalid_i && r_valid && sub_last;

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      word_q     <= '0;
      first_q    <= 1'b1;
      last_q     <= 1'b0;
      sub_q      <= '0;
      line_q     <= '0;
      chunk_q    <= '0;
      q_we_o     <= 1'b0;
      k_we_o     <= 1'b0;
      v_we_o     <= 1'b0;
      z_valid_o  <= 1'b0;
      p_valid_o  <= 1'b0;
      k_slot_q   <= 1'b0;
      v_slot_q   <= 1'b0;
      k_full_q   <= '0;
      v_full_q   <= '0;
      q_loaded_o <= '0;
      q_last_o   <= '1;
    end else begin
      q_we_o    <= full && r_q;
      k_we_o    <= full && r_k;
      v_we_o    <= full && r_v;
      z_valid_o <= full && r_z;
      p_valid_o <= full && r_p;
      if (rvalid_i && r_valid) begin
        word_q  <= burst_done ? '0 : word_q + 1'b1;
        first_q <= burst_done;
        last_q  <= word_q == r_before;
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
      if (rvalid_i && r_valid && r_q && sub_q == SubW'(WordsPerChunk - 1) &&
          chunk_q == chunks_m1_i)
        q_last_o <= {1'b0, r_row + RowW'(line_q)};
    end
  end

  always_ff @(posedge clk_i) begin
    if (rvalid_i) gather_q <= next_bundle_o;
    full_end_q  <= burst_done;
    row_end_q   <= chunk_last;
    w_row_o     <= r_row + RowW'(line_q);
    w_line_o    <= line_q;
    w_chunk_o   <= chunk_q;
    z_first_o   <= r_tile == '0;
    z_last_o    <= r_tile_last;
    z_exp_o     <= r_exp;
    z_keys_o    <= r_keys;
    z_lanes_o   <= next_lanes_o;
    p_lanes_o   <= next_lanes_o & {A{r_valid && r_p}};
    z_tile_o    <= r_tile;
  end

  assign next_bundle_o = {rdata_i, gather_q[A*16-1:PortBits]};
  always_comb begin
    for (int j = 0; j < A; j++) next_lanes_o[j] = wide && LaneW'(j) < r_keys;
  end
  assign z_end_o    = full_end_q;
  assign chunk_o    = gather_q[A*16-1-:A*8];
  assign bundle_o   = gather_q;
  assign k_loaded_o = k_we_o && full_end_q;
  assign v_loaded_o = v_we_o && full_end_q;
  assign k_slot_o   = k_slot_q;
  assign v_slot_o   = v_slot_q;
  assign k_ready_o  = k_full_q != '0;
  assign v_ready_o  = v_full_q != '0;
  assign busy_o     = some_q || took_q || h_valid;
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
