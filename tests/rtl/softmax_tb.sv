// SPDX-License-Identifier: MIT
module softmax_case #(
  parameter int Id = 0,
  parameter int A = 4,
  parameter int NMax = 32,
  parameter int PF = 8
) (input logic clk_i);
  import "DPI-C" function int tb_softmax(
    input int id, input int a, input int nmax, input int pf, output bit [255:0] z, output int mask,
    output int row, output int flags, output int unseen, output int r_row, output int host_row,
    input int out, input bit [255:0] p, input int alpha, input int r, input int lz,
    input int r_done, input int host_m, input int host_l, input int m_row, input int m_old,
    input int m_new, input int row_max, input int l_row, input int l);
  localparam int RowW = $clog2(NMax) + 1;
  localparam int IdxW = $clog2(NMax);
  localparam int LW = ta_pkg::l_width(NMax);

  bit [255:0] z_next;
  int mask_next, row_next, flags_next, unseen_next, r_row_next, host_row_next;
  logic [A*16-1:0] z;
  logic [A-1:0] mask;
  logic [IdxW-1:0] row, r_row, host_row, m_row, l_row;
  logic [RowW-1:0] unseen, r_done;
  logic [9:0] flags;
  logic p_valid, p_ends, busy, overflow, m_valid, l_valid;
  logic [A*(PF+1)-1:0] p;
  logic [15:0] alpha, r, host_m, m_old, m_new, row_max;
  logic [4:0] lz;
  logic [LW-1:0] host_l, l;

  ta_softmax #(.A(A), .NMax(NMax), .PF(PF)) u_dut (
    .clk_i, .clear_i(flags[1]), .init_i(flags[2]), .unseen_i(unseen), .valid_i(flags[0]), .z_i(z),
    .mask_i(mask), .row_i(row), .first_i(flags[3]), .last_i(flags[4]), .block_last_i(flags[5]),
    .end_i(flags[6]), .max_only_i(flags[7]), .keep_m_i(flags[8]), .p_valid_o(p_valid), .p_o(p),
    .alpha_o(alpha), .p_ends_o(p_ends), .r_row_i(r_row), .r_o(r), .lz_o(lz), .r_done_o(r_done),
    .host_i(flags[9]), .host_row_i(host_row), .host_m_o(host_m), .host_l_o(host_l), .busy_o(busy),
    .overflow_o(overflow), .dbg_m_valid_o(m_valid), .dbg_m_row_o(m_row), .dbg_m_old_o(m_old),
    .dbg_m_new_o(m_new), .dbg_row_max_o(row_max), .dbg_l_valid_o(l_valid), .dbg_l_row_o(l_row),
    .dbg_l_o(l)
  );

  always @(posedge clk_i) begin
    if (tb_softmax(Id, A, NMax, PF, z_next, mask_next, row_next, flags_next, unseen_next,
                   r_row_next, host_row_next,
                   {26'd0, p_ends, l_valid, m_valid, overflow, busy, p_valid}, 256'(p), 32'(alpha),
                   32'(r), 32'(lz), 32'(r_done), 32'($signed(host_m)), 32'(host_l), 32'(m_row),
                   32'($signed(m_old)), 32'($signed(m_new)), 32'($signed(row_max)), 32'(l_row),
                   32'(l)) != 0) $finish;
    z <= z_next[A*16-1:0];
    mask <= mask_next[A-1:0];
    row <= row_next[IdxW-1:0];
    flags <= flags_next[9:0];
    unseen <= unseen_next[RowW-1:0];
    r_row <= r_row_next[IdxW-1:0];
    host_row <= host_row_next[IdxW-1:0];
  end
endmodule

module softmax_tb (input logic clk_i);
  softmax_case #(.Id(0), .A(4),  .NMax(32),  .PF(8))  u_0 (.clk_i);
  softmax_case #(.Id(1), .A(8),  .NMax(64),  .PF(12)) u_1 (.clk_i);
  softmax_case #(.Id(2), .A(16), .NMax(128), .PF(12)) u_2 (.clk_i);
endmodule
