// SPDX-License-Identifier: MIT
//
// Weight-stationary array of A x A ta_pe: p[j] = sum over k of x[k] * w[k][j], one row vector
// a cycle.  Element k enters array row k, k cycles late, and is broadcast along the row; the
// sums run down the columns and leave all together.
//   x_i        element k in bits WidthX*k +: WidthX, two's complement if SignedX
//   valid_i    x_i holds a row; only dbg_active_o uses it
//   swap_i     with the first row of a pass: this row and all later ones use the shadow weights
//   w_i        one line of INT8 weights, byte i in bits 8*i +: 8, into the shadow when w_valid_i
//              LoadByColumn = 1: column w_index_i, byte k is w[k][w_index_i]
//              LoadByColumn = 0: row w_index_i, byte j is w[w_index_i][j]
//   p_o        column j in bits WidthP*j +: WidthP, signed
//   dbg_*_o    cell (k, j) at index A*k + j: active weight; operand register and its valid;
//              partial sum register.  0, and no logic, unless Debug
// Latency: A+2 from x_i to p_o.  No reset.  No combinational path.
// Requires: the lines of a weight matrix are presented in A consecutive cycles t0 .. t0+A-1, in
// order 0 .. A-1.  A swap in cycle s uses them if and only if s >= t0+A.  The next matrix may
// start in the cycle of the swap, or later.  The sums fit WidthP >= WidthX+8 bits.
module ta_mm #(
  parameter int A            = 4,
  parameter int WidthX       = 8,
  parameter int SignedX      = 1,
  parameter int WidthP       = 18,
  parameter int LoadByColumn = 1,
  parameter int Debug        = 0
) (
  input  logic                  clk_i,
  input  logic [A*WidthX-1:0]   x_i,
  input  logic                  valid_i,
  input  logic                  swap_i,
  input  logic                  w_valid_i,
  input  logic [$clog2(A)-1:0]  w_index_i,
  input  logic [A*8-1:0]        w_i,
  output logic [A*WidthP-1:0]   p_o,
  output logic [A*A*8-1:0]      dbg_w_o,
  output logic [A*A*WidthX-1:0] dbg_x_o,
  output logic [A*A*WidthP-1:0] dbg_p_o,
  output logic [A*A-1:0]        dbg_active_o
);
  for (genvar k = 0; k < A; k++) begin : g_row
    logic [WidthX-1:0] x;
    logic swap;

    ta_delay #(.Width(WidthX), .Cycles(k)) u_x (
      .clk_i, .d_i(x_i[WidthX*k +: WidthX]), .d_o(x)
    );
    if (k == 0) begin : g_swap_first
      assign swap = swap_i;
    end else begin : g_swap
      logic swap_q;
      always_ff @(posedge clk_i) swap_q <= g_row[k-1].swap;
      assign swap = swap_q;
    end

    // What is loaded into the shadow of this row: w[j] when w_en[j].
    logic [A*8-1:0] w;
    logic [A-1:0]   w_en;
    if (LoadByColumn != 0) begin : g_column
      logic [$clog2(A)-1:0] index;
      logic valid;
      logic [7:0] weight;
      if (k == 0) begin : g_first
        assign index = w_index_i;
        assign valid = w_valid_i;
      end else begin : g_later
        logic [$clog2(A)-1:0] index_q;
        logic valid_q;
        always_ff @(posedge clk_i) begin
          index_q <= g_row[k-1].g_column.index;
          valid_q <= g_row[k-1].g_column.valid;
        end
        assign index = index_q;
        assign valid = valid_q;
      end
      ta_delay #(.Width(8), .Cycles(k)) u_w (.clk_i, .d_i(w_i[8*k +: 8]), .d_o(weight));
      assign w = {A{weight}};
      for (genvar j = 0; j < A; j++) begin : g_enable
        assign w_en[j] = valid & (index == j[$clog2(A)-1:0]);
      end
    end else begin : g_line
      assign w = w_i;
      assign w_en = {A{w_valid_i & (w_index_i == k[$clog2(A)-1:0])}};
    end

    for (genvar j = 0; j < A; j++) begin : g_col
      logic [WidthP-1:0] p_above, p;
      if (k == 0) begin : g_top
        assign p_above = '0;
      end else begin : g_below
        assign p_above = g_row[k-1].g_col[j].p;
      end
      ta_pe #(.WidthX(WidthX), .SignedX(SignedX), .WidthP(WidthP), .Debug(Debug)) u_pe (
        .clk_i, .w_i(w[8*j +: 8]), .w_en_i(w_en[j]), .swap_i(swap), .x_i(x),
        .p_i(p_above), .p_o(p), .dbg_w_o(dbg_w_o[8*(A*k+j) +: 8])
      );
      if (k == A - 1) begin : g_bottom
        assign p_o[WidthP*j +: WidthP] = p;
      end
      if (Debug != 0) begin : g_debug
        assign dbg_p_o[WidthP*(A*k+j) +: WidthP] = p;
      end
    end

    if (Debug != 0) begin : g_debug
      logic [WidthX-1:0] x_q;
      logic active, active_q;
      if (k == 0) begin : g_first
        assign active = valid_i;
      end else begin : g_later
        assign active = g_row[k-1].g_debug.active_q;
      end
      always_ff @(posedge clk_i) begin
        x_q <= x;
        active_q <= active;
      end
      assign dbg_x_o[WidthX*A*k +: WidthX*A] = {A{x_q}};
      assign dbg_active_o[A*k +: A] = {A{active_q}};
    end
  end

  if (Debug == 0) begin : g_no_debug
    logic unused_valid;
    assign unused_valid = valid_i;
    assign dbg_x_o = '0;
    assign dbg_p_o = '0;
    assign dbg_active_o = '0;
  end
endmodule
