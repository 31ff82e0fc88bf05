// SPDX-License-Identifier: MIT
//
// 2^x rises with x (x and x + 1, so all pairs), is exactly 1 at 0, never more than 1, and is the
// table's entry divided by a power of two, rounded down; it is at most 1.5 steps below the real
// function and half a step above, which is worked out to 2^-31 here, apart from the generator.
module exp2_formal (
    input logic        clk_i,
    input logic [16:0] x_i
);
  logic [15:0] e, e_next;
  logic [16:0] x [5];
  logic [2:0]  n_q = '0;
  logic [8:0]  amount;
  logic [15:0] entry;
  logic [31:0] up;       // e * 2^amount, amount < 16
  logic [31:0] fine;     // 2^31 * 2^(fraction of x)
  logic [31:0] every [256];
  for (genvar i = 0; i < 256; i++) begin : g_fine
    localparam logic [31:0] Fine = $rtoi($floor($pow(2.0, 31.0 + i / 256.0) + 0.5));
    assign every[i] = Fine;
  end
  ta_exp2 u_e (.clk_i, .x_i(x_i), .e_o(e));
  ta_exp2 u_next (.clk_i, .x_i(x_i + 17'd1), .e_o(e_next));
  assign x[0]   = x_i;
  assign amount = -x[4][16:8];
  assign entry  = ta_tables_pkg::EXP2[16*x[4][7:0]+:16];
  assign fine   = every[x[4][7:0]];
  assign up     = {16'd0, e} << amount[3:0];
  always_comb assume (x_i[16]);   // x < 0; e_next covers 0
  always_ff @(posedge clk_i) begin
    for (int i = 1; i < 5; i++) x[i] <= x[i-1];
    if (n_q != 3'd5) n_q <= n_q + 1'b1;
    if (n_q == 3'd5) begin
      `CHECK(e <= e_next)
      `CHECK(e_next <= 16'd32768)
      `CHECK(x[4] != 17'h1ffff || e_next == 16'd32768)
      `CHECK(amount < 9'd16 || e == 16'd0)
      `CHECK(amount >= 9'd16 || (up <= {16'd0, entry} && {16'd0, entry} < up + (32'd1 << amount[3:0])))
      `CHECK(amount >= 9'd16 || ({1'b0, up[15:0], 16'd0} <= {1'b0, fine} + 33'h8000 && up[31:16] == '0))
      `CHECK(amount >= 9'd16 || {16'd0, fine} < {up, 16'd0} + 48'h8000 + (48'd65536 << amount[3:0]))
      `REACH(e != e_next && amount == 9'd15)
      `REACH(e == 16'd0)
      `REACH(e_next == 16'd32768)
    end
  end
endmodule
