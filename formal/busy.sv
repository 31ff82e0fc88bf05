// SPDX-License-Identifier: MIT
//
// The DMA is busy exactly while a burst waits in its queue or is under way, so that it ceases to be in the clock behind
// the end of one.  A write burst ends once, after its take, apart from read words and other ends (proof turns).
  (* hierconn *) wire [CountW-1:0] \u_recv.held_q ;
  (* hierconn *) wire [2:0] \u_queue.held_q ;
  logic              past_q = 1'b0;
  logic [CountW-1:0] writes_q;               // write bursts under way
  logic              was_q, came_q;          // a clock ago: busy; a word came
  always_comb begin
    if (!past_q) assume (clear_i);
    if (past_q) assume (!clear_i);
    if (store_done_i) assume (writes_q != '0 && !rvalid_i && !came_q && !stored_q);
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    was_q  <= !clear_i && busy_o;
    came_q <= !clear_i && rvalid_i;
    if (clear_i) writes_q <= '0;
    else writes_q <= writes_q + CountW'(take && is_write) - CountW'(store_done_i);
    if (past_q) begin
      // How it comes about: bursts are counted.
      `CHECK(32'(bursts) == 32'(\u_recv.held_q ) + 32'(recv_q) + 32'(writes_q) && bursts <= M && bursts_q <= M)
      `CHECK(\u_queue.held_q <= 3'd4 && \u_recv.held_q <= M && writes_q <= M)
      `CHECK(full_q == (bursts - CountW'(took_q) == M))
      `CHECK(!(took_q && ok_q) && (!recv_q || took_q))
      `CHECK(some_q == (bursts - CountW'(took_q) != '0))
      `CHECK((!ended_q || came_q) && !(ended_q && stored_q))
      // What is claimed.
      `CHECK(busy_o == (h_valid || bursts != '0))
      `CHECK(!was_q || busy_o || ended_q || stored_q)
      `REACH(was_q && !busy_o && ended_q)
      `REACH(was_q && !busy_o && stored_q)
    end
  end
