// SPDX-License-Identifier: MIT
//
// A row that sees a key has l >= 1 (4096) from the tile of that key on, so that its reciprocal is
// never that of 0: while the maximum stays, alpha is 1, and the tile that has it has a P of 1
// (proof moves).  One row, any, is followed from its maximum on, as in row_sum.sv; its tile has a
// visible key where that is not the mark -32768.  FLASH: its tiles once.  NAIVE: its tiles for the
// maximum, then the same again with the maximum kept; any of them has it, the same both times.
  parameter int Naive = 0;
  (* hierconn *) wire [IdxW-1:0] \u_l.place ;
  (* hierconn *) wire [LW-1:0] \u_l.word_q ;
  (* hierconn *) wire [IdxW-1:0] \u_m.place ;
  (* hierconn *) wire [15:0] \u_m.word_q ;
  (* anyconst *) logic [15:0] best;          // NAIVE: the row's maximum, the mark: it sees no key
  (* anyconst *) logic [RowW-1:0] best_tile; // .. the tile that has it
  localparam int Since = 9 + LA + 1;         // by then the row's last bundle has left
  localparam logic [15:0] Mark = 16'h8000;
  localparam logic [LW-1:0] One = 4096;
  logic            past_q = 1'b0;
  logic            mine, mine_m, mine_w, begun_q, exp_q;  // exp_q: NAIVE's second time
  logic            first, last, exp;
  logic [5:0]      since_q;
  logic [RowW-1:0] tile_q, tile;             // of the row
  logic            seen_q, seen_m, seen_w;   // a key was visible; as of the stages of m and l
  logic            last_q, last_w, kept_c7, took_c2, took_c8;
  logic [A-1:0]    one;
  assign {exp, first, last} = {tag_c0[IdxW+4:IdxW+2]};
  assign tile   = first ? '0 : tile_q + 1'b1;
  assign mine   = valid_q[RM-1] && tag_c0[IdxW-1:0] == \u_l.place ;
  assign mine_m = valid_q[RM+1] && tag_c2[IdxW-1:0] == \u_l.place ;
  assign mine_w = valid_q[RM+8+LA] && tag_l[IdxW+5] && tag_l[IdxW-1:0] == \u_l.place ;
  ta_delay #(.Width(1), .Cycles(1)) u_seen_m (.clk_i, .d_i(seen_q), .d_o(seen_m));
  ta_delay #(.Width(2), .Cycles(8 + LA)) u_seen_w (.clk_i, .d_i({seen_q, last_q}), .d_o({seen_w, last_w}));
  ta_delay #(.Width(1), .Cycles(5)) u_kept (.clk_i, .d_i(m_new_q == m_old2_q), .d_o(kept_c7));
  ta_delay #(.Width(1), .Cycles(1)) u_took_c2 (.clk_i, .d_i(!m_diff_q[16]), .d_o(took_c2));
  ta_delay #(.Width(1), .Cycles(6)) u_took_c8 (.clk_i, .d_i(took_c2 && m_new_q != Mark), .d_o(took_c8));
  always_comb begin
    assume (!host_i);
    assume (\u_m.place == \u_l.place );
    if (past_q) assume (!clear_i);
    for (int j = 0; j < A; j++) one[j] = p_o[PW*j+:PW] == PW'(1 << PF);
    if (valid_q[RM+6] && kept_c7) assume (alpha_c7 == 16'd32768);
    if (valid_q[RM+7] && took_c8) assume (one != '0);
    if (mine_w) assume (!l_over_q);          // proof row_sum
    if (mine) begin
      assume (since_q >= 6'(2 * A));
      assume (first || (begun_q && tile_q != '1));
      assume (tag_c0[IdxW+5] == (Naive == 0 || exp));
      if (Naive == 0) assume (!exp);
      else begin
        assume (exp || !exp_q);
        if (begun_q) assume (first == (exp && !exp_q));
        else assume (!exp);
        // The second time begins after the whole row, and ends with it.
        if (exp && first) assume (tile_q >= best_tile);
        if (exp && last) assume (tile >= best_tile);
        assume ($signed(row_max) <= $signed(best));
        if (tile == best_tile) assume (row_max == best);
      end
    end
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (!past_q) assume (clear_i);
    if (clear_i) begin
      begun_q <= 1'b0;
      exp_q   <= 1'b0;
      since_q <= 6'(Since);
    end else if (mine) begin
      begun_q <= 1'b1;
      exp_q   <= exp;
      last_q  <= last;
      tile_q  <= tile;
      seen_q  <= Naive != 0 ? best != Mark && tile >= best_tile : (!first && seen_q) || row_max != Mark;
      since_q <= 6'd1;
    end else if (since_q != 6'(Since)) begin
      since_q <= since_q + 1'b1;
    end
    if (past_q) begin
      `CHECK(since_q <= 6'(Since))
      if (Naive != 0 && begun_q) `CHECK(seen_q == (best != Mark && tile_q >= best_tile))
      // m: the mark until a key is seen; NAIVE: the maximum from its tile on.
      if (mine_m) begin
        if (Naive == 0) `CHECK((m_new_q != Mark) == seen_m)
        else `CHECK(seen_m || tag_c2[IdxW+4] ? m_new_q == best : $signed(m_new_q) <= $signed(best))
      end
      if (begun_q && since_q == 6'(Since)) begin
        if (Naive == 0) `CHECK((\u_m.word_q != Mark) == seen_q)
        else `CHECK(seen_q || exp_q ? \u_m.word_q == best : $signed(\u_m.word_q ) <= $signed(best))
        if (seen_q && (Naive == 0 || exp_q)) `CHECK(\u_l.word_q >= One)
      end
      if (mine_w) begin
        `CHECK(!seen_w || l_q >= One)
        if (Naive != 0) `CHECK(!last_w || best == Mark || l_q >= One)
        `REACH(seen_w && last_w && l_q == One && tile_q == RowW'(1))
        `REACH(!seen_w && last_w && l_q == '0)
      end
    end
  end
