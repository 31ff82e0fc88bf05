// SPDX-License-Identifier: MIT
//
// Online softmax of one row bundle a cycle: running maximum m, rescale factor alpha,
// probabilities P and running sum l; the reciprocal of l at a row's last tile.
//
//   z_i      A x Q8.8, masked elements -32768; mask_i the visible ones
//   p_o      A x UQ1.PF, alpha_o UQ1.15, both RowMax + 8 cycles after z_i
//   m, l     NMAX entries by row, kept after the run (Q8.8; real * 2^12)
//   r, lz    UQ1.15 and shift by row, for the normalizer; read latency 2
// A row returns after 2A cycles or more: m closes in 5, l in log2(A) + 6.
// max_only_i: only m is updated (NAIVE pass 2).  keep_m_i: m is final (NAIVE pass 3), so that
// alpha is 1.0 by its own formula.
module ta_softmax #(
    parameter int A = 4,
    parameter int NMax = 32,
    parameter int PF = 8,
    localparam int RowW = $clog2(NMax) + 1,
    localparam int IdxW = $clog2(NMax),
    localparam int LW = ta_pkg::l_width(NMax),
    localparam int PW = PF + 1
) (
    input  logic              clk_i,
    input  logic              clear_i,
    input  logic              init_i,
    input  logic [RowW-1:0]   unseen_i,     // rows below see no tile
    // row bundle
    input  logic              valid_i,
    input  logic [A*16-1:0]   z_i,
    input  logic [A-1:0]      mask_i,
    input  logic [IdxW-1:0]   row_i,
    input  logic              first_i,      // the row's first tile
    input  logic              last_i,       // the row's last tile
    input  logic              block_last_i, // the block's last tile
    input  logic              end_i,        // last row of the step
    input  logic              max_only_i,
    input  logic              keep_m_i,
    // probabilities
    output logic              p_valid_o,
    output logic [A*PW-1:0]   p_o,
    output logic [15:0]       alpha_o,
    output logic              p_ends_o,     // the step's last row has its P in the next cycle
    // reciprocal, by row
    input  logic [IdxW-1:0]   r_row_i,
    output logic [15:0]       r_o,
    output logic [4:0]        lz_o,
    output logic [RowW-1:0]   r_done_o,     // rows below have their reciprocal in two cycles
    // final state, by row, while no bundle is under way
    input  logic              host_i,
    input  logic [IdxW-1:0]   host_row_i,
    output logic [15:0]       host_m_o,
    output logic [LW-1:0]     host_l_o,
    // accounting and debug
    output logic              busy_o,       // a bundle is under way
    output logic              overflow_o,   // sticky: l left its range
    output logic              dbg_m_valid_o,
    output logic [IdxW-1:0]   dbg_m_row_o,
    output logic [15:0]       dbg_m_old_o,
    output logic [15:0]       dbg_m_new_o,
    output logic [15:0]       dbg_row_max_o,
    output logic              dbg_l_valid_o,
    output logic [IdxW-1:0]   dbg_l_row_o,
    output logic [LW-1:0]     dbg_l_o
);
  localparam int LA = $clog2(A);
  localparam int RM = ta_pkg::row_max_latency(A);
  localparam int Recip = ta_pkg::RECIP_LATENCY;
  localparam int SumW = PW + LA;

  // ---- tags: {valid, full, row, first, last, block_last, end, keep} ---------------------
  // Stage names count cycles after z_i: c0 = row maximum known (RM), c2 = m_new, c3 = x,
  // c7 = exp2, c8 = P.
  localparam int TagW = IdxW + 7;
  logic [TagW-1:0] tag_in, tag_m0, tag_c2, tag_c4, tag_c6, tag_c7, tag_c8, tag_l, tag_s, tag_r;
  logic [TagW-1:0] tag_live;
  assign tag_in = {valid_i, !max_only_i, keep_m_i, first_i, last_i, block_last_i, end_i, row_i};

  // The valid bits are cleared; the rest are plain delay lines.
  localparam int Depth = RM + 8 + LA + 1 + Recip;
  logic [Depth:0] valid_q;
  always_ff @(posedge clk_i) begin
    if (clear_i) valid_q <= '0;
    else valid_q <= {valid_q[Depth-1:0], valid_i};
  end
  assign tag_live = {valid_i && !clear_i, tag_in[TagW-2:0]};
  assign busy_o   = valid_i || valid_q != '0;

  ta_delay #(.Width(TagW), .Cycles(RM - 2)) u_tag_m0 (.clk_i, .d_i(tag_live), .d_o(tag_m0));
  ta_delay #(.Width(TagW), .Cycles(4)) u_tag_c2 (.clk_i, .d_i(tag_m0), .d_o(tag_c2));
  ta_delay #(.Width(TagW), .Cycles(2)) u_tag_c4 (.clk_i, .d_i(tag_c2), .d_o(tag_c4));
  ta_delay #(.Width(TagW), .Cycles(2)) u_tag_c6 (.clk_i, .d_i(tag_c4), .d_o(tag_c6));
  ta_delay #(.Width(TagW), .Cycles(1)) u_tag_c7 (.clk_i, .d_i(tag_c6), .d_o(tag_c7));
  ta_delay #(.Width(TagW), .Cycles(1)) u_tag_c8 (.clk_i, .d_i(tag_c7), .d_o(tag_c8));
  ta_delay #(.Width(TagW), .Cycles(LA + 1)) u_tag_l (.clk_i, .d_i(tag_c8), .d_o(tag_l));
  ta_delay #(.Width(TagW), .Cycles(Recip - 2)) u_tag_s (.clk_i, .d_i(tag_l), .d_o(tag_s));
  ta_delay #(.Width(TagW), .Cycles(2)) u_tag_r (.clk_i, .d_i(tag_s), .d_o(tag_r));

  // ---- row maximum, m ------------------------------------------------------------------
  logic [15:0]        row_max, m_ram, m_old;
  logic [TagW-1:0]    tag_c0;
  logic signed [16:0] m_diff_q;
  logic [15:0]        m_old_q, row_max_q, m_new_q, m_old2_q;
  logic               m_first;

  ta_row_max #(.A(A)) u_row_max (.clk_i, .z_i, .max_o(row_max));
  ta_delay #(.Width(TagW), .Cycles(2)) u_tag_c0 (.clk_i, .d_i(tag_m0), .d_o(tag_c0));
  ta_ram #(.Width(16), .Depth(NMax)) u_m (
      .clk_i,
      .we_i   (valid_q[RM+1]),
      .waddr_i(tag_c2[IdxW-1:0]),
      .wdata_i(m_new_q),
      .ren_i  (1'b1),
      .raddr_i(host_i ? host_row_i : tag_m0[IdxW-1:0]),
      .rdata_o(m_ram)
  );
  assign m_first = tag_c0[IdxW+3] && !tag_c0[IdxW+4];
  assign m_old   = m_first ? 16'h8000 : m_ram;
  always_ff @(posedge clk_i) begin
    m_diff_q  <= $signed({row_max[15], row_max}) - $signed({m_old[15], m_old});
    m_old_q   <= m_old;
    row_max_q <= row_max;
    m_new_q   <= m_diff_q[16] ? m_old_q : row_max_q;
    m_old2_q  <= m_old_q;
  end

  // ---- P and alpha -----------------------------------------------------------------------
  logic [A*16-1:0]  z_c2;
  logic [A-1:0]     mask_c7;
  logic [15:0]      alpha_c7;
  logic [16:0]      alpha_x_q;
  localparam logic [15:0] Round = 16'(1 << (14 - PF));

  ta_delay #(.Width(A * 16), .Cycles(RM + 2)) u_z (.clk_i, .d_i(z_i), .d_o(z_c2));
  ta_delay #(.Width(A), .Cycles(RM + 7)) u_mask (.clk_i, .d_i(mask_i), .d_o(mask_c7));

  for (genvar j = 0; j < A; j++) begin : g_lane
    logic [16:0] x_q;
    logic [15:0] e, rounded;
    logic [PW-1:0] p_q;
    ta_exp2 u_exp2 (.clk_i, .x_i(x_q), .e_o(e));
    assign rounded = e + Round;
    always_ff @(posedge clk_i) begin
      x_q <= {z_c2[16*j+15], z_c2[16*j+:16]} - {m_new_q[15], m_new_q};
      p_q <= mask_c7[j] ? rounded[15:15-PF] : '0;
    end
    assign p_o[PW*j+:PW] = p_q;
  end

  always_ff @(posedge clk_i) begin
    alpha_x_q <= {m_old2_q[15], m_old2_q} - {m_new_q[15], m_new_q};
    alpha_o   <= alpha_c7;
  end
  ta_exp2 u_alpha (.clk_i, .x_i(alpha_x_q), .e_o(alpha_c7));

  assign p_valid_o = valid_q[RM+7] && tag_c8[IdxW+5];
  assign p_ends_o  = valid_q[RM+6] && tag_c7[IdxW+5] && tag_c7[IdxW];

  // ---- l -----------------------------------------------------------------------------------
  logic [LW-1:0]    l_ram, l_old_q;
  logic [LW+15:0]   l_prod, l_prod_d;
  logic [LW:0]      l_sum;
  logic [LW-1:0]    l_q;
  logic [SumW-1:0]  p_sum;
  logic             l_over_q;

  ta_ram #(.Width(LW), .Depth(NMax)) u_l (
      .clk_i,
      .we_i   (valid_q[RM+8+LA] && tag_l[IdxW+5]),
      .waddr_i(tag_l[IdxW-1:0]),
      .wdata_i(l_q),
      .ren_i  (1'b1),
      .raddr_i(host_i ? host_row_i : tag_c4[IdxW-1:0]),
      .rdata_o(l_ram)
  );
  always_ff @(posedge clk_i) l_old_q <= tag_c6[IdxW+3] ? '0 : l_ram;
  ta_mul_wide #(.WidthA(LW), .WidthB(16), .SignedA(0), .SignedB(0), .Latency(3)) u_l_mul (
      .clk_i, .a_i(l_old_q), .b_i(alpha_c7), .p_o(l_prod)
  );
  ta_delay #(.Width(LW + 16), .Cycles(LA - 2)) u_l_prod (.clk_i, .d_i(l_prod), .d_o(l_prod_d));

  // Sum of A probabilities, one level of the tree a cycle.
  for (genvar s = 0; s < LA; s++) begin : g_sum
    for (genvar j = 0; j < (A >> (s + 1)); j++) begin : g_add
      logic [SumW-1:0] sum_q;
      if (s == 0) begin : g_leaf
        always_ff @(posedge clk_i)
          sum_q <= SumW'(p_o[PW*(2*j)+:PW]) + SumW'(p_o[PW*(2*j+1)+:PW]);
      end else begin : g_node
        always_ff @(posedge clk_i)
          sum_q <= g_sum[s-1].g_add[2*j].sum_q + g_sum[s-1].g_add[2*j+1].sum_q;
      end
    end
  end
  assign p_sum = g_sum[LA-1].g_add[0].sum_q;
  assign l_sum = (LW + 1)'(l_prod_d >> 15) + ((LW + 1)'(p_sum) << (12 - PF));

  always_ff @(posedge clk_i) begin
    l_q      <= l_sum[LW-1:0];
    l_over_q <= l_sum[LW];
    if (clear_i) overflow_o <= 1'b0;
    else if (l_over_q && valid_q[RM+8+LA] && tag_l[IdxW+5]) overflow_o <= 1'b1;
  end

  // ---- reciprocal --------------------------------------------------------------------------
  logic [15:0] r_new;
  logic [4:0]  lz_new;
  logic        r_we;
  ta_recip #(.LW(LW)) u_recip (.clk_i, .l_i(l_q), .r_o(r_new), .lz_o(lz_new));
  assign r_we = valid_q[Depth-1] && tag_r[IdxW+5] && tag_r[IdxW+2];
  ta_ram #(.Width(21), .Depth(NMax)) u_r (
      .clk_i,
      .we_i   (r_we),
      .waddr_i(tag_r[IdxW-1:0]),
      .wdata_i({lz_new, r_new}),
      .ren_i  (1'b1),
      .raddr_i(r_row_i),
      .rdata_o({lz_o, r_o})
  );

  always_ff @(posedge clk_i) begin
    if (init_i) r_done_o <= unseen_i;
    else if (valid_q[Depth-3] && tag_s[IdxW+5] && tag_s[IdxW+2] && tag_s[IdxW+1])
      r_done_o <= RowW'(tag_s[IdxW-1:0]) + 1'b1;
  end

  // ---- host and debug ------------------------------------------------------------------------
  assign host_m_o      = m_ram;
  assign host_l_o      = l_ram;
  assign dbg_m_valid_o = valid_q[RM+1];
  assign dbg_m_row_o   = tag_c2[IdxW-1:0];
  assign dbg_m_old_o   = m_old2_q;
  assign dbg_m_new_o   = m_new_q;
  assign dbg_l_valid_o = valid_q[RM+8+LA] && tag_l[IdxW+5];
  assign dbg_l_row_o   = tag_l[IdxW-1:0];
  assign dbg_l_o       = l_q;

  ta_delay #(.Width(16), .Cycles(1)) u_dbg_max (.clk_i, .d_i(row_max_q), .d_o(dbg_row_max_o));

endmodule
