// SPDX-License-Identifier: MIT
//
// The counters of traffic are the sums over all beats of a run, two cycles later: of the byte
// enables of each word written, of the valid bytes of each word read (proof beats), of the words.
// The largest legal run stays far below 2^32 (closed form: golden/traffic.c, asserted in formal/prove.c).
  localparam longint Keys = NMax;
  localparam longint Groups = (NMax + A - 1) / A;
  localparam longint Most = 3 * Keys * DMax + Groups * (2 * DMax * Keys + 10 * A * Keys);
  logic        past_q = 1'b0;
  logic        beat_w;
  logic [31:0] bytes_w;                          // of this cycle's word
  logic [31:0] read_q, written_q, words_q;       // up to the last cycle
  logic [31:0] read_q2, written_q2, words_q2;
  logic        begun_q;
  assign beat_w = wvalid_o && wready_i;
  always_comb begin
    bytes_w = '0;
    for (int i = 0; i < PortBits / 8; i++) if (beat_w && wstrb_o[i]) bytes_w = bytes_w + 1;
    if (!past_q) assume (!rst_ni);
    if (zero_q) assume (!rvalid_i && !beat_w);   // nothing moves when a run begins
  end
  always_ff @(posedge clk_i) begin
    past_q  <= 1'b1;
    begun_q <= past_q && !zero_q;
    if (zero_q) {read_q, written_q, words_q} <= '0;
    else begin
      if (rvalid_i) read_q <= read_q + 32'(rbytes);
      written_q <= written_q + bytes_w;
      words_q   <= words_q + 32'(rvalid_i || beat_w);
    end
    {read_q2, written_q2, words_q2} <= {read_q, written_q, words_q};
    if (past_q && begun_q) begin
      `CHECK(n_read == read_q2 && n_write == written_q2 && n_bd == words_q2)
      `CHECK(counters_o[32+:64] == {n_write, n_read} && Most < 64'd1 << 32)
      `REACH(n_read == 32'd6)
    end
  end
