// SPDX-License-Identifier: MIT
//
// How a feed goes through its tiles and rows, for proof walk_feed: what is loaded, waits and enters lies in the
// order of blocks, tiles and rows, and is counted.  One chunk a row.
module feed_order #(
    parameter int A = 4,
    parameter int NMax = 32,
    localparam int G = NMax / A,
    localparam int W = $clog2(NMax * NMax / A) + 2,
    localparam int RowW = $clog2(NMax) + 1,
    localparam int PosW = $clog2(NMax) + 3,
    localparam int TileW = ta_pkg::at_least_1($clog2((NMax + A - 1) / A)),
    localparam int LaneW = $clog2(A) + 1
) (
    input  logic               clk_i,
    input  logic               clear_i,
    input  logic               on_i,
    // of the configuration
    input  logic [RowW-1:0]    nq_i, blk_i, unseen_i,
    input  logic               stream_i,
    input  logic signed [W-1:0] first_i,        // first row that sees no more than the first tile
    input  logic               causal_i,
    input  logic [G-1:0]       starts_i, null_i,
    input  logic [W*G-1:0]     ends_i, last_i,
    input  logic [W*(G+1)-1:0] steps_i,         // before each group's block
    input  logic [W*(G*G+1)-1:0] rows_i,        // before each tile of it
    input  logic [W*(G*G+1)-1:0] passes_i,      // .. passes
    // of the feed
    input  logic [2:0]         state_q,
    input  logic               b_valid,
    input  logic [RowW-1:0]    row0_q,
    input  logic [TileW-1:0]   tile_q,
    input  logic               chunk_q,
    input  logic [RowW-1:0]    start_row_q, r0_q, r1_q, last_end_q, more_q,
    input  logic               range_last_q,
    input  logic [PosW-1:0]    diag_next_q,
    input  logic               desc_q,
    input  logic [RowW-1:0]    d_r0_q, d_more_q, d_last_end_q,
    input  logic [TileW-1:0]   d_tile_q,
    input  logic [LaneW:0]     d_pad_q,
    input  logic               d_pad_none_q, d_end_q, d_out_q, d_free_q, d_first_q, d_last_q, d_tile_last_q,
                               d_range_last_q, d_block_end_q,
    input  logic               active_q,
    input  logic [RowW-1:0]    row_q, a_more_q, a_last_end_q,
    input  logic [TileW-1:0]   a_tile_q,
    input  logic               a_end_q, a_out_q, a_free_q, a_first_q, a_last_q, a_tile_last_q, a_range_last_q, a_block_end_q,
    input  logic [LaneW:0]     since_q,
    input  logic               start_q, load_last, tile_free, block_free, enter, take, out,
    // counted
    output logic [W-1:0]       freed_o,         // tiles
    output logic [W-1:0]       blocks_o,        // blocks that have left
    output logic [W-1:0]       entered_o,       // rows
    output logic [W-1:0]       begun_o,         // passes
    output logic [W-1:0]       left_o,
    output logic               mid_o,           // a tile is read in part
    output logic [W-1:0]       at_o             // first row of the block whose row enters next; nq at the end
);
  localparam int LA = $clog2(A);
  localparam logic [2:0] S_IDLE = 3'd0, S_BLOCK = 3'd1, S_RANGE = 3'd2, S_WAIT = 3'd3, S_LOAD = 3'd4, S_NEXT = 3'd5,
                         S_DONE = 3'd6;
  logic [W-1:0] g, dg_q, ag_q;                  // group that the block begins with: of the loader, of what waits, enters
  logic [W-1:0] k, sees, ends, number, after, count, pass;
  logic         in_pass, block_end;
  logic [W-1:0] d_ends, a_ends;                 // of the rows that wait, that enter
  assign d_ends = W'(d_r0_q) + W'(d_more_q) + 1'b1;
  assign a_ends = W'(row_q) + W'(a_more_q) + 1'b1;
  function automatic logic [W-1:0] of(input logic [W*G-1:0] table_, input logic [W-1:0] i);
    of = table_[W*i+:W];
  endfunction
  function automatic logic bit_of(input logic [G-1:0] bits, input logic [W-1:0] i);
    bit_of = bits[i];
  endfunction
  function automatic logic [W-1:0] wide(input logic [W-1:0] x);
    wide = x;
  endfunction
  assign g         = W'(row0_q >> LA);
  assign k         = g * G + W'(tile_q);
  assign ends      = of(ends_i, g);
  // First row of the tile.
  assign sees      = causal_i && first_i + $signed(W'(tile_q) << LA) >= $signed(g << LA) ? first_i + (W'(tile_q) << LA) : g << LA;
  assign in_pass   = state_q == S_WAIT || state_q == S_LOAD || state_q == S_NEXT;
  assign block_end = range_last_q && W'(tile_q) == of(last_i, g);
  always_comb begin
    unique case (state_q)
      S_IDLE:  number = '0;
      S_BLOCK: number = rows_i[W*(g*G)+:W];
      S_RANGE: number = rows_i[W*k+:W] + W'(start_row_q) - sees;
      S_NEXT:  number = rows_i[W*k+:W] + W'(r1_q) - sees;
      S_DONE:  number = rows_i[W*G*G+:W];
      default: number = rows_i[W*k+:W] + W'(r0_q) - sees;
    endcase
    unique case (state_q)
      S_IDLE:  pass = '0;
      S_BLOCK: pass = passes_i[W*(g*G)+:W];
      S_DONE:  pass = passes_i[W*G*G+:W];
      default: pass = passes_i[W*k+:W] + (stream_i ? '0 : ((state_q == S_RANGE ? W'(start_row_q) : W'(r0_q)) - sees) >> LA) + W'(state_q == S_NEXT);
    endcase
    after = state_q == S_DONE ? W'(nq_i) : state_q == S_NEXT && block_end ? ends : state_q == S_IDLE ? '0 : g << LA;
    at_o  = active_q ? ag_q << LA : desc_q ? dg_q << LA : after;
    count = '0;                                 // blocks before
    for (int i = 0; i < G; i++) count = count + W'(bit_of(starts_i, W'(i)) && W'(i * A) < at_o);
  end
  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      freed_o   <= '0;
      blocks_o  <= '0;
      entered_o <= '0;
      begun_o   <= '0;
      left_o    <= '0;
      mid_o     <= 1'b0;
    end else begin
      freed_o   <= freed_o + W'(tile_free);
      blocks_o  <= blocks_o + W'(block_free);
      entered_o <= entered_o + W'(enter);
      begun_o   <= begun_o + W'(take);
      left_o    <= left_o + W'(out);
      if (load_last) mid_o <= !tile_free;
    end
    if (load_last) dg_q <= g;
    if (take) ag_q <= dg_q;
    if (on_i) begin
      `CHECK(state_q <= S_DONE)
      if (state_q == S_IDLE) `CHECK(!desc_q && !active_q && freed_o == '0 && blocks_o == '0 && entered_o == '0 && begun_o == '0 && left_o == '0 && !mid_o)
      // The loader: at a block, at a tile of it, at rows of the tile.
      if (state_q != S_IDLE) `CHECK(row0_q < nq_i && starts_i[g] && row0_q[LA-1:0] == '0)
      if (state_q == S_BLOCK) `CHECK(freed_o == steps_i[W*g+:W] && !mid_o)
      if (state_q == S_DONE) `CHECK(freed_o == steps_i[W*G+:W] && !mid_o && ends == W'(nq_i))
      if (state_q == S_RANGE || in_pass) begin
        `CHECK(b_valid && !null_i[g] && W'(tile_q) <= of(last_i, g) && !chunk_q)
        `CHECK(!causal_i || $signed(diag_next_q) == first_i + $signed(W'(tile_q) << LA) + A)
        `CHECK(freed_o == steps_i[W*g+:W] + W'(tile_q) + W'(state_q == S_NEXT && range_last_q))
      end
      if (state_q == S_RANGE) begin
        `CHECK(start_row_q[LA-1:0] == '0 && W'(start_row_q) >= sees && W'(start_row_q) < ends && mid_o == (W'(start_row_q) != sees))
        `CHECK(!stream_i || !mid_o)
      end
      if (in_pass) begin
        `CHECK(r0_q[LA-1:0] == '0 && W'(r0_q) >= sees && (W'(r1_q) == ends || W'(r1_q) == W'(r0_q) + W'(A)) && (stream_i || W'(r1_q) <= W'(r0_q) + W'(A)) && r0_q < r1_q && W'(r1_q) <= ends && range_last_q == (W'(r1_q) == ends))
        `CHECK(!stream_i || (range_last_q && W'(r0_q) == sees))
        `CHECK(W'(tile_q) != of(last_i, g) || W'(last_end_q) == ends)
        if (state_q != S_NEXT) `CHECK(mid_o == (W'(r0_q) != sees))
        else `CHECK(mid_o == !range_last_q && desc_q)
      end
      // What waits, what enters.
      `CHECK(!start_q || desc_q)
      `CHECK(since_q != '0 && since_q <= (LaneW + 1)'(2 * A + 1))
      if (desc_q) begin
        `CHECK(state_q != S_LOAD)
        `CHECK(d_first_q && d_last_q && d_end_q == (d_more_q == '0) && d_out_q == d_end_q && d_free_q == (d_end_q && d_block_end_q))
        `CHECK(d_pad_none_q == (32'(d_more_q) >= 2 * A - 1) && d_pad_q == (d_pad_none_q ? '0 : (LaneW + 1)'(2 * A - 1) - (LaneW + 1)'(d_more_q)))
        `CHECK(dg_q < W'(G) && starts_i[dg_q] && !null_i[dg_q] && W'(d_tile_q) <= of(last_i, dg_q))
        `CHECK(W'(d_r0_q) + W'(d_more_q) + 1 <= of(ends_i, dg_q) && W'(d_r0_q) >= dg_q << LA && d_r0_q >= unseen_i)
        `CHECK(d_tile_last_q == (W'(d_tile_q) == of(last_i, dg_q)) && (!d_tile_last_q || W'(d_last_end_q) == of(ends_i, dg_q)))
        `CHECK(d_r0_q[LA-1:0] == '0 && d_range_last_q == (d_ends == of(ends_i, dg_q)) && (d_range_last_q || d_ends[LA-1:0] == '0))
        `CHECK(stream_i ? d_range_last_q : 32'(d_more_q) < A)
        `CHECK(d_block_end_q == (d_tile_last_q && d_range_last_q))
        `CHECK(!d_block_end_q || (d_tile_last_q && W'(d_r0_q) + W'(d_more_q) + 1 == of(ends_i, dg_q)))
        `CHECK(after == (d_block_end_q ? of(ends_i, dg_q) : dg_q << LA))
        `CHECK(steps_i[W*dg_q+:W] + W'(d_tile_q) + W'(d_range_last_q) == freed_o)
      end
      if (active_q) begin
        `CHECK(a_first_q && a_last_q && a_end_q == (a_more_q == '0) && a_out_q == a_end_q && a_free_q == (a_end_q && a_block_end_q))
        `CHECK(ag_q < W'(G) && starts_i[ag_q] && !null_i[ag_q] && W'(a_tile_q) <= of(last_i, ag_q))
        `CHECK(W'(row_q) + W'(a_more_q) + 1 <= of(ends_i, ag_q) && W'(row_q) > ag_q << LA && row_q > unseen_i)
        `CHECK(a_tile_last_q == (W'(a_tile_q) == of(last_i, ag_q)) && (!a_tile_last_q || W'(a_last_end_q) == of(ends_i, ag_q)))
        `CHECK(a_range_last_q == (a_ends == of(ends_i, ag_q)) && (a_range_last_q || a_ends[LA-1:0] == '0))
        `CHECK(stream_i ? a_range_last_q : (a_ends - 1'b1) >> LA == W'(row_q - 1'b1) >> LA)
        `CHECK(a_block_end_q == (a_tile_last_q && a_range_last_q))
        `CHECK(!a_block_end_q || (a_tile_last_q && W'(row_q) + W'(a_more_q) + 1 == of(ends_i, ag_q)))
        `CHECK((desc_q ? dg_q << LA : after) == (a_block_end_q ? of(ends_i, ag_q) : ag_q << LA))
        `CHECK(steps_i[W*ag_q+:W] + W'(a_tile_q) + W'(a_range_last_q) <= freed_o)
      end
      // Rows and passes in order.
      `CHECK(entered_o + (active_q ? W'(a_more_q) + 1'b1 : '0) + (desc_q ? W'(d_more_q) + 1'b1 : '0) == number)
      `CHECK(blocks_o == count)
      `CHECK(begun_o == left_o + W'(active_q))
      `CHECK(begun_o + W'(desc_q) == pass)
    end
  end
endmodule
