// SPDX-License-Identifier: MIT
//
// Counters of a run and the stall ledger.  Events are sampled and counted one cycle later, those
// that are sums (row accesses, MACs, exponentials, skipped tiles) two cycles later, long before
// the run ends; cycles_o is exact at any time.  Every cycle of a run is charged to one cause of each array.
module ta_counters #(
    parameter int A = 4,
    parameter int NMax = 32,
    parameter int PortBits = 16,
    localparam int LaneW = $clog2(A) + 1,
    localparam int TileW = ta_pkg::at_least_1($clog2((NMax + A - 1) / A)),
    localparam int BytesW = $clog2(PortBits / 8) + 1
) (
    input  logic              clk_i,
    input  logic              clear_i,
    input  logic              run_i,
    input  logic              run_late_i,      // run_i of the cycle before
    input  logic              flash_i,
    input  logic [BytesW-1:0] rbytes_i,
    input  logic [BytesW-1:0] wbytes_i,
    input  logic              dma_i,           // a word moved
    input  logic [4:0]        sram_rd_i,       // row accesses of this cycle, one a bit
    input  logic [2:0]        sram_wr_i,
    input  logic              mm1_i,           // a row chunk enters
    input  logic [LaneW-1:0]  mm1_keys_i,
    input  logic              mm2_i,
    input  logic [LaneW-1:0]  mm2_keys_i,
    input  logic              softmax_i,       // a row enters the softmax
    input  logic              exp_i,           // .. and is exponentiated
    input  logic [LaneW-1:0]  exp_keys_i,
    input  logic              kv_load_i,
    input  logic              tile_i,          // a row group starts on a key tile
    input  logic              last_i,          // .. its last one: the tiles behind are skipped
    input  logic [TileW-1:0]  tile_index_i,
    input  logic              unseen_i,        // a group skips all tiles
    input  logic [TileW-1:0]  tiles_m1_i,
    input  logic [2:0]        cause1_i,        // of the cycle before
    input  logic [2:0]        cause2_i,
    output logic [31:0]       cycles_o,
    output logic [31:0]       hbm_read_bytes_o,
    output logic [31:0]       hbm_write_bytes_o,
    output logic [31:0]       sram_rd_o,
    output logic [31:0]       sram_wr_o,
    output logic [31:0]       mm1_macs_o,
    output logic [31:0]       mm2_macs_o,
    output logic [31:0]       exp2_ops_o,
    output logic [31:0]       tiles_o,
    output logic [31:0]       tiles_skipped_o,
    output logic [31:0]       kv_loads_o,
    output logic [31:0]       busy_mm1_o,
    output logic [31:0]       busy_softmax_o,
    output logic [31:0]       busy_mm2_o,
    output logic [31:0]       busy_dma_o,
    output logic [7*32-1:0]   stalls1_o,
    output logic [7*32-1:0]   stalls2_o
);
  localparam int LA = $clog2(A);
  logic [BytesW-1:0] rbytes_q, wbytes_q;
  logic              dma_q, mm1_q, mm2_q, softmax_q, kv_q, tile_q, run_q;
  logic [4:0]        rd_q;
  logic [2:0]        wr_q, cause1_q, cause2_q;
  logic [LaneW-1:0]  keys1_q, keys2_q;
  logic [LaneW:0]    exp_q;
  logic              exp_on_q, last_q, unseen_q;
  logic [TileW+1:0]  all_q, left_q, both_q;  // tiles skipped by either group, by both
  logic [TileW+1:0]  skipped, skipped_q;
  logic [2:0]        rd_sum_q;
  logic [1:0]        wr_sum_q;
  logic [LaneW-1:0]  macs1_q, macs2_q;       // keys of a row chunk that entered, else 0
  logic [LaneW:0]    exp_sum_q;

  function automatic logic [2:0] ones(input logic [4:0] bits);
    ones = 3'd0;
    for (int i = 0; i < 5; i++) ones = ones + 3'(bits[i]);
  endfunction
  always_comb begin
    unique case ({tile_q && last_q, unseen_q})
      2'b01:   skipped = all_q;
      2'b10:   skipped = left_q;
      2'b11:   skipped = both_q;
      default: skipped = '0;
    endcase
  end

  always_ff @(posedge clk_i) begin
    rbytes_q  <= rbytes_i;
    wbytes_q  <= wbytes_i;
    dma_q     <= dma_i;
    mm1_q     <= mm1_i;
    mm2_q     <= mm2_i;
    softmax_q <= softmax_i;
    kv_q      <= kv_load_i;
    tile_q    <= tile_i;
    run_q     <= run_late_i;
    rd_q      <= sram_rd_i;
    wr_q      <= sram_wr_i;
    unseen_q  <= unseen_i;
    exp_on_q  <= exp_i;
    exp_q     <= {1'b0, exp_keys_i} + (LaneW + 1)'(flash_i);
    last_q   <= last_i;
    all_q    <= (TileW + 2)'(tiles_m1_i) + 1'b1;
    left_q   <= (TileW + 2)'(tiles_m1_i) - (TileW + 2)'(tile_index_i);
    both_q   <= {1'b0, tiles_m1_i, 1'b1} - (TileW + 2)'(tile_index_i);
    keys1_q  <= mm1_keys_i;
    keys2_q  <= mm2_keys_i;
    cause1_q <= cause1_i;
    cause2_q <= cause2_i;
    rd_sum_q  <= ones(rd_q);
    wr_sum_q  <= 2'(ones({2'b00, wr_q}));
    macs1_q   <= mm1_q ? keys1_q : '0;
    macs2_q   <= mm2_q ? keys2_q : '0;
    exp_sum_q <= exp_on_q ? exp_q : '0;
    skipped_q <= skipped;
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      cycles_o          <= 32'(run_i);  // the clearing cycle counts
      hbm_read_bytes_o  <= '0;
      hbm_write_bytes_o <= '0;
      sram_rd_o         <= '0;
      sram_wr_o         <= '0;
      mm1_macs_o        <= '0;
      mm2_macs_o        <= '0;
      exp2_ops_o        <= '0;
      tiles_o           <= '0;
      tiles_skipped_o   <= '0;
      kv_loads_o        <= '0;
      busy_mm1_o        <= '0;
      busy_softmax_o    <= '0;
      busy_mm2_o        <= '0;
      busy_dma_o        <= '0;
      stalls1_o         <= '0;
      stalls2_o         <= '0;
    end else begin
      cycles_o          <= cycles_o + 32'(run_i);
      hbm_read_bytes_o  <= hbm_read_bytes_o + 32'(rbytes_q);
      hbm_write_bytes_o <= hbm_write_bytes_o + 32'(wbytes_q);
      sram_rd_o         <= sram_rd_o + 32'(rd_sum_q);
      sram_wr_o         <= sram_wr_o + 32'(wr_sum_q);
      mm1_macs_o        <= mm1_macs_o + (32'(macs1_q) << LA);
      mm2_macs_o        <= mm2_macs_o + (32'(macs2_q) << LA);
      exp2_ops_o        <= exp2_ops_o + 32'(exp_sum_q);
      tiles_o           <= tiles_o + 32'(tile_q);
      tiles_skipped_o   <= tiles_skipped_o + 32'(skipped_q);
      kv_loads_o        <= kv_loads_o + 32'(kv_q);
      busy_mm1_o        <= busy_mm1_o + 32'(mm1_q);
      busy_softmax_o    <= busy_softmax_o + 32'(softmax_q);
      busy_mm2_o        <= busy_mm2_o + 32'(mm2_q);
      busy_dma_o        <= busy_dma_o + 32'(dma_q);
      for (int c = 0; c < 7; c++) begin
        if (run_q && cause1_q == 3'(c)) stalls1_o[32*c+:32] <= stalls1_o[32*c+:32] + 1'b1;
        if (run_q && cause2_q == 3'(c)) stalls2_o[32*c+:32] <= stalls2_o[32*c+:32] + 1'b1;
      end
    end
  end

endmodule
