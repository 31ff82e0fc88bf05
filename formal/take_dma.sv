// SPDX-License-Identifier: MIT
//
// A burst is asked for as soon as what it waits for is there, which then stays until it is taken: of any 20 clocks in which the burst at the head of
// the queue waits for nothing from outside, there is one in which it is taken.  From outside come the grant of the
// request before, the end of a burst when there are as many as may be, and what its kind waits for: a slot, the
// rows' end, the results, a tile of the ring, the end of the reads of Z.  That the counts are of what they count: proofs
// slots, q_rows and ring.  Rows that are complete stay so in a run.  A write burst ends once, after its take; descriptors are as proof addresses says.
  (* hierconn *) wire [Bursts*RecvW-1:0] \u_recv.rows ;
  (* hierconn *) wire [CountW-1:0] \u_recv.held_q ;
  (* hierconn *) wire [4*DescW-1:0] \u_queue.rows ;
  (* hierconn *) wire [2:0] \u_queue.held_q ;
  logic              past_q = 1'b0;
  logic [CountW-1:0] writes_q;               // write bursts under way
  logic [CountW-1:0] z_coming;               // reads of Z that are asked for
  logic [4:0]        still_q;
  logic              waits, waits_for, queue_right;
  logic              there_q;                // the head waited for nothing of its kind a clock ago, and was not taken
  logic [RowW-1:0]   o_past_q, r_past_q;     // rows complete then
  logic [DescW-1:0]  entry;
  function automatic logic desc_right(input logic z, input logic write, input logic [7:0] on, input logic [2:0] kind);
    desc_right = (on & (on - 1'b1)) == '0 && on != '0 && write == (on[6] || on[7]) && z == (kind == ta_spec_pkg::BURST_Z) && !(z && write) && !(z && on[1]);
  endfunction
  always_comb begin
    queue_right = 1'b1;
    for (int g = 0; g < 4; g++) begin
      entry = \u_queue.rows [DescW*g+:DescW];
      queue_right = queue_right && (\u_queue.held_q <= 3'(g) || desc_right(entry[DescW-1], entry[DescW-2], entry[DescW-3-:8], entry[DescW-11-:3]));
    end
    z_coming = CountW'(recv_q && recv_data_q[RecvW-6]);
    for (int g = 0; g < Bursts; g++)
      z_coming = z_coming + CountW'(\u_recv.held_q > CountW'(g) && \u_recv.rows [RecvW*g+RecvW-6]);
    waits_for = bursts == M || (h_condition[1] && q_place_q >= 0) ||
            (h_condition[2] && (k_used_q[1] || tile_open_q)) || (h_condition[3] && v_used_q[1]) ||
            (h_condition[4] && (v_used_q[1] || tile_open_q)) || (h_condition[5] && z_coming != '0) ||
            (h_condition[6] && (o_done_i < o_end_q || r_done_i < o_end_q)) || (h_condition[7] && ring_q == '0);
    waits = (req_valid_o && !req_ready_i) || waits_for;
    if (!past_q) assume (clear_i);
    if (past_q) assume (!clear_i);
    if (store_done_i) assume (writes_q != '0);
    if (ring_step_i) assume (ring_q != CountW'(Bursts));   // proof ring
    assume (!k_free_i || k_used_q != '0);                  // proof slots
    assume (!v_free_i || v_used_q != '0);
    assume (!q_free_i || q_place_q != {1'b1, {(RowW - 1){1'b0}}});
    if (past_q) assume (o_done_i >= o_past_q && r_done_i >= r_past_q);
    if (d_valid_i) assume (desc_right(d_kind_i == ta_spec_pkg::BURST_Z, d_wait_i[6] || d_wait_i[7], d_wait_i, d_kind_i));
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (clear_i) writes_q <= '0;
    else writes_q <= writes_q + CountW'(take && is_write) - CountW'(store_done_i);
    there_q  <= !clear_i && h_valid && !take && !waits_for && phase_o != ta_spec_pkg::PHASE_IDLE;
    o_past_q <= clear_i ? '0 : o_done_i;
    r_past_q <= clear_i ? '0 : r_done_i;
    still_q <= clear_i || !h_valid || take || waits ? '0 : still_q + 1'b1;
    if (past_q) begin
      // How it comes about: what is counted,
      `CHECK(\u_queue.held_q <= 3'd4 && queue_right)
      `CHECK(32'(bursts) == 32'(\u_recv.held_q ) + 32'(recv_q) + 32'(writes_q) && bursts <= M && bursts_q <= M)
      `CHECK(full_q == (bursts - CountW'(took_q) == M))
      `CHECK(!(took_q && ok_q) && (!recv_q || took_q))
      `CHECK(z_q == z_coming && z_none_q == (z_q == '0) && ring_some_q == (ring_q != '0) && ring_q <= CountW'(Bursts))
      `CHECK(!(ok_q && h_valid && h_condition[7]) || ring_q != '0)
      // .. and the clocks behind a read of Z.
      `CHECK(z_wait_q <= (LineW + 2)'(2 * A))
      if (h_valid && h_condition[5]) `CHECK(32'(still_q) + 32'(z_wait_q) <= 2 * A + 4 || z_wait_q == '0)
      // What is claimed.
      `CHECK(still_q < 5'd20)
      `CHECK(!there_q || (h_valid && !waits_for))
      `REACH(h_condition[5] && still_q == 5'd8)
      `REACH(take_o && o_end_q == RowW'(2 * A))
    end
  end
