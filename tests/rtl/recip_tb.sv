// SPDX-License-Identifier: MIT
module recip_case #(
  parameter int LW = 18
) (input logic clk_i);
  import "DPI-C" function int tb_recip(input int lw, output int l, input int r, input int lz);

  int l_next;
  logic [LW-1:0] l;
  logic [15:0] r;
  logic [4:0] lz;

  ta_recip #(.LW(LW)) u_dut (.clk_i, .l_i(l), .r_o(r), .lz_o(lz));

  always @(posedge clk_i) begin
    if (tb_recip(LW, l_next, 32'(r), 32'(lz)) != 0) $finish;
    l <= l_next[LW-1:0];
  end
endmodule

module recip_tb (input logic clk_i);
  recip_case #(.LW(16)) u_16 (.clk_i);
  recip_case #(.LW(18)) u_18 (.clk_i);
  recip_case #(.LW(19)) u_19 (.clk_i);
  recip_case #(.LW(20)) u_20 (.clk_i);
  recip_case #(.LW(22)) u_22 (.clk_i);
endmodule
