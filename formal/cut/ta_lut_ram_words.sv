// SPDX-License-Identifier: MIT
//
// ta_lut_ram with its words as a signal, for properties of what a queue holds: the same memory (proof lut_words).
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
  logic [Depth*Width-1:0] words, behind;
  for (genvar g = 0; g < Depth; g++) begin : g_word
    logic [Width-1:0] word_q;
    always_ff @(posedge clk_i) if (we_i && waddr_i == AddrW'(g)) word_q <= wdata_i;
    assign words[Width*g+:Width] = word_q;
  end
  assign behind  = words >> (Width * raddr_i);
  assign rdata_o = behind[Width-1:0];
endmodule
