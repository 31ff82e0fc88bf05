// SPDX-License-Identifier: MIT
//
// The attention engine: softmax(Q.K^T * scale).V in INT8 and fixed point, FLASH or NAIVE.
// Reaches memory through one port (request/grant; read words with valid; write words with
// valid/ready, taken only for granted bursts, in request order) and works under any stall
// of it.  start_i is sampled while idle_o; done_o rises when every output word is in memory
// and stays until the next start.  Data flow, top to bottom:
//
//   sequencer -> dma -> Q, K, V buffers -> MM1 -> chunk sum -> scale, mask -> softmax -> ring
//   -> MM2 -> accumulator -> normalizer, store -> dma
module ta_engine #(
    parameter int A = 4,
    parameter int DMax = 4,
    parameter int NMax = 32,
    parameter int PF = 8,
    parameter int PortBits = 16,
    parameter int Debug = 0,
    localparam int RowW = $clog2(NMax) + 1,
    localparam int IdxW = $clog2(NMax),
    localparam int AddrW = $clog2(ta_pkg::memory_words(A, DMax, NMax, PortBits)),
    localparam int LenW = $clog2(2 * A * DMax * 8 / PortBits) + 1,
    localparam int LW = ta_pkg::l_width(NMax),
    localparam int DbgW = Debug != 0 ? ta_spec_pkg::record_bits(A, DMax, NMax, PF, PortBits) : 1
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  start_i,
    output logic                  idle_o,
    output logic                  done_o,
    output logic                  error_o,        // sticky: the configuration was refused
    output logic [2:0]            error_code_o,   // spec/config_errors.def
    output logic                  timeout_o,      // sticky: no grant for 2^16 cycles
    output logic                  overflow_o,     // sticky: an accumulator left its range
    input  logic [15:0]           cfg_nq_i,
    input  logic [15:0]           cfg_nk_i,
    input  logic [15:0]           cfg_d_i,
    input  logic                  cfg_mode_i,
    input  logic [15:0]           cfg_qrows_i,
    input  logic                  cfg_causal_i,
    input  logic [16:0]           cfg_offset_i,
    input  logic                  cfg_overlap_i,
    input  logic                  cfg_stream_i,
    input  logic [7:0]            cfg_latency_i,
    input  logic [23:0]           cfg_scale_i,
    output logic [6:0]            latency_o,      // of the run, for the memory
    // memory port
    output logic                  req_valid_o,
    input  logic                  req_ready_i,
    output logic                  req_write_o,
    output logic [AddrW-1:0]      req_addr_o,
    output logic [LenW-1:0]       req_len_o,
    input  logic                  rvalid_i,
    input  logic [PortBits-1:0]   rdata_i,
    output logic                  wvalid_o,
    input  logic                  wready_i,
    output logic [PortBits-1:0]   wdata_o,
    output logic [PortBits/8-1:0] wstrb_o,
    // final row state while idle, read latency 2
    input  logic [IdxW-1:0]       state_row_i,
    output logic [15:0]           state_m_o,
    output logic [LW-1:0]         state_l_o,
    // counters (spec/counters.def, spec/stalls.def), 32 bits each, first in the low bits
    output logic [29*32-1:0]      counters_o,
    // the state record (spec/record.def); 0 unless Debug
    output logic [DbgW-1:0]       dbg_o
);
  localparam int PosW = $clog2(NMax) + 3;
  localparam int TileW = ta_pkg::at_least_1($clog2((NMax + A - 1) / A));
  localparam int ChunkW = ta_pkg::at_least_1($clog2(DMax / A));
  localparam int ChunkBits = $clog2(DMax / A);
  localparam int LaneW = $clog2(A) + 1;
  localparam int LineW = $clog2(A);
  localparam int BytesW = $clog2(PortBits / 8) + 1;
  localparam int PW = PF + 1;
  localparam int SW = ta_pkg::s_width(DMax);
  localparam int SumW = 16 + $clog2(A);             // MM1's result of one chunk
  localparam int PvW = PF + 8 + $clog2(A);          // MM2's result of one tile
  localparam int OW = ta_pkg::o_width(NMax);
  localparam int RamLat = ta_pkg::RAM_LATENCY;

  // ---- run control -----------------------------------------------------------------------
  logic             clear, clear_q, zero_q, start, go, refuse, abort, run_q, seq_done, dma_busy, finish;
  logic             naive, causal, overlap, stream;
  logic [23:0]      scale;
  logic [RowW-1:0]  nq, rows_blk, unseen;
  logic [LaneW-1:0] rows_last, keys_last;
  logic [TileW-1:0] tiles_m1;
  logic [ChunkW-1:0] chunks_m1;
  logic [PosW-1:0]  offset, diag;
  logic [LenW-1:0]  words_full, words_q_last, words_k_last;
  logic [16:0]      silence_q;                      // cycles without a grant

  ta_setup #(.A(A), .DMax(DMax), .NMax(NMax), .PortBits(PortBits)) u_setup (
      .clk_i, .rst_ni, .start_i, .idle_i(idle_o),
      .cfg_nq_i, .cfg_nk_i, .cfg_d_i, .cfg_mode_i, .cfg_qrows_i, .cfg_causal_i, .cfg_offset_i,
      .cfg_overlap_i, .cfg_stream_i, .cfg_latency_i, .cfg_scale_i,
      .start_o(start), .go_o(go), .refuse_o(refuse), .error_o, .error_code_o,
      .naive_o(naive), .causal_o(causal), .overlap_o(overlap), .stream_o(stream),
      .latency_o, .scale_o(scale), .nq_o(nq), .rows_blk_o(rows_blk), .rows_last_o(rows_last),
      .tiles_m1_o(tiles_m1), .keys_last_o(keys_last), .chunks_m1_o(chunks_m1),
      .offset_o(offset), .diag_o(diag), .unseen_o(unseen), .words_full_o(words_full),
      .words_q_last_o(words_q_last), .words_k_last_o(words_k_last)
  );

  assign idle_o = !run_q;
  assign clear  = !rst_ni || (start_i && idle_o) || abort;
  assign abort  = silence_q[16];
  // Everything is cleared in a run's first cycle, before anything can move (go comes two cycles
  // later): a register reaches all of it in time.
  always_ff @(posedge clk_i) begin
    clear_q <= clear;
    zero_q  <= !rst_ni || (start_i && idle_o);
  end
  assign finish = run_q && seq_done && !dma_busy && !clear_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      run_q     <= 1'b0;
      done_o    <= 1'b0;
      timeout_o <= 1'b0;
      silence_q <= '0;
    end else begin
      if (start_i && idle_o) run_q <= 1'b1;
      else if (finish || refuse || abort) run_q <= 1'b0;
      if (start_i && idle_o) done_o <= 1'b0;
      else if (finish) done_o <= 1'b1;
      if (start_i && idle_o) timeout_o <= 1'b0;
      else if (abort) timeout_o <= 1'b1;
      if (!req_valid_o || req_ready_i || abort || clear_q) silence_q <= '0;
      else silence_q <= silence_q + 1'b1;
    end
  end

  // ---- sequence and port -----------------------------------------------------------------
  logic [7:0]       d_wait;
  logic             d_valid, d_ready, d_tile_last, d_exp;
  logic [2:0]       d_kind, d_phase, phase, burst_kind;
  logic [AddrW-1:0] d_addr;
  logic [LenW-1:0]  d_len;
  logic [RowW-1:0]  d_row;
  logic [LaneW-1:0] d_rows, d_keys;
  logic [TileW-1:0] d_tile;

  ta_sequencer #(.A(A), .DMax(DMax), .NMax(NMax), .PortBits(PortBits)) u_sequencer (
      .clk_i, .clear_i(clear_q), .go_i(go), .naive_i(naive), .causal_i(causal),
      .overlap_i(overlap), .stream_i(stream), .nq_i(nq), .rows_blk_i(rows_blk), .rows_last_i(rows_last),
      .tiles_m1_i(tiles_m1), .keys_last_i(keys_last), .offset_i(offset),
      .words_full_i(words_full), .words_q_last_i(words_q_last),
      .words_k_last_i(words_k_last),
      .valid_o(d_valid), .ready_i(d_ready), .kind_o(d_kind), .addr_o(d_addr), .len_o(d_len),
      .row_o(d_row), .rows_o(d_rows), .wait_o(d_wait), .tile_o(d_tile), .keys_o(d_keys),
      .tile_last_o(d_tile_last), .exp_o(d_exp),
      .phase_o(d_phase), .done_o(seq_done)
  );

  logic              k_free, v_free, q_free, tile_done, step_done, ring_step, store_done;
  logic [RowW-1:0]   o_done, r_done, q_loaded;
  logic [RowW:0]     q_last;
  logic [A-1:0]      z_lanes, p_lanes, next_lanes;
  logic [A*16-1:0]   next_bundle;
  logic              s_valid, s_ring;
  logic [RowW-1:0]   s_row;
  logic [LaneW-1:0]  s_rows, s_keys;
  logic              q_we, k_we, v_we, k_wslot, v_wslot, k_ready, v_ready, k_loaded, v_loaded;
  logic [A*8-1:0]    chunk;
  logic [RowW-1:0]   w_row;
  logic [LineW-1:0]  w_line;
  logic [ChunkW-1:0] w_chunk;
  logic              z_valid, pin_valid, z_first, z_last, z_end, z_exp;
  logic [A*16-1:0]   bundle;
  logic [LaneW-1:0]  z_keys;
  logic [TileW-1:0]  z_tile;
  logic [BytesW-1:0] rbytes;

  ta_dma #(.A(A), .DMax(DMax), .NMax(NMax), .PortBits(PortBits)) u_dma (
      .clk_i, .clear_i(clear_q), .overlap_i(overlap), .chunks_m1_i(chunks_m1), .nq_i(nq),
      .d_valid_i(d_valid), .d_ready_o(d_ready), .d_kind_i(d_kind), .d_addr_i(d_addr),
      .d_len_i(d_len), .d_row_i(d_row), .d_rows_i(d_rows), .d_wait_i(d_wait), .d_tile_i(d_tile),
      .d_keys_i(d_keys), .d_tile_last_i(d_tile_last), .d_exp_i(d_exp),
      .d_phase_i(d_phase),
      .req_valid_o, .req_ready_i, .req_write_o, .req_addr_o, .req_len_o, .rvalid_i, .rdata_i,
      .k_free_i(k_free), .v_free_i(v_free), .q_free_i(q_free), .tile_done_i(tile_done),
      .ring_step_i(ring_step), .o_done_i(o_done), .r_done_i(r_done),
      .store_done_i(store_done),
      .s_valid_o(s_valid), .s_ring_o(s_ring), .s_row_o(s_row), .s_rows_o(s_rows),
      .s_keys_o(s_keys),
      .q_we_o(q_we), .k_we_o(k_we), .v_we_o(v_we), .chunk_o(chunk), .w_row_o(w_row),
      .w_line_o(w_line), .w_chunk_o(w_chunk), .k_slot_o(k_wslot), .v_slot_o(v_wslot),
      .q_loaded_o(q_loaded), .q_last_o(q_last), .k_ready_o(k_ready), .v_ready_o(v_ready),
      .k_loaded_o(k_loaded), .v_loaded_o(v_loaded),
      .z_valid_o(z_valid), .p_valid_o(pin_valid), .bundle_o(bundle), .z_first_o(z_first),
      .z_last_o(z_last), .z_end_o(z_end), .z_exp_o(z_exp), .z_keys_o(z_keys), .z_lanes_o(z_lanes),
      .p_lanes_o(p_lanes), .next_bundle_o(next_bundle), .next_lanes_o(next_lanes), .z_tile_o(z_tile), .rbytes_o(rbytes), .busy_o(dma_busy), .phase_o(phase),
      .kind_o(burst_kind)
  );

  // ---- feeds -----------------------------------------------------------------------------
  logic              load1, enter1, swap1, cfirst1, clast1, tfirst1, rlast1, tlast1, pend1;
  logic              slot1, pending1, loaded1, done1, place1, drained1, tend1;
  logic [LineW-1:0]  line1;
  logic [ChunkW-1:0] lchunk1, chunk1;
  logic [RowW-1:0]   row1, frow1;
  logic [TileW-1:0]  tile1;
  logic [LaneW-1:0]  keys1;
  logic [PosW-1:0]   seen1;
  logic              load2, enter2, swap2, cfirst2, clast2, tfirst2, rlast2, tlast2, pend2;
  logic              slot2, pending2, loaded2, done2, drained2, tend2, row_ready2;
  logic [LineW-1:0]  line2;
  logic [ChunkW-1:0] lchunk2, chunk2;
  logic [RowW-1:0]   row2, frow2;
  logic [TileW-1:0]  tile2;
  logic [LaneW-1:0]  keys2;
  logic [PosW-1:0]   seen2;
  logic              b2_free;
  logic              q_there, v_there_unused;
  logic [RowW-1:0]   nrow1, nrow2;
  logic [ChunkW-1:0] nchunk1, nchunk2;
  logic [TileW-1:0]  ntile1, ntile2;

  // Steps between MM1's last chunk and MM2's end, and steps under way behind each feed.
  logic [3:0]        ring_steps_q;
  logic [4:0]        open1_q, open2_q;
  logic              step_out1, step_in1, step_in2, none1_q, none2_q, one1_q, one2_q, ring_in1, ring_out2;
  logic              out1, begin2_unused;
  assign place1    = !ring_steps_q[3];
  assign drained1  = none1_q;
  assign drained2  = none2_q;

  ta_feed #(.A(A), .DMax(DMax), .NMax(NMax)) u_feed1 (
      .clk_i, .clear_i(clear_q), .init_i(go), .causal_i(causal), .stream_i(stream), .nq_i(nq),
      .rows_blk_i(rows_blk), .tiles_m1_i(tiles_m1), .keys_last_i(keys_last),
      .chunks_m1_i(chunks_m1), .offset_i(offset), .diag_i(diag),
      .tile_ready_i(k_ready), .row_last_there_i(q_last), .row_ready_i(1'b1),
      .place_i(place1 || ring_out2),
      .drained_i(drained1 || (step_out1 && one1_q)),
      .load_o(load1), .line_o(line1), .load_chunk_o(lchunk1), .slot_o(slot1),
      .tile_free_o(k_free), .enter_o(enter1), .swap_o(swap1),
      .begin_first_o(step_in1), .begin_last_o(ring_in1), .row_o(row1),
      .first_row_o(frow1), .chunk_o(chunk1), .chunk_first_o(cfirst1), .chunk_last_o(clast1),
      .tile_o(tile1), .tile_first_o(tfirst1), .row_last_o(rlast1), .tile_last_o(tlast1),
      .pass_end_o(pend1), .out_o(out1), .tile_end_o(tend1), .keys_o(keys1), .seen_o(seen1),
      .block_free_o(q_free), .pending_o(pending1), .loaded_o(loaded1), .there_o(q_there),
      .next_row_o(nrow1),
      .next_chunk_o(nchunk1), .next_tile_o(ntile1), .done_o(done1)
  );
  ta_feed #(.A(A), .DMax(DMax), .NMax(NMax)) u_feed2 (
      .clk_i, .clear_i(clear_q), .init_i(go), .causal_i(causal), .stream_i(stream), .nq_i(nq),
      .rows_blk_i(rows_blk), .tiles_m1_i(tiles_m1), .keys_last_i(keys_last),
      .chunks_m1_i(chunks_m1), .offset_i(offset), .diag_i(diag),
      .tile_ready_i(v_ready), .row_last_there_i({1'b0, {RowW{1'b1}}}), .row_ready_i(row_ready2),
      .place_i(1'b1), .drained_i(drained2 || (step_done && one2_q)),
      .load_o(load2), .line_o(line2), .load_chunk_o(lchunk2), .slot_o(slot2),
      .tile_free_o(v_free), .enter_o(enter2), .swap_o(swap2),
      .begin_first_o(step_in2), .begin_last_o(begin2_unused), .row_o(row2),
      .first_row_o(frow2), .chunk_o(chunk2), .chunk_first_o(cfirst2), .chunk_last_o(clast2),
      .tile_o(tile2), .tile_first_o(tfirst2), .row_last_o(rlast2), .tile_last_o(tlast2),
      .pass_end_o(pend2), .out_o(ring_out2), .tile_end_o(tend2), .keys_o(keys2), .seen_o(seen2),
      .block_free_o(b2_free), .pending_o(pending2), .loaded_o(loaded2), .there_o(v_there_unused),
      .next_row_o(nrow2),
      .next_chunk_o(nchunk2), .next_tile_o(ntile2), .done_o(done2)
  );

  // ---- operand buffers ---------------------------------------------------------------------
  localparam int QRows = 16 * A < NMax ? 16 * A : (1 << IdxW);
  localparam int QRowW = $clog2(QRows);
  localparam int QAddrW = QRowW + ChunkBits;
  localparam int TAddrW = 1 + LineW + ChunkBits;

  function automatic logic [QAddrW-1:0] q_addr(input logic [RowW-1:0] row,
                                               input logic [ChunkW-1:0] c);
    q_addr = QAddrW'({row[QRowW-1:0], c} >> (ChunkW - ChunkBits));
  endfunction
  function automatic logic [TAddrW-1:0] t_addr(input logic slot, input logic [LineW-1:0] line,
                                               input logic [ChunkW-1:0] c);
    t_addr = TAddrW'({slot, line, c} >> (ChunkW - ChunkBits));
  endfunction

  logic [A*8-1:0] q_data, k_data, v_data;
  ta_ram #(.Width(A * 8), .Depth(1 << QAddrW)) u_q (
      .clk_i, .we_i(q_we), .waddr_i(q_addr(w_row, w_chunk)), .wdata_i(chunk), .ren_i(1'b1),
      .raddr_i(q_addr(row1, chunk1)), .rdata_o(q_data)
  );
  ta_ram #(.Width(A * 8), .Depth(1 << TAddrW)) u_k (
      .clk_i, .we_i(k_we), .waddr_i(t_addr(k_wslot, w_line, w_chunk)), .wdata_i(chunk),
      .ren_i(1'b1), .raddr_i(t_addr(slot1, line1, lchunk1)), .rdata_o(k_data)
  );
  ta_ram #(.Width(A * 8), .Depth(1 << TAddrW)) u_v (
      .clk_i, .we_i(v_we), .waddr_i(t_addr(v_wslot, w_line, w_chunk)), .wdata_i(chunk),
      .ren_i(1'b1), .raddr_i(t_addr(slot2, line2, lchunk2)), .rdata_o(v_data)
  );

  // ---- MM1 ---------------------------------------------------------------------------------
  logic             x1_valid, x1_swap, w1_valid;
  logic [LineW-1:0] w1_line;
  logic [A*SumW-1:0] sum1;
  ta_delay #(.Width(3 + LineW), .Cycles(RamLat)) u_mm1_in (
      .clk_i, .d_i({enter1, enter1 && swap1, load1, line1}),
      .d_o({x1_valid, x1_swap, w1_valid, w1_line})
  );
  logic [A*A*8-1:0]    dbg_w1, dbg_x1, dbg_w2;
  logic [A*A*SumW-1:0] dbg_p1;
  logic [A*A*PW-1:0]   dbg_x2;
  logic [A*A*PvW-1:0]  dbg_p2;
  logic [A*A-1:0]      dbg_a1, dbg_a2;
  ta_mm #(.A(A), .WidthX(8), .SignedX(1), .WidthP(SumW), .LoadByColumn(1), .Debug(Debug)) u_mm1 (
      .clk_i, .x_i(q_data), .valid_i(x1_valid), .swap_i(x1_swap), .w_valid_i(w1_valid),
      .w_index_i(w1_line), .w_i(k_data), .p_o(sum1), .dbg_w_o(dbg_w1), .dbg_x_o(dbg_x1),
      .dbg_p_o(dbg_p1), .dbg_active_o(dbg_a1)
  );

  // Tags of MM1's rows: s = the chunk's sum is known (A + 4), c = added up (A + 5),
  // z = Z is known (A + 11).
  localparam int Tag1W = IdxW + 6;
  logic [Tag1W-1:0] tag1_in, tag1_z;
  logic             valid1_s, cfirst1_s, valid1_z;
  logic [RowW-1:0]  row1_r, row1_c;
  logic [A+10:0]    valid1_q;
  assign tag1_in = {clast1, tfirst1, rlast1, tlast1, pend1, enter1, row1[IdxW-1:0]};
  always_ff @(posedge clk_i) begin
    if (clear_q) valid1_q <= '0;
    else valid1_q <= {valid1_q[A+9:0], enter1};
  end
  ta_delay #(.Width(Tag1W), .Cycles(A + 11)) u_tag1 (.clk_i, .d_i(tag1_in), .d_o(tag1_z));
  assign valid1_s = valid1_q[A+3];
  assign valid1_z = valid1_q[A+10] && tag1_z[Tag1W-1];

  // Chunk sum: the scores of a row add up over the chunks of D.
  logic [A*SW-1:0] s_q;
  ta_delay #(.Width(1), .Cycles(A + 4)) u_cfirst (.clk_i, .d_i(cfirst1), .d_o(cfirst1_s));
  if (DMax > A) begin : g_chunks
    localparam int PartRows = 8 * A < NMax ? 8 * A : (1 << IdxW);
    localparam int PartW = $clog2(PartRows);
    logic [A*SW-1:0] part;
    ta_delay #(.Width(RowW), .Cycles(A + 2)) u_row_r (.clk_i, .d_i(row1), .d_o(row1_r));
    ta_delay #(.Width(RowW), .Cycles(3)) u_row_c (.clk_i, .d_i(row1_r), .d_o(row1_c));
    ta_ram #(.Width(A * SW), .Depth(PartRows)) u_part (
        .clk_i, .we_i(valid1_q[A+4]), .waddr_i(row1_c[PartW-1:0]), .wdata_i(s_q), .ren_i(1'b1),
        .raddr_i(row1_r[PartW-1:0]), .rdata_o(part)
    );
    for (genvar j = 0; j < A; j++) begin : g_key
      logic signed [SW-1:0] old, add;
      assign old = cfirst1_s ? '0 : $signed(part[SW*j+:SW]);
      assign add = SW'($signed(sum1[SumW*j+:SumW]));
      always_ff @(posedge clk_i) s_q[SW*j+:SW] <= old + add;
    end
    logic unused_row;
    assign unused_row = ^{row1_r, row1_c};
  end else begin : g_single
    assign row1_r = '0;
    assign row1_c = '0;
    always_ff @(posedge clk_i) s_q <= sum1;
    logic unused_first;
    assign unused_first = cfirst1_s ^ (^row1_r) ^ (^row1_c);
  end
  logic unused_s;
  assign unused_s = valid1_s;

  // ---- scale, mask -------------------------------------------------------------------------
  logic [A*16-1:0] z_scaled, z_next, z_flash, z_q;
  logic [A-1:0]    mask_q, mask_y, mask_z, mask_stored, mask_in;
  logic signed [PosW-1:0] seen1_q;
  logic [LaneW-1:0] keys1_q;
  for (genvar j = 0; j < A; j++) begin : g_scale
    ta_scale #(.WidthS(SW)) u_scale (
        .clk_i, .s_i(s_q[SW*j+:SW]), .scale_i(scale), .z_o(z_scaled[16*j+:16]),
        .next_o(z_next[16*j+:16])
    );
    always_ff @(posedge clk_i)
      mask_q[j] <= LaneW'(j) < keys1_q && (!causal || seen1_q >= PosW'(j));
    assign z_flash[16*j+:16] = mask_z[j] ? z_scaled[16*j+:16] : 16'h8000;
    // NAIVE reads Z back: -32768 is the mark of a masked element.
    assign mask_stored[j]     = z_lanes[j] && bundle[16*j+:16] != 16'h8000;
    // What enters the softmax: logits of this cycle, or those that come from memory.
    always_ff @(posedge clk_i) begin
      if (naive) z_q[16*j+:16] <= next_lanes[j] ? next_bundle[16*j+:16] : 16'h8000;
      else z_q[16*j+:16] <= mask_y[j] ? z_next[16*j+:16] : 16'h8000;
    end
  end
  always_ff @(posedge clk_i) begin
    seen1_q <= $signed(seen1);
    keys1_q <= keys1;
  end
  logic [LaneW-1:0] keys1_z;
  ta_delay #(.Width(LaneW), .Cycles(A + 10)) u_keys (.clk_i, .d_i(keys1_q), .d_o(keys1_z));
  ta_delay #(.Width(A), .Cycles(A + 8)) u_mask (.clk_i, .d_i(mask_q), .d_o(mask_y));
  always_ff @(posedge clk_i) mask_z <= mask_y;

  // ---- softmax -----------------------------------------------------------------------------
  logic            sm_valid, p_valid, p_ends, sm_busy, l_overflow;
  logic [A*PW-1:0] p;
  logic [15:0]     alpha, r;
  logic [4:0]      lz;
  logic [IdxW-1:0] b_row;
  logic            m_valid, l_valid;
  logic [IdxW-1:0] m_row, l_row;
  logic [15:0]     m_old, m_new, row_max;
  logic [LW-1:0]   l_new;
  logic [15:0]     raw_m;
  logic [LW-1:0]   raw_l;
  logic [1:0]      hidden_q;

  assign mask_in  = naive ? mask_stored : mask_z;
  assign sm_valid = naive ? z_valid : valid1_z;
  ta_softmax #(.A(A), .NMax(NMax), .PF(PF)) u_softmax (
      .clk_i, .clear_i(clear_q), .init_i(go), .unseen_i(unseen),
      .valid_i(sm_valid), .z_i(z_q), .mask_i(mask_in),
      .row_i(naive ? w_row[IdxW-1:0] : tag1_z[IdxW-1:0]),
      .first_i(naive ? z_first : tag1_z[Tag1W-2]),
      .last_i(naive ? z_last : tag1_z[Tag1W-3]),
      .block_last_i(naive ? z_last : tag1_z[Tag1W-4]),
      .end_i(naive ? z_end : tag1_z[Tag1W-5]),
      .max_only_i(naive && !z_exp), .keep_m_i(naive && z_exp),
      .p_valid_o(p_valid), .p_o(p), .alpha_o(alpha), .p_ends_o(p_ends),
      .r_row_i(b_row), .r_o(r), .lz_o(lz), .r_done_o(r_done),
      .host_i(idle_o), .host_row_i(state_row_i), .host_m_o(raw_m), .host_l_o(raw_l),
      .busy_o(sm_busy), .overflow_o(l_overflow),
      .dbg_m_valid_o(m_valid), .dbg_m_row_o(m_row), .dbg_m_old_o(m_old), .dbg_m_new_o(m_new),
      .dbg_row_max_o(row_max), .dbg_l_valid_o(l_valid), .dbg_l_row_o(l_row), .dbg_l_o(l_new)
  );

  // A row that met no tile has no entry of its own.
  always_ff @(posedge clk_i) hidden_q <= {hidden_q[0], RowW'(state_row_i) < unseen};
  assign state_m_o = hidden_q[1] ? 16'h8000 : raw_m;
  assign state_l_o = hidden_q[1] ? '0 : raw_l;

  // ---- ring: row bundles between the arrays (alpha and P), or on their way to memory (A values
  // of 16 bits: Z, P of NAIVE) ------------------------------------------------------------------
  localparam int RingW = A * 16 > A * PW + 16 ? A * 16 : A * PW + 16;
  localparam int RingRows = 8 * ta_pkg::RING_STEPS * A;
  localparam int RingAddrW = $clog2(RingRows);
  logic [RingAddrW-1:0] ring_w_q, ring_r_q, ring_base_q;
  logic                 ring_left_q;        // the step before has left the ring
  logic [RingW-1:0]     ring_in, ring_out;
  logic                 ring_we, zr_valid_q, zr_end_q, ring_next;
  logic [A*16-1:0]      zr_q, p_stored, p_kept;
  logic [A*PW-1:0]      p_loaded;
  logic [RingAddrW:0]   p_count_q;          // rows in the ring that MM2 has not met
  logic                 p_some_q, p_in, p_out;

  always_ff @(posedge clk_i) begin
    zr_valid_q <= valid1_z && naive && !clear_q;
    zr_end_q   <= tag1_z[Tag1W-5];
    zr_q       <= valid1_z && naive && !clear_q ? z_flash : '0;
    // NAIVE: the last row of a tile of Z, of P, is written in the next cycle.
    ring_step  <= naive && !clear_q && ((valid1_z && tag1_z[Tag1W-5]) || p_ends);
  end
  for (genvar j = 0; j < A; j++) begin : g_ring
    assign p_loaded[PW*j+:PW] = bundle[16*j+:PW] & {PW{p_lanes[j]}};
    assign p_stored[16*j+:16]    = 16'(p[PW*j+:PW]);
  end
  assign p_kept = p_stored & {A*16{p_valid}};
  always_comb begin
    // Sources that have nothing are 0.
    ring_in = RingW'(zr_q) | RingW'({pin_valid, 15'd0, p_loaded}) |
              (naive ? RingW'(p_kept) : RingW'({alpha, p}));
  end
  assign ring_we   = p_valid || zr_valid_q || pin_valid;
  ta_ram #(.Width(RingW), .Depth(RingRows)) u_ring (
      .clk_i, .we_i(ring_we), .waddr_i(ring_w_q), .wdata_i(ring_in), .ren_i(1'b1),
      .raddr_i(ring_r_q), .rdata_o(ring_out)
  );
  always_ff @(posedge clk_i) begin
    if (clear_q) begin
      ring_w_q    <= '0;
      ring_r_q    <= '0;
      ring_base_q <= '0;
      ring_left_q <= 1'b0;
      p_count_q   <= '0;
      p_some_q    <= 1'b0;
    end else begin
      if (ring_we) ring_w_q <= ring_w_q + 1'b1;
      if (ring_next || enter2)
        ring_r_q <= pend2 && !clast2 && !ring_next ? ring_base_q : ring_r_q + 1'b1;
      // A step's first row; a pass returns to it no sooner than two cycles later.
      ring_left_q <= ring_next || ring_out2;
      if (ring_left_q) ring_base_q <= ring_r_q;
      if (p_in != p_out) begin
        p_count_q <= p_in ? p_count_q + 1'b1 : p_count_q - 1'b1;
        p_some_q  <= p_in || p_count_q != (RingAddrW + 1)'(1);
      end
    end
  end
  assign p_in       = (p_valid && !naive) || pin_valid;
  assign p_out      = enter2 && cfirst2;
  assign row_ready2 = !cfirst2 || p_some_q;

  assign step_out1 = naive ? zr_valid_q && zr_end_q : step_done;
  always_ff @(posedge clk_i) begin
    if (clear_q) begin
      ring_steps_q <= '0;
      open1_q      <= '0;
      open2_q      <= '0;
      none1_q      <= 1'b1;
      none2_q      <= 1'b1;
      one1_q       <= 1'b0;
      one2_q       <= 1'b0;
    end else begin
      if (!naive && ring_in1 != ring_out2)
        ring_steps_q <= ring_in1 ? ring_steps_q + 1'b1 : ring_steps_q - 1'b1;
      if (step_in1 != step_out1) begin
        open1_q <= step_out1 ? open1_q - 1'b1 : open1_q + 1'b1;
        none1_q <= step_out1 && one1_q;
        one1_q  <= step_out1 ? open1_q == 5'd2 : none1_q;
      end
      if (step_in2 != step_done) begin
        open2_q <= step_done ? open2_q - 1'b1 : open2_q + 1'b1;
        none2_q <= step_done && one2_q;
        one2_q  <= step_done ? open2_q == 5'd2 : none2_q;
      end
    end
  end

  // ---- MM2, accumulator --------------------------------------------------------------------
  logic              x2_valid, x2_swap, w2_valid;
  logic [LineW-1:0]  w2_line;
  logic [A*PvW-1:0]  pv;
  ta_delay #(.Width(3 + LineW), .Cycles(RamLat)) u_mm2_in (
      .clk_i, .d_i({enter2, enter2 && swap2, load2, line2}),
      .d_o({x2_valid, x2_swap, w2_valid, w2_line})
  );
  ta_mm #(.A(A), .WidthX(PW), .SignedX(0), .WidthP(PvW), .LoadByColumn(0), .Debug(Debug)) u_mm2 (
      .clk_i, .x_i(ring_out[A*PW-1:0]), .valid_i(x2_valid), .swap_i(x2_swap),
      .w_valid_i(w2_valid), .w_index_i(w2_line), .w_i(v_data), .p_o(pv), .dbg_w_o(dbg_w2),
      .dbg_x_o(dbg_x2), .dbg_p_o(dbg_p2), .dbg_active_o(dbg_a2)
  );

  logic              acc_busy, o_overflow, o_valid, o_final;
  logic [A*OW-1:0]   b_data, o_new;
  logic [ChunkW-1:0] b_chunk, o_chunk;
  logic [IdxW-1:0]   o_row;
  ta_accumulate #(.A(A), .DMax(DMax), .NMax(NMax), .PF(PF)) u_accumulate (
      .clk_i, .clear_i(clear_q), .init_i(go), .unseen_i(unseen),
      .valid_i(enter2), .row_i(row2[IdxW-1:0]), .chunk_i(chunk2), .first_i(tfirst2),
      .last_i(rlast2), .block_last_i(tlast2 && clast2), .step_end_i(ring_out2),
      .tile_end_i(tend2), .alpha_i(ring_out[A*PW+:16]), .pv_i(pv),
      .b_row_i(b_row), .b_chunk_i(b_chunk), .b_o(b_data),
      .step_done_o(step_done), .tile_done_o(tile_done), .o_done_o(o_done), .busy_o(acc_busy),
      .overflow_o(o_overflow), .o_valid_o(o_valid), .o_row_o(o_row), .o_chunk_o(o_chunk),
      .o_final_o(o_final), .o_o(o_new)
  );
  assign overflow_o = l_overflow || o_overflow;

  // ---- normalizer, store -------------------------------------------------------------------
  logic store_read, o_word, store_busy;
  ta_store #(.A(A), .DMax(DMax), .NMax(NMax), .PortBits(PortBits)) u_store (
      .clk_i, .clear_i(clear_q), .chunks_m1_i(chunks_m1), .unseen_i(unseen),
      .s_valid_i(s_valid), .s_ring_i(s_ring), .s_row_i(s_row), .s_rows_i(s_rows),
      .s_keys_i(s_keys), .b_row_o(b_row), .b_chunk_o(b_chunk), .b_i(b_data), .r_i(r),
      .lz_i(lz), .ring_next_o(ring_next), .ring_i(ring_out[A*16-1:0]),
      .wvalid_o, .wready_i, .wdata_o, .wstrb_o, .done_o(store_done), .read_o(store_read),
      .o_word_o(o_word), .busy_o(store_busy)
  );

  // ---- ledger --------------------------------------------------------------------------------
  logic       over1, over2, computed, wait_q1, wait_kv1, wait_sm1, wait_kv2, wait_sm2;
  logic [2:0] cause1, cause2;
  // In a run's first cycle the feeds still show the end of the run before.
  assign over1    = done1 && !clear_q;
  assign over2    = done2 && !clear_q;
  assign computed = over1 && over2 && drained1 && drained2;
  assign wait_q1  = pending1 && !q_there;
  assign wait_kv1 = pending1 && !loaded1 && !k_ready;
  assign wait_sm1 = pending1 && nchunk1 == chunks_m1 && !place1;
  assign wait_kv2 = pending2 && !loaded2 && !v_ready;
  assign wait_sm2 = pending2 && nchunk2 == '0 && !p_some_q;
  // What holds, in the order in which it is charged; the counters take it a cycle later.
  logic [5:0] holds1, holds2, holds1_q, holds2_q;
  logic       run_late_q;
  assign holds1 = {!over1 || !drained1, wait_sm1, wait_kv1, wait_q1, computed, enter1};
  assign holds2 = {!over2 || !drained2, wait_sm2, wait_kv2, 1'b0, computed, enter2};
  function automatic logic [2:0] first_of(input logic [5:0] holds);
    first_of = ta_spec_pkg::STALL_IDLE;
    if (holds[0]) first_of = ta_spec_pkg::STALL_COMPUTE;
    else if (holds[1]) first_of = ta_spec_pkg::STALL_WAIT_STORE;
    else if (holds[2]) first_of = ta_spec_pkg::STALL_WAIT_Q;
    else if (holds[3]) first_of = ta_spec_pkg::STALL_WAIT_KV;
    else if (holds[4]) first_of = ta_spec_pkg::STALL_WAIT_SOFTMAX;
    else if (holds[5]) first_of = ta_spec_pkg::STALL_FILL;
  endfunction
  assign cause1 = first_of(holds1_q);
  assign cause2 = first_of(holds2_q);
  always_ff @(posedge clk_i) begin
    holds1_q   <= holds1;
    holds2_q   <= holds2;
    run_late_q <= run_q;
  end

  // ---- counters ------------------------------------------------------------------------------
  logic              word_moved;
  logic [BytesW-1:0] wbytes;
  logic [4:0]        sram_rd;
  logic [2:0]        sram_wr;
  logic              group_start, group_unseen;
  assign word_moved = rvalid_i || (wvalid_o && wready_i);
  always_comb begin
    wbytes = '0;
    for (int i = 0; i < PortBits / 8; i++) wbytes = wbytes + BytesW'(wstrb_o[i]);
    if (!(wvalid_o && wready_i)) wbytes = '0;
    sram_rd = {enter1, load1, load2, enter2 || ring_next, store_read};
    sram_wr = {q_we || k_we || v_we, ring_we, o_valid && o_final};
  end
  // A pair of row group and tile begins with the group's first row, in the first chunk.
  assign group_start = enter1 && cfirst1 && row1[LineW-1:0] == '0;
  // Skipped: the tiles behind a group's last one; all of them for a group that sees none.
  assign group_unseen = q_we && w_chunk == '0 && w_row[LineW-1:0] == '0 && w_row < unseen;

  logic [31:0]     n_cycles, n_read, n_write, n_sram_rd, n_sram_wr, n_mm1, n_mm2, n_exp2, n_tiles;
  logic [31:0]     n_skipped, n_kv, n_b1, n_bs, n_b2, n_bd;
  logic [7*32-1:0] n_stalls1, n_stalls2;
  ta_counters #(.A(A), .NMax(NMax), .PortBits(PortBits)) u_counters (
      .clk_i, .clear_i(zero_q), .run_i(run_q), .run_late_i(run_late_q), .flash_i(!naive),
      .rbytes_i(rvalid_i ? rbytes : '0), .wbytes_i(wbytes), .dma_i(word_moved),
      .sram_rd_i(sram_rd), .sram_wr_i(sram_wr), .mm1_i(enter1), .mm1_keys_i(keys1),
      .mm2_i(enter2), .mm2_keys_i(keys2), .softmax_i(sm_valid),
      .exp_i(sm_valid && !(naive && !z_exp)), .exp_keys_i(naive ? z_keys : keys1_z),
      .kv_load_i(k_loaded), .tile_i(group_start), .last_i(rlast1), .tile_index_i(tile1),
      .unseen_i(group_unseen), .tiles_m1_i(tiles_m1),
      .cause1_i(cause1), .cause2_i(cause2),
      .cycles_o(n_cycles), .hbm_read_bytes_o(n_read), .hbm_write_bytes_o(n_write),
      .sram_rd_o(n_sram_rd), .sram_wr_o(n_sram_wr), .mm1_macs_o(n_mm1), .mm2_macs_o(n_mm2),
      .exp2_ops_o(n_exp2), .tiles_o(n_tiles), .tiles_skipped_o(n_skipped), .kv_loads_o(n_kv), .busy_mm1_o(n_b1),
      .busy_softmax_o(n_bs), .busy_mm2_o(n_b2), .busy_dma_o(n_bd), .stalls1_o(n_stalls1),
      .stalls2_o(n_stalls2)
  );
  assign counters_o = {n_stalls2, n_stalls1, n_bd, n_b2, n_bs, n_b1, n_kv, n_skipped, n_tiles,
                       n_exp2, n_mm2, n_mm1, n_sram_wr, n_sram_rd, n_write, n_read, n_cycles};

  // ---- state record --------------------------------------------------------------------------
  // Registers here follow a value of the engine to the stage whose group of the record shows
  // it, and feed nothing else.
  if (Debug != 0) begin : g_debug
    localparam int RowMax = ta_pkg::row_max_latency(A);
    localparam int ChunkWords2 = A * 16 / PortBits;    // words of a chunk of O, a row of Z or P
    localparam int FillW = RingAddrW + 1;
    genvar g;

    // Row -> block: rows_blk is a power of two.
    function automatic logic [TileW-1:0] block_of(input logic [IdxW-1:0] row,
                                                  input logic [RowW-1:0] per_block);
      block_of = '0;
      for (int i = 0; i < RowW; i++) if (per_block[i]) block_of = TileW'(row >> i);
    endfunction

    // MM1: entry 2 cycles after the feed, chunk sums A + 5, logits A + 11.
    logic [TileW-1:0]  x1_tile, sum_tile, z1_tile;
    logic [IdxW-1:0]   x1_row, sum_row;
    logic [ChunkW-1:0] x1_chunk, sum_chunk;
    logic              sum_last, w1_slot, w2_slot;
    ta_delay #(.Width(TileW + IdxW + ChunkW), .Cycles(RamLat)) u_x1 (
        .clk_i, .d_i({tile1, row1[IdxW-1:0], chunk1}), .d_o({x1_tile, x1_row, x1_chunk})
    );
    ta_delay #(.Width(TileW + IdxW + ChunkW + 1), .Cycles(A + 5)) u_s (
        .clk_i, .d_i({tile1, row1[IdxW-1:0], chunk1, clast1}),
        .d_o({sum_tile, sum_row, sum_chunk, sum_last})
    );
    ta_delay #(.Width(TileW), .Cycles(A + 11)) u_z1 (.clk_i, .d_i(tile1), .d_o(z1_tile));
    ta_delay #(.Width(2), .Cycles(RamLat)) u_slot (
        .clk_i, .d_i({slot1, slot2}), .d_o({w1_slot, w2_slot})
    );

    // Softmax: m RowMax + 2 after the logits, P RowMax + 8, l log2(A) + 1 later.
    logic              z_stored_in;
    logic [TileW-1:0]  zs_tile, m_tile, p_tile, l_tile;
    logic [IdxW-1:0]   zs_row, p_row;
    assign z_stored_in = naive && z_valid;
    assign zs_tile     = z_stored_in ? z_tile : z1_tile;
    assign zs_row      = z_stored_in ? w_row[IdxW-1:0] : tag1_z[IdxW-1:0];
    ta_delay #(.Width(TileW), .Cycles(RowMax + 2)) u_m (.clk_i, .d_i(zs_tile), .d_o(m_tile));
    ta_delay #(.Width(TileW + IdxW), .Cycles(6)) u_p (
        .clk_i, .d_i({m_tile, m_row}), .d_o({p_tile, p_row})
    );
    ta_delay #(.Width(TileW), .Cycles(LineW + 1)) u_l (.clk_i, .d_i(p_tile), .d_o(l_tile));

    // MM2: entry 2 cycles after the feed, accumulators A + 5.  Normalizer: 2 after the read.
    logic [TileW-1:0]  x2_tile, o_tile;
    logic [IdxW-1:0]   x2_row, n_row;
    logic [ChunkW-1:0] x2_chunk, n_chunk;
    logic              n_valid;
    ta_delay #(.Width(TileW + IdxW + ChunkW), .Cycles(RamLat)) u_x2 (
        .clk_i, .d_i({tile2, row2[IdxW-1:0], chunk2}), .d_o({x2_tile, x2_row, x2_chunk})
    );
    ta_delay #(.Width(TileW), .Cycles(A + 5)) u_o (.clk_i, .d_i(tile2), .d_o(o_tile));
    ta_delay #(.Width(1 + IdxW + ChunkW), .Cycles(RamLat)) u_norm (
        .clk_i, .d_i({store_read, b_row, b_chunk}), .d_o({n_valid, n_row, n_chunk})
    );

    // Port: the bursts requested, in order; words counted along the burst at the head.
    logic              req_valid_q, req_new, rb_valid, wb_valid, wb_ring;
    logic              rb_last, wb_last, wr_fire, unused_rb, unused_wb;
    logic [RowW-1:0]   wb_row;
    logic [AddrW-1:0]  rb_addr, wb_addr;
    logic [LenW-1:0]   rb_len, wb_len, rb_word_q, wb_word_q, wr_sub_q;
    logic [ChunkW-1:0] wr_chunk_q;
    logic [LaneW-1:0]  wr_row_q;
    logic              wr_sub_last, wr_chunk_last;
    logic [IdxW-1:0]   wr_row;
    assign req_new       = req_valid_o && !req_valid_q;
    assign wr_fire       = wvalid_o && wready_i;
    assign rb_last       = rvalid_i && rb_word_q == rb_len - 1'b1;
    assign wb_last       = wr_fire && wb_word_q == wb_len - 1'b1;
    assign wr_sub_last   = wr_sub_q == LenW'(ChunkWords2 - 1);
    assign wr_chunk_last = wb_ring || wr_chunk_q == chunks_m1;
    assign wr_row        = IdxW'(wb_row + RowW'(wr_row_q));
    ta_fifo #(.Width(AddrW + LenW), .Depth(ta_pkg::BURSTS)) u_reads (
        .clk_i, .clear_i(clear_q), .valid_i(req_new && !req_write_o), .ready_o(unused_rb),
        .data_i({req_addr_o, req_len_o}), .valid_o(rb_valid), .ready_i(rb_last),
        .data_o({rb_addr, rb_len})
    );
    ta_fifo #(.Width(AddrW + LenW + RowW + 1), .Depth(ta_pkg::BURSTS)) u_writes (
        .clk_i, .clear_i(clear_q), .valid_i(req_new && req_write_o), .ready_o(unused_wb),
        .data_i({req_addr_o, req_len_o, s_row, s_ring}), .valid_o(wb_valid),
        .ready_i(wb_last), .data_o({wb_addr, wb_len, wb_row, wb_ring})
    );
    always_ff @(posedge clk_i) begin
      req_valid_q <= req_valid_o && !req_ready_i && !clear_q;
      if (clear_q) begin
        rb_word_q  <= '0;
        wb_word_q  <= '0;
        wr_sub_q   <= '0;
        wr_chunk_q <= '0;
        wr_row_q   <= '0;
      end else begin
        if (rvalid_i) rb_word_q <= rb_last ? '0 : rb_word_q + 1'b1;
        if (wr_fire) begin
          wb_word_q <= wb_last ? '0 : wb_word_q + 1'b1;
          wr_sub_q  <= wr_sub_last ? '0 : wr_sub_q + 1'b1;
          if (wr_sub_last) wr_chunk_q <= wr_chunk_last ? '0 : wr_chunk_q + 1'b1;
          if (wr_sub_last && wr_chunk_last) wr_row_q <= wb_last ? '0 : wr_row_q + 1'b1;
        end
      end
    end

    // Buffers (spec/buffers.def): Q, K0, K1, V0, V1, ring, O.
    logic [7*FillW-1:0]  tags, fills;
    logic [6:0]          buf_rd, buf_wr;
    logic [RowW-1:0]     q_freed_q, stored_q, q_kept, o_kept;
    logic [TileW-1:0]    q_tag_q;
    logic [RingAddrW:0]  ring_fill, ring_fill_q;
    logic [RingAddrW-1:0] ring_w_q2, ring_base_q2;
    logic [RowW-1:0]     o_done_q;                     // o_done_q: rows complete in the next cycle
    logic                line_first, live_q;           // live: o_done_q is of this run
    assign line_first = w_line == '0 && w_chunk == '0;
    assign ring_fill  = ring_fill_q + {1'b0, RingAddrW'(ring_w_q - ring_w_q2)} -
                        {1'b0, RingAddrW'(ring_base_q - ring_base_q2)};
    always_ff @(posedge clk_i) begin
      o_done_q <= go ? unseen : o_done;
      live_q <= !clear_q && (live_q || go);
      if (clear_q) begin
        q_freed_q    <= '0;
        stored_q     <= '0;
        q_tag_q      <= '0;
        ring_fill_q  <= '0;
        ring_w_q2    <= '0;
        ring_base_q2 <= '0;
      end else begin
        if (q_free) q_freed_q <= nq - q_freed_q > rows_blk ? q_freed_q + rows_blk : nq;
        if (q_we) q_tag_q <= block_of(w_row[IdxW-1:0], rows_blk);
        if (wb_last && !wb_ring) stored_q <= RowW'(wr_row) + 1'b1;
        ring_fill_q  <= ring_fill;
        ring_w_q2    <= ring_w_q;
        ring_base_q2 <= ring_base_q;
      end
    end
    for (g = 0; g < 2; g++) begin : g_slot
      logic [TileW-1:0] k_tag_q, v_tag_q;
      logic [FillW-1:0] k_fill_q, v_fill_q;
      logic             k_here, v_here, k_left, v_left;
      assign k_here = k_we && k_wslot == (g != 0);
      assign v_here = v_we && v_wslot == (g != 0);
      assign k_left = k_free && slot1 == (g != 0);
      assign v_left = v_free && slot2 == (g != 0);
      always_ff @(posedge clk_i) begin
        if (clear_q) begin
          k_tag_q  <= '0;
          v_tag_q  <= '0;
          k_fill_q <= '0;
          v_fill_q <= '0;
        end else begin
          if (k_here) k_tag_q <= z_tile;
          if (v_here) v_tag_q <= z_tile;
          if (k_here) k_fill_q <= line_first ? FillW'(1) : k_fill_q + 1'b1;
          else if (k_left) k_fill_q <= '0;
          if (v_here) v_fill_q <= line_first ? FillW'(1) : v_fill_q + 1'b1;
          else if (v_left) v_fill_q <= '0;
        end
      end
      assign tags[FillW*(1+g)+:FillW]  = FillW'(k_tag_q);
      assign tags[FillW*(3+g)+:FillW]  = FillW'(v_tag_q);
      assign fills[FillW*(1+g)+:FillW] = k_fill_q;
      assign fills[FillW*(3+g)+:FillW] = v_fill_q;
      assign buf_rd[1+g] = load1 && slot1 == (g != 0);
      assign buf_rd[3+g] = load2 && slot2 == (g != 0);
      assign buf_wr[1+g] = k_here;
      assign buf_wr[3+g] = v_here;
    end
    assign tags[0+:FillW]        = FillW'(q_tag_q);
    assign tags[FillW*5+:FillW]  = FillW'(ring_r_q);
    assign tags[FillW*6+:FillW]  = FillW'(o_done_q);
    assign q_kept = q_loaded > q_freed_q ? q_loaded - q_freed_q : '0;
    assign o_kept = live_q && o_done_q > stored_q ? o_done_q - stored_q : '0;
    assign fills[0+:FillW]       = FillW'(q_kept);
    assign fills[FillW*5+:FillW] = ring_fill;
    assign fills[FillW*6+:FillW] = FillW'(o_kept);
    assign {buf_rd[6], buf_rd[5], buf_rd[0]} = {store_read, enter2 || ring_next, enter1};
    assign {buf_wr[6], buf_wr[5], buf_wr[0]} = {o_valid && o_final, ring_we, q_we};

    // Units (spec/units.def): DMA read, DMA write, MM1, MM2, store.
    logic [2:0] st_read, st_write, st_mm1, st_mm2, st_store;
    always_comb begin
      st_read  = ta_spec_pkg::UNIT_IDLE;
      st_write = ta_spec_pkg::UNIT_IDLE;
      st_mm1   = ta_spec_pkg::UNIT_IDLE;
      st_mm2   = ta_spec_pkg::UNIT_IDLE;
      st_store = ta_spec_pkg::UNIT_IDLE;
      if (rvalid_i) st_read = ta_spec_pkg::UNIT_RUN;
      else if (rb_valid) st_read = ta_spec_pkg::UNIT_WAIT;
      if (wr_fire) st_write = ta_spec_pkg::UNIT_RUN;
      else if (wb_valid) st_write = ta_spec_pkg::UNIT_WAIT;
      if (enter1) st_mm1 = ta_spec_pkg::UNIT_RUN;
      else if (load1) st_mm1 = ta_spec_pkg::UNIT_LOAD;
      else if (pending1) st_mm1 = ta_spec_pkg::UNIT_WAIT;
      else if (!drained1) st_mm1 = ta_spec_pkg::UNIT_DRAIN;
      if (enter2) st_mm2 = ta_spec_pkg::UNIT_RUN;
      else if (load2) st_mm2 = ta_spec_pkg::UNIT_LOAD;
      else if (pending2) st_mm2 = ta_spec_pkg::UNIT_WAIT;
      else if (!drained2) st_mm2 = ta_spec_pkg::UNIT_DRAIN;
      if (store_read || ring_next) st_store = ta_spec_pkg::UNIT_RUN;
      else if (store_busy) st_store = ta_spec_pkg::UNIT_DRAIN;
    end

    logic [PortBits/16-1:0] strobes;
    for (g = 0; g < PortBits / 16; g++) begin : g_strobe
      assign strobes[g] = wstrb_o[2*g];
    end

    ta_debug #(.A(A), .DMax(DMax), .NMax(NMax), .PF(PF), .PortBits(PortBits)) u_debug (
        .run_busy_i(run_q), .run_done_i(done_o), .run_error_i(error_o),
        .run_error_code_i(error_code_o), .run_timeout_i(timeout_o), .run_overflow_i(overflow_o),
        .run_phase_i(phase), .run_chunks_m1_i(chunks_m1), .run_rows_block_i(rows_blk),
        .req_valid_i(req_valid_o), .req_ready_i, .req_write_i(req_write_o),
        .req_address_i(req_addr_o), .req_length_i(req_len_o),
        .rd_valid_i(rvalid_i), .rd_kind_i(burst_kind), .rd_address_i(rb_addr + AddrW'(rb_word_q)),
        .rd_bytes_i(rbytes), .rd_word_i(rdata_i),
        .wr_valid_i(wvalid_o), .wr_ready_i(wready_i),
        .wr_kind_i(wb_ring ? ta_spec_pkg::BURST_RING : ta_spec_pkg::BURST_O),
        .wr_address_i(wb_addr + AddrW'(wb_word_q)), .wr_block_i(block_of(wr_row, rows_blk)),
        .wr_row_i(wr_row), .wr_chunk_i(wr_chunk_q), .wr_strobe_i(strobes), .wr_word_i(wdata_o),
        .load_valid_i(q_we || k_we || v_we || z_valid || pin_valid),
        .load_kind_i(k_we ? ta_spec_pkg::BURST_K : v_we ? ta_spec_pkg::BURST_V :
                     z_valid ? ta_spec_pkg::BURST_Z : pin_valid ? ta_spec_pkg::BURST_P :
                     ta_spec_pkg::BURST_Q),
        .load_block_i(block_of(w_row[IdxW-1:0], rows_blk)), .load_tile_i(z_tile),
        .load_row_i(w_row[IdxW-1:0]), .load_line_i(w_line), .load_chunk_i(w_chunk),
        .load_slot_i(v_we ? v_wslot : k_wslot), .load_chunk_data_i(chunk),
        .load_bundle_i(bundle),
        .w1_valid_i(w1_valid), .w1_line_i(w1_line), .w1_slot_i(w1_slot), .w1_weight_i(k_data),
        .mm1_valid_i(x1_valid), .mm1_swap_i(x1_swap), .mm1_block_i(block_of(x1_row, rows_blk)),
        .mm1_tile_i(x1_tile), .mm1_row_i(x1_row), .mm1_chunk_i(x1_chunk), .mm1_q_i(q_data),
        .mm1_weight_i(dbg_w1), .mm1_operand_i(dbg_x1), .mm1_psum_i(dbg_p1),
        .mm1_active_i(dbg_a1),
        .s_valid_i(valid1_q[A+4]), .s_last_i(sum_last), .s_block_i(block_of(sum_row, rows_blk)),
        .s_tile_i(sum_tile), .s_row_i(sum_row), .s_chunk_i(sum_chunk), .s_value_i(s_q),
        .z_valid_i(valid1_z || z_stored_in), .z_block_i(block_of(zs_row, rows_blk)),
        .z_tile_i(zs_tile), .z_row_i(zs_row), .z_mask_i(z_stored_in ? mask_stored : mask_z),
        .z_value_i(z_stored_in ? z_q : z_flash),
        .m_valid_i(m_valid), .m_block_i(block_of(m_row, rows_blk)), .m_tile_i(m_tile),
        .m_row_i(m_row), .m_row_max_i(row_max), .m_old_i(m_old), .m_new_i(m_new),
        .p_valid_i(p_valid), .p_block_i(block_of(p_row, rows_blk)), .p_tile_i(p_tile),
        .p_row_i(p_row), .p_alpha_i(alpha), .p_value_i(p),
        .l_valid_i(l_valid), .l_block_i(block_of(l_row, rows_blk)), .l_tile_i(l_tile),
        .l_row_i(l_row), .l_value_i(l_new),
        .ring_wr_i(ring_we), .ring_wr_place_i(FillW'(ring_w_q)),
        .ring_wr_alpha_i(pin_valid ? 16'h8000 : alpha),
        .ring_wr_value_i(p_valid ? p_stored : zr_valid_q ? zr_q : bundle),
        .ring_rd_i(enter2 || ring_next), .ring_rd_place_i(FillW'(ring_r_q)),
        .ring_rows_i(p_count_q),
        .w2_valid_i(w2_valid), .w2_line_i(w2_line), .w2_slot_i(w2_slot), .w2_weight_i(v_data),
        .mm2_valid_i(x2_valid), .mm2_swap_i(x2_swap), .mm2_block_i(block_of(x2_row, rows_blk)),
        .mm2_tile_i(x2_tile), .mm2_row_i(x2_row), .mm2_chunk_i(x2_chunk),
        .mm2_alpha_i(ring_out[A*PW+:16]), .mm2_p_i(ring_out[A*PW-1:0]), .mm2_weight_i(dbg_w2),
        .mm2_operand_i(dbg_x2), .mm2_psum_i(dbg_p2), .mm2_active_i(dbg_a2),
        .o_valid_i(o_valid), .o_final_i(o_final), .o_block_i(block_of(o_row, rows_blk)),
        .o_tile_i(o_tile), .o_row_i(o_row), .o_chunk_i(o_chunk), .o_value_i(o_new),
        .norm_valid_i(n_valid), .norm_block_i(block_of(n_row, rows_blk)), .norm_row_i(n_row),
        .norm_chunk_i(n_chunk), .norm_r_i(r), .norm_lz_i(lz), .norm_value_i(b_data),
        .buffer_tag_i(tags), .buffer_fill_i(fills), .buffer_rd_i(buf_rd), .buffer_wr_i(buf_wr),
        .unit_state_i({st_store, st_mm2, st_mm1, st_write, st_read}),
        .feed1_enter_i(enter1), .feed1_pending_i(pending1), .feed1_loaded_i(loaded1),
        .feed1_ready_i(k_ready), .feed1_place_i(place1), .feed1_done_i(over1),
        .feed1_drained_i(drained1), .feed1_next_row_i(nrow1), .feed1_next_tile_i(ntile1),
        .feed1_next_chunk_i(nchunk1), .feed1_rows_loaded_i(q_loaded),
        .feed2_enter_i(enter2), .feed2_pending_i(pending2), .feed2_loaded_i(loaded2),
        .feed2_ready_i(v_ready), .feed2_done_i(over2), .feed2_drained_i(drained2),
        .feed2_next_row_i(nrow2), .feed2_next_tile_i(ntile2), .feed2_next_chunk_i(nchunk2),
        .stall_cause_i({first_of(holds2), first_of(holds1)}), .count_value_i(counters_o), .dbg_o
    );
    logic unused_debug;
    assign unused_debug = unused_rb ^ unused_wb;
  end else begin : g_no_debug
    assign dbg_o = '0;
    logic unused_debug;
    assign unused_debug = ^{phase, burst_kind, z_tile, tile2, nrow2, ntile1, ntile2, dbg_w1,
                            dbg_x1, dbg_p1, dbg_a1, dbg_w2, dbg_x2, dbg_p2, dbg_a2, m_valid,
                            m_row, m_old, m_new, row_max, l_valid, l_row, l_new, o_new, o_row,
                            o_chunk, store_busy, q_loaded, nrow1};
  end

  // Outputs of modules that have another use elsewhere.
  logic unused;
  assign unused = ^{start, v_loaded, tend1, out1, frow1, frow2, seen2, b2_free, row2[RowW-1], sm_busy,
                    acc_busy, o_word};
endmodule
