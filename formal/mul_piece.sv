// SPDX-License-Identifier: MIT
//
// A product a * b by a factor b of at most 2^15 is on a's side of 0, and a * 2^15 less
// |a| * (2^15 - b): what formal/cut/ta_mul_alpha_piece.sv stands for.
// Shown for narrow a; for a wide one the solvers do not end: proof mul_bits goes bit by bit of the factor.
  localparam int WidthP = WidthA + WidthB;
  logic [1:0]               n_q = '0;
  logic [WidthA-1:0]        a;
  logic [WidthB-1:0]        factor;
  logic                     negative;
  logic signed [WidthP+1:0] p, whole, b, less;
  ta_delay #(.Width(WidthA + WidthB), .Cycles(2)) u_ab (.clk_i, .d_i({a_i, b_i}), .d_o({a, factor}));
  assign negative = SignedA != 0 && a[WidthA-1];
  assign p        = {{2{SignedA != 0 && p_o[WidthP-1]}}, p_o};
  assign b        = $signed((WidthP + 2)'(factor));
  assign less     = 32768 - b;
  assign whole    = {{(WidthB - 13){negative}}, a, 15'd0};
  always_comb assume (b_en_i);
  always_ff @(posedge clk_i) begin
    if (n_q != 2'd2) n_q <= n_q + 1'b1;
    if (n_q == 2'd2 && b <= 32768) begin
      if (negative) `CHECK(p <= -b && p >= whole + less)
      else `CHECK(p >= 0 && p <= whole)
      if (SignedA == 0) `CHECK(p <= (b <<< WidthA) - b && p >= whole - (less <<< WidthA))
      `CHECK(b != 32768 || p == whole)
      `REACH(b == 32767 && a == {SignedA != 0, {(WidthA-1){SignedA == 0}}})
    end
  end
