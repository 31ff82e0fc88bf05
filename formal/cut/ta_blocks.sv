// SPDX-License-Identifier: MIT
//
// ta_blocks by its contract alone (proof blocks): the blocks come in order, each with its end, its last
// key tile and the steps left; for at most four clocks after a start or an advance none is shown, and the
// outputs are anything.
module ta_blocks #(
    parameter int A = 4,
    parameter int NMax = 32,
    localparam int RowW = $clog2(NMax) + 1,
    localparam int PosW = $clog2(NMax) + 3,
    localparam int TileW = ta_pkg::at_least_1($clog2((NMax + A - 1) / A))
) (
    input  logic             clk_i,
    input  logic             init_i,
    input  logic             advance_i,
    input  logic             step_i,
    input  logic [RowW-1:0]  nq_i,
    input  logic [RowW-1:0]  rows_blk_i,
    input  logic             causal_i,
    input  logic [PosW-1:0]  offset_i,
    input  logic [TileW-1:0] tiles_m1_i,
    output logic             valid_o,
    output logic [RowW-1:0]  row0_o,
    output logic [RowW-1:0]  row_end_o,
    output logic [RowW:0]    end_less_o,
    output logic [TileW-1:0] tile_last_o,
    output logic             tile_end_o,
    output logic [RowW+1:0]  ahead_o,
    output logic             null_o,
    output logic             live_o,
    output logic             last_o
);
  localparam int LA = $clog2(A);
  localparam int WideW = PosW + 1;
  (* anyseq *) logic [5*RowW+2*TileW+7:0] any;
  (* anyseq *) logic        early;
  logic [RowW-1:0]          row0_q;       // first row of the block shown or to come
  logic [TileW-1:0]         steps_q;
  logic                     valid_q;
  logic [1:0]               wait_q;
  logic signed [WideW-1:0]  ends, next, pos;
  logic [TileW-1:0]         tile;
  logic                     is_null;
  function automatic logic signed [WideW-1:0] up_to(input logic signed [WideW-1:0] row, input logic signed [WideW-1:0] b,
                                                    input logic signed [WideW-1:0] n);
    up_to = row + b < n ? row + b : n;
  endfunction
  assign ends    = up_to(WideW'(row0_q), WideW'(rows_blk_i), WideW'(nq_i));
  assign next    = up_to(ends, WideW'(rows_blk_i), WideW'(nq_i));
  assign pos     = ends - 1 + $signed(offset_i);
  assign is_null = causal_i && pos < 0;
  assign tile    = is_null ? '0 : causal_i && (pos >>> LA) < $signed(WideW'(tiles_m1_i)) ? TileW'(pos >>> LA) : tiles_m1_i;
  always_comb begin
    {row0_o, row_end_o, end_less_o, tile_last_o, tile_end_o, ahead_o, null_o, last_o} = any;
    valid_o = valid_q;
    live_o  = valid_q && !is_null;
    if (valid_q) begin
      row0_o      = row0_q;
      row_end_o   = RowW'(ends);
      end_less_o  = (RowW + 1)'(ends - A);
      tile_last_o = tile;
      tile_end_o  = steps_q == tile;
      ahead_o     = (RowW + 2)'(next - $signed(WideW'(TileW'(tile - steps_q)) << LA));
      null_o      = is_null;
      last_o      = ends == WideW'(nq_i);
    end
  end
  always_ff @(posedge clk_i) begin
    if (init_i) begin
      row0_q  <= '0;
      steps_q <= '0;
      valid_q <= 1'b0;
      wait_q  <= '0;
    end else if (advance_i) begin
      row0_q  <= RowW'(ends);
      steps_q <= '0;
      valid_q <= early;
      wait_q  <= '0;
    end else begin
      if (!valid_q) begin
        valid_q <= early || wait_q == 2'd3;
        wait_q  <= wait_q + 1'b1;
      end
      if (step_i) steps_q <= steps_q + 1'b1;
    end
  end
endmodule
