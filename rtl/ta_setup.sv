// SPDX-License-Identifier: MIT
//
// Samples the configuration at start, checks it, and derives what the controllers need.
// start_i is taken only while idle_i; go_o follows four cycles later, or error_o (sticky until
// the next start) with the code of spec/config_errors.def.  Outputs are stable during a run.
module ta_setup #(
    parameter int A = 4,
    parameter int DMax = 4,
    parameter int NMax = 32,
    parameter int PortBits = 16,
    localparam int RowW = $clog2(NMax) + 1,
    localparam int PosW = $clog2(NMax) + 3,
    localparam int TileW = ta_pkg::at_least_1($clog2((NMax + A - 1) / A)),
    localparam int ChunkW = ta_pkg::at_least_1($clog2(DMax / A)),
    localparam int LaneW = $clog2(A) + 1,
    localparam int LenW = $clog2(2 * A * DMax * 8 / PortBits) + 1
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic              start_i,
    input  logic              idle_i,
    input  logic [15:0]       cfg_nq_i,
    input  logic [15:0]       cfg_nk_i,
    input  logic [15:0]       cfg_d_i,
    input  logic              cfg_mode_i,
    input  logic [15:0]       cfg_qrows_i,
    input  logic              cfg_causal_i,
    input  logic [16:0]       cfg_offset_i,     // signed
    input  logic              cfg_overlap_i,
    input  logic              cfg_stream_i,
    input  logic [7:0]        cfg_latency_i,
    input  logic [23:0]       cfg_scale_i,
    output logic              start_o,          // start was taken in the cycle before
    output logic              go_o,
    output logic              refuse_o,         // pulse: the configuration was refused
    output logic              error_o,
    output logic [2:0]        error_code_o,
    output logic              naive_o,
    output logic              causal_o,
    output logic              overlap_o,
    output logic              stream_o,
    output logic [6:0]        latency_o,
    output logic [23:0]       scale_o,
    output logic [RowW-1:0]   nq_o,
    output logic [RowW-1:0]   rows_blk_o,       // rows of a block
    output logic [LaneW-1:0]  rows_last_o,      // rows of the last group, 1..A
    output logic [TileW-1:0]  tiles_m1_o,       // key tiles - 1
    output logic [LaneW-1:0]  keys_last_o,      // keys of the last tile, 1..A
    output logic [ChunkW-1:0] chunks_m1_o,      // d / A - 1
    output logic [PosW-1:0]   offset_o,         // signed
    output logic [PosW-1:0]   diag_o,           // signed: ceil(offset / A) * A
    output logic [RowW-1:0]   unseen_o,         // rows below this see no tile
    output logic [LenW-1:0]   words_full_o,     // A rows of Q, K or V
    output logic [LenW-1:0]   words_q_last_o,   // the last group's rows of Q
    output logic [LenW-1:0]   words_k_last_o    // the last tile's keys of K or V
);
  localparam int LA = $clog2(A);
  localparam int WordsPerChunk = A * 8 / PortBits;

  logic [15:0] nq_q, nk_q, d_q;
  logic [RowW-1:0] qrows_q;
  logic        mode_q, causal_q, overlap_q, stream_q;
  logic [PosW-1:0] offset_q;
  logic [6:0]  latency_q;
  logic [23:0] scale_q;
  logic [2:0]  step_q;
  logic [2:0]  code_d, code_q;
  logic        error_q;

  // Cycle 1: sampled.  Cycle 2: checked, derived.  Cycle 3: word counts.  Cycle 4: go.
  logic bad_nq, bad_nk, bad_d, bad_qrows, bad_offset, bad_latency;
  // Checked at the pins, so that the code is a choice among registers.
  always_ff @(posedge clk_i) begin
    if (start_i && idle_i) begin
      bad_nq      <= cfg_nq_i == 16'd0 || cfg_nq_i > 16'(NMax);
      bad_nk      <= cfg_nk_i == 16'd0 || cfg_nk_i > 16'(NMax);
      bad_d       <= cfg_d_i < 16'(A) || cfg_d_i > 16'(DMax) || cfg_d_i[LA-1:0] != '0;
      bad_qrows   <= cfg_mode_i == ta_pkg::MODE_FLASH &&
                     ((cfg_qrows_i != 16'(A) && cfg_qrows_i != 16'(2 * A) &&
                       cfg_qrows_i != 16'(4 * A) && cfg_qrows_i != 16'(8 * A)) ||
                      cfg_qrows_i > 16'(NMax));
      bad_offset  <= cfg_causal_i && ($signed(cfg_offset_i) < 17'(-NMax) ||
                                      $signed(cfg_offset_i) > 17'(NMax));
      bad_latency <= cfg_latency_i > 8'd64;
    end
  end

  always_comb begin
    code_d = ta_spec_pkg::CONFIG_NONE;
    if (bad_nq) code_d = ta_spec_pkg::CONFIG_NQ;
    else if (bad_nk) code_d = ta_spec_pkg::CONFIG_NK;
    else if (bad_d) code_d = ta_spec_pkg::CONFIG_D;
    else if (bad_qrows) code_d = ta_spec_pkg::CONFIG_Q_ROWS;
    else if (bad_offset) code_d = ta_spec_pkg::CONFIG_OFFSET;
    else if (bad_latency) code_d = ta_spec_pkg::CONFIG_LATENCY;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      step_q  <= '0;
      error_q <= 1'b0;
      code_q  <= '0;
    end else begin
      step_q <= {step_q[1:0], start_i && idle_i};
      if (start_i && idle_i) begin
        error_q <= 1'b0;
        code_q  <= '0;
      end else if (step_q[0]) begin
        error_q <= code_d != ta_spec_pkg::CONFIG_NONE;
        code_q  <= code_d;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i && idle_i) begin
      nq_q      <= cfg_nq_i;
      nk_q      <= cfg_nk_i;
      d_q       <= cfg_d_i;
      mode_q    <= cfg_mode_i;
      qrows_q   <= RowW'(cfg_qrows_i);
      causal_q  <= cfg_causal_i;
      offset_q  <= PosW'(cfg_offset_i);
      overlap_q <= cfg_overlap_i;
      stream_q  <= cfg_stream_i;
      latency_q <= cfg_latency_i[6:0];
      scale_q   <= cfg_scale_i;
    end
  end

  // ---- derived -----------------------------------------------------------------------
  logic [PosW-1:0]   minus_q;          // - offset
  logic              some_unseen_q;     // the offset is negative
  logic [RowW-1:0]   unseen_d;
  logic [LA-1:0]     nq_m1;
  logic [15:0]       nk_m1;
  logic [ChunkW:0]   chunks_q;
  assign nq_m1     = nq_q[LA-1:0] - 1'b1;
  assign nk_m1     = nk_q - 16'd1;

  always_comb begin
    unseen_d = '0;
    if (some_unseen_q) begin
      if (minus_q >= PosW'(nq_q)) unseen_d = RowW'(nq_q);
      else unseen_d = {minus_q[RowW-1:LA], {LA{1'b0}}};
    end
  end

  // rows * chunks by addition of shifted terms (rows <= A).
  function automatic logic [LenW-1:0] times(input logic [LaneW-1:0] rows,
                                            input logic [ChunkW:0] chunks);
    logic [LenW-1:0] sum;
    sum = '0;
    for (int i = 0; i < LaneW; i++) begin
      if (rows[i]) sum = sum + (LenW'(chunks) << i);
    end
    times = sum;
  endfunction

  always_ff @(posedge clk_i) begin
    if (step_q[0]) begin
      rows_last_o <= {1'b0, nq_m1} + 1'b1;
      keys_last_o <= {1'b0, nk_m1[LA-1:0]} + 1'b1;
      tiles_m1_o  <= TileW'(nk_m1 >> LA);
      chunks_q    <= (ChunkW + 1)'(d_q >> LA);
      rows_blk_o  <= mode_q == ta_pkg::MODE_NAIVE ? RowW'(A) : qrows_q;
      offset_o    <= causal_q ? offset_q : '0;
      minus_q     <= -offset_q;
      some_unseen_q <= causal_q && offset_q[PosW-1];
      diag_o      <= (offset_q + PosW'(A - 1)) & PosW'(~(A - 1));
    end
    if (step_q[1]) begin
      chunks_m1_o    <= ChunkW'(chunks_q - 1'b1);
      unseen_o       <= unseen_d;
      words_full_o   <= LenW'(chunks_q) << $clog2(A * WordsPerChunk);
      words_q_last_o <= times(rows_last_o, chunks_q) << $clog2(WordsPerChunk);
      words_k_last_o <= times(keys_last_o, chunks_q) << $clog2(WordsPerChunk);
    end
  end

  assign start_o      = step_q[0];
  assign refuse_o     = step_q[1] && error_q;
  assign go_o         = step_q[2] && !error_q;
  assign error_o      = error_q;
  assign error_code_o = code_q;
  assign naive_o      = mode_q;
  assign causal_o     = causal_q;
  assign overlap_o    = overlap_q;
  assign stream_o     = stream_q;
  assign latency_o    = latency_q;
  assign scale_o      = scale_q;
  assign nq_o         = RowW'(nq_q);

  // A legal size does not reach the pin's upper bits.
  logic unused;
  assign unused = ^nq_q;

endmodule
