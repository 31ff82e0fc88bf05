// SPDX-License-Identifier: MIT
module normalize_case #(
  parameter int WidthO = 26,
  parameter int LW     = 18
) (input logic clk_i);
  import "DPI-C" function int tb_normalize(input int width, input int lw, output longint o,
                                           output int r, output int lz, input int out);

  longint o_next;
  int r_next, lz_next;
  logic [WidthO-1:0] o;
  logic [15:0] r, out;
  logic [4:0] lz;

  ta_normalize #(.WidthO(WidthO), .LW(LW)) u_dut (
    .clk_i, .o_i(o), .r_i(r), .lz_i(lz), .out_o(out)
  );

  always @(posedge clk_i) begin
    if (tb_normalize(WidthO, LW, o_next, r_next, lz_next, 32'($signed(out))) != 0) $finish;
    o <= o_next[WidthO-1:0];
    r <= r_next[15:0];
    lz <= lz_next[4:0];
  end
endmodule

module normalize_tb (input logic clk_i);
  normalize_case #(.WidthO(24), .LW(16)) u_16 (.clk_i);
  normalize_case #(.WidthO(26), .LW(18)) u_18 (.clk_i);
  normalize_case #(.WidthO(27), .LW(19)) u_19 (.clk_i);
  normalize_case #(.WidthO(28), .LW(20)) u_20 (.clk_i);
  normalize_case #(.WidthO(30), .LW(22)) u_22 (.clk_i);
endmodule
