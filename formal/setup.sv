// SPDX-License-Identifier: MIT
//
// A start is answered by go exactly when the configuration is legal, else by an error with the
// code of the first rule it breaks; and what is derived is what the sizes say, from go on until the next start.
  logic        past_q = 1'b0;
  logic [3:0]  age_q = '0;              // clocks since a start was taken: one-hot
  logic        taken;
  logic [15:0] nq, nk, d, qrows;
  logic [16:0] offset;
  logic        naive, causal;
  logic [7:0]  latency;
  logic [2:0]  code;
  logic        stands_q, in_use;        // the configuration of a run
  assign taken = rst_ni && start_i && idle_i;
  assign in_use = go_o || stands_q;
  always_comb begin
    code = 3'd0;
    if (latency > 8'd64) code = 3'd6;
    if (causal && ($signed(offset) > NMax || $signed(offset) < -NMax)) code = 3'd5;
    if (!naive && (qrows > 16'(NMax) || (qrows != 16'(A) && qrows != 16'(2 * A) && qrows != 16'(4 * A) && qrows != 16'(8 * A)))) code = 3'd4;
    if (d == 16'd0 || d > 16'(DMax) || (d & 16'(A - 1)) != 16'd0) code = 3'd3;
    if (nk == 16'd0 || nk > 16'(NMax)) code = 3'd2;
    if (nq == 16'd0 || nq > 16'(NMax)) code = 3'd1;
  end
  always_comb begin
    if (!past_q) assume (!rst_ni);
    if (past_q) assume (rst_ni);
    if (age_q[1:0] != '0) assume (!idle_i); // the engine is not idle from a start on, until the answer
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    age_q  <= {age_q[2:0], taken};
    if (taken || !rst_ni) stands_q <= 1'b0;
    else if (go_o) stands_q <= 1'b1;
    if (taken) begin
      nq <= cfg_nq_i; nk <= cfg_nk_i; d <= cfg_d_i; qrows <= cfg_qrows_i; offset <= cfg_offset_i;
      naive <= cfg_mode_i; causal <= cfg_causal_i; latency <= cfg_latency_i;
    end
    if (past_q) begin
      `CHECK(go_o == (age_q[2] && code == 3'd0))
      `CHECK(refuse_o == (age_q[1] && code != 3'd0))
      if (age_q[2]) begin
        `CHECK(error_o == (code != 3'd0) && error_code_o == code)
        `REACH(code == 3'd6)
        `REACH(code == 3'd5)
        `REACH(go_o && causal && $signed(offset) == -NMax)
      end
      if (in_use) begin
        `CHECK(code == 3'd0)
        `CHECK(16'(nq_o) == nq && 16'(tiles_m1_o) == ((nk - 16'd1) >> LA))
        `CHECK(((nq + 16'(A) - 16'(rows_last_o)) & 16'(A - 1)) == 16'd0 && rows_last_o >= 1 && rows_last_o <= LaneW'(A))
        `CHECK(nk == (16'(tiles_m1_o) << LA) + 16'(keys_last_o) && keys_last_o >= 1 && keys_last_o <= LaneW'(A))
        `CHECK(((16'(chunks_m1_o) + 16'd1) << LA) == d)
        `CHECK(16'(words_full_o) == 16'(A) * d >> $clog2(PortBits / 8))
        `CHECK(16'(words_q_last_o) == 16'(rows_last_o) * d >> $clog2(PortBits / 8))
        `CHECK(16'(words_k_last_o) == 16'(keys_last_o) * d >> $clog2(PortBits / 8))
        `CHECK(unseen_o <= nq_o)
        // Rows below -offset see no key: all of them, or those groups of them that are whole.
        if (causal && $signed(offset) < 0)
          `CHECK(-$signed(offset) >= $signed({1'b0, nq}) ? 16'(unseen_o) == nq : 16'(unseen_o) == 16'(((17'd0 - offset) >> LA) << LA))
        else
          `CHECK(unseen_o == '0)
        // The diagonal: the offset, rounded up to whole groups.
        if (causal) begin
          `CHECK($signed(offset_o) == $signed(PosW'(offset)))
          `CHECK(diag_o[LA-1:0] == '0 && PosW'(diag_o - offset_o) < PosW'(A))
        end
        `CHECK(rows_blk_o == (naive ? RowW'(A) : RowW'(qrows)))
      end
    end
  end
