// SPDX-License-Identifier: MIT
//
// Of a row that sees no key, of a group with one that does, the normalizer multiplies and shifts 0; every other one
// that is used has an lz of LW - 13 at most.  What is assumed is as in shifted.sv.
  (* hierconn *) wire [4:0] \g_element[0].u_normalize.lz ;
  (* hierconn *) wire [OW+15:0] \g_element[0].u_normalize.product ;
  (* hierconn *) wire [OW+9:0] \g_element[0].u_normalize.v1_q ;
  (* hierconn *) wire [OW+9:0] \g_element[0].u_normalize.v2_q ;
  logic           past_q = 1'b0;
  logic [Lat-1:0] used_q;                    // words of output rows that may see a key, by their stage
  logic [Lat-1:2] none_q;                    // .. of those that see none
  always_comb begin
    if (!past_q) assume (clear_i);
    if (past_q) assume (!clear_i);
    if (used_q[1]) assume (lz_i <= 5'(LW - 13) || (lz_i == 5'd31 && b_i == '0));
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (clear_i) begin
      used_q <= '0;
      none_q <= '0;
    end else begin
      used_q <= {used_q[Lat-2:0], read && !c_ring && !zero};
      none_q <= {none_q[Lat-2:2], used_q[1] && lz_i == 5'd31};
    end
    if (past_q) begin
      `CHECK((none_q & ~used_q[Lat-1:2]) == '0)
      `CHECK(!used_q[4] || (none_q[4] ? \g_element[0].u_normalize.lz == 5'd31 : \g_element[0].u_normalize.lz <= 5'(LW - 13)))
      `CHECK(!none_q[5] || \g_element[0].u_normalize.product == '0)
      `CHECK(!none_q[6] || \g_element[0].u_normalize.v1_q == '0)
      `CHECK(!none_q[7] || \g_element[0].u_normalize.v2_q == '0)
      `REACH(none_q[7] && used_q[6] && !none_q[6])
    end
  end
