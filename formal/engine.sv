// SPDX-License-Identifier: MIT
//
// What joins the modules: steps and rows between the arrays are counted, and what is counted of them never
// is at its end.  Of the modules, which are boxes here: a row enters an array once it is there and sees a key, in
// passes with a first and a last row (proofs rows_feed, steps_feed); of K tiles no more are ahead of V than proof ahead
// says, and of V tiles no more than steps_feed says are freed and not accumulated; both feeds let the same rows
// enter, in one order (proof walk_feed), and are done then; query rows come in order (rows_dma); P is read when Z
// is written (the sequencer's phases); softmax and accumulator take as many clocks as their latency.
// One chunk a row.  From a reset of four clocks on, for any number of runs.
  (* hierconn *) wire [Tag1W-1:0] \u_tag1.g_line.g_stage[0].d_q ;
  (* hierconn *) wire [Tag1W-1:0] \u_tag1.g_line.g_stage[1].d_q ;
  (* hierconn *) wire [Tag1W-1:0] \u_tag1.g_line.g_stage[2].d_q ;
  (* hierconn *) wire [Tag1W-1:0] \u_tag1.g_line.g_stage[3].d_q ;
  (* hierconn *) wire [Tag1W-1:0] \u_tag1.g_line.g_stage[4].d_q ;
  (* hierconn *) wire [Tag1W-1:0] \u_tag1.g_line.g_stage[5].d_q ;
  (* hierconn *) wire [Tag1W-1:0] \u_tag1.g_line.g_stage[6].d_q ;
  (* hierconn *) wire [Tag1W-1:0] \u_tag1.g_line.g_stage[7].d_q ;
  (* hierconn *) wire [Tag1W-1:0] \u_tag1.g_line.g_stage[8].d_q ;
  (* hierconn *) wire [Tag1W-1:0] \u_tag1.g_line.g_stage[9].d_q ;
  (* hierconn *) wire [Tag1W-1:0] \u_tag1.g_line.g_stage[10].d_q ;
  (* hierconn *) wire [Tag1W-1:0] \u_tag1.g_line.g_stage[11].d_q ;
  (* hierconn *) wire [Tag1W-1:0] \u_tag1.g_line.g_stage[12].d_q ;
  (* hierconn *) wire [Tag1W-1:0] \u_tag1.g_line.g_stage[13].d_q ;
  (* hierconn *) wire [Tag1W-1:0] \u_tag1.g_line.g_stage[14].d_q ;
  (* hierconn *) wire [LaneW-1:0] \u_keys.g_line.g_stage[0].d_q ;
  (* hierconn *) wire [LaneW-1:0] \u_keys.g_line.g_stage[1].d_q ;
  (* hierconn *) wire [LaneW-1:0] \u_keys.g_line.g_stage[2].d_q ;
  (* hierconn *) wire [LaneW-1:0] \u_keys.g_line.g_stage[3].d_q ;
  (* hierconn *) wire [LaneW-1:0] \u_keys.g_line.g_stage[4].d_q ;
  (* hierconn *) wire [LaneW-1:0] \u_keys.g_line.g_stage[5].d_q ;
  (* hierconn *) wire [LaneW-1:0] \u_keys.g_line.g_stage[6].d_q ;
  (* hierconn *) wire [LaneW-1:0] \u_keys.g_line.g_stage[7].d_q ;
  (* hierconn *) wire [LaneW-1:0] \u_keys.g_line.g_stage[8].d_q ;
  (* hierconn *) wire [LaneW-1:0] \u_keys.g_line.g_stage[9].d_q ;
  (* hierconn *) wire [LaneW-1:0] \u_keys.g_line.g_stage[10].d_q ;
  (* hierconn *) wire [LaneW-1:0] \u_keys.g_line.g_stage[11].d_q ;
  (* hierconn *) wire [LaneW-1:0] \u_keys.g_line.g_stage[12].d_q ;
  (* hierconn *) wire [LaneW-1:0] \u_keys.g_line.g_stage[13].d_q ;  (* hierconn *) wire [LineW+2:0] \u_mm1_in.g_line.g_stage[0].d_q ;
  (* hierconn *) wire [LineW+2:0] \u_mm1_in.g_line.g_stage[1].d_q ;
  (* hierconn *) wire \u_counters.tile_q ;
  (* hierconn *) wire \u_counters.unseen_q ;
  (* hierconn *) wire \u_counters.exp_on_q ;
  (* hierconn *) wire [LaneW:0] \u_counters.exp_q ;
  (* hierconn *) wire [TileW+1:0] \u_counters.left_q ;
  (* hierconn *) wire [TileW+1:0] \u_counters.all_q ;
  (* hierconn *) wire [2:0] \u_counters.cause1_q ;
  (* hierconn *) wire [2:0] \u_counters.cause2_q ;
  localparam int P = 10;                     // from the softmax's input to its P
  localparam int Ways = A + 12;              // from MM1's entry to the ring
  localparam int W = RingAddrW + 2;
  logic            past_q = 1'b0;
  logic [2:0]      n_q = '0;                 // clocks since the begin
  logic            ok;
  logic            mode, streams;            // of the run: new ones come in the clock of a clear
  logic            naive_past_q, stream_past_q, done1_past_q;
  logic signed [RowW:0] last_past_q;         // last query row there, a clock ago
  logic [4:0]      k_ahead_q, k_full_q, k_read_q, v_read_q;  // K full less V freed; K full; K read whose step has not
                                             // begun; V read whose step is not done
  logic [2:0]      age_q;                    // clocks since a V was freed, at most 4
  logic            mid1_q, mid2_q;           // within a pass
  logic [Ways-1:0] out1_q;                   // clocks ago a step's last row entered
  logic [A+4:0]    out2_q;
  logic [P-1:0]    p_way_q;                  // rows on their way through the softmax
  logic [W-1:0]    rows1_q, rows2_q, in_q;   // rows that entered MM1, MM2, the ring
  logic [W-1:0]    way;
  logic            place_q, row_q, none_q1, none_q2; // a clock ago, and nothing took it: a place in the ring; a row in it;
                                             // no step behind a feed
  logic [4:0]      way1, way2;               // steps on their way
  logic [A+10:0]   ends, lasts, fits;        // tags of MM1's rows
  assign ok  = n_q == 3'd4;
  (* keep *) logic read_line;                // a line of weights goes into MM1: its number is read
  assign read_line = ok && w1_valid;
  assign mode    = clear_q ? naive_past_q : naive;
  assign streams = clear_q ? stream_past_q : stream;
  function automatic logic there(input logic [RowW-1:0] row, input logic signed [RowW:0] last);
    there = !last[RowW] && row[RowW-1:LineW] <= last[RowW-1:LineW];
  endfunction
  assign {lasts[0], ends[0]} = {\u_tag1.g_line.g_stage[0].d_q [Tag1W-1], \u_tag1.g_line.g_stage[0].d_q [Tag1W-5]};
  assign {lasts[1], ends[1]} = {\u_tag1.g_line.g_stage[1].d_q [Tag1W-1], \u_tag1.g_line.g_stage[1].d_q [Tag1W-5]};
  assign {lasts[2], ends[2]} = {\u_tag1.g_line.g_stage[2].d_q [Tag1W-1], \u_tag1.g_line.g_stage[2].d_q [Tag1W-5]};
  assign {lasts[3], ends[3]} = {\u_tag1.g_line.g_stage[3].d_q [Tag1W-1], \u_tag1.g_line.g_stage[3].d_q [Tag1W-5]};
  assign {lasts[4], ends[4]} = {\u_tag1.g_line.g_stage[4].d_q [Tag1W-1], \u_tag1.g_line.g_stage[4].d_q [Tag1W-5]};
  assign {lasts[5], ends[5]} = {\u_tag1.g_line.g_stage[5].d_q [Tag1W-1], \u_tag1.g_line.g_stage[5].d_q [Tag1W-5]};
  assign {lasts[6], ends[6]} = {\u_tag1.g_line.g_stage[6].d_q [Tag1W-1], \u_tag1.g_line.g_stage[6].d_q [Tag1W-5]};
  assign {lasts[7], ends[7]} = {\u_tag1.g_line.g_stage[7].d_q [Tag1W-1], \u_tag1.g_line.g_stage[7].d_q [Tag1W-5]};
  assign {lasts[8], ends[8]} = {\u_tag1.g_line.g_stage[8].d_q [Tag1W-1], \u_tag1.g_line.g_stage[8].d_q [Tag1W-5]};
  assign {lasts[9], ends[9]} = {\u_tag1.g_line.g_stage[9].d_q [Tag1W-1], \u_tag1.g_line.g_stage[9].d_q [Tag1W-5]};
  assign {lasts[10], ends[10]} = {\u_tag1.g_line.g_stage[10].d_q [Tag1W-1], \u_tag1.g_line.g_stage[10].d_q [Tag1W-5]};
  assign {lasts[11], ends[11]} = {\u_tag1.g_line.g_stage[11].d_q [Tag1W-1], \u_tag1.g_line.g_stage[11].d_q [Tag1W-5]};
  assign {lasts[12], ends[12]} = {\u_tag1.g_line.g_stage[12].d_q [Tag1W-1], \u_tag1.g_line.g_stage[12].d_q [Tag1W-5]};
  assign {lasts[13], ends[13]} = {\u_tag1.g_line.g_stage[13].d_q [Tag1W-1], \u_tag1.g_line.g_stage[13].d_q [Tag1W-5]};
  assign {lasts[14], ends[14]} = {\u_tag1.g_line.g_stage[14].d_q [Tag1W-1], \u_tag1.g_line.g_stage[14].d_q [Tag1W-5]};
  assign fits[0] = keys1_q <= LaneW'(A);
  assign fits[1] = \u_keys.g_line.g_stage[0].d_q <= LaneW'(A);
  assign fits[2] = \u_keys.g_line.g_stage[1].d_q <= LaneW'(A);
  assign fits[3] = \u_keys.g_line.g_stage[2].d_q <= LaneW'(A);
  assign fits[4] = \u_keys.g_line.g_stage[3].d_q <= LaneW'(A);
  assign fits[5] = \u_keys.g_line.g_stage[4].d_q <= LaneW'(A);
  assign fits[6] = \u_keys.g_line.g_stage[5].d_q <= LaneW'(A);
  assign fits[7] = \u_keys.g_line.g_stage[6].d_q <= LaneW'(A);
  assign fits[8] = \u_keys.g_line.g_stage[7].d_q <= LaneW'(A);
  assign fits[9] = \u_keys.g_line.g_stage[8].d_q <= LaneW'(A);
  assign fits[10] = \u_keys.g_line.g_stage[9].d_q <= LaneW'(A);
  assign fits[11] = \u_keys.g_line.g_stage[10].d_q <= LaneW'(A);
  assign fits[12] = \u_keys.g_line.g_stage[11].d_q <= LaneW'(A);
  assign fits[13] = \u_keys.g_line.g_stage[12].d_q <= LaneW'(A);
  assign fits[14] = \u_keys.g_line.g_stage[13].d_q <= LaneW'(A);
  always_comb begin
    way  = '0;
    way1 = 5'(mid1_q);
    way2 = '0;
    for (int i = 0; i <= A + 10; i++) way = way + W'(valid1_q[i]);
    for (int i = 0; i < P; i++) way = way + W'(p_way_q[i]);
    for (int i = 0; i < Ways; i++) way1 = way1 + 5'(out1_q[i]);
    for (int i = 0; i < A + 5; i++) way2 = way2 + 5'(out2_q[i]);
    if (!past_q) assume (clear_q && zero_q);
    if (!ok) assume (!rst_ni);
    if (past_q) begin
      // Feeds.
      if (enter1) assume (cfirst1 && clast1 && tile1 <= tiles_m1 && keys1 <= LaneW'(A) && row1 >= unseen && there(row1, last_past_q));
      assume (!(enter1 && swap1 && load1));
      assume (!enter2 || row_ready2);
      // DMA.
      if (q_we) assume (32'(w_row) < NMax && (q_last[RowW] || q_last[RowW-1:LineW] <= w_row[RowW-1:LineW]));
      assume (last_past_q[RowW] || (!q_last[RowW] && q_last[RowW-1:LineW] >= last_past_q[RowW-1:LineW]));
      if (z_valid) assume (z_keys <= LaneW'(A));
    end
    if (ok) begin
      assume (clear_q || (naive == naive_past_q && stream == stream_past_q));
      // Steps of MM1: one pass a step.
      assume (step_in1 == ring_in1 && (!step_in1 || (enter1 && !mid1_q)) && (!enter1 || step_in1 || mid1_q));
      assume (out1 == (enter1 && pend1));
      assume (way1 <= 5'd3 && (streams || !step_in1 || open1_q == '0));
      if (streams) assume ((!k_loaded || k_full_q <= 5'd1) && (!k_free || (k_full_q != '0 && k_read_q == '0)) && (!step_in1 || k_read_q != '0));
      // .. of MM2.
      assume ((!enter2 || cfirst2) && (!step_in2 || (enter2 && !mid2_q)) && (!enter2 || step_in2 || mid2_q));
      assume (!ring_out2 || (enter2 && (mode || ring_steps_q != '0)));
      assume (step_done == out2_q[A+4] && 5'(mid2_q) + way2 <= 5'd2);
      if (streams) assume ((!ring_out2 || v_read_q > way2) && v_read_q <= (age_q == 3'd4 ? 5'd2 : 5'd3));
      if (!mode) assume (k_ahead_q + 5'(k_loaded) <= (age_q == 3'd4 ? 5'd5 : 5'd4));
      // Rows.
      assume (!enter1 || rows1_q < W'(NMax * NMax / A));
      assume (!pin_valid || (mode && done1 && open1_q == '0 && in_q < W'(NMax * NMax / A)));
      if (!mode) assume (p_valid == p_way_q[P-1]);
      assume (!done1 || !(enter1 || step_in1));
      assume (!done1_past_q || done1);
      if (done2) assume (rows2_q >= rows1_q && (done1 || rows2_q > rows1_q));
      if (done1 && done2) assume (ring_steps_q == '0);
    end
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (!past_q) n_q <= 3'd1;
    else if (!ok) n_q <= n_q + 1'b1;
    naive_past_q  <= naive;
    stream_past_q <= stream;
    last_past_q   <= clear_q ? '1 : $signed(q_last);
    done1_past_q  <= done1 && !clear_q;
    place_q       <= place1 && !ring_in1 && !clear_q;
    row_q         <= p_some_q && !p_out && !clear_q;
    none_q1       <= none1_q && !step_in1 && !clear_q;
    none_q2       <= none2_q && !step_in2 && !clear_q;
    if (clear_q) begin
      {k_ahead_q, k_full_q, k_read_q, v_read_q} <= '0;
      {rows1_q, rows2_q, in_q} <= '0;
      {mid1_q, mid2_q} <= '0;
      out1_q  <= '0;
      out2_q  <= '0;
      p_way_q <= '0;
      age_q   <= 3'd4;
    end else begin
      k_ahead_q <= k_ahead_q + 5'(k_loaded) - 5'(v_free);
      k_full_q  <= k_full_q + 5'(k_loaded) - 5'(k_free);
      k_read_q  <= k_read_q + 5'(k_free) - 5'(step_in1);
      v_read_q  <= v_read_q + 5'(v_free) - 5'(step_done);
      age_q     <= v_free ? '0 : age_q + 3'(age_q != 3'd4);
      mid1_q    <= (mid1_q || step_in1) && !out1;
      mid2_q    <= (mid2_q || step_in2) && !ring_out2;
      out1_q    <= {out1_q[Ways-2:0], out1};
      out2_q    <= {out2_q[A+3:0], ring_out2};
      p_way_q   <= {p_way_q[P-2:0], !naive && sm_valid};
      rows1_q   <= rows1_q + W'(enter1);
      rows2_q   <= rows2_q + W'(enter2);
      in_q      <= in_q + W'(p_in);
    end
    if (past_q) `CHECK(n_q != '0 && n_q <= 3'd4 && (ok || clear_q))
    if (ok) begin
      // How it comes about: what goes with a row goes with its valid bit.
      for (int i = 0; i <= A + 10; i++) begin
        if (valid1_q[i]) `CHECK(lasts[i] && fits[i])
        `CHECK(clear_q || (valid1_q[i] && ends[i]) == out1_q[i])
      end
      `CHECK(!(\u_mm1_in.g_line.g_stage[0].d_q [LineW] && \u_mm1_in.g_line.g_stage[0].d_q [LineW+1]))
      `CHECK(!(\u_mm1_in.g_line.g_stage[1].d_q [LineW] && \u_mm1_in.g_line.g_stage[1].d_q [LineW+1]))
      // What is claimed: of the counters; never that MM1 waits for the ring, or MM2 has no work before all is computed,
      `CHECK(!\u_counters.exp_on_q || \u_counters.exp_q <= (LaneW + 1)'(A + 1))
      `CHECK(\u_counters.all_q <= (TileW + 2)'(NMax / A))
      `CHECK(!\u_counters.tile_q || (!\u_counters.unseen_q && \u_counters.left_q < (TileW + 2)'(NMax / A)))
      `CHECK(!holds1_q[4] && \u_counters.cause1_q != ta_spec_pkg::STALL_WAIT_SOFTMAX)
      `CHECK(holds2_q != '0 && \u_counters.cause2_q != ta_spec_pkg::STALL_IDLE)
      // .. steps and rows are counted.
      `CHECK(none1_q == (open1_q == '0) && one1_q == (open1_q == 5'd1) && none2_q == (open2_q == '0) && one2_q == (open2_q == 5'd1))
      `CHECK(open2_q == 5'(mid2_q) + way2 && open2_q <= 5'd2)
      `CHECK(!mode || (open1_q == way1 && ring_steps_q == '0 && (zr_valid_q && zr_end_q) == out1_q[Ways-1]))
      `CHECK(mode || open1_q == 5'(ring_steps_q) + way2)
      `CHECK(mode || !streams || 5'(ring_steps_q) + k_full_q + k_read_q + way2 == k_ahead_q + v_read_q)
      `CHECK(streams ? k_full_q <= 5'd2 && k_read_q <= 5'd1 : open1_q <= 5'd1)
      `CHECK(ring_steps_q <= 4'd7 && open1_q <= 5'd7 && !wait_sm1)
      `CHECK(mode ? in_q == '0 || (done1 && open1_q == '0) : rows1_q == way + in_q)
      `CHECK(rows1_q != '0 || open1_q == '0)
      `CHECK(rows1_q <= W'(NMax * NMax / A) && in_q <= W'(NMax * NMax / A) && rows2_q <= in_q)
      `CHECK(W'(p_count_q) == in_q - rows2_q && p_some_q == (p_count_q != '0))
      `CHECK(!(over2 && drained2) || computed)
      // .. what a feed waits for, once there, stays until it takes it.
      `CHECK((!place_q || place1) && (!row_q || p_some_q) && (!none_q1 || none1_q) && (!none_q2 || none2_q))
      `REACH(open2_q == 5'd2 && ring_steps_q == 4'd2)
      `REACH(done2 && mode && rows2_q == W'(2))
    end
  end
