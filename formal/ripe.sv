// SPDX-License-Identifier: MIT
//
// Of the bursts that the engine may have under way, as many as the queue has places (proof slots: a
// burst counts from before its request to its last word), one has always left the queue before the
// last of them is ripe.
  (* hierconn *) wire [Depth*EntryW-1:0] \u_queue.rows ;
  (* hierconn *) wire [CountW-1:0] \u_queue.held_q ;
  (* anyconst *) logic [6:0] latency;
  logic              past_q = 1'b0;
  logic [6:0]        reads_q, begun_q, ripened_q, popped_q;  // reads accepted, those of them that ripen,
                                                             // that are ripe, that have left the queue
  logic [63*7-1:0]   passed_q;                               // .. that have come to a place of ripen_q
  logic              last1_q, last2_q;                       // the stage holds a burst's last word
  logic [CountW-1:0] writes, reads;                          // that wait in the queue
  logic [CountW:0]   under_way;
  logic              in_place;                               // latency is 2 or more
  assign in_place = latency >= 7'd2;
  always_comb begin
    writes = '0;
    for (int g = 0; g < Depth; g++)
      writes = writes + CountW'(\u_queue.held_q > CountW'(g) && \u_queue.rows [EntryW*(g+1)-1]);
    reads     = \u_queue.held_q - writes;
    under_way = {1'b0, \u_queue.held_q } + (CountW + 1)'(rd_q) + (CountW + 1)'(wr_q) +
                (CountW + 1)'(v1_q && last1_q) + (CountW + 1)'(v2_q && last2_q);
    if (!past_q) assume (!rst_ni);
    if (past_q) assume (rst_ni);
    assume (latency_i == latency && latency <= 7'd64);
    if (accept) assume (under_way < (CountW + 1)'(Depth));
    if (accept) assume (req_len_i != '0 && (!req_write_i || req_len_i != LenW'(1)));
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (advance) begin
      last1_q <= rlast;
      last2_q <= last1_q;
    end
    if (!rst_ni) begin
      reads_q   <= '0;
      begun_q   <= '0;
      ripened_q <= '0;
      popped_q  <= '0;
      passed_q  <= '0;
    end else begin
      reads_q   <= reads_q + 7'(accept && !req_write_i);
      begun_q   <= begun_q + 7'(read_q);
      ripened_q <= ripened_q + 7'(ripe_in);
      popped_q  <= popped_q + 7'(pop_read);
      for (int i = 0; i < 63; i++)
        passed_q[7*i+:7] <= i < 62 && 7'(i + 2) < latency ? passed_q[7*((i+1)%63)+:7] : begun_q + 7'(read_q);
    end
    if (past_q) begin
      // How it comes about: reads ripen in order,
      `CHECK(at_once_q == (latency == 7'd0) && soon_q == (latency == 7'd1))
      for (int i = 0; i < 63; i++) begin
        `CHECK(enter_q[i] == (latency == 7'(i + 2)))
        `CHECK(!ripen_q[i] || 7'(i + 2) <= latency)
        `CHECK(!in_place || passed_q[7*i+:7] == (i == 0 ? ripened_q : passed_q[7*((i+62)%63)+:7]) + 7'(ripen_q[i]))
        `CHECK(!in_place || begun_q - passed_q[7*i+:7] <= 7'(62 - i))
        `CHECK(!in_place || 7'(i + 2) < latency || passed_q[7*i+:7] == begun_q)
      end
      `CHECK(reads_q == begun_q + 7'(read_q))
      `CHECK(ripened_q == reads_q || latency != 7'd0)
      `CHECK(ripened_q == begun_q || latency != 7'd1)
      `CHECK(!in_place || begun_q - ripened_q <= 7'd63)
      // .. as many as wait, and nothing else that waits holds them up.
      `CHECK(\u_queue.held_q <= CountW'(Depth) && under_way <= (CountW + 1)'(Depth))
      `CHECK(7'(reads) == reads_q - popped_q && 7'(ripe) == ripened_q - popped_q && ripe <= reads)
      `CHECK(ripe_some_q == (ripe != '0))
      `CHECK(rend_q || rd_q)
      `CHECK(rfree_q || (wr_q && (v1_q || v2_q)))
      `CHECK(ripe_q - CountW'(ripe_out_q) <= CountW'(Depth - 1))
      // What is claimed.
      `CHECK(!ripe[CountW-1] && !ripe_q[CountW-1])
      `REACH(ripe_q == CountW'(6))
    end
  end
