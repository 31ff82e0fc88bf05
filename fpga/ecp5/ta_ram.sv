// SPDX-License-Identifier: MIT
//
// Simple dual-port RAM or ROM of ECP5 block RAMs: twin of rtl/ta_ram.sv, same ports, same
// latency (2), same requirements; a read of an address written in the same cycle is undefined.
// Sliced over the width; the word of a block is as wide as the depth allows (512 x 36,
// 1024 x 18, 2048 x 9, 4096 x 4, 8192 x 2, 16384 x 1).  A deeper RAM has banks of 16384 and a
// multiplexer with registered select behind the output registers: the only logic on a path.
// A ROM has at most 1024 words.
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
  localparam int Mode = (HasInit != 0 || Width <= 18) && Depth <= 1024 ? 18
                      : (Depth <= 512)  ? 36
                      : (Depth <= 1024) ? 18
                      : (Depth <= 2048) ? 9
                      : (Depth <= 4096) ? 4
                      : (Depth <= 8192) ? 2 : 1;
  localparam int Shift = (Mode == 36) ? 5 : (Mode == 18) ? 4 : (Mode == 9) ? 3
                       : (Mode == 4)  ? 2 : (Mode == 2)  ? 1 : 0;
  localparam int Slices = (Width + Mode - 1) / Mode;
  localparam int Banks  = (Depth + 16383) / 16384;
  localparam int WidthAll = Slices * Mode;

  // Contents of one slice: its 18 bits of word i, in bits 20*i +: 18.
  function automatic [20479:0] contents(input integer slice);
    logic [WidthAll+17:0] word;
    contents = '0;
    word = '0;
    for (int i = 0; i < Depth; i++) begin
      word[Width-1:0] = Init[Width*i +: Width];
      contents[20*i +: 18] = word[18*slice +: 18];
    end
  endfunction

  logic [27:0] waddr, raddr;  // bit addresses; bits 27:14 are the bank
  logic [WidthAll-1:0] wdata;
  logic [Banks*WidthAll-1:0] rdata;
  logic [WidthAll-1:0] rdata_bank;
  logic unused;

  assign waddr = 28'(waddr_i) << Shift;
  assign raddr = 28'(raddr_i) << Shift;
  if (WidthAll == Width) begin : g_full
    assign wdata = wdata_i;
  end else begin : g_pad
    assign wdata = {{(WidthAll-Width){1'b0}}, wdata_i};
  end

  for (genvar b = 0; b < Banks; b++) begin : g_bank
    logic we;
    assign we = (HasInit == 0) & we_i & (waddr[27:14] == b[13:0]);
    for (genvar s = 0; s < Slices; s++) begin : g_slice
      logic [35:0] word_w, word_r;
      logic unused_word;
      if (Mode == 36) begin : g_36
        assign word_w = wdata[Mode*s +: Mode];
      end else begin : g_narrow
        assign word_w = {{(36-Mode){1'b0}}, wdata[Mode*s +: Mode]};
      end
      if (HasInit != 0) begin : g_rom
        ta_block_ram #(.Mode(Mode), .Init(contents(s))) u_block (
          .clk_i, .we_i(we), .addr_w_i(waddr[13:0]), .wdata_i(word_w),
          .ren_i, .addr_r_i(raddr[13:0]), .rdata_o(word_r)
        );
      end else begin : g_ram
        ta_block_ram #(.Mode(Mode)) u_block (
          .clk_i, .we_i(we), .addr_w_i(waddr[13:0]), .wdata_i(word_w),
          .ren_i, .addr_r_i(raddr[13:0]), .rdata_o(word_r)
        );
      end
      assign rdata[WidthAll*b+Mode*s +: Mode] = word_r[Mode-1:0];
      assign unused_word = ^word_r;
    end
  end

  if (Banks == 1) begin : g_one
    assign rdata_bank = rdata;
  end else begin : g_select
    logic [13:0] bank_q, bank_q2;
    always_ff @(posedge clk_i) begin
      if (ren_i) begin
        bank_q  <= raddr[27:14];
        bank_q2 <= bank_q;
      end
    end
    always_comb begin
      rdata_bank = '0;
      for (int b = 0; b < Banks; b++) begin
        if (bank_q2 == b[13:0]) rdata_bank = rdata[WidthAll*b +: WidthAll];
      end
    end
  end

  assign rdata_o = rdata_bank[Width-1:0];
  assign unused = ^{rdata_bank, Init, raddr[27:14]};
endmodule
