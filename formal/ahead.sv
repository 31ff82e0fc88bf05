// SPDX-License-Identifier: MIT
//
// Of the K tiles of a run of FLASH at most five are full, or were, whose V tiles MM2 has not freed; at
// most four until the last free is four clocks ago.  No more than three are asked for before the V of the
// first (proof lead), bursts come in order, and a V waits for one of two slots.  So MM1 begins at
// most seven steps that MM2 has not accumulated (proof steps_feed: at most three that it has freed,
// two once a free is four clocks ago).
  (* hierconn *) wire [4*DescW-1:0] \u_queue.rows ;
  (* hierconn *) wire [2:0] \u_queue.held_q ;
  (* hierconn *) wire [Bursts*RecvW-1:0] \u_recv.rows ;
  (* hierconn *) wire [CountW-1:0] \u_recv.held_q ;
  logic              past_q = 1'b0;
  logic [CountW-1:0] writes_q;               // write bursts under way
  logic [3:0]        asked_q;                // K asked for, less V
  logic [3:0]        full_q2;                // K full, less V freed
  logic [3:0]        open;
  logic              most_3, right;
  logic [2:0]        age_q;                  // clocks since a V was freed, at most 7
  logic [CountW-1:0] v_coming;               // reads of V that are asked for
  logic              v_behind;               // .. in the queue, not at its head
  logic              pushes;
  logic [LenW-1:0]   len;                    // of the burst that streams in
  function automatic logic recv_right(input logic [RecvW-1:0] entry);
    logic one, q, k, v, bundles;
    logic [LenW-1:0] before;
    {one, q, k, v} = entry[RecvW-1-:4];
    before = entry[RecvW-11-:LenW];
    bundles = entry[RecvW-7];
    recv_right = !one && !bundles && before < LenW'(-2) && (32'(before) & (WordsPerChunk - 1)) == 0 && 32'(q) + 32'(k) + 32'(v) == 1;
  endfunction
  function automatic logic desc_right(input logic write, input logic z, input logic [7:0] waits, input logic [2:0] kind,
                                      input logic [LenW-1:0] words);
    desc_right = (waits & (waits - 1'b1)) == '0 && write == (waits[6] || waits[7]) && !z && words > LenW'(1) && (32'(words) & (WordsPerChunk - 1)) == 0 &&
                 waits[2] == (kind == ta_spec_pkg::BURST_K) && (waits[3] || waits[4]) == (kind == ta_spec_pkg::BURST_V) &&
                 write == (kind != ta_spec_pkg::BURST_K && kind != ta_spec_pkg::BURST_V && kind != ta_spec_pkg::BURST_Q);
  endfunction
  assign len    = r_before + LenW'(2);
  assign pushes = d_valid_i && d_ready_o;
  always_comb begin
    open     = full_q2 + 4'(k_loaded_o) - 4'(v_full_q) - 4'(v_loaded_o);
    most_3   = open <= 4'd3;
    right    = 1'b1;
    v_coming = CountW'(recv_q && recv_data_q[RecvW-4]);
    v_behind = 1'b0;
    for (int g = 0; g < Bursts; g++)
      if (\u_recv.held_q > CountW'(g)) begin
        open     = open + 4'(\u_recv.rows [RecvW*g+RecvW-3]) - 4'(\u_recv.rows [RecvW*g+RecvW-4]);
        v_coming = v_coming + CountW'(\u_recv.rows [RecvW*g+RecvW-4]);
        v_behind = v_behind || (g != 0 && \u_recv.rows [RecvW*g+RecvW-4]);
        most_3   = most_3 && open <= 4'd3;
        right    = right && recv_right(\u_recv.rows [RecvW*g+:RecvW]);
      end
    if (recv_q) begin
      open   = open + 4'(recv_data_q[RecvW-3]) - 4'(recv_data_q[RecvW-4]);
      most_3 = most_3 && open <= 4'd3;
      right  = right && recv_right(recv_data_q);
    end
    for (int g = 0; g < 4; g++)
      if (\u_queue.held_q > 3'(g)) begin
        open   = open + 4'(\u_queue.rows [DescW*g+DescW-11-:3] == ta_spec_pkg::BURST_K) -
                 4'(\u_queue.rows [DescW*g+DescW-11-:3] == ta_spec_pkg::BURST_V);
        most_3 = most_3 && open <= 4'd3;
        right  = right && desc_right(\u_queue.rows [DescW*g+DescW-2], \u_queue.rows [DescW*g+DescW-1],
                                     \u_queue.rows [DescW*g+DescW-3-:8], \u_queue.rows [DescW*g+DescW-11-:3],
                                     \u_queue.rows [DescW*g+DescW-14-AddrW-:LenW]);
      end
    if (!past_q) assume (clear_i);
    if (past_q) assume (!clear_i);
    if (v_free_i) assume (v_full_q != '0);
    if (k_free_i) assume (k_full_q != '0);
    if (store_done_i) assume (writes_q != '0);
    if (d_valid_i) begin
      assume (desc_right(d_wait_i[6] || d_wait_i[7], d_kind_i == ta_spec_pkg::BURST_Z, d_wait_i, d_kind_i, d_len_i));
      if (d_kind_i == ta_spec_pkg::BURST_K) assume (asked_q != 4'd3);
      if (d_kind_i == ta_spec_pkg::BURST_V) assume (asked_q != '0);
    end
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (clear_i) begin
      writes_q <= '0;
      asked_q  <= '0;
      full_q2  <= '0;
      age_q    <= '1;
    end else begin
      writes_q <= writes_q + CountW'(take && is_write) - CountW'(store_done_i);
      if (pushes) asked_q <= asked_q + 4'(d_kind_i == ta_spec_pkg::BURST_K) - 4'(d_kind_i == ta_spec_pkg::BURST_V);
      full_q2  <= full_q2 + 4'(k_loaded_o) - 4'(v_free_i);
      age_q    <= v_free_i ? '0 : age_q + 3'(age_q != '1);
    end
    if (past_q) begin
      // How it comes about: no queue runs over,
      `CHECK(32'(bursts) == 32'(\u_recv.held_q ) + 32'(recv_q) + 32'(writes_q) && bursts <= M && bursts_q <= M)
      `CHECK(full_q == (bursts - CountW'(took_q) == M) && writes_q <= M)
      `CHECK(!(took_q && ok_q) && (!recv_q || took_q))
      `CHECK(\u_queue.held_q <= 3'd4 && \u_recv.held_q <= M && right)
      // .. in each burst's turn no more are open,
      `CHECK(most_3 && open == asked_q)
      // .. a V is asked for where a slot is left, and takes some clocks.
      `CHECK(v_used_q == 2'(v_coming) + v_full_q + 2'(v_loaded_o) && v_coming <= CountW'(2) && v_used_q <= 2'd2)
      `CHECK(v_full_q <= 2'd2)
      `CHECK(!(ok_q && h_valid && (h_condition[3] || h_condition[4])) || v_used_q < 2'd2)
      if (r_valid) begin
        `CHECK(word_q < len && 32'(sub_q) == (32'(word_q) & (WordsPerChunk - 1)))
        `CHECK(first_q == (word_q == '0) && last_q == (word_q != '0 && word_q == len - 1'b1))
      end else begin
        `CHECK(word_q == '0 && sub_q == '0 && first_q && !last_q)
      end
      `CHECK(!v_loaded_o || age_q != '0 || v_used_q != 2'd2)
      if (v_used_q == 2'd2) begin
        if (recv_q && recv_data_q[RecvW-4]) `CHECK(age_q >= 3'd1)
        else if (v_behind) `CHECK(age_q >= 3'd2)
        else if (v_coming != '0) `CHECK(age_q >= (word_q == '0 ? 3'd2 : 3'd3))
        else if (v_loaded_o) `CHECK(age_q >= 3'd4)
        else `CHECK(age_q >= 3'd5)
      end
      // What is claimed.
      `CHECK(full_q2 + 4'(k_loaded_o) <= (age_q < 3'd4 ? 4'd4 : 4'd5))
      `REACH(full_q2 == 4'd5)
    end
  end
