// SPDX-License-Identifier: MIT
//
// ta_fifo as the plainest queue, a row of entries with the first to leave in front, which it is
// (proof fifo).  Bounded: whoever pushes sees to it that there is room.
module ta_fifo #(
    parameter int Width = 8,
    parameter int Depth = 4,
    parameter int Bounded = 0
) (
    input  logic             clk_i,
    input  logic             clear_i,
    input  logic             valid_i,
    output logic             ready_o,
    input  logic [Width-1:0] data_i,
    output logic             valid_o,
    input  logic             ready_i,
    output logic [Width-1:0] data_o
);
  localparam int HeldW = $clog2(Depth) + 1;
  logic [HeldW-1:0]       held_q;        // entries
  logic [Depth*Width-1:0] rows;
  logic                   push, pop;
  assign ready_o = held_q != HeldW'(Depth);
  assign valid_o = held_q != '0;
  assign data_o  = rows[Width-1:0];
  assign push    = valid_i && (Bounded != 0 || ready_o);
  assign pop     = valid_o && ready_i;
  for (genvar g = 0; g < Depth; g++) begin : g_row
    logic [Width-1:0] row_q, behind;
    if (g == Depth - 1) begin : g_last
      assign behind = row_q;
    end else begin : g_more
      assign behind = rows[Width*(g+1)+:Width];
    end
    always_ff @(posedge clk_i) begin
      if (g == 0) begin
        if (ready_i || !valid_o) row_q <= held_q > HeldW'(1) ? behind : data_i; // empty, it shows what comes
      end else if (push && held_q == HeldW'(g) + HeldW'(pop)) row_q <= data_i;
      else if (pop) row_q <= behind;
    end
    assign rows[Width*g+:Width] = row_q;
  end
  always_ff @(posedge clk_i)
    if (clear_i) held_q <= '0;
    else held_q <= held_q + HeldW'(push) - HeldW'(pop);
endmodule
