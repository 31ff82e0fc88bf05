// SPDX-License-Identifier: MIT
//
// Direction, address and length of a request are those of a descriptor: what no descriptor has, be
// it what it may, is never asked for.  So a request lies where the descriptors do (proof addresses).
  (* hierconn *) wire [4*DescW-1:0] \u_queue.rows ;
  (* hierconn *) wire [2:0] \u_queue.held_q ;
  (* anyconst *) logic never_write;
  (* anyconst *) logic [AddrW-1:0] never_addr;
  (* anyconst *) logic [LenW-1:0] never_len;
  localparam int Low = LenW + RowW + 2 * LaneW + TileW + 5;  // of an entry, below the address
  logic       past_q = 1'b0;
  logic [3:0] never;                     // the entry is that
  for (genvar g = 0; g < 4; g++) begin : g_never
    logic [DescW-1:0] entry;
    assign entry    = \u_queue.rows [DescW*g+:DescW];
    assign never[g] = entry[DescW-2] == never_write && entry[Low+:AddrW] == never_addr &&
                      entry[Low-1-:LenW] == never_len;
  end
  always_comb begin
    if (!past_q) assume (clear_i);
    if (d_valid_i)
      assume ((d_wait_i[6] || d_wait_i[7]) != never_write || d_addr_i != never_addr || d_len_i != never_len);
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (past_q) begin
      for (int g = 0; g < 4; g++) `CHECK(\u_queue.held_q <= 3'(g) || !never[g])
      `CHECK(!req_valid_o || req_write_o != never_write || req_addr_o != never_addr || req_len_o != never_len)
      `REACH(req_valid_o && req_write_o && req_addr_o == never_addr && req_len_o == never_len)
      `REACH(req_valid_o && !req_write_o && req_len_o == LenW'(3) && \u_queue.held_q == 3'd4)
    end
  end
