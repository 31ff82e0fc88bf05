// SPDX-License-Identifier: MIT
//
// ta_top between registers, for place and route on few pins: a shift register gives every
// input, another loads the outputs and shifts them out, so that every path of the engine is
// timed from register to register and nothing is optimised away.
module ta_fmax_top (
    input  logic clk_i,
    input  logic scan_i,
    input  logic load_i,
    output logic scan_o
);
  localparam int A = 4;
  localparam int DMax = 4;
  localparam int NMax = 32;
  localparam int PF = 8;
  localparam int PortBits = 16;
  localparam int AddrW = $clog2(ta_pkg::memory_words(A, DMax, NMax, PortBits));
  localparam int LW = ta_pkg::l_width(NMax);
  localparam int IdxW = $clog2(NMax);
  localparam int InW = 2 + 4 * 16 + 17 + 4 + 8 + 24 + 3 + 2 + AddrW + PortBits + IdxW;
  localparam int OutW = 9 + PortBits + 16 + LW + 29 * 32;

  logic [InW-1:0]  in_q;
  logic [OutW-1:0] out, out_q;
  logic            load_q;

  always_ff @(posedge clk_i) begin
    in_q   <= {in_q[InW-2:0], scan_i};
    load_q <= load_i;
    out_q  <= load_q ? out : {out_q[OutW-2:0], 1'b0};
  end
  assign scan_o = out_q[OutW-1];

  logic                rst_n, start, mode, causal, overlap, stream, h_en, h_we;
  logic [15:0]         nq, nk, d, qrows;
  logic [16:0]         offset;
  logic [7:0]          latency;
  logic [23:0]         scale;
  logic [2:0]          stall;
  logic [AddrW-1:0]    h_addr;
  logic [PortBits-1:0] h_wdata;
  logic [IdxW-1:0]     state_row;
  assign {rst_n, start, nq, nk, d, qrows, offset, mode, causal, overlap, stream, latency, scale,
          stall, h_en, h_we, h_addr, h_wdata, state_row} = in_q;

  logic                idle, done, error, timeout, overflow;
  logic [2:0]          error_code;
  logic [PortBits-1:0] h_rdata;
  logic [15:0]         state_m;
  logic [LW-1:0]       state_l;
  logic [29*32-1:0]    counters;
  assign out = {1'b0, idle, done, error, error_code, timeout, overflow, h_rdata, state_m, state_l,
                counters};

  ta_top #(.A(A), .DMax(DMax), .NMax(NMax), .PF(PF), .PortBits(PortBits), .Debug(0)) u_top (
      .clk_i, .rst_ni(rst_n), .start_i(start), .idle_o(idle), .done_o(done), .error_o(error),
      .error_code_o(error_code), .timeout_o(timeout), .overflow_o(overflow), .cfg_nq_i(nq),
      .cfg_nk_i(nk), .cfg_d_i(d), .cfg_mode_i(mode), .cfg_qrows_i(qrows),
      .cfg_causal_i(causal), .cfg_offset_i(offset), .cfg_overlap_i(overlap),
      .cfg_stream_i(stream), .cfg_latency_i(latency), .cfg_scale_i(scale), .stall_i(stall),
      .h_en_i(h_en), .h_we_i(h_we), .h_addr_i(h_addr), .h_wdata_i(h_wdata), .h_rdata_o(h_rdata),
      .state_row_i(state_row), .state_m_o(state_m), .state_l_o(state_l), .counters_o(counters)
  );
endmodule
