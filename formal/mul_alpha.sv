// SPDX-License-Identifier: MIT
//
// A product by a factor b of at most 2^15 lies between 0 and a * 2^15, and is that at 2^15: what
// formal/cut/ta_mul_alpha.sv stands for.
  localparam int WidthP = WidthA + WidthB;
  logic [3:0]        n_q = '0;
  logic [WidthA-1:0] a;
  logic [WidthB-1:0] b;
  logic [WidthP-1:0] whole;
  logic              negative;
  ta_delay #(.Width(WidthA + WidthB), .Cycles(Latency)) u_ab (.clk_i, .d_i({a_i, b_i}), .d_o({a, b}));
  assign negative = SignedA != 0 && a[WidthA-1];
  assign whole    = {{(WidthB - 15){negative}}, a, 15'd0};
  always_ff @(posedge clk_i) begin
    if (n_q != 4'(Latency)) n_q <= n_q + 1'b1;
    if (n_q == 4'(Latency) && b <= WidthB'(32768)) begin
      if (SignedA != 0) begin
        `CHECK(negative ? $signed(p_o) <= 0 && $signed(p_o) >= $signed(whole)
                        : $signed(p_o) >= 0 && $signed(p_o) <= $signed(whole))
      end else begin
        `CHECK(p_o <= whole)
      end
      `CHECK(b != WidthB'(32768) || p_o == whole)
      `REACH(b == WidthB'(32767) && a == {SignedA != 0, {(WidthA-1){SignedA == 0}}})
    end
  end
