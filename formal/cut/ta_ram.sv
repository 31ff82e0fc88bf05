// SPDX-License-Identifier: MIT
//
// ta_ram with one word, at any address that stays the same; what stands at the others is
// anything at each read.  A ROM gives anything.  Whatever holds with it holds with the memory.
module ta_ram #(
  parameter int Width   = 16,
  parameter int Depth   = 512,
  parameter int HasInit = 0,
  parameter [Width*((HasInit != 0) ? Depth : 1)-1:0] Init = '0,
  localparam int WidthAddr = (Depth > 1) ? $clog2(Depth) : 1
) (
  input  logic                 clk_i,
  input  logic                 we_i,
  input  logic [WidthAddr-1:0] waddr_i,
  input  logic [Width-1:0]     wdata_i,
  input  logic                 ren_i,
  input  logic [WidthAddr-1:0] raddr_i,
  output logic [Width-1:0]     rdata_o
);
  (* anyconst *) logic [WidthAddr-1:0] place;
  (* anyseq *) logic [Width-1:0] any;
  logic [Width-1:0] word_q, read_q;
  logic             hit_q, hit2_q;   // the read was of the word
  always_ff @(posedge clk_i) begin
    if (HasInit == 0 && we_i && waddr_i == place) word_q <= wdata_i;
    if (ren_i) begin
      read_q  <= HasInit == 0 && raddr_i == place ? word_q : any;
      hit_q   <= raddr_i == place;
      rdata_o <= read_q;
      hit2_q  <= hit_q;
    end
  end
endmodule
