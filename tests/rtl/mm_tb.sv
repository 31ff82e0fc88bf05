// SPDX-License-Identifier: MIT
module mm_case #(
  parameter int Id = 0,
  parameter int A            = 4,
  parameter int WidthX       = 8,
  parameter int SignedX      = 1,
  parameter int WidthP       = 18,
  parameter int LoadByColumn = 1,
  parameter int Debug        = 0
) (input logic clk_i);
  import "DPI-C" function int tb_mm(
    input int id, input int a, input int width_x, input int signed_x, input int width_p,
    input int by_column, input int debug, output bit [255:0] x, output int valid, output int swap,
    output int w_valid, output int w_index, output bit [127:0] w, input bit [511:0] p,
    input bit [2047:0] dbg_w, input bit [4095:0] dbg_x, input bit [8191:0] dbg_p,
    input bit [255:0] dbg_active);

  bit [255:0] x_next;
  bit [127:0] w_next;
  int valid_next, swap_next, w_valid_next, w_index_next;
  logic [A*WidthX-1:0] x;
  logic [A*8-1:0] w;
  logic valid, swap, w_valid;
  logic [$clog2(A)-1:0] w_index;
  logic [A*WidthP-1:0] p;
  logic [A*A*8-1:0] dbg_w;
  logic [A*A*WidthX-1:0] dbg_x;
  logic [A*A*WidthP-1:0] dbg_p;
  logic [A*A-1:0] dbg_active;

  ta_mm #(
    .A(A), .WidthX(WidthX), .SignedX(SignedX), .WidthP(WidthP), .LoadByColumn(LoadByColumn),
    .Debug(Debug)
  ) u_dut (
    .clk_i, .x_i(x), .valid_i(valid), .swap_i(swap), .w_valid_i(w_valid), .w_index_i(w_index),
    .w_i(w), .p_o(p), .dbg_w_o(dbg_w), .dbg_x_o(dbg_x), .dbg_p_o(dbg_p), .dbg_active_o(dbg_active)
  );

  always @(posedge clk_i) begin
    if (tb_mm(Id, A, WidthX, SignedX, WidthP, LoadByColumn, Debug, x_next, valid_next, swap_next,
              w_valid_next, w_index_next, w_next, 512'(p), 2048'(dbg_w), 4096'(dbg_x),
              8192'(dbg_p), 256'(dbg_active)) != 0) $finish;
    x <= x_next[A*WidthX-1:0];
    valid <= valid_next[0];
    swap <= swap_next[0];
    w_valid <= w_valid_next[0];
    w_index <= w_index_next[$clog2(A)-1:0];
    w <= w_next[A*8-1:0];
  end
endmodule

module mm_tb (input logic clk_i);
  mm_case #(.Id(0), .A(4),  .WidthX(8),  .SignedX(1), .WidthP(18), .LoadByColumn(1), .Debug(0)) u_0 (.clk_i);
  mm_case #(.Id(1), .A(4),  .WidthX(9),  .SignedX(0), .WidthP(19), .LoadByColumn(0), .Debug(0)) u_1 (.clk_i);
  mm_case #(.Id(2), .A(4),  .WidthX(8),  .SignedX(1), .WidthP(22), .LoadByColumn(0), .Debug(1)) u_2 (.clk_i);
  mm_case #(.Id(3), .A(4),  .WidthX(13), .SignedX(0), .WidthP(23), .LoadByColumn(1), .Debug(1)) u_3 (.clk_i);
  mm_case #(.Id(4), .A(8),  .WidthX(8),  .SignedX(1), .WidthP(19), .LoadByColumn(1), .Debug(0)) u_4 (.clk_i);
  mm_case #(.Id(5), .A(8),  .WidthX(13), .SignedX(0), .WidthP(24), .LoadByColumn(0), .Debug(1)) u_5 (.clk_i);
  mm_case #(.Id(6), .A(16), .WidthX(8),  .SignedX(1), .WidthP(20), .LoadByColumn(1), .Debug(1)) u_6 (.clk_i);
  mm_case #(.Id(7), .A(16), .WidthX(13), .SignedX(0), .WidthP(25), .LoadByColumn(0), .Debug(0)) u_7 (.clk_i);
endmodule
