// SPDX-License-Identifier: MIT
//
// One entry, any row and chunk, is followed through its tiles; the accumulator keeps its word
// alone.  P and V are what their formats say, the entry's first tile is marked, it returns after
// 2A cycles or more, and meets NMAX / A tiles at most.
  localparam int AddrW = AccW + $clog2(Chunks);
  localparam int Most = A * 128 * 4096;      // of one tile: every P = 1, V = -128
  localparam int Since = 2 * A > A + 6 ? 2 * A : A + 6;
  localparam int MostTiles = NMax / A;
  (* hierconn *) wire [AddrW-1:0] \u_acc.place ;
  (* hierconn *) wire [A*OW-1:0] \u_acc.word_q ;
  logic            past_q = 1'b0;
  logic            mine, mine_w, begun_q;
  logic [5:0]      since_q;
  logic [RowW-1:0] tiles_q, tiles_w, tiles_word_q;
  logic            begun_word_q;
  logic signed [OW+8:0] bound_w, bound_word;
  assign mine   = valid_i && acc_addr(row_i, chunk_i) == \u_acc.place ;
  assign mine_w = valid_q[A+4] && acc_addr(w_row, w_chunk) == \u_acc.place ;
  assign bound_w    = $signed((OW + 9)'(tiles_w) * (OW + 9)'(Most));
  assign bound_word = $signed((OW + 9)'(tiles_word_q) * (OW + 9)'(Most));
  ta_delay #(.Width(RowW), .Cycles(A + 4)) u_tiles (.clk_i, .d_i(tiles_q), .d_o(tiles_w));
  always_comb begin
    if (past_q) assume (!clear_i);
    if (valid_q[1]) assume (alpha_i <= 16'd32768);
    if (mine) begin
      assume (since_q >= 6'(2 * A));
      assume (first_i || begun_q);
      assume (first_i || tiles_q < RowW'(MostTiles));
    end
    if (valid_q[A+3]) for (int j = 0; j < A; j++)
      assume ($signed(pv_i[PvW*j+:PvW]) <= $signed(PvW'(A * 127 << PF)) || pv_i[PvW*j+PvW-1]);
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (!past_q) assume (clear_i);
    if (clear_i) begin
      begun_q      <= 1'b0;
      begun_word_q <= 1'b0;
      since_q      <= 6'(Since);
    end else begin
      if (mine) begin
        begun_q <= 1'b1;
        tiles_q <= first_i ? RowW'(1) : tiles_q + 1'b1;
        since_q <= 6'd1;
      end else if (since_q != 6'(Since)) begin
        since_q <= since_q + 1'b1;
      end
      if (mine_w) begin
        begun_word_q <= 1'b1;
        tiles_word_q <= tiles_w;
      end
    end
    if (past_q) begin
      `CHECK(since_q <= 6'(Since))
      `CHECK(!begun_q || tiles_q <= RowW'(MostTiles))
      `CHECK(!(begun_q && since_q >= 6'(A + 6)) || (begun_word_q && tiles_word_q == tiles_q))
      `CHECK(!begun_word_q || tiles_word_q <= RowW'(MostTiles))
      for (int j = 0; j < A; j++) begin
        `CHECK(!mine_w || !over_q[j])
        `CHECK(!mine_w || ($signed(o_q[OW*j+:OW]) <= bound_w && $signed(o_q[OW*j+:OW]) >= -bound_w))
        `CHECK(!begun_word_q || ($signed(\u_acc.word_q [OW*j+:OW]) <= bound_word &&
                                 $signed(\u_acc.word_q [OW*j+:OW]) >= -bound_word))
      end
      `REACH(mine_w && tiles_w == RowW'(2) && o_q[OW-1:0] == OW'(-2 * Most))
    end
  end
