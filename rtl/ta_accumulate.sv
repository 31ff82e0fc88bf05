// SPDX-License-Identifier: MIT
//
// Output accumulator: O = ((O * alpha) >> 15) + (P.V << (12 - PF)) for one chunk of A columns
// of one row a cycle.  A row's last tile also writes the result to the output buffer, two
// blocks deep, from which the normalizer reads.
//
//   valid_i ..  tags in the cycle in which the row enters MM2
//   alpha_i     UQ1.15, 2 cycles after valid_i
//   pv_i        A x signed, A + 4 cycles after valid_i (V-LSB * 2^PF)
//   o_*         the new value, A + 5 cycles after valid_i (V-LSB * 2^12)
// A row and chunk return after 2A cycles or more; the loop closes in 8.
module ta_accumulate #(
    parameter int A = 4,
    parameter int DMax = 4,
    parameter int NMax = 32,
    parameter int PF = 8,
    localparam int RowW = $clog2(NMax) + 1,
    localparam int IdxW = $clog2(NMax),
    localparam int ChunkW = ta_pkg::at_least_1($clog2(DMax / A)),
    localparam int OW = ta_pkg::o_width(NMax),
    localparam int PvW = PF + 8 + $clog2(A)
) (
    input  logic              clk_i,
    input  logic              clear_i,
    input  logic              init_i,
    input  logic [RowW-1:0]   unseen_i,
    input  logic              valid_i,
    input  logic [IdxW-1:0]   row_i,
    input  logic [ChunkW-1:0] chunk_i,
    input  logic              first_i,       // the row's first tile
    input  logic              last_i,        // the row's last tile
    input  logic              block_last_i,  // the block's last tile, last chunk
    input  logic              step_end_i,    // last row and chunk of the step
    input  logic              tile_end_i,    // last row and chunk of the tile
    input  logic [15:0]       alpha_i,
    input  logic [A*PvW-1:0]  pv_i,
    // output buffer, read latency 2
    input  logic [IdxW-1:0]   b_row_i,
    input  logic [ChunkW-1:0] b_chunk_i,
    output logic [A*OW-1:0]   b_o,
    // events
    output logic              step_done_o,
    output logic              tile_done_o,
    output logic [RowW-1:0]   o_done_o,      // rows below are complete in two cycles
    output logic              busy_o,
    output logic              overflow_o,    // sticky: O left its range
    // the new value
    output logic              o_valid_o,
    output logic [IdxW-1:0]   o_row_o,
    output logic [ChunkW-1:0] o_chunk_o,
    output logic              o_final_o,
    output logic [A*OW-1:0]   o_o
);
  localparam int AccRows = 8 * A < NMax ? 8 * A : (1 << IdxW);
  localparam int BufRows = 16 * A < NMax ? 16 * A : (1 << IdxW);
  localparam int AccW = $clog2(AccRows);
  localparam int BufW = $clog2(BufRows);
  localparam int Chunks = 1 << $clog2(DMax / A);
  localparam int TagW = IdxW + ChunkW + 5;

  // Tags: r = the accumulator is read (A-2), k = it is there (A), m = operands meet (A+1),
  // w = written (A+5).
  logic [TagW-1:0] tag_in, tag_r, tag_k, tag_m, tag_u, tag_v, tag_w;
  logic [A+4:0]    valid_q;
  assign tag_in = {first_i, last_i, block_last_i, step_end_i, tile_end_i, row_i, chunk_i};
  always_ff @(posedge clk_i) begin
    if (clear_i) valid_q <= '0;
    else valid_q <= {valid_q[A+3:0], valid_i};
  end
  assign busy_o = valid_i || valid_q != '0;
  ta_delay #(.Width(TagW), .Cycles(A - 2)) u_tag_r (.clk_i, .d_i(tag_in), .d_o(tag_r));
  ta_delay #(.Width(TagW), .Cycles(2)) u_tag_k (.clk_i, .d_i(tag_r), .d_o(tag_k));
  ta_delay #(.Width(TagW), .Cycles(1)) u_tag_m (.clk_i, .d_i(tag_k), .d_o(tag_m));
  ta_delay #(.Width(TagW), .Cycles(2)) u_tag_u (.clk_i, .d_i(tag_m), .d_o(tag_u));
  ta_delay #(.Width(TagW), .Cycles(1)) u_tag_v (.clk_i, .d_i(tag_u), .d_o(tag_v));
  ta_delay #(.Width(TagW), .Cycles(1)) u_tag_w (.clk_i, .d_i(tag_v), .d_o(tag_w));

  logic [IdxW-1:0]   r_row, w_row;
  logic [ChunkW-1:0] r_chunk, w_chunk;
  logic              w_last, w_block_last_unused, w_step_end, w_tile_end;
  assign {r_row, r_chunk} = tag_r[IdxW+ChunkW-1:0];
  assign {w_last, w_block_last_unused, w_step_end, w_tile_end, w_row, w_chunk} = tag_w[TagW-2:0];

  logic [A*OW-1:0] acc, o_q;
  logic [15:0]     alpha_m;
  logic [A-1:0]    over_q;
  ta_delay #(.Width(16), .Cycles(A - 1)) u_alpha (.clk_i, .d_i(alpha_i), .d_o(alpha_m));

  function automatic logic [AccW+$clog2(Chunks)-1:0] acc_addr(input logic [IdxW-1:0] row,
                                                               input logic [ChunkW-1:0] chunk);
    if (Chunks > 1) acc_addr = (AccW + $clog2(Chunks))'({row[AccW-1:0], chunk});
    else acc_addr = (AccW + $clog2(Chunks))'(row[AccW-1:0]);
  endfunction
  function automatic logic [BufW+$clog2(Chunks)-1:0] buf_addr(input logic [IdxW-1:0] row,
                                                               input logic [ChunkW-1:0] chunk);
    if (Chunks > 1) buf_addr = (BufW + $clog2(Chunks))'({row[BufW-1:0], chunk});
    else buf_addr = (BufW + $clog2(Chunks))'(row[BufW-1:0]);
  endfunction

  ta_ram #(.Width(A * OW), .Depth(AccRows * Chunks)) u_acc (
      .clk_i,
      .we_i   (valid_q[A+4]),
      .waddr_i(acc_addr(w_row, w_chunk)),
      .wdata_i(o_q),
      .ren_i  (1'b1),
      .raddr_i(acc_addr(r_row, r_chunk)),
      .rdata_o(acc)
  );
  ta_ram #(.Width(A * OW), .Depth(BufRows * Chunks)) u_buffer (
      .clk_i,
      .we_i   (valid_q[A+4] && w_last),
      .waddr_i(buf_addr(w_row, w_chunk)),
      .wdata_i(o_q),
      .ren_i  (1'b1),
      .raddr_i(buf_addr(b_row_i, b_chunk_i)),
      .rdata_o(b_o)
  );

  for (genvar j = 0; j < A; j++) begin : g_column
    logic [OW-1:0]      old_q;
    logic [OW+15:0]     prod;
    logic signed [OW:0] sum;
    always_ff @(posedge clk_i) old_q <= tag_k[TagW-1] ? '0 : acc[OW*j+:OW];
    ta_mul_wide #(.WidthA(OW), .WidthB(16), .SignedA(1), .SignedB(0), .Latency(3)) u_mul (
        .clk_i, .a_i(old_q), .b_i(alpha_m), .p_o(prod)
    );
    assign sum = (OW + 1)'($signed(prod) >>> 15) +
                 ((OW + 1)'($signed(pv_i[PvW*j+:PvW])) <<< (12 - PF));
    always_ff @(posedge clk_i) begin
      o_q[OW*j+:OW] <= sum[OW-1:0];
      over_q[j]     <= sum[OW] != sum[OW-1];
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) overflow_o <= 1'b0;
    else if (valid_q[A+4] && over_q != '0) overflow_o <= 1'b1;
    if (init_i) o_done_o <= unseen_i;
    else if (valid_q[A+2] && tag_u[TagW-3]) o_done_o <= RowW'(tag_u[ChunkW+:IdxW]) + 1'b1;
  end

  assign step_done_o = valid_q[A+4] && w_step_end;
  assign tile_done_o = valid_q[A+4] && w_tile_end;
  assign o_valid_o   = valid_q[A+4];
  assign o_row_o     = w_row;
  assign o_chunk_o   = w_chunk;
  assign o_final_o   = w_last;
  assign o_o         = o_q;

endmodule
