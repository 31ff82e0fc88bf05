// SPDX-License-Identifier: MIT
//
// The largest of N is one of them and no less than any.
  logic [16*N-1:0] z1_q, z2_q;
  logic [N-1:0]    equal, covered;
  logic [1:0]      n_q = '0;
  always_comb
    for (int j = 0; j < N; j++) begin
      equal[j]   = max_o == z2_q[16*j+:16];
      covered[j] = $signed(max_o) >= $signed(z2_q[16*j+:16]);
    end
  always_ff @(posedge clk_i) begin
    z1_q <= z_i;
    z2_q <= z1_q;
    if (n_q != 2'd2) n_q <= n_q + 1'b1;
    if (n_q == 2'd2) begin
      `CHECK(equal != '0)
      `CHECK(covered == '1)
      `REACH(max_o == 16'h8000)
      `REACH(equal == N'(1) && z2_q[31:16] == 16'h8000)
      `REACH(equal == '1 && max_o == 16'h7fff)
    end
  end
