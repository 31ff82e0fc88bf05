// SPDX-License-Identifier: MIT
//
// The running maximum never falls and is no less than any logit, so that every exponent is at
// most 0 and alpha and every P at most 1; a masked element has P = 0.
  logic         past_q = 1'b0;
  logic [A-1:0] mask_c8;
  ta_delay #(.Width(A), .Cycles(1)) u_mask_c8 (.clk_i, .d_i(mask_c7), .d_o(mask_c8));
  always_comb if (past_q) assume (!clear_i);
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (!past_q) assume (clear_i);
    if (past_q && valid_q[RM+1]) `CHECK($signed(m_new_q) >= $signed(m_old2_q))
    if (past_q && valid_q[RM+7]) begin
      `CHECK(alpha_o <= 16'd32768)
      for (int j = 0; j < A; j++) begin
        `CHECK(p_o[PW*j+:PW] <= PW'(1 << PF))
        `CHECK(mask_c8[j] || p_o[PW*j+:PW] == '0)
      end
      `REACH(alpha_o == 16'd32768 && p_o[PW-1:0] == PW'(1 << PF))
      `REACH(alpha_o == 16'd5)
    end
  end
