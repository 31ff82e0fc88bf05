// SPDX-License-Identifier: MIT
//
// The store gives each write burst its words, as many as its rows have, the last one marked, and keeps the port
// waiting for 12 clocks at most: of any 13 clocks in which a command is there, or words of it are on their way, a
// word is offered in one.  Commands are as many as there are places, of 1 to A rows (proof slots).
  localparam int CmdW = 2 + RowW + 2 * LaneW;
  localparam int CountW = $clog2(ta_pkg::BURSTS) + 1;
  (* hierconn *) wire [ta_pkg::BURSTS*CmdW-1:0] \u_commands.rows ;
  (* hierconn *) wire [CountW-1:0] \u_commands.held_q ;
  (* hierconn *) wire [5:0] \u_words.held_q ;
  (* anyconst *) logic [ChunkW-1:0] chunks_m1;
  logic              past_q = 1'b0;
  logic [3:0]        still_q;
  logic [1:0]        age_q;                  // clocks that the command stands there, at most 3
  logic [9:0]        read_q, total;          // words of the command that are read; all of them
  logic [5:0]        coming;
  logic              right;
  logic [CmdW-1:0]   entry;
  function automatic logic cmd_right(input logic one, input logic [LaneW-1:0] more);
    cmd_right = one == (more == '0) && 32'(more) < A;
  endfunction
  always_comb begin
    right = 1'b1;
    for (int g = 0; g < ta_pkg::BURSTS; g++) begin
      entry = \u_commands.rows [CmdW*g+:CmdW];
      right = right && (\u_commands.held_q <= CountW'(g) || cmd_right(entry[2*LaneW], entry[LaneW+:LaneW]));
    end
    coming = '0;
    for (int i = 0; i < Lat; i++) coming = coming + 6'(valid_q[i]);
    total = (10'(c_rows) + 1'b1) * 10'(Subs) * (c_ring ? 10'd1 : 10'(chunks_m1) + 1'b1);
    if (!past_q) assume (clear_i);
    if (past_q) assume (!clear_i);
    assume (chunks_m1_i == chunks_m1 && 32'(chunks_m1) < DMax / A);
    if (s_valid_i) assume (\u_commands.held_q != CountW'(ta_pkg::BURSTS) && s_rows_i != '0 && 32'(s_rows_i) <= A);
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    still_q <= clear_i || wvalid_o || !(c_valid || coming != '0) ? '0 : still_q + 1'b1;
    if (!c_valid || c_last) age_q <= '0;
    else if (age_q != 2'd3) age_q <= age_q + 1'b1;
    if (clear_i || c_last) read_q <= '0;
    else if (read) read_q <= read_q + 1'b1;
    if (past_q) begin
      // How it comes about: the places of the queue are counted, and where in the command the next word is.
      `CHECK(\u_commands.held_q <= CountW'(ta_pkg::BURSTS) && right)
      `CHECK(32'(room_q) + 32'(coming) + 32'(\u_words.held_q ) == 32 && some_q == (room_q != '0))
      `CHECK(first_q == (row_q == '0) && 32'(sub_q) < Subs)
      if (c_valid) begin
        `CHECK(row_q <= c_rows && (first_q || row_last_q == (row_q == c_rows)) && (c_ring ? chunk_q == '0 : chunk_q <= chunks_m1))
        `CHECK(read_q == (10'(row_q) * (c_ring ? 10'd1 : 10'(chunks_m1) + 1'b1) + 10'(chunk_q)) * 10'(Subs) + 10'(sub_q))
        `CHECK(last_q == (read_q + 1'b1 == total) && read_q < total)
      end else `CHECK(row_q == '0 && chunk_q == '0 && sub_q == '0 && !last_q && read_q == '0)
      `CHECK(!c_valid || age_q == 2'd3 || 10'(age_q) >= read_q)
      // What is claimed.
      `CHECK(!c_last || read_q + 1'b1 == total)
      `CHECK(!c_last || 32'(age_q) >= (Subs > 3 ? 3 : Subs - 1))  // proof commands
      `CHECK(still_q <= 4'd12)
      `REACH(still_q == 4'd10)
      `REACH(c_last && !c_ring && c_rows == LaneW'(A - 1) && chunks_m1 != '0)
    end
  end
