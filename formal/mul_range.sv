// SPDX-License-Identifier: MIT
//
// A product of the arrays lies where its operands' formats put it: what formal/cut/ta_mul_range.sv
// stands for.  An unsigned a is at most 2^(WidthA - 1): a probability, at most 1.
  localparam int WidthP = WidthA + WidthB;
  localparam int Half = 1 << (WidthB - 1);
  localparam int One = 1 << (WidthA - 1);
  localparam logic signed [WidthP-1:0] Least = SignedA != 0 ? -(One - 1) * Half : -One * Half;
  localparam logic signed [WidthP-1:0] Most = SignedA != 0 ? One * Half : One * (Half - 1);
  logic [1:0] n_q = '0;
  always_comb assume (SignedA != 0 || a_i <= WidthA'(One));
  always_ff @(posedge clk_i) begin
    if (n_q != 2'd2) n_q <= n_q + 1'b1;
    if (n_q == 2'd2) begin
      `CHECK($signed(p_o) >= Least && $signed(p_o) <= Most)
      `REACH($signed(p_o) == Least)
      `REACH($signed(p_o) == Most)
    end
  end
