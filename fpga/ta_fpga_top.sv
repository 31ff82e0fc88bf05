// SPDX-License-Identifier: MIT
//
// The engine and its memory behind a serial line, all on one clock.
//   Divisor    clocks a bit of the line: round(clock / baud), at least 16
//   PauseBits  a pause of 2^PauseBits bit times within a frame ends it
//   rst_ni     synchronous, active low; from outside through ta_reset_sync
//   rx_i tx_o  the line, high when idle
//   led_o      0 alive (blinks)   1 running   2 done      3 configuration refused
//              4 timeout          5 overflow  6 a frame was refused (half a second)   7 line
module ta_fpga_top #(
    parameter int A = 4,
    parameter int DMax = 4,
    parameter int NMax = 32,
    parameter int PF = 8,
    parameter int PortBits = 16,
    parameter int Divisor = 150,
    parameter int PauseBits = 16
) (
    input  logic       clk_i,
    input  logic       rst_ni,
    input  logic       rx_i,
    output logic       tx_o,
    output logic [7:0] led_o
);
  localparam int AddrW = $clog2(ta_pkg::memory_words(A, DMax, NMax, PortBits));
  localparam int IdxW = $clog2(NMax);
  localparam int LW = ta_pkg::l_width(NMax);

  // ---- line --------------------------------------------------------------------------
  logic       rx_valid, rx_framing, rx_break, tx_valid, tx_ready;
  logic [7:0] rx_data, tx_data;
  ta_uart_rx #(.Divisor(Divisor)) u_rx (
      .clk_i, .rst_ni, .rx_i, .valid_o(rx_valid), .data_o(rx_data), .framing_o(rx_framing),
      .break_o(rx_break)
  );
  ta_uart_tx #(.Divisor(Divisor)) u_tx (
      .clk_i, .rst_ni, .valid_i(tx_valid), .ready_o(tx_ready), .data_i(tx_data), .tx_o
  );

  // ---- frames ------------------------------------------------------------------------
  logic       f_valid, f_take, r_valid, r_ready, r_last, r_idle;
  logic [3:0] f_refusal;
  logic [7:0] f_sequence, f_command, f_rdata, r_data;
  logic [8:0] f_length, f_raddr;
  ta_frame_rx #(.Divisor(Divisor), .PauseBits(PauseBits)) u_frame_rx (
      .clk_i, .rst_ni, .byte_valid_i(rx_valid), .byte_i(rx_data), .framing_i(rx_framing),
      .break_i(rx_break), .valid_o(f_valid), .take_i(f_take), .refusal_o(f_refusal),
      .sequence_o(f_sequence), .command_o(f_command), .length_o(f_length), .raddr_i(f_raddr),
      .rdata_o(f_rdata)
  );
  ta_frame_tx u_frame_tx (
      .clk_i, .rst_ni, .valid_i(r_valid), .ready_o(r_ready), .data_i(r_data), .last_i(r_last),
      .idle_o(r_idle), .tx_valid_o(tx_valid), .tx_ready_i(tx_ready), .tx_data_o(tx_data)
  );

  // ---- commands ----------------------------------------------------------------------
  logic                rst_n, start, rst_nq, start_q, idle, done, error, timeout, overflow, refused;
  logic [2:0]          error_code;
  logic [15:0]         cfg_nq, cfg_nk, cfg_d, cfg_qrows;
  logic                cfg_mode, cfg_causal, cfg_overlap, cfg_stream;
  logic [16:0]         cfg_offset;
  logic [7:0]          cfg_latency;
  logic [23:0]         cfg_scale;
  logic                h_en, h_we;
  logic [AddrW-1:0]    h_addr;
  logic [PortBits-1:0] h_wdata, h_rdata;
  logic [IdxW-1:0]     state_row;
  logic [15:0]         state_m;
  logic [LW-1:0]       state_l;
  logic [29*32-1:0]    counters;
  logic                unused_dbg;
  ta_command #(.A(A), .DMax(DMax), .NMax(NMax), .PF(PF), .PortBits(PortBits))
  u_command (
      .clk_i, .rst_ni, .f_valid_i(f_valid), .f_take_o(f_take), .f_refusal_i(f_refusal),
      .f_sequence_i(f_sequence), .f_command_i(f_command), .f_length_i(f_length),
      .f_raddr_o(f_raddr), .f_rdata_i(f_rdata), .r_idle_i(r_idle), .r_valid_o(r_valid),
      .r_ready_i(r_ready), .r_data_o(r_data), .r_last_o(r_last),
      .rst_no(rst_n), .start_o(start), .idle_i(idle), .done_i(done), .error_i(error),
      .error_code_i(error_code), .timeout_i(timeout), .overflow_i(overflow),
      .cfg_nq_o(cfg_nq), .cfg_nk_o(cfg_nk), .cfg_d_o(cfg_d), .cfg_mode_o(cfg_mode),
      .cfg_qrows_o(cfg_qrows), .cfg_causal_o(cfg_causal), .cfg_offset_o(cfg_offset),
      .cfg_overlap_o(cfg_overlap), .cfg_stream_o(cfg_stream), .cfg_latency_o(cfg_latency),
      .cfg_scale_o(cfg_scale), .h_en_o(h_en), .h_we_o(h_we), .h_addr_o(h_addr),
      .h_wdata_o(h_wdata), .h_rdata_i(h_rdata), .state_row_o(state_row), .state_m_i(state_m),
      .state_l_i(state_l), .counters_i(counters), .refused_o(refused)
  );

  // On their way to the engine.
  always_ff @(posedge clk_i) begin
    rst_nq  <= rst_n;
    start_q <= start && rst_n;
  end
  ta_top #(.A(A), .DMax(DMax), .NMax(NMax), .PF(PF), .PortBits(PortBits)) u_top (
      .clk_i, .rst_ni(rst_nq), .start_i(start_q), .idle_o(idle), .done_o(done), .error_o(error),
      .error_code_o(error_code), .timeout_o(timeout), .overflow_o(overflow),
      .cfg_nq_i(cfg_nq), .cfg_nk_i(cfg_nk), .cfg_d_i(cfg_d), .cfg_mode_i(cfg_mode),
      .cfg_qrows_i(cfg_qrows), .cfg_causal_i(cfg_causal), .cfg_offset_i(cfg_offset),
      .cfg_overlap_i(cfg_overlap), .cfg_stream_i(cfg_stream), .cfg_latency_i(cfg_latency),
      .cfg_scale_i(cfg_scale), .stall_i(3'b000), .h_en_i(h_en), .h_we_i(h_we),
      .h_addr_i(h_addr), .h_wdata_i(h_wdata), .h_rdata_o(h_rdata), .state_row_i(state_row),
      .state_m_o(state_m), .state_l_o(state_l), .counters_o(counters), .dbg_o(unused_dbg)
  );

  // ---- lights ------------------------------------------------------------------------
  logic [12:0] low_q;
  logic        carry_q;
  logic [13:0] high_q;          // the two make a counter of 27 bits
  logic [13:0] shown_q;         // until high_q comes back here, a refusal is shown
  logic        refused_q, rx_q, line_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      low_q     <= '0;
      carry_q   <= 1'b0;
      high_q    <= '0;
      refused_q <= 1'b0;
      led_o     <= '0;
      rx_q      <= 1'b1;
      line_q    <= 1'b1;
    end else begin
      low_q   <= low_q + 1'b1;
      carry_q <= low_q == '1;
      if (carry_q) high_q <= high_q + 1'b1;
      if (refused) refused_q <= 1'b1;
      else if (carry_q && shown_q == high_q) refused_q <= 1'b0;
      rx_q   <= rx_i;
      line_q <= rx_q && tx_o;
      led_o  <= {!line_q, refused_q, overflow, timeout, error, done, !idle, high_q[13]};
    end
    if (refused) shown_q <= high_q - 1'b1;
  end
endmodule
