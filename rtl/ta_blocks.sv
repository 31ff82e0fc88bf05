// SPDX-License-Identifier: MIT
//
// Walks the blocks of query rows: [row0, row_end) and the last key tile that the block's last
// row sees (causal or not).  A block that sees no key is null.  The next block is prepared
// while the current one is in use: valid_o falls for at most four cycles after init_i, and
// after advance_i only when two advances follow within four cycles.  Before the first init_i
// the outputs mean nothing.
module ta_blocks #(
    parameter int A = 4,
    parameter int NMax = 32,
    localparam int RowW = $clog2(NMax) + 1,
    localparam int PosW = $clog2(NMax) + 3,
    localparam int TileW = ta_pkg::at_least_1($clog2((NMax + A - 1) / A))
) (
    input  logic             clk_i,
    input  logic             init_i,
    input  logic             advance_i,    // only while valid_o and not last_o
    input  logic             step_i,       // a key tile of the block is done, not its last
    input  logic [RowW-1:0]  nq_i,
    input  logic [RowW-1:0]  rows_blk_i,
    input  logic             causal_i,
    input  logic [PosW-1:0]  offset_i,     // signed
    input  logic [TileW-1:0] tiles_m1_i,
    output logic             valid_o,
    output logic [RowW-1:0]  row0_o,
    output logic [RowW-1:0]  row_end_o,
    output logic [RowW:0]    end_less_o,   // signed: row_end_o - A
    output logic [TileW-1:0] tile_last_o,
    output logic             tile_end_o,   // tile_last_o steps are done
    output logic [RowW+1:0]  ahead_o,      // signed: end of the next block, less A rows for each
                                           // step that is left
    output logic             null_o,
    output logic             live_o,       // valid_o and not null_o
    output logic             last_o
);
  localparam int LA = $clog2(A);

  logic [2:0]       stage_q;          // preparation: end, position, tile
  logic             ready_q;          // the prepared block is complete
  logic [RowW-1:0]  row0_q, end_q;
  logic             last_q, null_q;
  logic [TileW-1:0] tile_q;
  logic signed [PosW-1:0] pos_q;      // last row + offset
  logic [PosW-1:0]  offset_less_q;
  logic signed [RowW:0] last_from_q;  // a block from this row on is the last one
  logic signed [RowW:0] less_q;
  logic [RowW-1:0]  next_end_q;       // end of the block after the prepared one
  logic [TileW-1:0] left_q;           // steps left in the current block
  logic             is_last, next_is_last;
  logic             move;             // the prepared block becomes the current one
  logic signed [PosW-1:0] tiles_seen;

  assign is_last      = $signed({1'b0, row0_q}) >= last_from_q;
  assign next_is_last = $signed({1'b0, end_q}) >= last_from_q;
  assign move       = ready_q && (!valid_o || advance_i);
  assign tiles_seen = pos_q >>> LA;

  always_ff @(posedge clk_i) begin
    if (init_i) begin
      stage_q <= 3'b001;
      ready_q <= 1'b0;
      valid_o <= 1'b0;
      live_o  <= 1'b0;
    end else begin
      stage_q <= {stage_q[1:0], move && !last_q};
      if (stage_q[2]) ready_q <= 1'b1;
      else if (move) ready_q <= 1'b0;
      if (move) begin
        valid_o <= 1'b1;
        live_o  <= !null_q;
      end else if (advance_i) begin
        valid_o <= 1'b0;
        live_o  <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    last_from_q <= $signed({1'b0, nq_i}) - $signed({1'b0, rows_blk_i});
    if (init_i) row0_q <= '0;
    else if (move) row0_q <= end_q;
    if (stage_q[0]) begin
      last_q <= is_last;
      end_q  <= is_last ? nq_i : row0_q + rows_blk_i;
    end
    if (stage_q[1]) begin
      pos_q      <= $signed(PosW'(end_q)) + $signed(offset_less_q);
      less_q     <= $signed({1'b0, end_q}) - (RowW + 1)'(A);
      next_end_q <= next_is_last ? nq_i : end_q + rows_blk_i;
    end
    offset_less_q <= offset_i - PosW'(1);
    if (stage_q[2]) begin
      null_q <= causal_i && pos_q < 0;
      if (causal_i && pos_q < 0) tile_q <= '0;
      else if (causal_i && tiles_seen < $signed(PosW'(tiles_m1_i))) tile_q <= TileW'(tiles_seen);
      else tile_q <= tiles_m1_i;
    end
    if (move) begin
      row0_o      <= row0_q;
      row_end_o   <= end_q;
      end_less_o  <= less_q;
      tile_last_o <= tile_q;
      left_q      <= tile_q;
      tile_end_o  <= tile_q == '0;
      ahead_o     <= (RowW + 2)'(next_end_q) - (RowW + 2)'({tile_q, {LA{1'b0}}});
      null_o      <= null_q;
      last_o      <= last_q;
    end else if (step_i) begin
      left_q     <= left_q - 1'b1;
      tile_end_o <= left_q == TileW'(1);
      ahead_o    <= ahead_o + (RowW + 2)'(A);
    end
  end

endmodule
