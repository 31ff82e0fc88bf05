// SPDX-License-Identifier: MIT
//
// Feeds one array: walks (block, key tile, row range, chunk), loads the A x A weights of a
// pass into the array's shadow while the pass before streams, and lets one row a cycle enter.
//
//   pass    one chunk of one step: the rows [r0, r1) against resident weights
//   step    one key tile against all rows of the block that see it (streaming), or against
//           one row group, entered only when the step before is done (streaming off)
//
// A row meets its next pass at least 2A cycles later: all loops behind the arrays (chunk sum,
// m, l, O) close within 2A.  Weight line w is read in cycle t0 + w, the first row enters at
// t0 + A or later, and the next pass's lines are read from the cycle after that on.
// Outputs of a row hold in the cycle in which enter_o is 1; row_o is the next row before that.
module ta_feed #(
    parameter int A = 4,
    parameter int DMax = 4,
    parameter int NMax = 32,
    localparam int RowW = $clog2(NMax) + 1,
    localparam int PosW = $clog2(NMax) + 3,
    localparam int TileW = ta_pkg::at_least_1($clog2((NMax + A - 1) / A)),
    localparam int ChunkW = ta_pkg::at_least_1($clog2(DMax / A)),
    localparam int LaneW = $clog2(A) + 1,
    localparam int LineW = $clog2(A)
) (
    input  logic              clk_i,
    input  logic              clear_i,
    input  logic              init_i,
    // configuration (ta_setup)
    input  logic              causal_i,
    input  logic              stream_i,
    input  logic [RowW-1:0]   nq_i,
    input  logic [RowW-1:0]   rows_blk_i,
    input  logic [TileW-1:0]  tiles_m1_i,
    input  logic [LaneW-1:0]  keys_last_i,
    input  logic [ChunkW-1:0] chunks_m1_i,
    input  logic [PosW-1:0]   offset_i,
    input  logic [PosW-1:0]   diag_i,
    // conditions
    input  logic              tile_ready_i,   // the next tile is in its slot
    input  logic [RowW:0]     row_last_there_i,  // signed: last row that is loaded, in the next
                                              // cycle
    input  logic              row_ready_i,    // row_o may enter, besides
    input  logic              place_i,        // the step's result has a place in the next cycle,
    input  logic              drained_i,      // every step so far is done then, if no pass
                                              // starts now
    // weights
    output logic              load_o,         // a line is read
    output logic [LineW-1:0]  line_o,
    output logic [ChunkW-1:0] load_chunk_o,
    output logic              slot_o,
    output logic              tile_free_o,    // pulse: the tile's last line is read
    // rows
    output logic              enter_o,
    output logic              swap_o,         // first row of a pass
    output logic              begin_first_o,  // pulse: the first row of a tile's first pass enters
    output logic              begin_last_o,   // .. of its last pass
    output logic [RowW-1:0]   row_o,
    output logic [RowW-1:0]   first_row_o,    // of the pass
    output logic [ChunkW-1:0] chunk_o,
    output logic              chunk_first_o,
    output logic              chunk_last_o,
    output logic [TileW-1:0]  tile_o,
    output logic              tile_first_o,   // the row's first tile
    output logic              row_last_o,     // the row's last tile
    output logic              tile_last_o,    // the block's last tile
    output logic              pass_end_o,     // last row of the pass
    output logic              out_o,          // pulse: the last row of the tile's last pass enters
    output logic              tile_end_o,     // last row that meets this tile
    output logic [LaneW-1:0]  keys_o,         // keys of the tile
    output logic [PosW-1:0]   seen_o,         // signed: row + offset - first key of the tile
    output logic              block_free_o,   // pulse: the block has left
    // accounting
    output logic              pending_o,      // the next row is known and waits
    output logic              loaded_o,       // its weights are there
    output logic              there_o,        // the next row is loaded
    output logic [RowW-1:0]   next_row_o,     // the row that enters next, while pending_o
    output logic [ChunkW-1:0] next_chunk_o,
    output logic [TileW-1:0]  next_tile_o,
    output logic              done_o          // no row is left
);
  localparam logic [2:0] S_IDLE = 3'd0;
  localparam logic [2:0] S_BLOCK = 3'd1;   // wait for the block
  localparam logic [2:0] S_RANGE = 3'd2;   // rows of the pass
  localparam logic [2:0] S_WAIT = 3'd3;    // tile and shadow; reads line 0
  localparam logic [2:0] S_LOAD = 3'd4;    // lines 1 .. A-1
  localparam logic [2:0] S_NEXT = 3'd5;    // next pass
  localparam logic [2:0] S_DONE = 3'd6;

  // Comparisons with the last row that is loaded, as signs of differences: row < last, row <= last.
  function automatic logic before_last(input logic [RowW-1:0] row, input logic signed [RowW:0] last);
    logic [RowW+1:0] difference;
    difference = {2'b00, row} - {last[RowW], last};
    before_last = difference[RowW+1];
  endfunction
  function automatic logic up_to_last(input logic [RowW-1:0] row, input logic signed [RowW:0] last);
    logic [RowW+1:0] difference;
    difference = {last[RowW], last} - {2'b00, row};
    up_to_last = !difference[RowW+1];
  endfunction

  function automatic logic reached(input logic [LaneW:0] cycles, input logic [LaneW:0] pad);
    logic [LaneW+1:0] difference;
    difference = {1'b0, cycles} - {1'b0, pad};
    reached = !difference[LaneW+1];
  endfunction

  // ---- blocks ------------------------------------------------------------------------
  logic             b_valid, b_null, b_last, b_advance;
  logic [RowW-1:0]  b_row0, b_end;
  logic [TileW-1:0] b_tile_last;
  logic [RowW:0]    b_less;
  logic             b_tile_end_unused, b_live_unused;
  logic [RowW+1:0]  b_ahead_unused;
  ta_blocks #(.A(A), .NMax(NMax)) u_blocks (
      .clk_i, .init_i, .advance_i(b_advance), .step_i(1'b0),
      .nq_i, .rows_blk_i, .causal_i, .offset_i, .tiles_m1_i,
      .valid_o(b_valid), .row0_o(b_row0), .row_end_o(b_end), .end_less_o(b_less),
      .tile_last_o(b_tile_last), .tile_end_o(b_tile_end_unused), .ahead_o(b_ahead_unused), .null_o(b_null), .live_o(b_live_unused), .last_o(b_last)
  );

  // ---- loader: one pass ahead of the rows ------------------------------------------------
  logic [2:0]        state_q;
  logic [TileW-1:0]  tile_q;
  logic [ChunkW-1:0] chunk_q;
  logic [RowW-1:0]   r0_q, r1_q, last_end_q;
  logic              range_last_q;
  logic signed [PosW-1:0] seen_q;             // offset - first key of the tile
  logic [LineW-1:0]  line_q;
  logic              slot_q;
  logic              load_first, load_last;
  logic              tile_end_q, block_end_q; // this pass is the tile's, the block's last
  logic signed [PosW-1:0] diag_next_q, diag_start_q;  // first row of the group whose last
                                              // tile the next one is, the first one is
  logic              diag_in_q, diag_in_next_q;  // the group lies within the block: this tile,
                                              // the next one
  logic              diag_in_start;
  logic [RowW-1:0]   start_row_q;             // first row of the next range
  logic              range_last;
  logic [RowW-1:0]   range_start, range_end;
  logic [RowW-1:0]   more_q;                  // rows of the pass - 1
  logic [LaneW:0]    pad_q;                   // .. missing to 2A rows
  logic              pad_none_q;              // none is
  logic              r_chunk_first_q, r_chunk_last_q;
  logic              there_q;                 // row r0_q is loaded
  logic              start_there;             // row start_row_q is
  logic signed [RowW:0] row_last_there;

  // Desc: the pass whose weights are in the shadow.
  logic              desc_q, take;
  logic [RowW-1:0]   d_r0_q, d_last_end_q;
  logic [TileW-1:0]  d_tile_q;
  logic [ChunkW-1:0] d_chunk_q;
  logic signed [PosW-1:0] d_seen_q;
  logic [LaneW:0]    d_pad_q;
  logic              d_pad_none_q;
  logic [RowW-1:0]   d_more_q;
  logic              d_there_q, d_end_q, d_out_q, d_free_q, d_chunk_first_q, d_chunk_last_q;
  logic              d_tile_last_q, d_range_last_q, d_block_end_q;

  assign row_last_there = $signed(row_last_there_i);
  assign range_start = start_row_q;
  assign start_there = up_to_last(start_row_q, row_last_there);
  assign diag_in_start = causal_i && diag_start_q >= $signed(PosW'(b_row0));
  assign range_last  = stream_i || $signed({1'b0, range_start}) >= $signed(b_less);
  assign range_end   = range_last ? b_end : range_start + RowW'(A);
  assign load_first  = state_q == S_WAIT && tile_ready_i && !desc_q;
  assign load_last   = state_q == S_LOAD && line_q == LineW'(A - 1);
  assign b_advance   = !b_last && ((state_q == S_NEXT && block_end_q) ||
                                   (state_q == S_BLOCK && b_valid && b_null));

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      state_q <= S_IDLE;
      desc_q  <= 1'b0;
      slot_q  <= 1'b0;
    end else begin
      unique case (state_q)
        S_IDLE: if (init_i) state_q <= S_BLOCK;
        S_BLOCK: if (b_valid) state_q <= !b_null ? S_RANGE : b_last ? S_DONE : S_BLOCK;
        S_RANGE: state_q <= S_WAIT;
        S_WAIT: if (load_first) state_q <= S_LOAD;
        S_LOAD: if (load_last) state_q <= S_NEXT;
        S_NEXT: state_q <= !block_end_q ? S_RANGE : b_last ? S_DONE : S_BLOCK;
        default: state_q <= state_q;
      endcase
      if (load_last) desc_q <= 1'b1;
      else if (take) desc_q <= 1'b0;
      if (load_last && tile_end_q) slot_q <= !slot_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == S_BLOCK) begin
      tile_q        <= '0;
      chunk_q       <= '0;
      diag_next_q   <= diag_start_q + PosW'(A);
      diag_in_q     <= diag_in_start;
      start_row_q   <= diag_in_start ? RowW'(diag_start_q) : b_row0;
      seen_q        <= $signed(offset_i);
    end
    if (state_q == S_RANGE && chunk_q == '0) begin
      r0_q         <= range_start;
      r1_q         <= range_end;
      range_last_q <= range_last;
      last_end_q   <= tile_q == b_tile_last ? b_end : diag_in_q ? RowW'(diag_next_q) : '0;
    end
    there_q <= state_q == S_RANGE && chunk_q == '0 ? start_there : r0_there;
    diag_start_q   <= -$signed(diag_i);
    diag_in_next_q <= causal_i && diag_next_q >= $signed(PosW'(b_row0));
    tile_end_q     <= range_last_q && chunk_q == chunks_m1_i;
    block_end_q    <= range_last_q && chunk_q == chunks_m1_i && tile_q == b_tile_last;
    more_q         <= r1_q - r0_q - 1'b1;
    pad_q          <= more_q >= RowW'(2 * A - 1) ? '0 : (LaneW + 1)'(2 * A - 1) -
                                                        (LaneW + 1)'(more_q);
    pad_none_q     <= more_q >= RowW'(2 * A - 1);
    r_chunk_first_q <= chunk_q == '0;
    r_chunk_last_q <= chunk_q == chunks_m1_i;
    if (state_q == S_WAIT) line_q <= LineW'(load_first);
    if (state_q == S_LOAD) line_q <= line_q + 1'b1;
    if (state_q == S_NEXT) begin
      start_row_q <= !range_last_q ? r1_q : diag_in_next_q ? RowW'(diag_next_q) : b_row0;
      chunk_q <= chunk_q == chunks_m1_i ? '0 : chunk_q + 1'b1;
      if (chunk_q == chunks_m1_i) begin
        if (range_last_q) begin
          tile_q <= tile_q + 1'b1;
          diag_next_q <= diag_next_q + PosW'(A);
          diag_in_q   <= diag_in_next_q;
          seen_q <= seen_q - PosW'(A);
        end
      end
    end
    if (load_last) begin
      d_r0_q         <= r0_q;
      d_last_end_q   <= last_end_q;
      d_tile_q       <= tile_q;
      d_chunk_q      <= chunk_q;
      d_seen_q       <= seen_q;
      d_pad_q        <= pad_q;
      d_pad_none_q   <= pad_none_q;
      d_more_q       <= more_q;
      d_end_q        <= more_q == '0;
      d_out_q        <= more_q == '0 && r_chunk_last_q;  // d_end_q && d_chunk_last_q
      d_free_q       <= more_q == '0 && block_end_q;     // d_end_q && d_block_end_q
      d_chunk_first_q <= r_chunk_first_q;
      d_chunk_last_q  <= r_chunk_last_q;
      d_tile_last_q  <= tile_q == b_tile_last;
      d_range_last_q <= range_last_q;
      d_block_end_q  <= block_end_q;
    end
  end

  assign load_o       = load_first || state_q == S_LOAD;
  assign line_o       = line_q;
  assign load_chunk_o = chunk_q;
  assign slot_o       = slot_q;
  assign tile_free_o  = load_last && tile_end_q;

  // ---- rows --------------------------------------------------------------------------
  logic              active_q;                // within a pass
  logic [RowW-1:0]   row_q, a_r0_q, a_last_end_q;
  logic [TileW-1:0]  a_tile_q;
  logic [ChunkW-1:0] a_chunk_q;
  logic signed [PosW-1:0] a_seen_q;
  logic              a_tile_last_q, a_range_last_q, a_block_end_q;
  logic [LaneW:0]    since_q;                 // cycles since the last row, at most 2A + 1
  logic              start_q, place_q, drained_q, start;  // a pass may start: by its rows and the
                                              // time; by what is behind the array; in all
  assign start = start_q && place_q && drained_q;
  logic              a_there_q, a_end_q, a_out_q, a_free_q, a_chunk_first_q, a_chunk_last_q;
  logic [RowW-1:0]   a_more_q, more;          // rows of the pass behind row_o
  logic              chunk_first, chunk_last;
  logic [RowW-1:0]   last_end;
  logic signed [PosW-1:0] seen;

  assign chunk_first = active_q ? a_chunk_first_q : d_chunk_first_q;
  assign chunk_last  = active_q ? a_chunk_last_q : d_chunk_last_q;
  assign enter_o     = row_ready_i && (active_q ? a_there_q : start);
  assign take        = row_ready_i && !active_q && start;
  assign begin_first_o = take && d_chunk_first_q;
  assign begin_last_o  = take && d_chunk_last_q;
  assign swap_o      = !active_q;

  assign row_o       = active_q ? row_q : d_r0_q;
  assign first_row_o = active_q ? a_r0_q : d_r0_q;
  assign more        = active_q ? a_more_q : d_more_q;
  assign last_end    = active_q ? a_last_end_q : d_last_end_q;
  assign chunk_o     = active_q ? a_chunk_q : d_chunk_q;
  assign tile_o      = active_q ? a_tile_q : d_tile_q;
  assign seen        = active_q ? a_seen_q : d_seen_q;
  assign tile_last_o = active_q ? a_tile_last_q : d_tile_last_q;

  assign chunk_first_o = chunk_first;
  assign chunk_last_o  = chunk_last;
  assign tile_first_o  = tile_o == '0;
  assign row_last_o    = row_o < last_end;
  assign pass_end_o    = active_q ? a_end_q : d_end_q;
  assign out_o         = row_ready_i && (active_q ? a_there_q && a_out_q : start && d_out_q);
  assign tile_end_o    = pass_end_o && chunk_last && (active_q ? a_range_last_q : d_range_last_q);
  assign keys_o        = tile_o == tiles_m1_i ? keys_last_i : LaneW'(A);
  assign seen_o        = seen + $signed(PosW'(row_o));
  assign block_free_o  = (row_ready_i && (active_q ? a_there_q && a_free_q : start && d_free_q)) ||
                         (state_q == S_BLOCK && b_valid && b_null);

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      active_q <= 1'b0;
      since_q  <= (LaneW + 1)'(2 * A + 1);
    end else begin
      if (enter_o) active_q <= !pass_end_o;
      if (enter_o) since_q <= (LaneW + 1)'(1);
      else if (since_q <= (LaneW + 1)'(2 * A)) since_q <= since_q + 1'b1;
    end
  end

  // The next cycle's conditions, for the rows that may then be next.
  // Each is worked out for a row that enters in this cycle and for none, and then selected: who
  // enters is known late.
  logic a_after, d_after, a_same, r0_there, d_there;  // rows that are loaded
  logic due, due_enter, due_wait;
  assign a_after  = before_last(row_q, row_last_there);
  assign a_same   = up_to_last(row_q, row_last_there);
  assign d_after  = before_last(d_r0_q, row_last_there);
  assign d_there  = up_to_last(d_r0_q, row_last_there);
  assign r0_there = up_to_last(r0_q, row_last_there);
  assign due       = load_last ? r0_there : desc_q && d_there;
  assign due_enter = due && active_q && (load_last ? pad_none_q : d_pad_none_q);
  assign due_wait  = due && (load_last ? reached(since_q, pad_q) : reached(since_q, d_pad_q));
  always_ff @(posedge clk_i) begin
    d_there_q <= load_last ? r0_there : d_there;
    a_there_q <= enter_o ? (active_q ? a_after : d_after) : a_same;
    start_q   <= !clear_i && (enter_o ? due_enter : due_wait);
    place_q   <= place_i || (load_last ? !r_chunk_last_q : !d_chunk_last_q);
    drained_q <= drained_i || stream_i || (load_last ? !r_chunk_first_q : !d_chunk_first_q);
  end

  always_ff @(posedge clk_i) begin
    if (enter_o) begin
      row_q    <= row_o + 1'b1;
      a_more_q <= more - 1'b1;
      a_end_q  <= more == RowW'(1);
      a_out_q  <= more == RowW'(1) && chunk_last;
      a_free_q <= more == RowW'(1) && (active_q ? a_block_end_q : d_block_end_q);
    end
    if (take) begin
      a_chunk_first_q <= d_chunk_first_q;
      a_chunk_last_q  <= d_chunk_last_q;
      a_r0_q         <= d_r0_q;
      a_last_end_q   <= d_last_end_q;
      a_tile_q       <= d_tile_q;
      a_chunk_q      <= d_chunk_q;
      a_seen_q       <= d_seen_q;
      a_tile_last_q  <= d_tile_last_q;
      a_range_last_q <= d_range_last_q;
      a_block_end_q  <= d_block_end_q;
    end
  end

  assign pending_o = active_q || desc_q || state_q == S_WAIT || state_q == S_LOAD;
  assign loaded_o  = active_q || desc_q;
  assign there_o      = active_q ? a_there_q : desc_q ? d_there_q : there_q;
  assign next_row_o   = loaded_o ? row_o : r0_q;
  assign next_chunk_o = loaded_o ? chunk_o : chunk_q;
  assign next_tile_o  = loaded_o ? tile_o : tile_q;
  assign done_o    = !active_q && !desc_q && state_q == S_DONE;

endmodule
