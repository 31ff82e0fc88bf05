// SPDX-License-Identifier: MIT
//
// Product of operands wider than one multiplier: one, two or four ta_mul and registered adds.
//   a_i  WidthA bits, two's complement if SignedA, else unsigned
//   b_i  WidthB bits, two's complement if SignedB, else unsigned
//   p_o  WidthA+WidthB bits, exact, two's complement if either operand is
// Latency: Latency; at least 2 with one piece, 3 with two, 4 with four (one cycle more than
// the minimum appends one register).  No reset.  No combinational path.
// An operand is split, low 17 bits unsigned and the rest, when it is wider than ta_mul takes.
// Requires: WidthA, WidthB at most 35 signed, 34 unsigned.
module ta_mul_wide #(
  parameter int WidthA  = 26,
  parameter int WidthB  = 16,
  parameter int SignedA = 1,
  parameter int SignedB = 0,
  parameter int Latency = 3
) (
  input  logic                     clk_i,
  input  logic [WidthA-1:0]        a_i,
  input  logic [WidthB-1:0]        b_i,
  output logic [WidthA+WidthB-1:0] p_o
);
  localparam int Low = 17;  // bits of a low piece
  localparam int WidthP = WidthA + WidthB;
  localparam int BothUnsigned = (SignedA == 0 && SignedB == 0) ? 1 : 0;
  localparam int SplitA = (WidthA > ((SignedA != 0 || BothUnsigned != 0) ? 18 : 17)) ? 1 : 0;
  localparam int SplitB = (WidthB > ((SignedB != 0 || BothUnsigned != 0) ? 18 : 17)) ? 1 : 0;
  localparam int Minimum = (SplitA + SplitB == 2) ? 4 : 2 + SplitA + SplitB;

  logic [WidthP-1:0] p;

  if (SplitA == 0 && SplitB == 0) begin : g_one
    ta_mul #(
      .WidthA(WidthA), .WidthB(WidthB), .SignedA(SignedA), .SignedB(SignedB)
    ) u_mul (
      .clk_i, .a_i, .b_i, .b_en_i(1'b1), .p_o(p)
    );
  end else if (SplitA == 0 || SplitB == 0) begin : g_two
    // w is the operand that is split, n the other one.
    localparam int WidthW  = (SplitA != 0) ? WidthA : WidthB;
    localparam int WidthN  = (SplitA != 0) ? WidthB : WidthA;
    localparam int SignedW = (SplitA != 0) ? SignedA : SignedB;
    localparam int SignedN = (SplitA != 0) ? SignedB : SignedA;
    localparam int High    = WidthW - Low;

    logic [WidthW-1:0] w;
    logic [WidthN-1:0] n;
    logic [Low+WidthN-1:0]  lo;
    logic [High+WidthN-1:0] hi, lo_high;
    logic [WidthP-1:0] p_q;

    if (SplitA != 0) begin : g_a
      assign w = a_i;
      assign n = b_i;
    end else begin : g_b
      assign w = b_i;
      assign n = a_i;
    end

    ta_mul #(.WidthA(Low), .WidthB(WidthN), .SignedA(0), .SignedB(SignedN)) u_lo (
      .clk_i, .a_i(w[Low-1:0]), .b_i(n), .b_en_i(1'b1), .p_o(lo)
    );
    ta_mul #(.WidthA(High), .WidthB(WidthN), .SignedA(SignedW), .SignedB(SignedN)) u_hi (
      .clk_i, .a_i(w[WidthW-1:Low]), .b_i(n), .b_en_i(1'b1), .p_o(hi)
    );

    assign lo_high = {{High{(SignedN != 0) & lo[Low+WidthN-1]}}, lo[Low+WidthN-1:Low]};
    always_ff @(posedge clk_i) p_q <= {hi + lo_high, lo[Low-1:0]};
    assign p = p_q;
  end else begin : g_four
    localparam int HighA = WidthA - Low;
    localparam int HighB = WidthB - Low;
    // Width of the sum of the two middle products; one more where a signed and an unsigned
    // product meet.
    localparam int WidthM = Low + ((HighA > HighB) ? HighA : HighB)
                          + ((SignedA != SignedB) ? 2 : 1);

    logic [2*Low-1:0]       ll;
    logic [Low+HighB-1:0]   lh;
    logic [HighA+Low-1:0]   hl;
    logic [HighA+HighB-1:0] hh;
    logic [WidthM-1:0]      lh_wide, hl_wide, mid_q;
    logic [WidthP-1:0]      base_q, p_q;
    logic [WidthP-Low-1:0]  mid_wide;

    ta_mul #(.WidthA(Low), .WidthB(Low), .SignedA(0), .SignedB(0)) u_ll (
      .clk_i, .a_i(a_i[Low-1:0]), .b_i(b_i[Low-1:0]), .b_en_i(1'b1), .p_o(ll)
    );
    ta_mul #(.WidthA(Low), .WidthB(HighB), .SignedA(0), .SignedB(SignedB)) u_lh (
      .clk_i, .a_i(a_i[Low-1:0]), .b_i(b_i[WidthB-1:Low]), .b_en_i(1'b1), .p_o(lh)
    );
    ta_mul #(.WidthA(HighA), .WidthB(Low), .SignedA(SignedA), .SignedB(0)) u_hl (
      .clk_i, .a_i(a_i[WidthA-1:Low]), .b_i(b_i[Low-1:0]), .b_en_i(1'b1), .p_o(hl)
    );
    ta_mul #(.WidthA(HighA), .WidthB(HighB), .SignedA(SignedA), .SignedB(SignedB)) u_hh (
      .clk_i, .a_i(a_i[WidthA-1:Low]), .b_i(b_i[WidthB-1:Low]), .b_en_i(1'b1), .p_o(hh)
    );

    assign lh_wide = {{(WidthM-Low-HighB){(SignedB != 0) & lh[Low+HighB-1]}}, lh};
    assign hl_wide = {{(WidthM-Low-HighA){(SignedA != 0) & hl[HighA+Low-1]}}, hl};
    if (WidthM >= WidthP - Low) begin : g_cut
      assign mid_wide = mid_q[WidthP-Low-1:0];
    end else begin : g_extend
      assign mid_wide = {{(WidthP-Low-WidthM){(BothUnsigned == 0) & mid_q[WidthM-1]}}, mid_q};
    end

    always_ff @(posedge clk_i) begin
      mid_q  <= lh_wide + hl_wide;
      base_q <= {hh, ll};  // ll is exact and unsigned: no add needed
      p_q    <= {base_q[WidthP-1:Low] + mid_wide, base_q[Low-1:0]};
    end
    assign p = p_q;
  end

  ta_delay #(.Width(WidthP), .Cycles(Latency - Minimum)) u_extra (.clk_i, .d_i(p), .d_o(p_o));
endmodule
