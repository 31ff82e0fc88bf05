// SPDX-License-Identifier: MIT
//
// The last word of a write burst is not taken in the clock of a read word, nor in the one behind it or behind the last
// word of another write: the burst has two words at least (proof addresses), no older read is left when its first
// word is taken, and what is younger waits for its last.
  (* hierconn *) wire [Depth*EntryW-1:0] \u_queue.rows ;
  (* hierconn *) wire [CountW-1:0] \u_queue.held_q ;
  logic past_q = 1'b0;
  logic read_q1, last_q;                     // in the last clock: a word was read; the last word of a write taken
  logic begun_q;                             // the first word of the write that is active was taken
  function automatic logic long(input logic [EntryW-1:0] entry);
    long = !entry[EntryW-1] || entry[LenW-1:0] >= LenW'(2);
  endfunction
  always_comb begin
    if (!past_q) assume (!rst_ni);
    if (accept) assume (!req_write_i || req_len_i >= LenW'(2));
    if (accept) assume (\u_queue.held_q != CountW'(Depth));  // proof slots
  end
  always_ff @(posedge clk_i) begin
    past_q  <= 1'b1;
    read_q1 <= rst_ni && rvalid_o;
    last_q  <= rst_ni && wlast;
    if (!rst_ni || pop_write) begun_q <= 1'b0;
    else if (wfire) begun_q <= 1'b1;
    if (past_q) begin
      // How it comes about.
      for (int g = 0; g < Depth; g++) `CHECK(\u_queue.held_q <= CountW'(g) || long(\u_queue.rows [EntryW*g+:EntryW]))
      `CHECK(!wgo_q || wr_q)
      `CHECK(!rgo_q || (v2_q && !(wr_q && young_q)))
      `CHECK(!wgo_q || young_q || (!v1_q && !v2_q))
      `CHECK(rend_q == (!rd_q || (adv_q && rone_q)))
      if (wr_q) begin
        `CHECK(wone_q == (wleft_q == LenW'(1)) && wleft_q != '0 && (begun_q || !wone_q))
        `CHECK(!begun_q || young_q || (!v1_q && !v2_q))
        `CHECK(young_q || !rd_q)
        `CHECK(!(begun_q && read_q1) || !wone_q)
      end
      // What is claimed.
      `CHECK(!wlast || (!rvalid_o && !read_q1 && !last_q))
      `REACH(wfire && read_q1)
      `REACH(wlast && v2_q)
    end
  end
