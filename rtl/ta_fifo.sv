// SPDX-License-Identifier: MIT
//
// Small first-in first-out queue: valid/ready on both sides, one cycle from push to valid.
// clear_i empties it.  Depth is a power of two.  All outputs but the memory behind are
// registers: the head entry waits in data_o, and what is pushed into an empty queue goes there
// directly.  Bounded: whoever pushes sees to it that there is room.
module ta_fifo #(
    parameter int Width = 8,
    parameter int Depth = 4,
    parameter int Bounded = 0
) (
    input  logic             clk_i,
    input  logic             clear_i,
    input  logic             valid_i,
    output logic             ready_o,
    input  logic [Width-1:0] data_i,
    output logic             valid_o,
    input  logic             ready_i,
    output logic [Width-1:0] data_o
);
  localparam int PtrW = $clog2(Depth);
  logic [PtrW-1:0]  next_q, tail_q;   // the entry behind the head, the first free one
  // Entries before the last cycle's push and pop, and with them: what they are after this cycle's,
  // which are known late, is then a choice.
  logic [PtrW:0]    count_q, count;
  logic             one, two, over_2;  // count is 1, 2, more
  logic             one_free;         // count is Depth - 1
  logic             pushed_q, popped_q;
  logic             more_q, full_q;   // two entries or more; no room
  logic             push, pop;
  logic [Width-1:0] behind;

  assign ready_o = !full_q;
  assign count   = count_q + (PtrW + 1)'(pushed_q) - (PtrW + 1)'(popped_q);
  assign push    = valid_i && (Bounded != 0 || ready_o);
  assign pop     = valid_o && ready_i;

  // Of count_q each is a few gates, and the last cycle's events choose.
  localparam logic [PtrW:0] N0 = '0, N1 = 1, N2 = 2, N3 = 3, NDepth = (PtrW + 1)'(Depth);
  always_comb begin
    unique case ({pushed_q, popped_q})
      2'b10:   {one, two, over_2} = {count_q == N0, count_q == N1, count_q != N0 && count_q != N1};
      2'b01:   {one, two, over_2} = {count_q == N2, count_q == N3, count_q[PtrW:2] != '0};
      default: {one, two, over_2} = {count_q == N1, count_q == N2, count_q[PtrW:1] != '0 && count_q != N2};
    endcase
    unique case ({pushed_q, popped_q})
      2'b10:   one_free = count_q == NDepth - N2;
      2'b01:   one_free = count_q == NDepth;
      default: one_free = count_q == NDepth - N1;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      next_q   <= PtrW'(1);
      tail_q   <= '0;
      count_q  <= '0;
      pushed_q <= 1'b0;
      popped_q <= 1'b0;
      valid_o  <= 1'b0;
      more_q   <= 1'b0;
      full_q   <= 1'b0;
    end else begin
      if (push) tail_q <= tail_q + 1'b1;
      if (pop) next_q <= next_q + 1'b1;
      count_q  <= count;
      pushed_q <= push;
      popped_q <= pop;
      valid_o  <= push || more_q || (valid_o && !ready_i);
      more_q   <= over_2 || (two && (push || !pop)) || (one && push && !pop);
      full_q   <= !pop && (full_q || (one_free && push));
    end
  end

  always_ff @(posedge clk_i) begin
    if (ready_i || !valid_o) data_o <= more_q ? behind : data_i;
  end

  ta_lut_ram #(.Width(Width), .Depth(Depth)) u_mem (
      .clk_i  (clk_i),
      .we_i   (push),
      .waddr_i(tail_q),
      .wdata_i(data_i),
      .raddr_i(next_q),
      .rdata_o(behind)
  );

endmodule
