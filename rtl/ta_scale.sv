// SPDX-License-Identifier: MIT
//
// Score to log2-domain logit, one lane: z = sat((s * scale) >> 12, -32767, 32767).
//   s_i      signed, WidthS bits, exact score
//   scale_i  UQ4.20, 24 bits
//   z_o      Q8.8, 16 bits, never -32768
//   next_o   z_o of the next cycle
// Latency: 6 (product 4, range 1, select 1).  No reset.  No combinational path from an input.
// Requires: WidthS is 5 to 35.
module ta_scale #(
  parameter int WidthS = 18
) (
  input  logic              clk_i,
  input  logic [WidthS-1:0] s_i,
  input  logic [23:0]       scale_i,
  output logic [15:0]       z_o,
  output logic [15:0]       next_o
);
  localparam int WidthV = WidthS + 12;  // product without the bits shifted out

  logic [WidthV+11:0] product;
  logic [WidthV-1:0]  v;
  logic [15:0]        low_q;
  logic               above_q, below_q;
  logic [11:0]        unused_fraction;

  ta_mul_wide #(.WidthA(WidthS), .WidthB(24), .SignedA(1), .SignedB(0), .Latency(4)) u_mul (
    .clk_i, .a_i(s_i), .b_i(scale_i), .p_o(product)
  );
  assign v = product[WidthV+11:12];
  assign unused_fraction = product[11:0];

  always_ff @(posedge clk_i) begin
    low_q   <= v[15:0];
    above_q <= ~v[WidthV-1] & (|v[WidthV-2:15]);                       // v > 32767
    below_q <= v[WidthV-1] & ~((&v[WidthV-2:15]) & (|v[14:0]));        // v < -32767
    z_o     <= next_o;
  end
  assign next_o = above_q ? 16'h7fff : below_q ? 16'h8001 : low_q;
endmodule
