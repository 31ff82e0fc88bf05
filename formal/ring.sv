// SPDX-License-Identifier: MIT
//
// At most three tiles of Z or P are in the ring: no more are asked for and not drained (proof lead),
// and each is in the ring after its K or Z was asked for (a tile is read when it is full, once: proofs
// tiles_feed and rows_feed; a burst of Z ends once).
  (* hierconn *) wire [4*DescW-1:0] \u_queue.rows ;
  (* hierconn *) wire [2:0] \u_queue.held_q ;
  logic              past_q = 1'b0;
  logic [3:0]        ahead_q;                // tiles in the queue's descriptors, not drained by them
  logic [3:0]        coming_q;               // bursts taken whose tile is not in the ring
  logic [3:0]        open;
  logic              most_3, right;
  logic              pushes;
  function automatic logic fetches(input logic [2:0] kind, input logic [2:0] phase);
    fetches = (kind == ta_spec_pkg::BURST_K || kind == ta_spec_pkg::BURST_Z) &&
              (phase == ta_spec_pkg::PHASE_Z || phase == ta_spec_pkg::PHASE_EXP);
  endfunction
  assign pushes = d_valid_i && d_ready_o;
  always_comb begin
    open   = coming_q + 4'(ring_q);
    most_3 = open <= 4'd3;
    right  = 1'b1;
    for (int g = 0; g < 4; g++)
      if (\u_queue.held_q > 3'(g)) begin
        open   = open + 4'(fetches(\u_queue.rows [DescW*g+DescW-11-:3], \u_queue.rows [DescW*g+:3])) -
                 4'(\u_queue.rows [DescW*g+DescW-11-:3] == ta_spec_pkg::BURST_RING);
        most_3 = most_3 && open <= 4'd3;
        right  = right && \u_queue.rows [DescW*g+DescW-3] == (\u_queue.rows [DescW*g+DescW-11-:3] == ta_spec_pkg::BURST_RING) &&
                 (\u_queue.rows [DescW*g+DescW-3-:8] & (\u_queue.rows [DescW*g+DescW-3-:8] - 1'b1)) == '0 &&
                 (!\u_queue.rows [DescW*g+DescW-9] || \u_queue.rows [DescW*g+DescW-11-:3] == ta_spec_pkg::BURST_Q);
      end
    if (!past_q) assume (clear_i);
    if (past_q) assume (!clear_i);
    if (pushes) begin
      assume ((d_wait_i & (d_wait_i - 1'b1)) == '0 && d_wait_i[7] == (d_kind_i == ta_spec_pkg::BURST_RING));
      assume (!d_wait_i[1] || d_kind_i == ta_spec_pkg::BURST_Q);
      if (fetches(d_kind_i, d_phase_i)) assume (ahead_q != 4'd3);
      if (d_kind_i == ta_spec_pkg::BURST_RING) assume (ahead_q != '0);
    end
    if (ring_step_i) assume (coming_q != '0);
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (clear_i) begin
      ahead_q  <= '0;
      coming_q <= '0;
    end else begin
      if (pushes) ahead_q <= ahead_q + 4'(fetches(d_kind_i, d_phase_i)) - 4'(d_kind_i == ta_spec_pkg::BURST_RING);
      coming_q <= coming_q + 4'(take && fetches(h_kind, h_phase)) - 4'(ring_step_i);
    end
    if (past_q) begin
      // How it comes about: in each burst's turn no more are open.
      `CHECK(\u_queue.held_q <= 3'd4 && right && most_3 && open == ahead_q && coming_q <= 4'd3)
      `CHECK(ring_some_q == (ring_q != '0))
      `CHECK(!(took_q && ok_q))
      `CHECK(!(ok_q && h_valid && h_condition[7]) || ring_q != '0)
      // What is claimed.
      `CHECK(ring_q <= CountW'(3))
      `REACH(ring_q == CountW'(3))
    end
  end
