// SPDX-License-Identifier: MIT
//
// The engine with its off-chip memory model and a host port.
//   h_*      direct access to the memory while the engine is idle; read latency 2
//   state_*  final m and l of a row, read latency 2
module ta_top #(
    parameter int A = 4,
    parameter int DMax = 4,
    parameter int NMax = 32,
    parameter int PF = 8,
    parameter int PortBits = 16,
    parameter int Debug = 0,
    localparam int IdxW = $clog2(NMax),
    localparam int Words = ta_pkg::memory_words(A, DMax, NMax, PortBits),
    localparam int AddrW = $clog2(Words),
    localparam int LenW = $clog2(2 * A * DMax * 8 / PortBits) + 1,
    localparam int LW = ta_pkg::l_width(NMax),
    localparam int DbgW = Debug != 0 ? ta_spec_pkg::record_bits(A, DMax, NMax, PF, PortBits) : 1
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    input  logic                start_i,
    output logic                idle_o,
    output logic                done_o,
    output logic                error_o,
    output logic [2:0]          error_code_o,
    output logic                timeout_o,
    output logic                overflow_o,
    input  logic [15:0]         cfg_nq_i,
    input  logic [15:0]         cfg_nk_i,
    input  logic [15:0]         cfg_d_i,
    input  logic                cfg_mode_i,
    input  logic [15:0]         cfg_qrows_i,
    input  logic                cfg_causal_i,
    input  logic [16:0]         cfg_offset_i,
    input  logic                cfg_overlap_i,
    input  logic                cfg_stream_i,
    input  logic [7:0]          cfg_latency_i,
    input  logic [23:0]         cfg_scale_i,
    input  logic [2:0]          stall_i,
    input  logic                h_en_i,
    input  logic                h_we_i,
    input  logic [AddrW-1:0]    h_addr_i,
    input  logic [PortBits-1:0] h_wdata_i,
    output logic [PortBits-1:0] h_rdata_o,
    input  logic [IdxW-1:0]     state_row_i,
    output logic [15:0]         state_m_o,
    output logic [LW-1:0]       state_l_o,
    output logic [29*32-1:0]    counters_o,
    output logic [DbgW-1:0]     dbg_o
);
  logic [6:0]            latency;
  logic                  req_valid, req_ready, req_write, rvalid, wvalid, wready;
  logic [AddrW-1:0]      req_addr;
  logic [LenW-1:0]       req_len;
  logic [PortBits-1:0]   rdata, wdata;
  logic [PortBits/8-1:0] wstrb;

  ta_engine #(.A(A), .DMax(DMax), .NMax(NMax), .PF(PF), .PortBits(PortBits), .Debug(Debug))
  u_engine (
      .clk_i, .rst_ni, .start_i, .idle_o, .done_o, .error_o, .error_code_o, .timeout_o,
      .overflow_o, .cfg_nq_i, .cfg_nk_i, .cfg_d_i, .cfg_mode_i, .cfg_qrows_i, .cfg_causal_i,
      .cfg_offset_i, .cfg_overlap_i, .cfg_stream_i, .cfg_latency_i, .cfg_scale_i,
      .latency_o(latency), .req_valid_o(req_valid), .req_ready_i(req_ready),
      .req_write_o(req_write), .req_addr_o(req_addr), .req_len_o(req_len), .rvalid_i(rvalid),
      .rdata_i(rdata), .wvalid_o(wvalid), .wready_i(wready), .wdata_o(wdata), .wstrb_o(wstrb),
      .state_row_i, .state_m_o, .state_l_o, .counters_o, .dbg_o
  );

  ta_memory #(.Words(Words), .PortBits(PortBits), .LenW(LenW)) u_memory (
      .clk_i, .rst_ni, .latency_i(latency), .req_valid_i(req_valid), .req_ready_o(req_ready),
      .req_write_i(req_write), .req_addr_i(req_addr), .req_len_i(req_len), .rvalid_o(rvalid),
      .rdata_o(rdata), .wvalid_i(wvalid), .wready_o(wready), .wdata_i(wdata), .wstrb_i(wstrb),
      .stall_i, .h_en_i, .h_we_i, .h_addr_i, .h_wdata_i, .h_rdata_o
  );
endmodule
