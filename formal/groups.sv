// SPDX-License-Identifier: MIT
//
// What streams in is of groups of rows that there are, at most a group's chunks or bundles long: so no row is written
// behind the last one.  Descriptors are as proof addresses says.
  (* hierconn *) wire [Bursts*RecvW-1:0] \u_recv.rows ;
  (* hierconn *) wire [CountW-1:0] \u_recv.held_q ;
  (* hierconn *) wire [4*DescW-1:0] \u_queue.rows ;
  (* hierconn *) wire [2:0] \u_queue.held_q ;
  localparam int LA = $clog2(A);
  localparam int Most = (DMax * 8 > A * 16 ? DMax * 8 : A * 16) * A / PortBits;   // words of a read
  localparam int DescRow = 5 + TileW + 2 * LaneW;       // of an entry, below the row
  localparam int RecvRow = 2 + TileW + LaneW;
  logic       past_q = 1'b0;
  function automatic logic desc_right(input logic write, input logic [LenW-1:0] words, input logic [RowW-1:0] row);
    desc_right = row[LA-1:0] == '0 && 32'(row) < NMax && words != '0 && (write || 32'(words) <= Most);
  endfunction
  function automatic logic recv_right(input logic [RecvW-1:0] entry);
    logic [LenW-1:0] words;
    words = entry[RecvW-11-:LenW] + LenW'(2);
    recv_right = desc_right(1'b0, words, entry[RecvRow+:RowW]);
  endfunction
  always_comb begin
    if (!past_q) assume (clear_i);
    if (d_valid_i) assume (desc_right(d_wait_i[6] || d_wait_i[7], d_len_i, d_row_i));
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (past_q) begin
      // How it comes about.
      for (int g = 0; g < 4; g++)
        `CHECK(\u_queue.held_q <= 3'(g) || desc_right(\u_queue.rows [DescW*g+DescW-2], \u_queue.rows [DescW*g+DescW-14-AddrW-:LenW],
                                                      \u_queue.rows [DescW*g+DescRow+:RowW]))
      `CHECK(!recv_q || recv_right(recv_data_q))
      for (int g = 0; g < Bursts; g++) `CHECK(\u_recv.held_q <= CountW'(g) || recv_right(\u_recv.rows [RecvW*g+:RecvW]))
      // What is claimed.
      `CHECK(!(q_we_o || k_we_o || v_we_o || z_valid_o || p_valid_o) || (32'(w_row_o) < NMax && w_row_o[LA-1:0] == w_line_o))
      `REACH(q_we_o && w_row_o == RowW'(NMax - 1))
      `REACH(r_valid && 32'(r_before) + 2 == Most)
    end
  end
