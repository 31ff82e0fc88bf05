// SPDX-License-Identifier: MIT
//
// The valid bytes of a received word: all of a word of Q, K, V; of a word of Z or P two for each
// element below the tile's keys.
  logic [BytesW:0]  expected;
  logic             past_q = 1'b0;
  logic [SubW-1:0]  sub_most;
  assign sub_most = wide ? SubW'(2 * WordsPerChunk - 1) : SubW'(WordsPerChunk - 1);
  always_comb begin
    expected = '0;
    for (int e = 0; e < WordElements; e++)
      if (!wide || 32'(sub_q) * WordElements + e < 32'(r_keys)) expected = expected + (BytesW + 1)'(2);
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (!past_q) assume (clear_i);
    if (past_q && rvalid_i && r_valid) begin
      `CHECK((BytesW + 1)'(rbytes_o) == expected)
      `REACH(wide && rbytes_o == '0)
      `REACH(wide && rbytes_o == BytesW'(2))
    end
  end
