// SPDX-License-Identifier: MIT
//
// Delay line: d_o is d_i, Cycles cycles later (0: a wire).  No reset.
//   d_i, d_o  any format, Width bits
// Latency: Cycles.  Combinational path d_i -> d_o only when Cycles is 0.
module ta_delay #(
  parameter int Width  = 1,
  parameter int Cycles = 1
) (
  input  logic             clk_i,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] d_o
);
  if (Cycles == 0) begin : g_wire
    logic unused_clk;
    assign unused_clk = clk_i;
    assign d_o = d_i;
  end else begin : g_line
    for (genvar i = 0; i < Cycles; i++) begin : g_stage
      logic [Width-1:0] d_q;
      if (i == 0) begin : g_first
        always_ff @(posedge clk_i) d_q <= d_i;
      end else begin : g_next
        always_ff @(posedge clk_i) d_q <= g_stage[i-1].d_q;
      end
    end
    assign d_o = g_stage[Cycles-1].d_q;
  end
endmodule
