// SPDX-License-Identifier: MIT
//
// The queue against the plainest one: a row of entries, the first to leave in front.  The memory
// keeps one word, at any address; an entry that came from there, or past the memory, is the row's.
  (* hierconn *) wire [PtrW-1:0]  \u_mem.place ;
  (* hierconn *) wire [Width-1:0] \u_mem.word_q ;
  logic [PtrW-1:0]  place;
  logic [Width-1:0] word;
  assign place = \u_mem.place ;
  assign word  = \u_mem.word_q ;
  logic             past_q = 1'b0;
  logic [PtrW:0]    held_q;                  // entries
  logic [Width-1:0] row_q [0:Depth-1];
  logic             known_q;                 // the head came from that word, or past the memory
  always_comb begin
    if (!past_q) assume (clear_i);
    if (Bounded != 0) assume (!valid_i || held_q != (PtrW + 1)'(Depth));
  end
  for (genvar g = 0; g < Depth; g++) begin : g_row
    always_ff @(posedge clk_i) begin
      if (push && held_q == (PtrW + 1)'(g) + (PtrW + 1)'(pop)) row_q[g] <= data_i;
      else if (pop) row_q[g] <= row_q[g == Depth - 1 ? g : g + 1];
      if (past_q) begin
        `CHECK(g == 0 || held_q <= (PtrW + 1)'(g) || PtrW'(next_q + PtrW'(g) - 1'b1) != place || row_q[g] == word)
      end
    end
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (ready_i || !valid_o) known_q <= !more_q || next_q == place;
    if (clear_i) held_q <= '0;
    else held_q <= held_q + (PtrW + 1)'(push) - (PtrW + 1)'(pop);
    if (past_q) begin
      // How it comes about.
      `CHECK(count == held_q)
      `CHECK(more_q == (held_q > (PtrW + 1)'(1)))
      `CHECK(tail_q == PtrW'(next_q + held_q[PtrW-1:0] - 1'b1))
      // What is claimed.
      `CHECK(held_q <= (PtrW + 1)'(Depth))
      `CHECK(valid_o == (held_q != '0))
      `CHECK(ready_o == (held_q != (PtrW + 1)'(Depth)))
      `CHECK(!valid_o || !known_q || data_o == row_q[0])
      `REACH(held_q == (PtrW + 1)'(Depth))
      `REACH(held_q == (PtrW + 1)'(3) && pop && data_o != row_q[1])
    end
  end
