// SPDX-License-Identifier: MIT
//
// Walks the blocks of query rows: [row0, row_end) and the last key tile that the block's last
// row sees (causal or not).  A block that sees no key is null.  The next block is prepared
// while the current one is in use: valid_o falls for at most four cycles after init_i, and
// after advance_i only when two advances follow within four cycles.
module ta_blocks #(
    parameter int A = 4,
    parameter int NMax = 32,
    localparam int RowW = $clog2(NMax) + 1,
    localparam int PosW = $clog2(NMax) + 3,
    localparam int TileW = ta_pkg::at_least_1($clog2((NMax + A - 1) / A))
) (
    input  logic             clk_i,
    input  logic             clear_i,
    input  logic             init_i,
    input  logic             advance_i,    // only while valid_o and not last_o
    input  logic [RowW-1:0]  nq_i,
    input  logic [RowW-1:0]  rows_blk_i,
    input  logic             causal_i,
    input  logic [PosW-1:0]  offset_i,     // signed
    input  logic [TileW-1:0] tiles_m1_i,
    output logic             valid_o,
    output logic [RowW-1:0]  row0_o,
    output logic [RowW-1:0]  row_end_o,
    output logic [TileW-1:0] tile_last_o,
    output logic             null_o,
    output logic             last_o
);
  localparam int LA = $clog2(A);

  logic [2:0]       stage_q;          // preparation: end, position, tile
  logic             ready_q;          // the prepared block is complete
  logic [RowW-1:0]  row0_q, end_q;
  logic             last_q, null_q;
  logic [TileW-1:0] tile_q;
  logic signed [PosW-1:0] pos_q;      // last row + offset
  logic [RowW:0]    sum;
  logic             move;             // the prepared block becomes the current one
  logic signed [PosW-1:0] tiles_seen;

  assign sum        = {1'b0, row0_q} + {1'b0, rows_blk_i};
  assign move       = ready_q && (!valid_o || advance_i);
  assign tiles_seen = pos_q >>> LA;

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      stage_q <= '0;
      ready_q <= 1'b0;
      valid_o <= 1'b0;
    end else begin
      if (init_i) begin
        stage_q <= 3'b001;
        ready_q <= 1'b0;
        valid_o <= 1'b0;
      end else begin
        stage_q <= {stage_q[1:0], move && !last_q};
        if (stage_q[2]) ready_q <= 1'b1;
        else if (move) ready_q <= 1'b0;
        if (move) begin
          valid_o <= 1'b1;
        end else if (advance_i) valid_o <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (init_i) row0_q <= '0;
    else if (move) row0_q <= end_q;
    if (stage_q[0]) begin
      last_q <= sum >= {1'b0, nq_i};
      end_q  <= sum >= {1'b0, nq_i} ? nq_i : sum[RowW-1:0];
    end
    if (stage_q[1]) pos_q <= $signed(PosW'(end_q)) - PosW'(1) + $signed(offset_i);
    if (stage_q[2]) begin
      null_q <= causal_i && pos_q < 0;
      if (causal_i && pos_q < 0) tile_q <= '0;
      else if (causal_i && tiles_seen < $signed(PosW'(tiles_m1_i))) tile_q <= TileW'(tiles_seen);
      else tile_q <= tiles_m1_i;
    end
    if (move) begin
      row0_o      <= row0_q;
      row_end_o   <= end_q;
      tile_last_o <= tile_q;
      null_o      <= null_q;
      last_o      <= last_q;
    end
  end

endmodule
