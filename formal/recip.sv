// SPDX-License-Identifier: MIT
//
// For every l but 0: l << lz has its top bit set, and for every mantissa, x its first 16 bits, r is
// the reciprocal within -9.0e-5 .. +6.2e-5 of it: at x, and at x + 1, below which the mantissa lies.  A word of the
// table is 2^14 or more.
  parameter int Bound = 1;                                     // 0: l << lz alone, else both
  localparam int Norm = 5;                                     // cycles to x
  localparam int Lat = ta_pkg::RECIP_LATENCY;
  localparam logic [32:0] Whole = 33'd1 << 30;                 // r * x were r exact
  localparam logic [32:0] Below = 33'd96636;                   // 9.0e-5 * 2^30
  localparam logic [32:0] Above = 33'd66571;                   // 6.2e-5 * 2^30
  logic [3:0]    n_q = '0;
  logic [LW-1:0] l;
  logic [15:0]   top;
  logic [32:0]   product;                                      // r * x
  ta_delay #(.Width(LW), .Cycles(Norm)) u_l (.clk_i, .d_i(l_i), .d_o(l));
  ta_delay #(.Width(16), .Cycles(Lat - Norm)) u_top (.clk_i, .d_i(x), .d_o(top));
  assign product = 33'(r_o) * 33'(top);
  always_ff @(posedge clk_i) begin
    if (n_q != 4'(Lat)) n_q <= n_q + 1'b1;
    if (n_q >= 4'(Norm)) begin
      `CHECK(g_norm[4].mant_q == l << g_norm[4].lz_q)
      `CHECK(l == '0 || (g_norm[4].lz_q < 5'(LW) && x[15]))
      if (n_q >= 4'(Norm + 2)) `CHECK(y0[14])
      `REACH(l == LW'(1) && g_norm[4].lz_q == 5'(LW - 1))
    end
    if (Bound != 0 && n_q == 4'(Lat) && top[15]) begin
      `CHECK(r_o >= 16'd16384 && r_o <= 16'd32767)
      // An entry of the table each: a multiplier by a constant is easier to reason about.
      for (int i = 0; i < 64; i++)
        if (top[14:9] == 6'(i)) `CHECK(product >= Whole - Below && product + 33'(r_o) <= Whole + Above)
      `REACH(product < Whole - 33'd80000)
      `REACH(product + 33'(r_o) > Whole + 33'd50000)
    end
  end
