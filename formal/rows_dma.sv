// SPDX-License-Identifier: MIT
//
// Query rows are written in the order of their descriptors: a row is not written when one of a group
// behind its own is there, and groups are there in order.  Descriptors are as proof addresses says: of groups, in order.
  (* hierconn *) wire [4*DescW-1:0] \u_queue.rows ;
  (* hierconn *) wire [2:0] \u_queue.held_q ;
  (* hierconn *) wire [Bursts*RecvW-1:0] \u_recv.rows ;
  (* hierconn *) wire [CountW-1:0] \u_recv.held_q ;
  localparam int LA = $clog2(A);
  localparam int DescRow = 5 + TileW + 2 * LaneW;       // of an entry, below the row
  localparam int RecvRow = 2 + TileW + LaneW;
  (* anyconst *) logic [RowW-1:0] group;     // any group's first row
  logic              past_q = 1'b0;
  logic [CountW-1:0] writes_q;               // write bursts under way
  logic              pushed_q;               // a row of the group or behind was asked for
  logic              said_q;                 // one was there a clock ago
  logic              order;                  // none from before it follows one
  logic              behind;                 // one has gone by, front to back
  function automatic logic fits(input logic [RowW-1:0] row);
    fits = row[LA-1:0] == '0 && 32'(row) < NMax;
  endfunction
  always_comb begin
    behind = $signed(q_last_o) >= $signed({1'b0, group});
    order  = !(q_we_o && w_row_o < group && behind);
    for (int g = 0; g < Bursts; g++)
      if (\u_recv.held_q > CountW'(g) && \u_recv.rows [RecvW*g+RecvW-2]) begin
        if (!fits(\u_recv.rows [RecvW*g+RecvRow+:RowW]) || (behind && \u_recv.rows [RecvW*g+RecvRow+:RowW] < group)) order = 1'b0;
        behind = behind || \u_recv.rows [RecvW*g+RecvRow+:RowW] >= group;
      end
    if (recv_q && recv_data_q[RecvW-2]) begin
      if (!fits(recv_data_q[RecvRow+:RowW]) || (behind && recv_data_q[RecvRow+:RowW] < group)) order = 1'b0;
      behind = behind || recv_data_q[RecvRow+:RowW] >= group;
    end
    for (int g = 0; g < 4; g++)
      if (\u_queue.held_q > 3'(g) && \u_queue.rows [DescW*g+DescW-11-:3] == ta_spec_pkg::BURST_Q) begin
        if (!fits(\u_queue.rows [DescW*g+DescRow+:RowW]) || (behind && \u_queue.rows [DescW*g+DescRow+:RowW] < group)) order = 1'b0;
        behind = behind || \u_queue.rows [DescW*g+DescRow+:RowW] >= group;
      end
    if (!past_q) assume (clear_i);
    if (past_q) assume (!clear_i);
    assume (fits(group) && chunks_m1_i == '0);
    if (store_done_i) assume (writes_q != '0);
    if (d_valid_i && d_kind_i == ta_spec_pkg::BURST_Q) assume (fits(d_row_i) && !(pushed_q && d_row_i < group));
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    said_q <= !clear_i && $signed(q_last_o) >= $signed({1'b0, group});
    if (clear_i) writes_q <= '0;
    else writes_q <= writes_q + CountW'(take && is_write) - CountW'(store_done_i);
    if (clear_i) pushed_q <= 1'b0;
    else if (d_valid_i && d_ready_o && d_kind_i == ta_spec_pkg::BURST_Q && d_row_i >= group) pushed_q <= 1'b1;
    if (past_q) begin
      // How it comes about: no queue runs over,
      `CHECK(32'(bursts) == 32'(\u_recv.held_q ) + 32'(recv_q) + 32'(writes_q) && bursts <= M && bursts_q <= M)
      `CHECK(full_q == (bursts - CountW'(took_q) == M) && writes_q <= M)
      `CHECK(!(took_q && ok_q) && (!recv_q || took_q))
      `CHECK(\u_queue.held_q <= 3'd4 && \u_recv.held_q <= M)
      // .. and what has gone by was asked for.
      `CHECK(!behind || pushed_q)
      // What is claimed.
      `CHECK(order)
      if (said_q) `CHECK($signed(q_last_o) >= $signed({1'b0, group}))
      `REACH(q_we_o && w_row_o == group && group == RowW'(A))
    end
  end
