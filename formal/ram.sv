// SPDX-License-Identifier: MIT
//
// The word at any address is what was last written there, and what a read there gives: what
// formal/cut/ta_ram.sv stands for, which keeps that word alone.
  (* anyconst *) logic [WidthAddr-1:0] place;
  logic [Width-1:0] word_q, first_q, out_q;
  logic             past_q = 1'b0;
  logic             written_q, first_hit_q, out_hit_q;   // the word is known; the read was of it
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (!past_q) {written_q, first_hit_q, out_hit_q} <= '0;
    else begin
      if (we_i && waddr_i == place) begin
        word_q    <= wdata_i;
        written_q <= 1'b1;
      end
      if (ren_i) begin
        first_q     <= word_q;
        first_hit_q <= written_q && raddr_i == place;
        out_q       <= first_q;
        out_hit_q   <= first_hit_q;
      end
    end
    if (past_q) begin
      `CHECK(!written_q || mem[place] == word_q)
      `CHECK(!first_hit_q || read_q == first_q)
      `CHECK(!out_hit_q || rdata_o == out_q)
      `REACH(out_hit_q && out_q == Width'(3) && word_q == Width'(5))
    end
  end
