// SPDX-License-Identifier: MIT
//
// What proof mul_piece says of a product by a factor of at most 2^15, by induction over the bits of the factor, for
// any width: a product is the sum of a * 2^k over the bits k that are 1.  With the k lowest bits, f, the sum is on
// a's side of 0 and |a| * (2^k - f) or more away from a * 2^k, where |a| is at least 1 for a negative a, and a below
// 2^WidthA for an unsigned one; 0 for f = 0.  Bit 15 is 1 in 2^15 alone, which has no other.
module mul_bits_formal #(
    parameter int WidthA = 18,
    parameter int SignedA = 1
) (
    input logic clk_i
);
  localparam int W = WidthA + 20;
  (* anyseq *) logic [WidthA-1:0]   a;
  (* anyseq *) logic signed [W-1:0] sum;
  (* anyseq *) logic [15:0]         f;
  (* anyseq *) logic [3:0]          k;
  (* anyseq *) logic                one;
  logic signed [W-1:0] wide, next;
  logic                past_q = 1'b0;
  assign wide = {{(W - WidthA){SignedA != 0 && a[WidthA-1]}}, a};
  ta_mul_bit #(.Width(W)) u_bit (.sum_i(sum), .a_i(wide), .k_i(k), .bit_i(one), .sum_o(next));
  function automatic logic right(input logic signed [W-1:0] s, input logic [15:0] low, input logic [4:0] bits);
    logic signed [W-1:0] part, less, whole;
    part  = $signed(W'(low));
    less  = ($signed(W'(1)) <<< bits) - part;
    whole = wide <<< bits;
    right = part >= 0 && less > 0 && (low != '0 || s == 0);
    if (wide < 0) right = right && s <= -part && s >= whole + less;
    else right = right && s >= 0 && s <= whole;
    if (SignedA == 0) right = right && s <= (part <<< WidthA) - part && s >= whole - (less <<< WidthA);
  endfunction
  always_comb assume (right(sum, f, {1'b0, k}) && k != 4'd15);
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (past_q) begin
      `CHECK(right('0, '0, '0))                          // none of the bits
      `CHECK(right(next, one ? f + (16'd1 << k) : f, {1'b0, k} + 1'b1))
      `REACH(k == 4'd14 && f == 16'h3fff && one && sum != 0)
    end
  end
endmodule
