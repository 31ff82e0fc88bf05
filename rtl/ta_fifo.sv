// SPDX-License-Identifier: MIT
//
// Small first-in first-out queue: valid/ready on both sides, one cycle from push to valid.
// clear_i empties it.  Depth is a power of two.  All outputs but the memory behind are
// registers: the head entry waits in data_o, and what is pushed into an empty queue goes there
// directly.
module ta_fifo #(
    parameter int Width = 8,
    parameter int Depth = 4
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
  logic [PtrW:0]    count_q;
  logic             more_q;           // two entries or more
  logic             full_q;
  logic             push, pop;
  logic [Width-1:0] behind;

  assign ready_o = !full_q;
  assign push    = valid_i && !full_q;
  assign pop     = valid_o && ready_i;

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      next_q  <= PtrW'(1);
      tail_q  <= '0;
      count_q <= '0;
      valid_o <= 1'b0;
      more_q  <= 1'b0;
      full_q  <= 1'b0;
    end else begin
      if (push) tail_q <= tail_q + 1'b1;
      if (pop) next_q <= next_q + 1'b1;
      if (push && !pop) begin
        count_q <= count_q + 1'b1;
        valid_o <= 1'b1;
        more_q  <= valid_o;
        full_q  <= count_q == (PtrW + 1)'(Depth - 1);
      end else if (pop && !push) begin
        count_q <= count_q - 1'b1;
        valid_o <= more_q;
        more_q  <= count_q > (PtrW + 1)'(2);
        full_q  <= 1'b0;
      end
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
