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
  logic [Depth-1:0] level_q;          // bit i: there are more than i entries
  logic             push, pop;
  logic [Width-1:0] behind;

  assign ready_o = !level_q[Depth-1];
  assign valid_o = level_q[0];
  assign push    = valid_i && (Bounded != 0 || ready_o);
  assign pop     = valid_o && ready_i;

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      next_q  <= PtrW'(1);
      tail_q  <= '0;
      level_q <= '0;
    end else begin
      if (push) tail_q <= tail_q + 1'b1;
      if (pop) next_q <= next_q + 1'b1;
      if (push != pop) level_q <= push ? {level_q[Depth-2:0], 1'b1} : {1'b0, level_q[Depth-1:1]};
    end
  end

  always_ff @(posedge clk_i) begin
    if (ready_i || !valid_o) data_o <= level_q[1] ? behind : data_i;
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
