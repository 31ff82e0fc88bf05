// SPDX-License-Identifier: MIT
//
// Simple dual-port RAM, one clock, with an output register; with HasInit a ROM.
// Every memory of the design is an instance of this module.  This is the behavioural twin;
// fpga/ecp5/ta_ram.sv holds block RAM under the same name.
//   we_i, waddr_i, wdata_i  write port (ignored when HasInit)
//   raddr_i, ren_i          read port; ren_i = 0 freezes both read registers
//   rdata_o                 the word at raddr_i
//   Init                    word i in bits Width*i +: Width, used when HasInit
// Latency: 2 cycles with ren_i = 1.  No reset; contents and rdata_o start undefined.
// Requires: addresses below Depth; a word is not read in the cycle in which it is written
// (this twin gives the old data).  A write in cycle t is seen by a read in cycle t+1.
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
  logic [Width-1:0] mem [0:Depth-1];
  logic [Width-1:0] read_q;

  if (HasInit != 0) begin : g_rom
    logic unused_write;
    assign unused_write = ^{we_i, waddr_i, wdata_i};
    initial for (int i = 0; i < Depth; i++) mem[i] = Init[Width*i +: Width];
  end else begin : g_ram
    logic unused_init;
    assign unused_init = ^Init;
    always_ff @(posedge clk_i) if (we_i) mem[waddr_i] <= wdata_i;
  end

  always_ff @(posedge clk_i) begin
    if (ren_i) begin
      read_q  <= mem[raddr_i];
      rdata_o <= read_q;
    end
  end
endmodule
