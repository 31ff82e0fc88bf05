// SPDX-License-Identifier: MIT
//
// The stimuli of soak_ports on ta_top (build tiny), and the hash over all output ports after every
// clock (ports.h): for simulators without a C side.  +stimuli=FILE +skip=CLOCKS without hash.
module ports_tb #(
    parameter int A = 4,
    parameter int DMax = 4,
    parameter int NMax = 32,
    parameter int PF = 8,
    parameter int PortBits = 16
);
  localparam int IdxW = $clog2(NMax);
  localparam int AddrW = $clog2(ta_pkg::memory_words(A, DMax, NMax, PortBits));
  localparam int LW = ta_pkg::l_width(NMax);

  logic                clk, idle, done, error, timeout, overflow, dbg;
  logic [2:0]          error_code;
  logic [191:0]        in;
  logic [PortBits-1:0] h_rdata;
  logic [15:0]         state_m;
  logic [LW-1:0]       state_l;
  logic [29*32-1:0]    counters;

  ta_top #(.A(A), .DMax(DMax), .NMax(NMax), .PF(PF), .PortBits(PortBits)) u_top (
      .clk_i(clk), .rst_ni(in[191]), .start_i(in[190]), .idle_o(idle), .done_o(done),
      .error_o(error), .error_code_o(error_code), .timeout_o(timeout), .overflow_o(overflow),
      .cfg_nq_i(in[127:112]), .cfg_nk_i(in[111:96]), .cfg_d_i(in[95:80]), .cfg_mode_i(in[189]),
      .cfg_qrows_i(in[79:64]), .cfg_causal_i(in[188]), .cfg_offset_i(in[48:32]),
      .cfg_overlap_i(in[187]), .cfg_stream_i(in[186]), .cfg_latency_i(in[175:168]),
      .cfg_scale_i(in[23:0]), .stall_i(in[178:176]), .h_en_i(in[185]), .h_we_i(in[184]),
      .h_addr_i(in[144+:AddrW]), .h_wdata_i(in[128+:PortBits]), .h_rdata_o(h_rdata),
      .state_row_i(in[160+:IdxW]), .state_m_o(state_m), .state_l_o(state_l),
      .counters_o(counters), .dbg_o(dbg)
  );

  logic                read;
  logic [63:0]         hash;
  logic [17*64-1:0]    lanes;
  integer              file, skip, clocks, rest;
  reg [8*256-1:0]      name;

  initial begin
    clk = 1'b0;
    clocks = 0;
    read = 1'b0;
    rest = 0;
    hash = 64'hcbf29ce484222325;
    if (!$value$plusargs("stimuli=%s", name) || !$value$plusargs("skip=%d", skip)) $finish;
    file = $fopen(name, "r");
    while ($fscanf(file, "%h", in) == 1) begin
      #5 clk = 1'b1;
      #5 clk = 1'b0;
      #1;
      rest = (idle === 1'b1) ? rest + 1 : 0;
      if (skip > 0) skip = skip - 1;
      else begin
        lanes = {32'd0, counters, {(64-LW){1'b0}}, rest < 3 ? LW'(0) : state_l,
                 {(32-PortBits){1'b0}}, read ? h_rdata : PortBits'(0), rest < 3 ? 16'd0 : state_m,
                 5'd0, error_code, 3'd0, overflow, timeout, error, done, idle};
        for (int i = 0; i < 17; i++) hash = (hash ^ lanes[64*i+:64]) * 64'h00000100000001b3;
        clocks = clocks + 1;
      end
      read = in[185] && !in[184];
    end
    $display("%h %0d", hash, clocks);
    $finish;
  end
endmodule
