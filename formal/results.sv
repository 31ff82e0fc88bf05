// SPDX-License-Identifier: MIT
//
// No overflow is flagged: no sum leaves its width (proof accumulate, for any row and chunk), and the runs before, or
// the clocks of a reset, leave none.  What the last tile of a row writes to its place in the output buffer, any, stays
// there, and nothing more is written to it: the row does not come again (proof rows_feed).  In builds where each row has
// a place of its own.
  localparam int PlaceW = BufW + $clog2(Chunks);
  (* hierconn *) wire [PlaceW-1:0] \u_buffer.place ;
  (* hierconn *) wire [A*OW-1:0] \u_buffer.word_q ;
  (* anyconst *) logic [PlaceW-1:0] place;
  logic            past_q = 1'b0;
  logic            mine, mine_w;
  logic            ended_q, written_q;       // the last tile of the row has entered, has been written
  logic [A*OW-1:0] result_q;
  assign mine   = valid_i && buf_addr(row_i, chunk_i) == place;
  assign mine_w = valid_q[A+4] && buf_addr(w_row, w_chunk) == place;
  always_comb begin
    assume (\u_buffer.place == place);
    if (past_q) assume (!clear_i);
    if (!past_q) assume (clear_i && !overflow_o);
    if (valid_q[A+4]) assume (over_q == '0);
    if (mine) assume (!ended_q);
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (clear_i) begin
      ended_q   <= 1'b0;
      written_q <= 1'b0;
    end else begin
      if (mine && last_i) ended_q <= 1'b1;
      if (mine_w && w_last) begin
        written_q <= 1'b1;
        result_q  <= o_q;
      end
    end
    `CHECK(!overflow_o)
    if (past_q) begin
      `CHECK(!written_q || ended_q)
      `CHECK(!mine_w || !w_last || ended_q)
      `CHECK(!mine_w || !written_q)
      `CHECK(!written_q || \u_buffer.word_q == result_q)
      `REACH(written_q && o_done_o == RowW'(w_row) + 1'b1)
    end
  end
