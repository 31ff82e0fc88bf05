// SPDX-License-Identifier: MIT
//
// A K or V tile is written to a slot that is free: never to one that is full and not yet read for
// the last time.  The feed frees a tile only while one is full (proof tiles_feed); descriptors are
// as proof addresses says; a write burst ends once, after its take.
  (* hierconn *) wire [Bursts*RecvW-1:0] \u_recv.rows ;
  (* hierconn *) wire [CountW-1:0] \u_recv.held_q ;
  (* hierconn *) wire [4*DescW-1:0] \u_queue.rows ;
  (* hierconn *) wire [2:0] \u_queue.held_q ;
  logic              past_q = 1'b0;
  logic              k_place_q, v_place_q;   // the slot of the oldest full tile
  logic [CountW-1:0] writes_q;               // write bursts under way
  logic [CountW-1:0] k_coming, v_coming;     // reads of K, V that are asked for
  logic [LenW-1:0]   len;                    // of the burst that streams in
  logic [Bursts-1:0] recv_right;             // the entry is as a descriptor makes it
  logic [3:0]        queue_right;
  function automatic logic is_k(input logic [RecvW-1:0] entry);
    is_k = entry[RecvW-3];
  endfunction
  function automatic logic is_v(input logic [RecvW-1:0] entry);
    is_v = entry[RecvW-4];
  endfunction
  // Whole chunks or bundles; a burst of one word only where that is a chunk.
  function automatic logic whole(input logic bundles, input logic [LenW-1:0] words);
    whole = words != '0 && (32'(words) & (bundles ? 2 * WordsPerChunk - 1 : WordsPerChunk - 1)) == 0;
  endfunction
  function automatic logic entry_right(input logic [RecvW-1:0] entry);
    logic one, q, k, v, p, z, bundles;
    logic [2:0] kind;
    logic [LenW-1:0] before;
    {one, q, k, v, p, z, bundles, kind, before} = entry[RecvW-1-:10+LenW];
    entry_right = bundles == (p || z) && whole(bundles, before + LenW'(2)) && one == (before == '1) &&
                  32'(q) + 32'(k) + 32'(v) + 32'(p) + 32'(z) == 1;
  endfunction
  function automatic logic desc_right(input logic write, input logic [7:0] waits, input logic [2:0] kind,
                                      input logic [LenW-1:0] words);
    desc_right = (waits & (waits - 1'b1)) == '0 && write == (waits[6] || waits[7]) &&
                 waits[2] == (kind == ta_spec_pkg::BURST_K) && (waits[3] || waits[4]) == (kind == ta_spec_pkg::BURST_V) &&
                 write == (kind == ta_spec_pkg::BURST_O || kind == ta_spec_pkg::BURST_RING) && kind <= 3'd6 &&
                 whole(kind == ta_spec_pkg::BURST_Z || kind == ta_spec_pkg::BURST_P, words);
  endfunction
  assign len = r_before + LenW'(2);
  for (genvar g = 0; g < Bursts; g++) begin : g_recv
    assign recv_right[g] = entry_right(\u_recv.rows [RecvW*g+:RecvW]);
  end
  for (genvar g = 0; g < 4; g++) begin : g_queue
    logic [DescW-1:0] entry;
    assign entry = \u_queue.rows [DescW*g+:DescW];
    assign queue_right[g] = desc_right(entry[DescW-2], entry[DescW-3-:8], entry[DescW-11-:3], entry[DescW-14-AddrW-:LenW]) &&
                            entry[DescW-1] == (entry[DescW-11-:3] == ta_spec_pkg::BURST_Z);
  end
  always_comb begin
    k_coming = CountW'(recv_q && is_k(recv_data_q));
    v_coming = CountW'(recv_q && is_v(recv_data_q));
    for (int g = 0; g < Bursts; g++) begin
      k_coming = k_coming + CountW'(\u_recv.held_q > CountW'(g) && is_k(\u_recv.rows [RecvW*g+:RecvW]));
      v_coming = v_coming + CountW'(\u_recv.held_q > CountW'(g) && is_v(\u_recv.rows [RecvW*g+:RecvW]));
    end
  end
  always_comb begin
    if (!past_q) assume (clear_i);
    if (past_q) assume (!clear_i);
    if (k_free_i) assume (k_full_q != '0);
    if (v_free_i) assume (v_full_q != '0);
    if (store_done_i) assume (writes_q != '0);
    if (d_valid_i) assume (desc_right(d_wait_i[6] || d_wait_i[7], d_wait_i, d_kind_i, d_len_i));
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (clear_i) begin
      k_place_q <= 1'b0;
      v_place_q <= 1'b0;
      writes_q  <= '0;
    end else begin
      k_place_q <= k_place_q ^ k_free_i;
      v_place_q <= v_place_q ^ v_free_i;
      writes_q  <= writes_q + CountW'(take && is_write) - CountW'(store_done_i);
    end
    if (past_q) begin
      // How it comes about: bursts are counted, and so many as there is room for,
      `CHECK(32'(bursts) == 32'(\u_recv.held_q ) + 32'(recv_q) + 32'(writes_q) && bursts <= M && bursts_q <= M)
      `CHECK(\u_recv.held_q <= M && writes_q <= M)
      `CHECK(full_q == (bursts - CountW'(took_q) == M))
      `CHECK(!(took_q && ok_q) && (!recv_q || took_q))
      // .. each has whole chunks,
      for (int g = 0; g < Bursts; g++) `CHECK(\u_recv.held_q <= CountW'(g) || recv_right[g])
      for (int g = 0; g < 4; g++) `CHECK(\u_queue.held_q <= 3'(g) || queue_right[g])
      `CHECK(!recv_q || entry_right(recv_data_q))
      if (r_valid) begin
        `CHECK(word_q < len && sub_q == SubW'(32'(word_q) & (wide ? 2 * WordsPerChunk - 1 : WordsPerChunk - 1)))
        `CHECK(first_q == (word_q == '0) && last_q == (word_q != '0 && word_q == len - 1'b1))
      end else begin
        `CHECK(word_q == '0 && sub_q == '0 && first_q && !last_q)
      end
      // .. and tiles are asked for only where a slot is left.
      `CHECK(k_used_q == 2'(k_coming) + k_full_q + 2'(k_loaded_o) && k_coming <= CountW'(2) && k_used_q <= 2'd2)
      `CHECK(v_used_q == 2'(v_coming) + v_full_q + 2'(v_loaded_o) && v_coming <= CountW'(2) && v_used_q <= 2'd2)
      `CHECK(k_full_q <= 2'd2 && v_full_q <= 2'd2)
      `CHECK(!(ok_q && h_valid && h_condition[2]) || k_used_q < 2'd2)
      `CHECK(!(ok_q && h_valid && (h_condition[3] || h_condition[4])) || v_used_q < 2'd2)
      `CHECK(k_slot_o == (k_place_q ^ k_full_q[0]) && v_slot_o == (v_place_q ^ v_full_q[0]))
      // What is claimed.
      `CHECK(!k_we_o || k_full_q == '0 || (k_full_q == 2'd1 && k_slot_o != k_place_q))
      `CHECK(!v_we_o || v_full_q == '0 || (v_full_q == 2'd1 && v_slot_o != v_place_q))
      `REACH(k_we_o && k_full_q == 2'd1 && k_slot_o)
      `REACH(v_we_o && v_full_q == 2'd1 && !v_slot_o)
    end
  end
