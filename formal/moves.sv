// SPDX-License-Identifier: MIT
//
// While a row's maximum stays, alpha is 1; when a tile's maximum is no less than the row's, the
// elements that have it have P = 1 (one is there: proof row_max).  A visible logit is never the
// mark -32768 (proof scale), a masked one always.
  localparam logic [15:0] Mark = 16'h8000;
  logic            past_q = 1'b0;
  logic [A*16-1:0] z_c0;
  logic            kept, kept_c7, took;
  logic [A-1:0]    most_c0, most_c2, most, most_c3, most_c7, most_c8, one, marked, x_zero, e_one;
  ta_delay #(.Width(A * 16), .Cycles(RM)) u_z_c0 (.clk_i, .d_i(z_i), .d_o(z_c0));
  assign kept = m_new_q == m_old2_q;
  for (genvar j = 0; j < A; j++) begin : g_formal
    assign most_c0[j] = z_c0[16*j+:16] == row_max;
    assign x_zero[j]  = g_lane[j].x_q == '0;
    assign e_one[j]   = g_lane[j].e == 16'd32768;
    assign marked[j]  = z_i[16*j+:16] == Mark;
    assign one[j]     = p_o[PW*j+:PW] == PW'(1 << PF);
  end
  assign most = most_c2 & {A{took && m_new_q != Mark}};
  ta_delay #(.Width(A), .Cycles(2)) u_most_c2 (.clk_i, .d_i(most_c0), .d_o(most_c2));
  ta_delay #(.Width(1), .Cycles(1)) u_took (.clk_i, .d_i(!m_diff_q[16]), .d_o(took));
  ta_delay #(.Width(A), .Cycles(1)) u_most_c3 (.clk_i, .d_i(most), .d_o(most_c3));
  ta_delay #(.Width(A), .Cycles(4)) u_most_c7 (.clk_i, .d_i(most_c3), .d_o(most_c7));
  ta_delay #(.Width(A), .Cycles(1)) u_most_c8 (.clk_i, .d_i(most_c7), .d_o(most_c8));
  ta_delay #(.Width(1), .Cycles(5)) u_kept_c7 (.clk_i, .d_i(kept), .d_o(kept_c7));
  always_comb begin
    if (past_q) assume (!clear_i);
    if (valid_i) assume (mask_i == ~marked);
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (!past_q) assume (clear_i);
    if (past_q) begin
      for (int j = 0; j < A; j++) begin
        // How it comes about.
        if (valid_q[RM+1]) `CHECK(!most[j] || z_c2[16*j+:16] == m_new_q)
        if (valid_q[RM+2]) `CHECK(!most_c3[j] || x_zero[j])
        if (valid_q[RM+6]) `CHECK(!most_c7[j] || (e_one[j] && mask_c7[j]))
        // What is claimed.
        if (valid_q[RM+7]) `CHECK(!most_c8[j] || one[j])
      end
      if (valid_q[RM+6]) `CHECK(!kept_c7 || alpha_c7 == 16'd32768)
      if (valid_q[RM+7]) begin
        `REACH(most_c8 == A'(2) && alpha_o == 16'd0)
        `REACH(most_c8 == A'(2) && alpha_o == 16'd32768)
        `REACH(most_c8 == '0 && one == '0)
      end
    end
  end
