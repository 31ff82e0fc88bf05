// SPDX-License-Identifier: MIT
//
// Small memory with a combinational read (LUT RAM on an FPGA), for queues of a few entries.
// A write is visible from the next cycle on.
module ta_lut_ram #(
    parameter int Width = 8,
    parameter int Depth = 16,
    localparam int AddrW = ta_pkg::at_least_1($clog2(Depth))
) (
    input  logic             clk_i,
    input  logic             we_i,
    input  logic [AddrW-1:0] waddr_i,
    input  logic [Width-1:0] wdata_i,
    input  logic [AddrW-1:0] raddr_i,
    output logic [Width-1:0] rdata_o
);
  logic [Width-1:0] mem_q [Depth];

  always_ff @(posedge clk_i) begin
    if (we_i) mem_q[waddr_i] <= wdata_i;
  end

  assign rdata_o = mem_q[raddr_i];

endmodule
