// SPDX-License-Identifier: MIT
//
// The engine of build tiny in the world that its contract describes, for proofs that a mutant is no
// change: a reset first, and at its pins legal configurations alone, all of them.  That no other starts
// the engine is proven in formal/setup.sv, and what is refused is put to the mutants as jobs.
module ta_legal #(
    localparam int A = 4,
    localparam int DMax = 4,
    localparam int NMax = 32,
    localparam int PortBits = 16,
    localparam int AddrW = $clog2(ta_pkg::memory_words(A, DMax, NMax, PortBits)),
    localparam int IdxW = $clog2(NMax)
) (
    input  logic                clk_i,
    input  logic                reset_i,
    input  logic                start_i,
    input  logic [IdxW-1:0]     nq_m1_i,
    input  logic [IdxW-1:0]     nk_m1_i,
    input  logic                mode_i,
    input  logic [1:0]          blocks_i,
    input  logic [15:0]         qrows_i,
    input  logic                causal_i,
    input  logic [16:0]         offset_i,
    input  logic                overlap_i,
    input  logic                stream_i,
    input  logic [6:0]          latency_i,
    input  logic [23:0]         scale_i,
    input  logic [2:0]          stall_i,
    input  logic                h_en_i,
    input  logic                h_we_i,
    input  logic [AddrW-1:0]    h_addr_i,
    input  logic [PortBits-1:0] h_wdata_i,
    input  logic [IdxW-1:0]     state_row_i,
    output logic                idle_o,
    output logic                done_o,
    output logic                error_o,
    output logic [2:0]          error_code_o,
    output logic                timeout_o,
    output logic                overflow_o,
    output logic [PortBits-1:0] h_rdata_o,
    output logic [15:0]         state_m_o,
    output logic [12+IdxW:0]    state_l_o,
    output logic [29*32-1:0]    counters_o
);
  logic                past_q;        // 0 at power-up
  logic signed [IdxW+1:0] near;       // an offset that is near enough
  logic                dbg_unused;
  always_ff @(posedge clk_i) past_q <= 1'b1;
  always_comb begin
    near = offset_i[IdxW+1:0];
    if (near > NMax) near = NMax;
    if (near < -NMax) near = -NMax;
  end
  ta_top u_top (
      .clk_i, .rst_ni(past_q && !reset_i), .start_i, .idle_o, .done_o, .error_o, .error_code_o, .timeout_o, .overflow_o,
      .cfg_nq_i(16'(nq_m1_i) + 16'd1), .cfg_nk_i(16'(nk_m1_i) + 16'd1), .cfg_d_i(16'(DMax)), .cfg_mode_i(mode_i),
      .cfg_qrows_i(mode_i == ta_pkg::MODE_FLASH ? 16'(A) << blocks_i : qrows_i), .cfg_causal_i(causal_i),
      .cfg_offset_i(causal_i ? 17'(near) : offset_i), .cfg_overlap_i(overlap_i), .cfg_stream_i(stream_i),
      .cfg_latency_i(latency_i[6] ? 8'd64 : {2'b00, latency_i[5:0]}), .cfg_scale_i(scale_i), .stall_i,
      .h_en_i(h_en_i && idle_o), .h_we_i, .h_addr_i, .h_wdata_i, .h_rdata_o, .state_row_i, .state_m_o, .state_l_o,
      .counters_o, .dbg_o(dbg_unused)
  );
endmodule
