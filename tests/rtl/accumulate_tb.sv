// SPDX-License-Identifier: MIT
module accumulate_case #(
  parameter int Id = 0,
  parameter int A = 4,
  parameter int DMax = 4,
  parameter int NMax = 32,
  parameter int PF = 8
) (input logic clk_i);
  import "DPI-C" function int tb_accumulate(
    input int id, input int a, input int dmax, input int nmax, input int pf, input int alpha_after,
    input int pv_after, output int flags, output int unseen, output int row, output int chunk,
    output int alpha, output bit [415:0] pv, output int b_row, output int b_chunk,
    input bit [511:0] b, input int out, input int o_done, input int o_row, input int o_chunk,
    input bit [511:0] o);
  localparam int RowW = $clog2(NMax) + 1;
  localparam int IdxW = $clog2(NMax);
  localparam int ChunkW = ta_pkg::at_least_1($clog2(DMax / A));
  localparam int OW = ta_pkg::o_width(NMax);
  localparam int PvW = PF + 8 + $clog2(A);

  bit [415:0] pv_next;
  int flags_next, unseen_next, row_next, chunk_next, alpha_next, b_row_next, b_chunk_next;
  logic [7:0] flags;
  logic [RowW-1:0] unseen, o_done;
  logic [IdxW-1:0] row, b_row, o_row;
  logic [ChunkW-1:0] chunk, b_chunk, o_chunk;
  logic [15:0] alpha;
  logic [A*PvW-1:0] pv;
  logic [A*OW-1:0] b, o;
  logic step_done, tile_done, busy, overflow, o_valid, o_final;

  ta_accumulate #(.A(A), .DMax(DMax), .NMax(NMax), .PF(PF)) u_dut (
    .clk_i, .clear_i(flags[1]), .init_i(flags[2]), .unseen_i(unseen), .valid_i(flags[0]),
    .row_i(row), .chunk_i(chunk), .first_i(flags[3]), .last_i(flags[4]), .block_last_i(flags[5]),
    .step_end_i(flags[6]), .tile_end_i(flags[7]), .alpha_i(alpha), .pv_i(pv), .b_row_i(b_row),
    .b_chunk_i(b_chunk), .b_o(b), .step_done_o(step_done), .tile_done_o(tile_done),
    .o_done_o(o_done), .busy_o(busy), .overflow_o(overflow), .o_valid_o(o_valid),
    .o_row_o(o_row), .o_chunk_o(o_chunk), .o_final_o(o_final), .o_o(o)
  );

  // alpha leaves the ring's memory, the sums MM2 behind it.
  always @(posedge clk_i) begin
    if (tb_accumulate(Id, A, DMax, NMax, PF, ta_pkg::RAM_LATENCY,
                      ta_pkg::RAM_LATENCY + ta_pkg::mm_latency(A), flags_next, unseen_next,
                      row_next, chunk_next, alpha_next, pv_next, b_row_next, b_chunk_next, 512'(b),
                      {26'd0, overflow, busy, tile_done, step_done, o_final, o_valid}, 32'(o_done),
                      32'(o_row), 32'(o_chunk), 512'(o)) != 0) $finish;
    flags <= flags_next[7:0];
    unseen <= unseen_next[RowW-1:0];
    row <= row_next[IdxW-1:0];
    chunk <= chunk_next[ChunkW-1:0];
    alpha <= alpha_next[15:0];
    pv <= pv_next[A*PvW-1:0];
    b_row <= b_row_next[IdxW-1:0];
    b_chunk <= b_chunk_next[ChunkW-1:0];
  end
endmodule

module accumulate_tb (input logic clk_i);
  accumulate_case #(.Id(0), .A(4),  .DMax(4),  .NMax(32),  .PF(8))  u_0 (.clk_i);
  accumulate_case #(.Id(1), .A(4),  .DMax(16), .NMax(64),  .PF(12)) u_1 (.clk_i);
  accumulate_case #(.Id(2), .A(16), .DMax(64), .NMax(128), .PF(12)) u_2 (.clk_i);
endmodule
