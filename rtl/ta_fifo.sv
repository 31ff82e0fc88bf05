// SPDX-License-Identifier: MIT
//
// Small first-in first-out queue: valid/ready on both sides, one cycle from push to valid.
// clear_i empties it.  Depth is a power of two.
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
  logic [PtrW:0] head_q, tail_q;
  logic          push, pop;

  assign ready_o = head_q != {~tail_q[PtrW], tail_q[PtrW-1:0]};
  assign valid_o = head_q != tail_q;
  assign push    = valid_i && ready_o;
  assign pop     = valid_o && ready_i;

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      head_q <= '0;
      tail_q <= '0;
    end else begin
      if (push) tail_q <= tail_q + 1'b1;
      if (pop) head_q <= head_q + 1'b1;
    end
  end

  ta_lut_ram #(.Width(Width), .Depth(Depth)) u_mem (
      .clk_i  (clk_i),
      .we_i   (push),
      .waddr_i(tail_q[PtrW-1:0]),
      .wdata_i(data_i),
      .raddr_i(head_q[PtrW-1:0]),
      .rdata_o(data_o)
  );

endmodule
