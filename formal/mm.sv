// SPDX-License-Identifier: MIT
//
// The sums of the array stay within what so many products can be, row after row, so that no
// adder wraps: for INT8 with -128 included, and for probabilities up to 1.
  localparam int Half = 128;
  localparam int One = SignedX != 0 ? 128 : 1 << (WidthX - 1);
  localparam logic signed [WidthP+3:0] Least = SignedX != 0 ? -(One - 1) * Half : -One * Half;
  localparam logic signed [WidthP+3:0] Most = SignedX != 0 ? One * Half : One * (Half - 1);
  logic [4:0] n_q = '0;
  always_ff @(posedge clk_i) if (n_q != 5'(A + 2)) n_q <= n_q + 1'b1;
  for (genvar k = 0; k < A; k++) begin : g_bound
    for (genvar j = 0; j < A; j++) begin : g_cell
      logic signed [WidthP+3:0] p;
      assign p = $signed(g_row[k].g_col[j].p);
      always_ff @(posedge clk_i)
        if (n_q > 5'(k)) `CHECK(p >= Least * (k + 1) && p <= Most * (k + 1))
    end
  end
  always_ff @(posedge clk_i) begin
    if (n_q == 5'(A + 2)) begin
      `REACH($signed(p_o[WidthP-1:0]) == Least * A)
      `REACH($signed(p_o[WidthP-1:0]) == Most * A)
    end
  end
