// SPDX-License-Identifier: MIT
//
// Turns finished rows into words for the memory port: output rows through the normalizer
// (Q8.8), or Z and P bundles of the ring as 16-bit values.  One command a write burst; the
// first word is ready 12 cycles after its command, further words one a cycle.  Reads ahead as
// long as the word queue has room, so a stalled port loses nothing.
module ta_store #(
    parameter int A = 4,
    parameter int DMax = 4,
    parameter int NMax = 32,
    parameter int PortBits = 16,
    localparam int RowW = $clog2(NMax) + 1,
    localparam int IdxW = $clog2(NMax),
    localparam int ChunkW = ta_pkg::at_least_1($clog2(DMax / A)),
    localparam int LaneW = $clog2(A) + 1,
    localparam int OW = ta_pkg::o_width(NMax),
    localparam int LW = ta_pkg::l_width(NMax)
) (
    input  logic                  clk_i,
    input  logic                  clear_i,
    input  logic [ChunkW-1:0]     chunks_m1_i,
    input  logic [RowW-1:0]       unseen_i,     // rows below give zeros
    // command
    input  logic                  s_valid_i,
    input  logic                  s_ring_i,
    input  logic [RowW-1:0]       s_row_i,
    input  logic [LaneW-1:0]      s_rows_i,
    input  logic [LaneW-1:0]      s_keys_i,
    // output buffer and reciprocals, read latency 2
    output logic [IdxW-1:0]       b_row_o,
    output logic [ChunkW-1:0]     b_chunk_o,
    input  logic [A*OW-1:0]       b_i,
    input  logic [15:0]           r_i,
    input  logic [4:0]            lz_i,
    // ring, read latency 2
    output logic                  ring_next_o,  // the row at the ring's head is read
    input  logic [A*16-1:0]       ring_i,
    // memory port
    output logic                  wvalid_o,
    input  logic                  wready_i,
    output logic [PortBits-1:0]   wdata_o,
    output logic [PortBits/8-1:0] wstrb_o,
    output logic                  done_o,       // the burst's last word is taken
    // accounting
    output logic                  read_o,       // an output row chunk is read
    output logic                  o_word_o,     // the word taken belongs to an output row
    output logic                  busy_o
);
  localparam int Elements = PortBits / 16;
  localparam int Subs = A / Elements;             // words of A elements
  localparam int SubW = ta_pkg::at_least_1($clog2(Subs));
  localparam int Words = 32;                      // word queue
  localparam int Lat = ta_pkg::RAM_LATENCY + ta_pkg::NORMALIZE_LATENCY;

  // ---- command queue -------------------------------------------------------------------
  logic             c_valid, c_ring, c_one, c_last;
  logic [RowW-1:0]  c_row;
  logic [LaneW-1:0] c_rows, c_keys;              // rows - 1
  logic             ready_unused;
  ta_fifo #(.Width(2 + RowW + 2 * LaneW), .Depth(ta_pkg::BURSTS), .Bounded(1)) u_commands (
      .clk_i, .clear_i,
      .valid_i(s_valid_i), .ready_o(ready_unused),
      .data_i ({s_ring_i, s_row_i, s_rows_i == LaneW'(1), LaneW'(s_rows_i - 1'b1), s_keys_i}),
      .valid_o(c_valid), .ready_i(c_last),
      .data_o ({c_ring, c_row, c_one, c_rows, c_keys})
  );

  // ---- reader: row, chunk, word ----------------------------------------------------------
  logic [LaneW-1:0]  row_q;                       // of the command
  logic [RowW-1:0]   row, behind_q;               // of the block; behind it
  logic              first_q, row_last_q;         // the command's first row; its last, if not
  logic              last_q;                      // its last word, which is never its first
  logic [ChunkW-1:0] chunk_q;
  logic [SubW-1:0]   sub_q;
  logic [5:0]        room_q;                      // words that may still be read
  logic              some_q;                      // there are some
  logic              read, sub_last, chunk_last, row_last, taken;
  assign read       = c_valid && some_q;
  assign sub_last   = sub_q == SubW'(Subs - 1);
  assign chunk_last = c_ring || chunk_q == chunks_m1_i;
  assign row_last   = first_q ? c_one : row_last_q;
  assign row        = first_q ? c_row : behind_q;
  assign c_last     = read && last_q;
  assign taken      = wvalid_o && wready_i;

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      row_q   <= '0;
      first_q <= 1'b1;
      chunk_q <= '0;
      sub_q   <= '0;
      room_q  <= 6'(Words);
      some_q  <= 1'b1;
      last_q  <= 1'b0;
    end else begin
      if (taken && !read) begin
        room_q <= room_q + 1'b1;
        some_q <= 1'b1;
      end else if (read && !taken) begin
        room_q <= room_q - 1'b1;
        some_q <= room_q != 6'd1;
      end
      if (read) begin
        sub_q  <= sub_last ? '0 : sub_q + 1'b1;
        last_q <= sub_q == SubW'(Subs - 2) && chunk_last && row_last;
        if (sub_last) begin
          chunk_q <= chunk_last ? '0 : chunk_q + 1'b1;
          if (chunk_last) begin
            row_q    <= row_last ? '0 : row_q + 1'b1;
            first_q  <= row_last;
            row_last_q <= row_q + 1'b1 == c_rows;
            behind_q <= row + 1'b1;
          end
        end
      end
    end
  end
  assign b_row_o     = IdxW'(row);
  assign b_chunk_o   = chunk_q;
  assign ring_next_o = read && c_ring && sub_last;
  assign read_o      = read && !c_ring && sub_last;

  // ---- pipeline --------------------------------------------------------------------------
  localparam int TagW = 2 + Elements + 1;
  logic [Lat-1:0]       valid_q;
  logic [SubW-1:0]      sub_d;
  logic [Elements-1:0]  strobe;
  logic [TagW-1:0]      tag_w;
  logic [PortBits-1:0]  ring_word, ring_w, norm_w, word_w;
  logic                 w_ring, w_last, w_zero;
  logic [Elements-1:0]  w_strobe;
  logic                 zero;

  assign zero = row < unseen_i;
  always_comb begin
    for (int e = 0; e < Elements; e++) begin
      strobe[e] = !c_ring || ((LaneW + 1)'(sub_q) << $clog2(Elements)) + (LaneW + 1)'(e) <
                             {1'b0, c_keys};
    end
  end
  always_ff @(posedge clk_i) begin
    if (clear_i) valid_q <= '0;
    else valid_q <= {valid_q[Lat-2:0], read};
  end
  ta_delay #(.Width(SubW), .Cycles(2)) u_sub (.clk_i, .d_i(sub_q), .d_o(sub_d));
  ta_delay #(.Width(TagW), .Cycles(Lat)) u_tag (
      .clk_i, .d_i({c_ring, c_last, zero, strobe}), .d_o(tag_w)
  );
  assign {w_ring, w_last, w_zero, w_strobe} = tag_w;

  for (genvar e = 0; e < Elements; e++) begin : g_element
    logic [OW-1:0] o;
    logic [15:0]   z, out;
    always_comb begin
      o = b_i[OW*e+:OW];
      z = ring_i[16*e+:16];
      for (int s = 1; s < Subs; s++) begin
        if (sub_d == SubW'(s)) begin
          o = b_i[OW*(s*Elements+e)+:OW];
          z = ring_i[16*(s*Elements+e)+:16];
        end
      end
    end
    ta_normalize #(.WidthO(OW), .LW(LW)) u_normalize (
        .clk_i, .o_i(o), .r_i, .lz_i, .out_o(out)
    );
    assign norm_w[16*e+:16]    = w_zero ? 16'd0 : out;
    assign ring_word[16*e+:16] = z;
  end
  ta_delay #(.Width(PortBits), .Cycles(ta_pkg::NORMALIZE_LATENCY)) u_ring (
      .clk_i, .d_i(ring_word), .d_o(ring_w)
  );
  assign word_w = w_ring ? ring_w : norm_w;

  // ---- word queue ------------------------------------------------------------------------
  logic                q_last, q_ring, q_ready_unused;
  logic [Elements-1:0] q_strobe;
  ta_fifo #(.Width(2 + Elements + PortBits), .Depth(Words), .Bounded(1)) u_words (
      .clk_i, .clear_i,
      .valid_i(valid_q[Lat-1]), .ready_o(q_ready_unused),
      .data_i ({w_last, w_ring, w_strobe, word_w}),
      .valid_o(wvalid_o), .ready_i(wready_i),
      .data_o ({q_last, q_ring, q_strobe, wdata_o})
  );
  for (genvar e = 0; e < Elements; e++) begin : g_strobe
    assign wstrb_o[2*e+:2] = {2{q_strobe[e]}};
  end
  assign done_o   = taken && q_last;
  assign o_word_o = taken && !q_ring;
  assign busy_o   = c_valid || room_q != 6'(Words);

endmodule
