// SPDX-License-Identifier: MIT
//
// One row, any, is followed through its bundles; the memory of l keeps its word alone.  The
// bundles keep what the feeds promise: the row's first one is marked, it returns after 2A cycles
// or more, and meets NMAX / A tiles at most.  alpha and P are at most 1 (proof running_max).
  (* hierconn *) wire [IdxW-1:0] \u_l.place ;
  (* hierconn *) wire [LW-1:0] \u_l.word_q ;
  localparam int Since = RM + 8 + LA + 2;    // by then the row's last bundle has left
  localparam int MostTiles = NMax / A;
  localparam int WideW = LW + 13;
  logic            past_q = 1'b0;
  logic            mine, mine_c7, mine_w, begun_q;
  logic [5:0]      since_q;
  logic [RowW-1:0] tiles_q, tiles_w;         // tiles of the row; as of the bundle that is written
  logic [WideW-1:0] bound, bound_w;
  assign mine    = valid_i && !max_only_i && row_i == \u_l.place ;
  assign mine_w  = valid_q[RM+8+LA] && tag_l[IdxW+5] && tag_l[IdxW-1:0] == \u_l.place ;
  assign mine_c7 = valid_q[RM+6] && tag_c7[IdxW+5] && tag_c7[IdxW-1:0] == \u_l.place ;
  assign bound   = WideW'(tiles_q) * WideW'(A * 4096);
  assign bound_w = WideW'(tiles_w) * WideW'(A * 4096);
  ta_delay #(.Width(RowW), .Cycles(RM + 8 + LA)) u_tiles (.clk_i, .d_i(tiles_q), .d_o(tiles_w));
  always_comb begin
    assume (!host_i);
    if (past_q) assume (!clear_i);
    if (mine) begin
      assume (since_q >= 6'(2 * A));
      assume (first_i || begun_q);
      assume (first_i || tiles_q < RowW'(MostTiles));
    end
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (!past_q) assume (clear_i);
    if (clear_i) begin
      begun_q <= 1'b0;
      since_q <= 6'(Since);
    end else if (mine) begin
      begun_q <= 1'b1;
      tiles_q <= first_i ? RowW'(1) : tiles_q + 1'b1;
      since_q <= 6'd1;
    end else if (since_q != 6'(Since)) begin
      since_q <= since_q + 1'b1;
    end
    if (past_q) begin
      `CHECK(since_q <= 6'(Since))
      `CHECK(!begun_q || tiles_q <= RowW'(MostTiles))
      if (begun_q && since_q == 6'(Since)) `CHECK({13'd0, \u_l.word_q } <= bound)
      if (mine_c7) `CHECK(!l_old_q[LW-1])    // below NMAX before a tile
      if (mine_w) begin
        `CHECK(!l_over_q)
        `CHECK({13'd0, l_q} <= bound_w)
        `REACH(tiles_w == RowW'(2) && l_q == LW'(2 * A * 4096))
      end
    end
  end
