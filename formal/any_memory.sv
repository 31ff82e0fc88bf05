// SPDX-License-Identifier: MIT
//
// The engine at a memory that does whatever the port allows: it grants a request, gives a word or takes one, in the
// order of the requests, at any clock from the one behind the grant on, or does not.
//
//   gaps_i               0: once a burst has begun its words come, or are taken, one in a clock
//   grant_i, serve_i     what the memory does in this clock, where it may
//   grant_may_o          a request waits for its grant
//   serve_may_o          a word of the oldest granted burst can be given, or is offered and can be taken, or not
//   served_o             one is
//   none_o               no granted burst is unfinished
module any_memory #(
    parameter int A = 4,
    parameter int DMax = 4,
    parameter int NMax = 32,
    parameter int PortBits = 16,
    localparam int LenW = $clog2(2 * A * DMax * 8 / PortBits) + 1
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        start_i,
    input  logic [15:0] nq_i,
    input  logic [15:0] nk_i,
    input  logic [15:0] d_i,
    input  logic        mode_i,
    input  logic [15:0] qrows_i,
    input  logic        causal_i,
    input  logic [16:0] offset_i,
    input  logic        overlap_i,
    input  logic        stream_i,
    input  logic [23:0] scale_i,
    input  logic [PortBits-1:0] rdata_i,
    input  logic        gaps_i,
    input  logic        grant_i,
    input  logic        serve_i,
    output logic        grant_may_o,
    output logic        serve_may_o,
    output logic        served_o,
    output logic        none_o,
    output logic        done_o
);
  localparam int Bursts = ta_pkg::BURSTS;
  logic                 req_valid, req_write, wvalid;
  logic [LenW-1:0]      req_len;
  logic                 granted, served, serve, offered, last;
  logic                 begun_q;
  // The oldest burst first; all others are 0, so that equal histories are equal states.
  logic [Bursts-1:0]    some_q, write_q;
  logic [LenW-1:0]      left_q [Bursts];

  ta_engine #(.A(A), .DMax(DMax), .NMax(NMax), .PortBits(PortBits), .Debug(0)) u_engine (
      .clk_i, .rst_ni, .start_i, .idle_o(), .done_o, .error_o(), .error_code_o(), .timeout_o(), .overflow_o(),
      .cfg_nq_i(nq_i), .cfg_nk_i(nk_i), .cfg_d_i(d_i), .cfg_mode_i(mode_i), .cfg_qrows_i(qrows_i), .cfg_causal_i(causal_i),
      .cfg_offset_i(offset_i), .cfg_overlap_i(overlap_i), .cfg_stream_i(stream_i), .cfg_latency_i(8'd0), .cfg_scale_i(scale_i),
      .latency_o(), .req_valid_o(req_valid), .req_ready_i(granted), .req_write_o(req_write), .req_addr_o(), .req_len_o(req_len),
      .rvalid_i(served && !write_q[0]), .rdata_i, .wvalid_o(wvalid), .wready_i(serve && some_q[0] && write_q[0]),
      .wdata_o(), .wstrb_o(), .state_row_i('0), .state_m_o(), .state_l_o(), .counters_o(), .dbg_o()
  );
  assign grant_may_o = req_valid && !some_q[Bursts-1];
  assign serve_may_o = offered && (gaps_i || !begun_q);
  assign served_o    = served;
  assign none_o      = !some_q[0];
  assign granted     = grant_i && grant_may_o;
  assign serve       = serve_i || (begun_q && !gaps_i);
  assign offered     = some_q[0] && (!write_q[0] || wvalid);
  assign served      = serve && offered;
  assign last        = served && left_q[0] == LenW'(1);

  always_ff @(posedge clk_i) begin
    begun_q <= rst_ni && (served ? !last : begun_q);
    for (int i = 0; i < Bursts; i++) begin
      logic             some, write, behind;
      logic [LenW-1:0]  left;
      // What stands in place i after the oldest is gone, or not; the new one goes behind the last one.
      {some, write, left} = last ? (i + 1 < Bursts ? {some_q[(i+1)%Bursts], write_q[(i+1)%Bursts], left_q[(i+1)%Bursts]} : '0)
                                 : {some_q[i], write_q[i], left_q[i]};
      if (i == 0 && served && !last) left = left_q[0] - 1'b1;
      behind = last ? some_q[i] : i == 0 || some_q[(i+Bursts-1)%Bursts];
      if (granted && !some && behind) {some, write, left} = {1'b1, req_write, req_len};
      some_q[i]  <= rst_ni && some;
      write_q[i] <= rst_ni && write;
      left_q[i]  <= rst_ni ? left : '0;
    end
  end
endmodule
