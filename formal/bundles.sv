// SPDX-License-Identifier: MIT
//
// What a bundle does behind the maximum.  Where the block's tile is its last one, the row's is (proof rows_feed; NAIVE
// gives one signal for both), so that the last row's bundle alone counts the block as done.  What the last tile of a
// row, any, gives as its reciprocal stays there, and nothing more is written to it, not even by a bundle of NAIVE that
// is for the maximum alone: these come before, and the row does not come again (proof rows_feed).  l is below NMAX
// before a tile (proof row_sum, for any row), and the top bit of its product by alpha is 0.  A word of the table of
// reciprocals is 2^14 or more (proof recip), two clocks behind power-up.
  (* hierconn *) wire [IdxW-1:0] \u_r.place ;
  (* hierconn *) wire [20:0] \u_r.word_q ;
  (* hierconn *) wire [15:0] \u_recip.y0 ;
  (* hierconn *) wire [15:0] \u_recip.u_yu.a_q ;
  (* anyconst *) logic [IdxW-1:0] place;
  logic        past_q = 1'b0;
  logic        mine, mine_r;
  logic        ended_q, ended_r, written_q, written_r; // the row's last tile has entered, its reciprocal is written
  logic [20:0] result_q;
  assign mine   = valid_i && row_i == place;
  assign mine_r = valid_q[Depth-1] && tag_r[IdxW+2] && tag_r[IdxW-1:0] == place;
  ta_delay #(.Width(1), .Cycles(Depth - 1)) u_ended_r (.clk_i, .d_i(ended_q), .d_o(ended_r));
  ta_delay #(.Width(1), .Cycles(1)) u_written_r (.clk_i, .d_i(ended_r), .d_o(written_r));
  always_comb begin
    assume (\u_r.place == place);
    assume (\u_recip.y0 [14]);
    if (past_q) assume (!clear_i);
    if (!past_q) assume (clear_i);
    if (valid_i) assume (!block_last_i || last_i);
    if (mine) assume (!ended_q);
    if (past_q && valid_q[RM+6] && tag_c7[IdxW+5]) assume (!l_old_q[LW-1]);
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (clear_i) begin
      ended_q   <= 1'b0;
      written_q <= 1'b0;
    end else begin
      if (mine && last_i && !max_only_i) ended_q <= 1'b1;
      if (r_we && mine_r) begin
        written_q <= 1'b1;
        result_q  <= {lz_new, r_new};
      end
    end
    if (past_q) begin
      if (valid_q[Depth-3]) `CHECK(!tag_s[IdxW+1] || tag_s[IdxW+2])
      if (valid_q[Depth-2]) `CHECK(\u_recip.u_yu.a_q [14])
      if (valid_q[RM+7+LA]) `CHECK(!l_prod_d[LW+15])
      if (written_q) `CHECK(written_r)
      if (mine_r && r_we) `CHECK(ended_r)
      if (mine_r) `CHECK(!written_q)
      if (written_q) `CHECK(\u_r.word_q == result_q)
      `REACH(mine_r && !r_we && !written_q && ended_q)
      `REACH(written_q && r_done_o == RowW'(place) + 1'b1)
    end
  end
