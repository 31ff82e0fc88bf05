// SPDX-License-Identifier: MIT
//
// The normalizer drops 18 bits of a product or more before it rounds: a row that sees a key has l of 1 or more when
// its reciprocal is taken (proof positive), so that lz is LW - 13 at most (proof recip); a row that sees none, of a
// group with one that does, has an l of 0, whose lz is 31 (ta_recip: every step shifts), and an O of 0, as its
// probabilities are (proof running_max).  A row is read when it is accumulated and its reciprocal there (ta_dma).
  (* hierconn *) wire [4:0] \g_element[0].u_normalize.lz ;
  (* hierconn *) wire [4:0] \g_element[0].u_normalize.amount_q ;
  (* hierconn *) wire [2:0] \g_element[0].u_normalize.amount_q2 ;
  logic           past_q = 1'b0;
  logic [Lat-1:0] used_q;                    // words of output rows that may see a key, by their stage
  always_comb begin
    if (!past_q) assume (clear_i);
    if (past_q) assume (!clear_i);
    if (used_q[1]) assume (lz_i <= 5'(LW - 13) || (lz_i == 5'd31 && b_i == '0));
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (clear_i) used_q <= '0;
    else used_q <= {used_q[Lat-2:0], read && !c_ring && !zero};
    if (past_q) begin
      `CHECK((used_q & ~valid_q) == '0 && used_q[Lat-1] == (valid_q[Lat-1] && !w_ring && !w_zero))
      `CHECK(!used_q[4] || \g_element[0].u_normalize.lz <= 5'(LW - 13) || \g_element[0].u_normalize.lz == 5'd31)
      `CHECK(!used_q[5] || \g_element[0].u_normalize.amount_q >= 5'd12)
      `CHECK(!used_q[6] || \g_element[0].u_normalize.amount_q2 >= 3'd3)
      `REACH(used_q[5] && \g_element[0].u_normalize.amount_q == 5'd12)
    end
  end
