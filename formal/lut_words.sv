// SPDX-License-Identifier: MIT
//
// formal/cut/ta_lut_ram_words.sv is the memory that ta_lut_ram is (proof lut_ram): the word at any address is what was
// last written there, in `words` and in what a read there gives.
  (* anyconst *) logic [AddrW-1:0] place;
  logic [Width-1:0] word_q;
  logic             past_q = 1'b0;
  logic             written_q;                           // the word is known
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (!past_q) written_q <= 1'b0;
    else if (we_i && waddr_i == place) begin
      word_q    <= wdata_i;
      written_q <= 1'b1;
    end
    if (past_q) begin
      for (int i = 0; i < Depth; i++) `CHECK(!(written_q && place == AddrW'(i)) || words[Width*i+:Width] == word_q)
      `CHECK(!(written_q && raddr_i == place) || rdata_o == word_q)
      `REACH(written_q && raddr_i == place && rdata_o == Width'(5))
    end
  end
