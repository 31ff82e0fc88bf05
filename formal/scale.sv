// SPDX-License-Identifier: MIT
//
// Whatever the product, Z is its floor by 2^12, clamped to -32767 .. 32767 (never -32768, the
// mark of a masked element).
  localparam logic signed [WidthV-1:0] Most = 32767;
  localparam logic signed [WidthV-1:0] Beyond = 40000;
  logic signed [WidthV-1:0] v_q, v2_q;
  logic signed [WidthV-1:0] clamped;
  logic [1:0] n_q = '0;
  always_comb begin
    clamped = v2_q;
    if (v2_q > Most) clamped = Most;
    if (v2_q < -Most) clamped = -Most;
  end
  always_ff @(posedge clk_i) begin
    v_q  <= $signed(product) >>> 12;
    v2_q <= v_q;
    if (n_q != 2'd2) n_q <= n_q + 1'b1;
    if (n_q == 2'd2) begin
      `CHECK($signed(z_o) == clamped)
      `CHECK(z_o != 16'h8000)
      `REACH(z_o == 16'h8001 && v2_q < -Beyond)
      `REACH(z_o == 16'h7fff && v2_q > Beyond)
      `REACH(z_o == 16'd0)
    end
  end
