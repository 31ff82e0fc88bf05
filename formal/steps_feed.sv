// SPDX-License-Identifier: MIT
//
// Steps of a feed with one chunk a row, from the first row to A + 5 clocks after the last one enters,
// where MM2 has accumulated it, and to A + 12, where MM1's tile of NAIVE is in the ring: at most two,
// three are under way, since the last rows of two passes are 2A clocks apart.  Of the tiles that a
// streaming feed has freed at most three are not accumulated, two once a free is four clocks ago.
// Without streaming one step is under way at a time, however long its way is.
  localparam logic [LaneW:0] Apart = (LaneW + 1)'(2 * A);
  localparam int Ways = A + 12;
  logic            past_q = 1'b0;
  logic [Ways-1:0] out_q;                    // clocks ago the last row of a step entered
  logic [4:0]      open_q, long_q, freed_q;  // steps under way; tiles freed and not accumulated
  logic [4:0]      counted, counted_long, recent;
  logic [2:0]      waited_q;                 // clocks since the rows of the pass are known
  logic [2:0]      age_q;                    // .. since a tile was freed, at most 4
  logic [4:0]      alone_q;                  // steps whose way has any length
  (* keep *) logic at_rows, more_known, pad_known;  // for the worlds of facts.def: what of a pass is known
  (* anyseq *)   logic alone_ends;
  (* anyconst *) logic stream;
  function automatic logic far(input logic [RowW-1:0] rows, input logic [LaneW:0] clocks);
    far = 32'(rows) + 32'(clocks) >= 2 * A;
  endfunction
  function automatic logic pad_right(input logic [RowW-1:0] rows, input logic [LaneW:0] pad, input logic none);
    pad_right = none == (32'(rows) >= 2 * A - 1) && pad == (none ? '0 : (LaneW + 1)'(2 * A - 1) - (LaneW + 1)'(rows));
  endfunction
  assign at_rows    = state_q == S_WAIT || state_q == S_LOAD;
  assign more_known = at_rows && waited_q != '0;
  assign pad_known  = at_rows && waited_q > 3'd1;
  always_comb begin
    if (past_q) assume (!clear_i);
    if (!past_q) assume (clear_i);
    assume (chunks_m1_i == '0 && stream_i == stream);
    assume (!alone_ends || alone_q != '0);
    assume (drained_i == (alone_q == '0 || (alone_ends && alone_q == 5'd1)));
    counted      = 5'(active_q);
    counted_long = 5'(active_q);
    recent       = 5'(active_q);             // .. of the last clocks
    for (int i = 0; i < Ways; i++) begin
      if (i < A + 5) counted = counted + 5'(out_q[i]);
      counted_long = counted_long + 5'(out_q[i]);
      if (i < (desc_q ? 32'(age_q) + 5 : 32'(line_q) + 1) && i < A + 5) recent = recent + 5'(out_q[i]);
    end
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (state_q == S_RANGE) waited_q <= '0;
    else if (waited_q != '1) waited_q <= waited_q + 1'b1;
    if (clear_i) begin
      out_q   <= '0;
      open_q  <= '0;
      long_q  <= '0;
      freed_q <= '0;
      alone_q <= '0;
      age_q   <= 3'd4;
    end else begin
      out_q   <= {out_q[Ways-2:0], out_o};
      open_q  <= open_q + 5'(begin_first_o) - 5'(out_q[A+4]);
      long_q  <= long_q + 5'(begin_first_o) - 5'(out_q[Ways-1]);
      freed_q <= freed_q + 5'(tile_free_o) - 5'(out_q[A+4]);
      alone_q <= alone_q + 5'(begin_first_o) - 5'(alone_ends);
      age_q   <= tile_free_o ? '0 : age_q + 3'(age_q != 3'd4);
    end
    if (past_q) begin
      // How it comes about: what waits for a pass makes up for the rows that it has not,
      if (state_q == S_RANGE || state_q == S_WAIT || state_q == S_LOAD || state_q == S_NEXT) `CHECK(chunk_q == '0)
      if (state_q == S_WAIT || state_q == S_LOAD) begin
        `CHECK(state_q != S_LOAD || (32'(line_q) >= 1 && 32'(waited_q) >= 32'(line_q)))
        `CHECK(!stream || range_last_q)
        if (waited_q != '0) `CHECK(more_q == RowW'(r1_q - r0_q - 1'b1) && r_chunk_first_q && r_chunk_last_q)
        if (waited_q != '0) `CHECK(tile_end_q == range_last_q)
        if (waited_q > 3'd1) `CHECK(pad_right(more_q, pad_q, pad_none_q))
      end
      if (desc_q) begin
        `CHECK(pad_right(d_more_q, d_pad_q, d_pad_none_q) && d_end_q == (d_more_q == '0) && d_out_q == d_end_q)
        `CHECK(d_chunk_first_q && d_chunk_last_q && state_q != S_LOAD)
      end
      `CHECK(!start_q || (desc_q && far(d_more_q, since_q)))
      `CHECK(since_q != '0 && since_q <= Apart + 1'b1)
      if (active_q) `CHECK(a_end_q == (a_more_q == '0) && a_out_q == a_end_q && a_chunk_last_q)
      // .. so that they end that far apart,
      for (int i = 0; i < Ways; i++) begin
        if (out_q[i]) `CHECK(active_q ? 32'(a_more_q) + i + 1 >= 2 * A : 32'(since_q) <= i + 1)
        for (int j = i + 1; j < Ways; j++) if (j - i < 2 * A) `CHECK(!out_q[i] || !out_q[j])
      end
      `CHECK(open_q == counted && long_q == counted_long)
      // .. and a tile is read when the pass before the last one has ended.
      `CHECK(age_q <= 3'd4 && !(active_q && out_q[0]))
      if (stream) begin
        `CHECK(freed_q == counted + 5'(desc_q))
        if (desc_q || state_q == S_LOAD) `CHECK(recent <= 5'd1)
      end
      `CHECK(stream || active_q || !start_q || !drained_q || alone_q == '0)
      // What is claimed.
      `CHECK(open_q <= 5'd2 && long_q <= 5'd3)
      `CHECK(!stream || freed_q <= (age_q == 3'd4 ? 5'd2 : 5'd3))
      `CHECK(stream || alone_q <= 5'd1)
      `REACH(open_q == 5'd2)
      `REACH(stream && freed_q == 5'd3)
    end
  end
