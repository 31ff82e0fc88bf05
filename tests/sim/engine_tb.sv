// SPDX-License-Identifier: MIT
//
// Runs the jobs of a stream (job_stream.c) on ta_top through its pins and compares output, row
// state and counters: for simulators without a C side.  +stream=FILE.
module engine_tb #(
    parameter int A = 4,
    parameter int DMax = 4,
    parameter int NMax = 32,
    parameter int PF = 8,
    parameter int PortBits = 16,
    parameter int Debug = 0
);
  localparam int IdxW = $clog2(NMax);
  localparam int AddrW = $clog2(ta_pkg::memory_words(A, DMax, NMax, PortBits));
  localparam int LW = ta_pkg::l_width(NMax);
  localparam int DbgW = Debug != 0 ? ta_spec_pkg::record_bits(A, DMax, NMax, PF, PortBits) : 1;

  logic                clk, rst_n, start, idle, done, error, timeout, overflow;
  logic [2:0]          error_code;
  logic [15:0]         nq, nk, d, qrows;
  logic                mode, causal, overlap, stream;
  logic [16:0]         offset;
  logic [7:0]          latency;
  logic [23:0]         scale;
  logic                h_en, h_we;
  logic [AddrW-1:0]    h_addr;
  logic [PortBits-1:0] h_wdata, h_rdata;
  logic [IdxW-1:0]     state_row;
  logic [15:0]         state_m;
  logic [LW-1:0]       state_l;
  logic [29*32-1:0]    counters;
  logic [DbgW-1:0]     dbg;

  ta_top #(.A(A), .DMax(DMax), .NMax(NMax), .PF(PF), .PortBits(PortBits), .Debug(Debug)) u_top (
      .clk_i(clk), .rst_ni(rst_n), .start_i(start), .idle_o(idle), .done_o(done),
      .error_o(error), .error_code_o(error_code), .timeout_o(timeout), .overflow_o(overflow),
      .cfg_nq_i(nq), .cfg_nk_i(nk), .cfg_d_i(d), .cfg_mode_i(mode), .cfg_qrows_i(qrows),
      .cfg_causal_i(causal), .cfg_offset_i(offset), .cfg_overlap_i(overlap),
      .cfg_stream_i(stream), .cfg_latency_i(latency), .cfg_scale_i(scale), .stall_i(3'b000),
      .h_en_i(h_en), .h_we_i(h_we), .h_addr_i(h_addr), .h_wdata_i(h_wdata),
      .h_rdata_o(h_rdata), .state_row_i(state_row), .state_m_o(state_m), .state_l_o(state_l),
      .counters_o(counters), .dbg_o(dbg)
  );

  task step(input int clocks);
    for (int i = 0; i < clocks; i++) begin
      #5 clk = 1'b1;
      #5 clk = 1'b0;
    end
    #1;
  endtask

  integer file, got;
  logic [127:0] token;
  task next;
    begin
      got = $fscanf(file, "%h", token);
      if (got != 1) begin
        $display("the stream ends too early");
        $finish;
      end
    end
  endtask

  integer jobs, clocks, words, wrong, limit;
  task expect_equal(input [127:0] expected, input [127:0] actual, input integer what,
                    input integer index);
    if (expected !== actual) begin
      wrong = wrong + 1;
      if (wrong < 10)
        $display("job %0d: %0s %0d: expected %h got %h", jobs,
                 what == 0 ? "output word" : what == 1 ? "m of row" : what == 2 ? "l of row" :
                 what == 3 ? "counter" : "pin", index, expected, actual);
    end
  endtask

  // Values of keys beyond the last one meet P = 0.  In a simulator with unknowns 0 * x is x, so
  // the buffers start as an FPGA's do: with something.
  initial for (int i = 0; i < 2 * DMax; i++) begin
    u_top.u_engine.u_k.mem[i] = {A{8'h5a}};
    u_top.u_engine.u_v.mem[i] = {A{8'ha5}};
  end

  reg [8*256-1:0] name;
  initial begin
    clk = 1'b0;
    start = 1'b0;
    h_en = 1'b0;
    h_we = 1'b0;
    h_addr = '0;
    h_wdata = '0;
    state_row = '0;
    nq = '0; nk = '0; d = '0; qrows = '0; mode = 1'b0; causal = 1'b0; overlap = 1'b0;
    stream = 1'b0; offset = '0; latency = '0; scale = '0;
    jobs = 0;
    clocks = 0;
    wrong = 0;
    if (!$value$plusargs("stream=%s", name)) $finish;
    file = $fopen(name, "r");
    rst_n = 1'b0;
    step(2);
    rst_n = 1'b1;
    next;
    while (token == 1) begin
      next; nq = token[15:0];
      next; nk = token[15:0];
      next; d = token[15:0];
      next; mode = token[0];
      next; qrows = token[15:0];
      next; causal = token[0];
      next; offset = token[16:0];
      next; overlap = token[0];
      next; stream = token[0];
      next; latency = token[7:0];
      next; scale = token[23:0];
      next; words = token[31:0];
      h_en = 1'b1;
      h_we = 1'b1;
      for (int i = 0; i < words; i++) begin
        next; h_addr = token[AddrW-1:0];
        next; h_wdata = token[PortBits-1:0];
        step(1);
      end
      h_en = 1'b0;
      h_we = 1'b0;
      start = 1'b1;
      step(1);
      start = 1'b0;
      limit = clocks + 100000;
      while (idle !== 1'b1 && clocks < limit) begin
        step(1);
        clocks = clocks + 1;
      end
      step(2);
      expect_equal({124'd0, 4'b1000}, {124'd0, done, error, timeout, overflow}, 4, 0);
      if (wrong != 0) begin
        $display("job %0d does not end well", jobs);
        $finish;
      end
      next; words = token[31:0];
      h_en = 1'b1;
      for (int i = 0; i < words; i++) begin
        next; h_addr = token[AddrW-1:0];
        step(2);
        next; expect_equal(token, {{(128-PortBits){1'b0}}, h_rdata}, 0, i);
      end
      h_en = 1'b0;
      for (int i = 0; i < nq; i++) begin
        state_row = i[IdxW-1:0];
        step(2);
        next; expect_equal(token, {112'd0, state_m}, 1, i);
        next; expect_equal(token, {{(128-LW){1'b0}}, state_l}, 2, i);
      end
      for (int i = 0; i < 29; i++) begin
        next; expect_equal(token, {96'd0, counters[32*i+:32]}, 3, i);
      end
      jobs = jobs + 1;
      next;
    end
    $display("%0d jobs, %0d clocks, %0d wrong", jobs, clocks, wrong);
    if (wrong == 0) $display("equal");
    $finish;
  end
endmodule
