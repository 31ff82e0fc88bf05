// SPDX-License-Identifier: MIT
//
// All units side by side on one pseudo-random stimulus; prints a checksum of all outputs.  Two
// simulators must print the same.  icarus_top brings its own clock.
module agree_tb (input logic clk_i);
  logic [63:0] state = 64'h0123456789abcdef;  // xorshift
  logic [63:0] next, next2;
  logic [31:0] cycle = 0;
  logic [63:0] sum = 0;
  logic [127:0] r = 0;

  assign next  = state ^ (state << 13) ^ ((state ^ (state << 13)) >> 7);
  assign next2 = next ^ (next << 17);

  logic [15:0] e, z18, z22, max4, max8, max16, recip18, recip22, out18, out22;
  logic [4:0]  lz18, lz22;
  logic [4*18-1:0] p4;
  logic [8*24-1:0] p8;
  logic [8*64-1:0] dbg_w;
  logic [13*64-1:0] dbg_x;
  logic [24*64-1:0] dbg_p;
  logic [63:0] dbg_active;
  logic [45:0] wide;
  logic [63:0] folded;
  logic swap;

  assign swap = cycle[1:0] == 2'd0;

  ta_exp2 u_exp2 (.clk_i, .x_i(r[16:0] | {1'b1, 16'd0}), .e_o(e));
  ta_scale #(.WidthS(18)) u_scale18 (.clk_i, .s_i(r[17:0]), .scale_i(r[41:18] >> r[45:42]), .z_o(z18), .next_o());
  ta_scale #(.WidthS(22)) u_scale22 (.clk_i, .s_i(r[21:0]), .scale_i(r[45:22] >> r[49:46]), .z_o(z22), .next_o());
  ta_row_max #(.A(4)) u_max4 (.clk_i, .z_i(r[63:0]), .max_o(max4));
  ta_row_max #(.A(8)) u_max8 (.clk_i, .z_i(r), .max_o(max8));
  ta_row_max #(.A(16)) u_max16 (.clk_i, .z_i({r, ~r}), .max_o(max16));
  ta_recip #(.LW(18)) u_recip18 (.clk_i, .l_i(18'd1 | (r[17:0] >> r[21:18])), .r_o(recip18), .lz_o(lz18));
  ta_recip #(.LW(22)) u_recip22 (.clk_i, .l_i(22'd1 | (r[21:0] >> r[25:22])), .r_o(recip22), .lz_o(lz22));
  ta_normalize #(.WidthO(26), .LW(18)) u_out18 (
    .clk_i, .o_i(r[25:0]), .r_i(recip18), .lz_i(lz18), .out_o(out18)
  );
  ta_normalize #(.WidthO(30), .LW(22)) u_out22 (
    .clk_i, .o_i(r[29:0]), .r_i(recip22), .lz_i(lz22), .out_o(out22)
  );
  ta_mul_wide #(.WidthA(30), .WidthB(16), .SignedA(1), .SignedB(0), .Latency(4)) u_wide (
    .clk_i, .a_i(r[29:0]), .b_i(r[60:45]), .p_o(wide)
  );
  ta_mm #(.A(4), .WidthX(8), .SignedX(1), .WidthP(18), .LoadByColumn(1)) u_mm4 (
    .clk_i, .x_i(r[31:0]), .valid_i(1'b1), .swap_i(swap), .w_valid_i(1'b1), .w_index_i(cycle[1:0]),
    .w_i(r[63:32]), .p_o(p4), .dbg_w_o(), .dbg_x_o(), .dbg_p_o(), .dbg_active_o()
  );
  ta_mm #(.A(8), .WidthX(13), .SignedX(0), .WidthP(24), .LoadByColumn(0), .Debug(1)) u_mm8 (
    .clk_i, .x_i(r[103:0]), .valid_i(r[0]), .swap_i(swap & cycle[2]), .w_valid_i(1'b1),
    .w_index_i(cycle[2:0] - 3'd4), .w_i(r[127:64]), .p_o(p8), .dbg_w_o(dbg_w), .dbg_x_o(dbg_x),
    .dbg_p_o(dbg_p), .dbg_active_o(dbg_active)
  );

  always_comb begin
    folded = {e, z18, z22, max4} ^ {max8, max16, recip18, recip22} ^ {out18, out22, 22'd0, lz18, lz22}
           ^ {18'd0, wide} ^ p4[63:0] ^ {56'd0, p4[71:64]} ^ dbg_active;
    for (int i = 0; i < 3; i++) folded = folded ^ p8[64*i +: 64];
    for (int i = 0; i < 8; i++) folded = folded ^ dbg_w[64*i +: 64];
    for (int i = 0; i < 13; i++) folded = folded ^ dbg_x[64*i +: 64];
    for (int i = 0; i < 24; i++) folded = folded ^ dbg_p[64*i +: 64];
  end

  always @(posedge clk_i) begin
    state <= next2;
    r     <= {r[63:0], next2};
    cycle <= cycle + 32'd1;
    // The pipelines are filled after 64 cycles.
    if (cycle >= 32'd64) sum <= {sum[62:0], sum[63]} ^ folded;
    if (cycle[7:0] == 8'd0) $display("checksum %0d %h", cycle, sum);
    if (cycle == 32'd2048) $finish;
  end
endmodule

`ifndef VERILATOR
module icarus_top;
  logic clk = 1'b0;
  always #1 clk = ~clk;
  agree_tb u_tb (.clk_i(clk));
endmodule
`endif
