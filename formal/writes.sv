// SPDX-License-Identifier: MIT
//
// At most three tiles of Z or P are on their way to memory in bursts: no more are asked for and not
// drained (proof lead), each is there after its K or Z has come, and memory serves bursts in the order
// of their requests, so that what was asked for behind a write comes when it is done.  A run of NAIVE,
// before its output rows.
  (* hierconn *) wire [4*DescW-1:0] \u_queue.rows ;
  (* hierconn *) wire [2:0] \u_queue.held_q ;
  (* hierconn *) wire [Bursts*RecvW-1:0] \u_recv.rows ;
  (* hierconn *) wire [CountW-1:0] \u_recv.held_q ;
  logic              past_q = 1'b0;
  logic [3:0]        asked_q;                // tiles asked for, not drained
  logic [7:0]        taken_q, come_q, steps_q, drains_q;  // of these: requested, read; in the ring; on their way
  logic [CountW-1:0] writes_q;               // write bursts under way
  logic [7:0]        before_q [0:3];         // tiles requested before each of them, the oldest first
  logic [7:0]        coming;
  logic [3:0]        open;
  logic              most_3, right, pushes, fetch_taken, fetch_come;
  function automatic logic fetches(input logic [2:0] kind, input logic exponents);
    fetches = kind == ta_spec_pkg::BURST_K || (kind == ta_spec_pkg::BURST_Z && exponents);
  endfunction
  function automatic logic desc_right(input logic write, input logic z, input logic [7:0] waits, input logic [2:0] kind);
    desc_right = (waits & (waits - 1'b1)) == '0 && write == waits[7] && !waits[6] && z == (kind == ta_spec_pkg::BURST_Z) &&
                 write == (kind == ta_spec_pkg::BURST_RING) && (!waits[1] || kind == ta_spec_pkg::BURST_Q);
  endfunction
  function automatic logic comes(input logic [RecvW-1:0] entry);
    comes = entry[RecvW-3] || (entry[RecvW-6] && entry[0]);
  endfunction
  assign pushes      = d_valid_i && d_ready_o;
  assign fetch_taken = take && fetches(h_kind, h_exp);
  assign fetch_come  = read_done && (r_k || (r_z && r_exp));
  always_comb begin
    open   = 4'(taken_q - drains_q);
    most_3 = taken_q - drains_q <= 8'd3;
    right  = 1'b1;
    coming = 8'(recv_q && comes(recv_data_q));
    for (int g = 0; g < Bursts; g++)
      coming = coming + 8'(\u_recv.held_q > CountW'(g) && comes(\u_recv.rows [RecvW*g+:RecvW]));
    for (int g = 0; g < 4; g++)
      if (\u_queue.held_q > 3'(g)) begin
        open   = open + 4'(fetches(\u_queue.rows [DescW*g+DescW-11-:3], \u_queue.rows [DescW*g+3])) -
                 4'(\u_queue.rows [DescW*g+DescW-11-:3] == ta_spec_pkg::BURST_RING);
        most_3 = most_3 && open <= 4'd3;
        right  = right && desc_right(\u_queue.rows [DescW*g+DescW-2], \u_queue.rows [DescW*g+DescW-1],
                                     \u_queue.rows [DescW*g+DescW-3-:8], \u_queue.rows [DescW*g+DescW-11-:3]);
      end
    if (!past_q) assume (clear_i);
    if (past_q) assume (!clear_i);
    if (d_valid_i) begin
      assume (desc_right(d_wait_i[6] || d_wait_i[7], d_kind_i == ta_spec_pkg::BURST_Z, d_wait_i, d_kind_i));
      if (fetches(d_kind_i, d_exp_i)) assume (asked_q != 4'd3);
      if (d_kind_i == ta_spec_pkg::BURST_RING) assume (asked_q != '0);
    end
    if (ring_step_i) assume (steps_q != come_q);
    if (store_done_i) assume (writes_q != '0);
    if (fetch_come && writes_q != '0) assume (come_q != before_q[0]);
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (clear_i) begin
      {asked_q, taken_q, come_q, steps_q, drains_q} <= '0;
      writes_q <= '0;
    end else begin
      if (pushes) asked_q <= asked_q + 4'(fetches(d_kind_i, d_exp_i)) - 4'(d_kind_i == ta_spec_pkg::BURST_RING);
      taken_q  <= taken_q + 8'(fetch_taken);
      come_q   <= come_q + 8'(fetch_come);
      steps_q  <= steps_q + 8'(ring_step_i);
      drains_q <= drains_q + 8'(take && is_write);
      writes_q <= writes_q + CountW'(take && is_write) - CountW'(store_done_i);
      for (int i = 0; i < 4; i++)
        if (take && is_write && writes_q == CountW'(i) + CountW'(store_done_i)) before_q[i] <= taken_q;
        else if (store_done_i) before_q[i] <= before_q[(i+1)%4];
    end
    if (past_q) begin
      // How it comes about: no queue runs over,
      `CHECK(32'(bursts) == 32'(\u_recv.held_q ) + 32'(recv_q) + 32'(writes_q) && bursts <= M && bursts_q <= M)
      `CHECK(full_q == (bursts - CountW'(took_q) == M))
      `CHECK(!(took_q && ok_q) && (!recv_q || took_q))
      `CHECK(\u_queue.held_q <= 3'd4 && \u_recv.held_q <= M && right)
      // .. in each burst's turn no more are open,
      `CHECK(most_3 && open == asked_q && taken_q - come_q == coming && coming <= 8'd16)
      `CHECK(8'(ring_q) == steps_q - drains_q && ring_q <= CountW'(3) && ring_some_q == (ring_q != '0))
      `CHECK(!(ok_q && h_valid && h_condition[7]) || ring_q != '0)
      `CHECK(come_q - steps_q <= 8'd3)
      // .. and none comes that is behind a write.
      for (int i = 0; i < 4; i++) if (CountW'(i) < writes_q) begin
        `CHECK(before_q[i] - (drains_q - 8'(writes_q) + 8'(i)) <= 8'd3)
        `CHECK(before_q[i] - come_q <= 8'd3)
        `CHECK((CountW'(i + 1) < writes_q ? before_q[(i+1)%4] : taken_q) - before_q[i] <= 8'd3)
      end
      // What is claimed.
      `CHECK(writes_q <= CountW'(3))
      `CHECK(3 + (NMax + A - 1) / A < Bursts)    // with a run's output rows, a burst a group
      `REACH(writes_q == CountW'(2))
    end
  end
