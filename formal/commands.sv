// SPDX-License-Identifier: MIT
//
// The store's commands in their queue: what goes in is of a group of rows, its first, a multiple of A, and how many, A
// at most (proof addresses), as many as there are places (proof slots).  So is what waits, in the memory, too.  The head
// goes three clocks after it came, or later: it has that many words and one (proof words_store).
  parameter int A = 4;
  localparam int LaneW = $clog2(A) + 1;
  (* hierconn *) wire [Depth*Width-1:0] \u_mem.words ;
  logic             past_q = 1'b0;
  logic [PtrW:0]    held_q;                  // commands
  logic [1:0]       age_q;                   // clocks that the head stands there, at most 3
  logic [Depth-1:0] there_q;                 // of the memory's places: a command behind the head
  logic             fresh;
  function automatic logic cmd_right(input logic [Width-1:0] entry);
    cmd_right = 32'(entry[LaneW+:LaneW]) < A && entry[2*LaneW] == (entry[LaneW+:LaneW] == '0) &&
                entry[2*LaneW+1+:$clog2(A)] == '0;
  endfunction
  assign fresh = held_q == (PtrW + 1)'(pop);      // what is pushed becomes the head
  always_comb begin
    if (!past_q) assume (clear_i);
    if (past_q) assume (!clear_i);
    if (valid_i) assume (held_q != (PtrW + 1)'(Depth) && cmd_right(data_i));
    if (ready_i) assume (valid_o && age_q == 2'd3);
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (clear_i) held_q <= '0;
    else held_q <= held_q + (PtrW + 1)'(push) - (PtrW + 1)'(pop);
    if (!valid_o || pop) age_q <= '0;
    else if (age_q != 2'd3) age_q <= age_q + 1'b1;
    for (int i = 0; i < Depth; i++) begin
      if (clear_i) there_q[i] <= 1'b0;
      else if (push && tail_q == PtrW'(i)) there_q[i] <= !fresh;
      else if (pop && next_q == PtrW'(i)) there_q[i] <= 1'b0;
    end
    if (past_q) begin
      // How it comes about.
      `CHECK(held_q <= (PtrW + 1)'(Depth) && count == held_q)
      `CHECK(more_q == (held_q > (PtrW + 1)'(1)) && valid_o == (held_q != '0))
      `CHECK(tail_q == PtrW'(next_q + held_q[PtrW-1:0] - 1'b1))
      for (int i = 0; i < Depth; i++) `CHECK(there_q[i] == ((PtrW + 1)'(PtrW'(PtrW'(i) - next_q)) + 1'b1 < held_q))
      for (int i = 0; i < Depth; i++) `CHECK(!there_q[i] || cmd_right(\u_mem.words [Width*i+:Width]))
      // What is claimed.
      `CHECK(!valid_o || cmd_right(data_o))
      `CHECK(!more_q || cmd_right(behind))
      `REACH(held_q == (PtrW + 1)'(3) && pop)
    end
  end
