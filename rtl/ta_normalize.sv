// SPDX-License-Identifier: MIT
//
// Output element: out = sat((o * r + (1 << (sh-1))) >> sh, -32768, 32767), sh = LW + 6 - lz.
//   o_i    signed, WidthO bits, V-LSB * 2^12
//   r_i    UQ1.15, 16 bits, from ta_recip
//   lz_i   0 .. LW-1, from ta_recip
//   out_o  Q8.8 in V-LSB, signed 16 bits
// Latency: 8 (product 3; shift by sh-1 3; add 1 and halve 1; saturate 1).  No reset.
// No combinational path.
// Requires: LW is 16 to 31; WidthO is 19 to 35.
module ta_normalize #(
  parameter int WidthO = 26,
  parameter int LW     = 18
) (
  input  logic              clk_i,
  input  logic [WidthO-1:0] o_i,
  input  logic [15:0]       r_i,
  input  logic [4:0]        lz_i,
  output logic [15:0]       out_o
);
  // sh-1 = 6 + amount with amount = LW-1-lz: the first six bits are never used.
  localparam int WidthV = WidthO + 10;

  logic [WidthO-1:0]  o_q;
  logic [15:0]        r_q;
  logic [WidthO+15:0] product;
  logic [4:0]         lz, amount_q;
  logic signed [WidthV-1:0] v0, v1_q, v2_q;
  logic [2:0]         amount_q2;
  logic [17:0]        half;      // v2_q + 1, in the bits that matter
  logic [16:0]        half_q;
  logic               fits_q, negative_q;
  logic               unused_low;

  ta_mul_wide #(.WidthA(WidthO), .WidthB(16), .SignedA(1), .SignedB(0), .Latency(3)) u_mul (
    .clk_i, .a_i(o_q), .b_i(r_q), .p_o(product)
  );
  assign v0 = $signed(product[WidthO+15:6]);
  ta_delay #(.Width(5), .Cycles(3)) u_lz (.clk_i, .d_i(lz_i), .d_o(lz));

  assign half = v2_q[17:0] + 18'd1;
  assign unused_low = ^{product[5:0], half[0]};

  always_ff @(posedge clk_i) begin
    o_q       <= o_i;
    r_q       <= r_i;
    amount_q  <= 5'(LW - 1) - lz;
    v1_q      <= v0 >>> amount_q[1:0];
    amount_q2 <= amount_q[4:2];
    v2_q      <= v1_q >>> {amount_q2, 2'b00};

    // fits: v2_q fits 18 bits.  131071 + 1 wraps to a half_q that is saturated, too.
    half_q     <= half[17:1];
    fits_q     <= (&v2_q[WidthV-1:17]) | ~(|v2_q[WidthV-1:17]);
    negative_q <= v2_q[WidthV-1];
    out_o      <= (fits_q & (half_q[16] == half_q[15])) ? half_q[15:0]
                                                        : {negative_q, {15{~negative_q}}};
  end
endmodule
