// SPDX-License-Identifier: MIT
//
// Processing element of ta_mm: a multiplier whose B register is the active weight, the shadow
// of the next weight, and one step of the column's sum.
//   w_i, w_en_i  INT8, loaded into the shadow
//   swap_i       the active weight becomes the shadow, from the operand of this cycle on
//   x_i          operand, WidthX bits, two's complement if SignedX
//   p_i          partial sum from the row above, valid two cycles after x_i, signed
//   p_o          p_i + x * w, signed
//   dbg_w_o      active weight, INT8; 0 unless Debug
// Latency: 3 from x_i, 1 from p_i.  No reset.  No combinational path.
// Requires: the sum fits WidthP bits; WidthP >= WidthX + 8; WidthX at most 18, 17 unsigned.
module ta_pe #(
  parameter int WidthX  = 8,
  parameter int SignedX = 1,
  parameter int WidthP  = 18,
  parameter int Debug   = 0
) (
  input  logic              clk_i,
  input  logic [7:0]        w_i,
  input  logic              w_en_i,
  input  logic              swap_i,
  input  logic [WidthX-1:0] x_i,
  input  logic [WidthP-1:0] p_i,
  output logic [WidthP-1:0] p_o,
  output logic [7:0]        dbg_w_o
);
  logic [7:0] shadow_q;
  logic signed [WidthX+7:0] product;

  always_ff @(posedge clk_i) begin
    if (w_en_i) shadow_q <= w_i;
    p_o <= p_i + WidthP'(product);
  end

  ta_mul #(.WidthA(WidthX), .WidthB(8), .SignedA(SignedX), .SignedB(1)) u_mul (
    .clk_i, .a_i(x_i), .b_i(shadow_q), .b_en_i(swap_i), .p_o(product)
  );

  if (Debug != 0) begin : g_debug
    logic [7:0] active_q;
    always_ff @(posedge clk_i) if (swap_i) active_q <= shadow_q;
    assign dbg_w_o = active_q;
  end else begin : g_no_debug
    assign dbg_w_o = '0;
  end
endmodule
