// SPDX-License-Identifier: MIT
//
// While a write burst takes words, the read stages hold no other words than the first two of the read burst behind it.
// Bursts are as the descriptors of build tiny, the one with the parameters of the world (proofs addresses and requests):
// a read begins at A rows of Q, K or V or at a tile of Z or P and has whole rows, a write at A rows of O or at a tile;
// and as many as the queue has places (proof slots).
  localparam int BaseO = ta_pkg::base_o(4, 32, PortBits);
  localparam int BaseZ = ta_pkg::base_z(4, 32, PortBits);
  (* hierconn *) wire [Depth*EntryW-1:0] \u_queue.rows ;
  (* hierconn *) wire [CountW-1:0] \u_queue.held_q ;
  logic             past_q = 1'b0;
  logic [1:0]       fetched_q;               // words of the last read burst that are fetched, of three or more 3
  logic [1:0]       word1_q, word2_q;        // that number before the word in the stage
  logic [Depth-1:0] right;                   // the entry is that of a burst
  // The address of the first or second word of a read.
  function automatic logic begins(input logic [AddrW-1:0] addr);
    begins = addr[2:1] == '0 && (32'(addr) < BaseO || (32'(addr) >= BaseZ && !addr[3]));
  endfunction
  function automatic logic is_burst(input logic write, input logic [AddrW-1:0] addr, input logic [LenW-1:0] words);
    is_burst = words != '0 && 32'(addr) + 32'(words) <= Words && !words[0] && (32'(addr) < BaseO || !words[1]) && !addr[0] &&
               (write ? 32'(addr) >= BaseO && addr[3:0] == '0 : begins(addr));
  endfunction
  for (genvar g = 0; g < Depth; g++) begin : g_right
    assign right[g] = is_burst(\u_queue.rows [EntryW*g+EntryW-1], \u_queue.rows [EntryW*g+LenW+:AddrW], \u_queue.rows [EntryW*g+:LenW]);
  end
  always_comb begin
    if (!past_q) assume (!rst_ni);
    if (past_q) assume (rst_ni);
    if (accept) assume (32'(\u_queue.held_q ) + 32'(wr_q) < Depth && is_burst(req_write_i, req_addr_i, req_len_i));
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (pop_read) fetched_q <= '0;
    else if (put && fetched_q != 2'd3) fetched_q <= fetched_q + 1'b1;
    if (advance) begin
      word1_q <= fetched_q;
      word2_q <= word1_q;
    end
    if (past_q) begin
      // How it comes about: what waits is a burst,
      `CHECK(32'(\u_queue.held_q ) + 32'(wr_q) <= Depth)
      for (int g = 0; g < Depth; g++) `CHECK(\u_queue.held_q <= CountW'(g) || right[g])
      // .. what may be done is what the stages and bursts are,
      `CHECK(adv_q == (!v2_q || rgo_q) && rend_q == (!rd_q || (adv_q && rone_q)))
      `CHECK(!rgo_q || (v2_q && !(wr_q && young_q)))
      `CHECK(rfree_q == (!wr_q || young_q || (!v1_q && !v2_q)) && wfree_q == !(wr_q && young_q && (v1_q || v2_q)))
      `CHECK(!wgo_q || (wr_q && (young_q || (!v1_q && !v2_q))))
      `CHECK(!wr_q || young_q || !rd_q)
      // .. how far the bursts are,
      if (rd_q) begin
        `CHECK(rleft_q != '0 && rone_q == (rleft_q == LenW'(1)) && (fetched_q != '0 || rleft_q != LenW'(1)))
        `CHECK(fetched_q > 2'd1 || (begins(raddr_q) && raddr_q[0] == fetched_q[0]))
        `CHECK(rplus_q == raddr_q + 1'b1)
      end
      if (wr_q) begin
        `CHECK(wleft_q != '0 && wone_q == (wleft_q == LenW'(1)))
        `CHECK(32'(waddr_q) >= BaseO && 32'(waddr_q) + 32'(wleft_q) <= Words && wplus_q == waddr_q + 1'b1)
      end
      // .. and which words are in the stages.
      if (wr_q && young_q) begin
        `CHECK(rd_q || (v1_q && v2_q))
        `CHECK(!v2_q || (v1_q && word2_q == 2'd0 && word1_q == 2'd1))
        `CHECK(!v1_q || v2_q || word1_q == 2'd0)
        `CHECK(!rd_q || (v1_q && v2_q) || fetched_q == 2'(v1_q))
      end
      `CHECK(!v1_q || word1_q > 2'd1 || (begins(addr1_q) && addr1_q[0] == word1_q[0]))
      `CHECK(!v2_q || word2_q > 2'd1 || (begins(addr2_q) && addr2_q[0] == word2_q[0]))
      // What is claimed.
      if (wgo_q) begin
        `CHECK(!(rd_q && adv_q) || begins(raddr_q))
        `CHECK(!v1_q || begins(addr1_q))
        `CHECK(!v2_q || (begins(addr2_q) && !addr2_q[0]))
      end
      `REACH(wgo_q && v1_q && v2_q && addr2_q == waddr_q)
    end
  end
