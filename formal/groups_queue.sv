// SPDX-License-Identifier: MIT
//
// Proof groups with the queues as they are: what stands in them, and what comes out, is of groups of rows that there
// are.  Descriptors are as proof addresses says; a write burst ends once, after its take.
  (* hierconn *) wire [4*DescW-1:0] \u_queue.u_mem.words ;
  (* hierconn *) wire [1:0] \u_queue.next_q ;
  (* hierconn *) wire [1:0] \u_queue.tail_q ;
  (* hierconn *) wire [2:0] \u_queue.count ;
  (* hierconn *) wire \u_queue.more_q ;
  (* hierconn *) wire \u_queue.full_q ;
  (* hierconn *) wire [Bursts*RecvW-1:0] \u_recv.u_mem.words ;
  (* hierconn *) wire [CountW-2:0] \u_recv.next_q ;
  (* hierconn *) wire [CountW-2:0] \u_recv.tail_q ;
  (* hierconn *) wire [CountW-1:0] \u_recv.count ;
  (* hierconn *) wire \u_recv.more_q ;
  localparam int LA = $clog2(A);
  localparam int DescRow = 5 + TileW + 2 * LaneW;       // of an entry, below the row
  localparam int RecvRow = 2 + TileW + LaneW;
  logic              past_q = 1'b0;
  logic [CountW-1:0] writes_q;               // write bursts under way
  function automatic logic fits(input logic [RowW-1:0] row);
    fits = row[LA-1:0] == '0 && 32'(row) < NMax;
  endfunction
  always_comb begin
    if (!past_q) assume (clear_i);
    if (past_q) assume (!clear_i);
    if (d_valid_i) assume (fits(d_row_i));
    if (store_done_i) assume (writes_q != '0);
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (clear_i) writes_q <= '0;
    else writes_q <= writes_q + CountW'(take && is_write) - CountW'(store_done_i);
    if (past_q) begin
      // How it comes about: no queue runs over,
      `CHECK(32'(bursts) == 32'(\u_recv.count ) + 32'(recv_q) + 32'(writes_q) && bursts <= M && bursts_q <= M)
      `CHECK(full_q == (bursts - CountW'(took_q) == M) && writes_q <= M && \u_recv.count <= M)
      `CHECK(!(took_q && ok_q) && (!recv_q || took_q))
      // .. each holds what its count says,
      `CHECK(\u_queue.count <= 3'd4 && h_valid == (\u_queue.count != '0) && \u_queue.more_q == (\u_queue.count > 3'd1))
      `CHECK(\u_queue.full_q == (\u_queue.count == 3'd4) && \u_queue.tail_q == 2'(\u_queue.next_q + 2'(\u_queue.count ) - 1'b1))
      `CHECK(r_valid == (\u_recv.count != '0) && \u_recv.more_q == (\u_recv.count > CountW'(1)))
      `CHECK(\u_recv.tail_q == (CountW-1)'(\u_recv.next_q + (CountW-1)'(\u_recv.count ) - 1'b1))
      // .. and that is of groups.
      for (int g = 0; g < 4; g++)
        `CHECK(32'(2'(2'(g) - \u_queue.next_q )) + 1 >= 32'(\u_queue.count ) || fits(\u_queue.u_mem.words [DescW*g+DescRow+:RowW]))
      for (int g = 0; g < Bursts; g++)
        `CHECK(32'((CountW-1)'((CountW-1)'(g) - \u_recv.next_q )) + 1 >= 32'(\u_recv.count ) ||
               fits(\u_recv.u_mem.words [RecvW*g+RecvRow+:RowW]))
      `CHECK(!h_valid || fits(h_row))
      `CHECK(!recv_q || fits(recv_data_q[RecvRow+:RowW]))
      // What is claimed.
      `CHECK(!r_valid || fits(r_row))
      `CHECK(!(q_we_o || k_we_o || v_we_o || z_valid_o || p_valid_o) || (32'(w_row_o) < NMax && w_row_o[LA-1:0] == w_line_o))
      `REACH(r_valid && r_row == RowW'(NMax - A) && \u_recv.count == CountW'(3))
    end
  end
