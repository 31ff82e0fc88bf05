// SPDX-License-Identifier: MIT
//
// The memory path: configuration, sequence, DMA, stores and memory, without the datapath.
module dma_case #(
  parameter int Id = 0,
  parameter int A = 4,
  parameter int DMax = 4,
  parameter int NMax = 32,
  parameter int PortBits = 16
) (input logic clk_i);
  import "DPI-C" function int tb_dma(
    input int id, input int a, input int dmax, input int nmax, input int port_bits,
    input int ram_latency, input int out, input int req_addr, input int req_len,
    input bit [127:0] chunk, input bit [255:0] bundle, input int w_row, input int w_line,
    input int w_chunk, input int q_loaded, input int z_keys, input int z_lanes, input int z_tile,
    input int rbytes, input int b_row, input int b_chunk, input bit [127:0] h_rdata,
    output int drive, output int nq, output int nk, output int d, output int qrows,
    output int offset, output int latency, output int o_done, output int r_done, output int r,
    output int lz, output bit [511:0] b, output bit [255:0] ring, output int stall,
    output int h_addr, output bit [127:0] h_wdata);
  localparam int RowW = $clog2(NMax) + 1;
  localparam int IdxW = $clog2(NMax);
  localparam int PosW = $clog2(NMax) + 3;
  localparam int TileW = ta_pkg::at_least_1($clog2((NMax + A - 1) / A));
  localparam int ChunkW = ta_pkg::at_least_1($clog2(DMax / A));
  localparam int LaneW = $clog2(A) + 1;
  localparam int LineW = $clog2(A);
  localparam int Words = ta_pkg::memory_words(A, DMax, NMax, PortBits);
  localparam int AddrW = $clog2(Words);
  localparam int LenW = $clog2(2 * A * DMax * 8 / PortBits) + 1;
  localparam int BytesW = $clog2(PortBits / 8) + 1;
  localparam int OW = ta_pkg::o_width(NMax);

  // What the bench drives.
  int drive_next, nq_next, nk_next, d_next, qrows_next, offset_next, latency_next, o_done_next;
  int r_done_next, r_next, lz_next, stall_next, h_addr_next;
  bit [511:0] b_next;
  bit [255:0] ring_next_data;
  bit [127:0] h_wdata_next;
  int drive, cfg_nq, cfg_nk, cfg_d, cfg_qrows, cfg_offset, cfg_latency, o_done, r_done, r, lz, stall;
  int h_addr;
  logic [A*OW-1:0] b;
  logic [A*16-1:0] ring;
  logic [PortBits-1:0] h_wdata, h_rdata;

  // ---- configuration and sequence ----
  logic start, go, refuse, error, naive, causal, overlap, stream, clear_q, seq_done;
  logic [2:0] error_code;
  logic [6:0] latency;
  logic [23:0] scale;
  logic [RowW-1:0] nq, rows_blk, unseen, dq_row;
  logic [LaneW-1:0] rows_last, keys_last, dq_rows, dq_keys;
  logic [TileW-1:0] tiles_m1, dq_tile;
  logic [ChunkW-1:0] chunks_m1;
  logic [PosW-1:0] offset, diag;
  logic [LenW-1:0] words_full, words_q_last, words_k_last, dq_len;
  logic [7:0] dq_wait;
  logic dq_valid, dq_ready, dq_tile_last, dq_exp;
  logic [2:0] dq_kind, dq_phase, phase, kind;
  logic [AddrW-1:0] dq_addr, req_addr;
  logic rst_n;
  assign rst_n = drive[0];
  ta_setup #(.A(A), .DMax(DMax), .NMax(NMax), .PortBits(PortBits)) u_setup (
    .clk_i, .rst_ni(rst_n), .start_i(drive[1]), .idle_i(drive[2]), .cfg_nq_i(cfg_nq[15:0]),
    .cfg_nk_i(cfg_nk[15:0]), .cfg_d_i(cfg_d[15:0]), .cfg_mode_i(drive[3]),
    .cfg_qrows_i(cfg_qrows[15:0]), .cfg_causal_i(drive[4]), .cfg_offset_i(cfg_offset[16:0]),
    .cfg_overlap_i(drive[5]), .cfg_stream_i(drive[6]), .cfg_latency_i(cfg_latency[7:0]),
    .cfg_scale_i(24'd0), .start_o(start), .go_o(go), .refuse_o(refuse), .error_o(error),
    .error_code_o(error_code), .naive_o(naive), .causal_o(causal), .overlap_o(overlap),
    .stream_o(stream), .latency_o(latency), .scale_o(scale), .nq_o(nq), .rows_blk_o(rows_blk),
    .rows_last_o(rows_last), .tiles_m1_o(tiles_m1), .keys_last_o(keys_last),
    .chunks_m1_o(chunks_m1), .offset_o(offset), .diag_o(diag), .unseen_o(unseen),
    .words_full_o(words_full), .words_q_last_o(words_q_last), .words_k_last_o(words_k_last)
  );
  always_ff @(posedge clk_i) clear_q <= !rst_n || (drive[1] && drive[2]);

  ta_sequencer #(.A(A), .DMax(DMax), .NMax(NMax), .PortBits(PortBits)) u_sequencer (
    .clk_i, .clear_i(clear_q), .go_i(go), .naive_i(naive), .causal_i(causal), .overlap_i(overlap),
    .stream_i(stream), .nq_i(nq), .rows_blk_i(rows_blk), .rows_last_i(rows_last),
    .tiles_m1_i(tiles_m1), .keys_last_i(keys_last), .offset_i(offset), .words_full_i(words_full),
    .words_q_last_i(words_q_last), .words_k_last_i(words_k_last), .valid_o(dq_valid),
    .ready_i(dq_ready), .kind_o(dq_kind), .addr_o(dq_addr), .len_o(dq_len), .row_o(dq_row),
    .rows_o(dq_rows), .wait_o(dq_wait), .tile_o(dq_tile), .keys_o(dq_keys),
    .tile_last_o(dq_tile_last), .exp_o(dq_exp), .phase_o(dq_phase), .done_o(seq_done)
  );

  // ---- DMA ----
  logic req_valid, req_ready, req_write, rvalid, wvalid, wready, store_done, s_valid, s_ring;
  logic [LenW-1:0] req_len;
  logic [PortBits-1:0] rdata, wdata;
  logic [PortBits/8-1:0] wstrb;
  logic [RowW-1:0] s_row, w_row, q_loaded;
  logic [RowW:0] q_last;
  logic [LaneW-1:0] s_rows, s_keys, z_keys;
  logic q_we, k_we, v_we, k_slot, v_slot, k_ready, v_ready, k_loaded, v_loaded;
  logic [A*8-1:0] chunk;
  logic [LineW-1:0] w_line;
  logic [ChunkW-1:0] w_chunk, b_chunk;
  logic z_valid, p_valid, z_first, z_last, z_end, z_exp, dma_busy, ring_next, store_read, o_word;
  logic store_busy;
  logic [A*16-1:0] bundle, next_bundle;
  logic [A-1:0] z_lanes, p_lanes, next_lanes;
  logic [TileW-1:0] z_tile;
  logic [BytesW-1:0] rbytes;
  logic [IdxW-1:0] b_row;
  ta_dma #(.A(A), .DMax(DMax), .NMax(NMax), .PortBits(PortBits)) u_dma (
    .clk_i, .clear_i(clear_q), .overlap_i(overlap), .chunks_m1_i(chunks_m1), .nq_i(nq),
    .d_valid_i(dq_valid), .d_ready_o(dq_ready), .d_kind_i(dq_kind), .d_addr_i(dq_addr),
    .d_len_i(dq_len), .d_row_i(dq_row), .d_rows_i(dq_rows), .d_wait_i(dq_wait),
    .d_tile_i(dq_tile), .d_keys_i(dq_keys), .d_tile_last_i(dq_tile_last), .d_exp_i(dq_exp),
    .d_phase_i(dq_phase), .req_valid_o(req_valid), .req_ready_i(req_ready),
    .req_write_o(req_write), .req_addr_o(req_addr), .req_len_o(req_len), .rvalid_i(rvalid),
    .rdata_i(rdata), .k_free_i(drive[8]), .v_free_i(drive[9]), .q_free_i(drive[10]),
    .tile_done_i(drive[11]), .ring_step_i(drive[12]), .o_done_i(o_done[RowW-1:0]),
    .r_done_i(r_done[RowW-1:0]), .store_done_i(store_done), .s_valid_o(s_valid),
    .s_ring_o(s_ring), .s_row_o(s_row), .s_rows_o(s_rows), .s_keys_o(s_keys), .q_we_o(q_we),
    .k_we_o(k_we), .v_we_o(v_we), .chunk_o(chunk), .w_row_o(w_row), .w_line_o(w_line),
    .w_chunk_o(w_chunk), .k_slot_o(k_slot), .v_slot_o(v_slot), .q_loaded_o(q_loaded),
    .q_last_o(q_last), .k_ready_o(k_ready), .v_ready_o(v_ready), .k_loaded_o(k_loaded),
    .v_loaded_o(v_loaded), .z_valid_o(z_valid), .p_valid_o(p_valid), .bundle_o(bundle),
    .z_first_o(z_first), .z_last_o(z_last), .z_end_o(z_end), .z_exp_o(z_exp), .z_keys_o(z_keys),
    .z_lanes_o(z_lanes), .p_lanes_o(p_lanes), .next_bundle_o(next_bundle),
    .next_lanes_o(next_lanes), .z_tile_o(z_tile), .rbytes_o(rbytes), .busy_o(dma_busy),
    .phase_o(phase), .kind_o(kind)
  );

  ta_store #(.A(A), .DMax(DMax), .NMax(NMax), .PortBits(PortBits)) u_store (
    .clk_i, .clear_i(clear_q), .chunks_m1_i(chunks_m1), .unseen_i(unseen), .s_valid_i(s_valid),
    .s_ring_i(s_ring), .s_row_i(s_row), .s_rows_i(s_rows), .s_keys_i(s_keys), .b_row_o(b_row),
    .b_chunk_o(b_chunk), .b_i(b), .r_i(r[15:0]), .lz_i(lz[4:0]), .ring_next_o(ring_next),
    .ring_i(ring), .wvalid_o(wvalid), .wready_i(wready), .wdata_o(wdata), .wstrb_o(wstrb),
    .done_o(store_done), .read_o(store_read), .o_word_o(o_word), .busy_o(store_busy)
  );

  // drive[13]: a fault, every byte of a written word is enabled.
  ta_memory #(.Words(Words), .PortBits(PortBits), .LenW(LenW)) u_memory (
    .clk_i, .rst_ni(rst_n), .latency_i(latency), .req_valid_i(req_valid), .req_ready_o(req_ready),
    .req_write_i(req_write), .req_addr_i(req_addr), .req_len_i(req_len), .rvalid_o(rvalid),
    .rdata_o(rdata), .wvalid_i(wvalid), .wready_o(wready), .wdata_i(wdata),
    .wstrb_i(wstrb | {PortBits/8{drive[13]}}), .stall_i(stall[2:0]), .h_en_i(drive[14]),
    .h_we_i(drive[15]), .h_addr_i(h_addr[AddrW-1:0]), .h_wdata_i(h_wdata), .h_rdata_o(h_rdata)
  );

  always @(posedge clk_i) begin
    if (tb_dma(Id, A, DMax, NMax, PortBits, ta_pkg::RAM_LATENCY,
               {7'd0, store_busy, dma_busy, seq_done, go, error, ring_next, store_done, z_exp,
                z_end, z_last, z_first, p_valid, z_valid, v_slot, k_slot, v_loaded, k_loaded, v_we,
                k_we, q_we, wready && wvalid, rvalid, req_write, req_ready, req_valid},
               32'(req_addr), 32'(req_len), 128'(chunk), 256'(bundle), 32'(w_row), 32'(w_line),
               32'(w_chunk), 32'(q_loaded), 32'(z_keys), 32'(z_lanes), 32'(z_tile), 32'(rbytes),
               32'(b_row), 32'(b_chunk), 128'(h_rdata), drive_next, nq_next, nk_next, d_next,
               qrows_next, offset_next, latency_next, o_done_next, r_done_next, r_next, lz_next,
               b_next, ring_next_data, stall_next, h_addr_next, h_wdata_next) != 0) $finish;
    drive <= drive_next;
    cfg_nq <= nq_next;
    cfg_nk <= nk_next;
    cfg_d <= d_next;
    cfg_qrows <= qrows_next;
    cfg_offset <= offset_next;
    cfg_latency <= latency_next;
    o_done <= o_done_next;
    r_done <= r_done_next;
    r <= r_next;
    lz <= lz_next;
    b <= b_next[A*OW-1:0];
    ring <= ring_next_data[A*16-1:0];
    stall <= stall_next;
    h_addr <= h_addr_next;
    h_wdata <= h_wdata_next[PortBits-1:0];
  end
endmodule

module dma_tb (input logic clk_i);
  dma_case #(.Id(0), .A(4),  .DMax(4),  .NMax(32),  .PortBits(16))  u_0 (.clk_i);
  dma_case #(.Id(1), .A(8),  .DMax(16), .NMax(64),  .PortBits(32))  u_1 (.clk_i);
  dma_case #(.Id(2), .A(16), .DMax(64), .NMax(128), .PortBits(128)) u_2 (.clk_i);
endmodule
