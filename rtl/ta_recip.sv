// SPDX-License-Identifier: MIT
//
// Reciprocal of a row sum: normalise, look up, one Newton-Raphson step.
//   l_i   unsigned, LW bits, real * 2^12, not 0 (0 gives some r_o and lz_o, no more)
//   r_o   UQ1.15, 16 bits: about 2^15 / mantissa, 16384 .. 32767
//   lz_o  leading zeros of l_i in LW bits
// Latency: 12 (normalise 5, table 2, x * y0 2, subtract 1, y0 * u 2).  No reset.
// No combinational path.
// Requires: LW is 16 to 31.
module ta_recip #(
  parameter int LW = 18
) (
  input  logic          clk_i,
  input  logic [LW-1:0] l_i,
  output logic [15:0]   r_o,
  output logic [4:0]    lz_o
);
  // Normalise: stage s shifts by 2^(4-s) if so many leading bits are 0.
  for (genvar s = 0; s < 5; s++) begin : g_norm
    localparam int Step = 1 << (4 - s);
    logic [LW-1:0] in, mant_q;
    logic [4:0]    lz_in, lz_q;
    logic          zero;
    if (s == 0) begin : g_first
      assign in = l_i;
      assign lz_in = 5'd0;
    end else begin : g_next
      assign in = g_norm[s-1].mant_q;
      assign lz_in = g_norm[s-1].lz_q;
    end
    assign zero = ~|in[LW-1 -: Step];
    always_ff @(posedge clk_i) begin
      mant_q <= zero ? in << Step : in;
      lz_q   <= lz_in | (zero ? Step[4:0] : 5'd0);
    end
  end

  logic [15:0] x, x_late, y0, y0_late;
  logic [31:0] xy, yu;
  logic [16:0] u_q;   // 65536 - t: 2 - x * y0 in UQ2.15
  logic        unused_low;

  assign x = g_norm[4].mant_q[LW-1 -: 16];

  ta_ram #(.Width(16), .Depth(64), .HasInit(1), .Init(ta_tables_pkg::RECIP)) u_table (
    .clk_i, .we_i(1'b0), .waddr_i(6'd0), .wdata_i(16'd0), .ren_i(1'b1), .raddr_i(x[14:9]),
    .rdata_o(y0)
  );
  ta_delay #(.Width(16), .Cycles(2)) u_x (.clk_i, .d_i(x), .d_o(x_late));

  ta_mul #(.WidthA(16), .WidthB(16), .SignedA(0), .SignedB(0)) u_xy (
    .clk_i, .a_i(x_late), .b_i(y0), .b_en_i(1'b1), .p_o(xy)
  );
  always_ff @(posedge clk_i) u_q <= 17'h10000 - xy[31:15];
  ta_delay #(.Width(16), .Cycles(3)) u_y0 (.clk_i, .d_i(y0), .d_o(y0_late));

  // u is near 2^15 and fits 16 bits: t lies in 32,000 .. 33,100.
  ta_mul #(.WidthA(16), .WidthB(16), .SignedA(0), .SignedB(0)) u_yu (
    .clk_i, .a_i(y0_late), .b_i(u_q[15:0]), .b_en_i(1'b1), .p_o(yu)
  );
  assign r_o = yu[30:15];
  assign unused_low = ^{g_norm[4].mant_q, xy[14:0], yu[31], yu[14:0], u_q[16]};

  ta_delay #(.Width(5), .Cycles(7)) u_lz (.clk_i, .d_i(g_norm[4].lz_q), .d_o(lz_o));
endmodule
