// SPDX-License-Identifier: MIT
//
// A query row is written only while its block is one of the two that follow those which have left
// MM1, so that in a buffer of two blocks no row is written over one that is still read.  Query
// descriptors come in the order of their rows, a block's first one marked (proof addresses).
  (* hierconn *) wire [Bursts*RecvW-1:0] \u_recv.rows ;
  (* hierconn *) wire [CountW-1:0] \u_recv.held_q ;
  (* hierconn *) wire [4*DescW-1:0] \u_queue.rows ;
  (* hierconn *) wire [2:0] \u_queue.held_q ;
  localparam int LA = $clog2(A);
  localparam int RecvRow = LaneW + TileW + 2;              // of an entry, below its row
  localparam int DescRow = 2 * LaneW + TileW + 5;
  (* anyconst *) logic [1:0] size;                         // a block has A << size rows
  logic            past_q = 1'b0;
  logic [RowW-1:0] begun_q, freed_q, pushed_q;             // blocks
  logic [RowW-1:0] block [4];                              // of the query entries of the queue
  logic [RowW-1:0] blocks;                                 // with those that wait in it
  logic [3:0]      queue_right;
  logic            push_q_row, push_first;
  function automatic logic [RowW-1:0] block_of(input logic [RowW-1:0] row, input logic [1:0] s);
    block_of = row >> (LA + 32'(s));
  endfunction
  for (genvar g = 0; g < 4; g++) begin : g_queue
    logic [DescW-1:0] entry;
    logic [RowW-1:0]  row, before;
    logic             first, query;
    assign entry = \u_queue.rows [DescW*g+:DescW];
    assign row   = entry[DescRow+:RowW];
    assign first = \u_queue.held_q > 3'(g) && entry[DescW-3-:8] == 8'd2;
    assign query = \u_queue.held_q > 3'(g) && entry[DescW-11-:3] == ta_spec_pkg::BURST_Q;
    if (g == 0) begin : g_first
      assign before = begun_q;
    end else begin : g_more
      assign before = block[g-1];
    end
    assign block[g] = before + RowW'(first);
    assign queue_right[g] = (!query || (row[LA-1:0] == '0 && block_of(row, size) == block[g] - 1'b1)) && (!first || query) &&
                            (\u_queue.held_q <= 3'(g) || ((entry[DescW-3-:8] & (entry[DescW-3-:8] - 1'b1)) == '0 &&
                             entry[DescW-2] == (entry[DescW-3] || entry[DescW-4]) && !(query && entry[DescW-2])));
  end
  assign blocks     = block[3];
  assign push_q_row = d_valid_i && d_ready_o && d_kind_i == ta_spec_pkg::BURST_Q;
  assign push_first = push_q_row && d_wait_i[1];
  function automatic logic recv_row_right(input logic [RecvW-1:0] entry, input logic [RowW-1:0] begun, input logic [1:0] s);
    recv_row_right = !entry[RecvW-2] || (entry[RecvRow+:LA] == '0 && block_of(entry[RecvRow+:RowW], s) < begun);
  endfunction
  always_comb begin
    if (!past_q) assume (clear_i);
    if (past_q) assume (!clear_i);
    if (q_free_i) assume (freed_q < RowW'(NMax / A));
    if (d_valid_i) begin
      assume ((d_wait_i & (d_wait_i - 1'b1)) == '0 && (!d_wait_i[1] || d_kind_i == ta_spec_pkg::BURST_Q));
      assume (d_kind_i != ta_spec_pkg::BURST_Q || !(d_wait_i[6] || d_wait_i[7]));
    end
    if (push_q_row) begin
      assume (d_row_i < RowW'(NMax) && d_row_i[LA-1:0] == '0);
      assume (block_of(d_row_i, size) == (push_first ? pushed_q : pushed_q - 1'b1));
      assume (push_first || pushed_q != '0);
    end
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (clear_i) begin
      begun_q  <= '0;
      freed_q  <= '0;
      pushed_q <= '0;
    end else begin
      begun_q  <= begun_q + RowW'(take && h_condition[1]);
      freed_q  <= freed_q + RowW'(q_free_i);
      pushed_q <= pushed_q + RowW'(push_first);
    end
    if (past_q) begin
      // How it comes about.
      `CHECK(queue_right == '1 && pushed_q == blocks && pushed_q <= RowW'(NMax / A) && begun_q <= pushed_q)
      `CHECK(\u_queue.held_q <= 3'd4 && freed_q <= RowW'(NMax / A))
      `CHECK(!(ok_q && h_valid && h_condition[1]))
      `CHECK(q_place_q <= 0 && q_place_q == $signed({1'b0, begun_q}) - $signed({1'b0, freed_q}) - 2)
      `CHECK(!recv_q || recv_row_right(recv_data_q, begun_q, size))
      for (int g = 0; g < Bursts; g++)
        `CHECK(\u_recv.held_q <= CountW'(g) || recv_row_right(\u_recv.rows [RecvW*g+:RecvW], begun_q, size))
      // What is claimed.
      `CHECK(!q_we_o || 32'(block_of(w_row_o, size)) < 32'(freed_q) + 2)
      `REACH(q_we_o && 32'(block_of(w_row_o, size)) == 32'(freed_q) + 1 && freed_q == RowW'(1))
    end
  end
