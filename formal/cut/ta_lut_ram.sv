// SPDX-License-Identifier: MIT
//
// ta_lut_ram with one word, at any address that stays the same; what stands at the others is
// anything at each read.  Whatever holds with it holds with the memory.
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
  (* anyconst *) logic [AddrW-1:0] place;
  (* anyseq *) logic [Width-1:0] any;
  logic [Width-1:0] word_q;
  always_ff @(posedge clk_i) if (we_i && waddr_i == place) word_q <= wdata_i;
  assign rdata_o = raddr_i == place ? word_q : any;
endmodule
