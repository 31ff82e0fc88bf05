// SPDX-License-Identifier: MIT
module ram_case #(
  parameter int Id = 0,
  parameter int Width = 16,
  parameter int Depth = 16,
  parameter int HasInit = 0,
  parameter [Width*((HasInit != 0) ? Depth : 1)-1:0] Init = '0
) (input logic clk_i);
  import "DPI-C" function int tb_ram(input int id, input int width, input int depth,
                                     input int rom, output int we, output int waddr,
                                     output longint wdata, output int ren, output int raddr,
                                     input longint rdata);
  localparam int WidthAddr = (Depth > 1) ? $clog2(Depth) : 1;

  int we_next, waddr_next, ren_next, raddr_next;
  longint wdata_next;
  logic we, ren;
  logic [WidthAddr-1:0] waddr, raddr;
  logic [Width-1:0] wdata, rdata;

  ta_ram #(.Width(Width), .Depth(Depth), .HasInit(HasInit), .Init(Init)) u_dut (
    .clk_i, .we_i(we), .waddr_i(waddr), .wdata_i(wdata), .ren_i(ren), .raddr_i(raddr),
    .rdata_o(rdata)
  );

  always @(posedge clk_i) begin
    if (tb_ram(Id, Width, Depth, HasInit, we_next, waddr_next, wdata_next, ren_next, raddr_next,
               64'(rdata)) != 0) $finish;
    we <= we_next[0];
    waddr <= waddr_next[WidthAddr-1:0];
    wdata <= wdata_next[Width-1:0];
    ren <= ren_next[0];
    raddr <= raddr_next[WidthAddr-1:0];
  end
endmodule

module ram_tb (input logic clk_i);
  // Every aspect ratio of a block, one and several slices, one and several banks.
  ram_case #(.Id(0),  .Width(16), .Depth(512))   u_0 (.clk_i);
  ram_case #(.Id(1),  .Width(32), .Depth(16))    u_1 (.clk_i);
  ram_case #(.Id(2),  .Width(5),  .Depth(1))     u_2 (.clk_i);
  ram_case #(.Id(3),  .Width(36), .Depth(512))   u_3 (.clk_i);
  ram_case #(.Id(4),  .Width(64), .Depth(300))   u_4 (.clk_i);
  ram_case #(.Id(5),  .Width(37), .Depth(1024))  u_5 (.clk_i);
  ram_case #(.Id(6),  .Width(16), .Depth(2048))  u_6 (.clk_i);
  ram_case #(.Id(7),  .Width(9),  .Depth(3000))  u_7 (.clk_i);
  ram_case #(.Id(8),  .Width(3),  .Depth(8000))  u_8 (.clk_i);
  ram_case #(.Id(9),  .Width(2),  .Depth(16384)) u_9 (.clk_i);
  ram_case #(.Id(10), .Width(4),  .Depth(40000)) u_10 (.clk_i);
  ram_case #(.Id(11), .Width(16), .Depth(256), .HasInit(1), .Init(ta_tables_pkg::EXP2)) u_11 (.clk_i);
  ram_case #(.Id(12), .Width(40), .Depth(100), .HasInit(1), .Init(ta_tables_pkg::EXP2[3999:0]))
    u_12 (.clk_i);
endmodule
