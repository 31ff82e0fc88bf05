// SPDX-License-Identifier: MIT
//
// The largest of a row is one of its elements and no less than any of them.
module row_max_formal #(
    parameter int A = 4
) (
    input logic            clk_i,
    input logic [A*16-1:0] z_i
);
  localparam int Lat = ta_pkg::row_max_latency(A);
  logic [15:0]     largest;
  logic [A*16-1:0] z;
  logic [A-1:0]    equal, covered;
  logic [3:0]      n_q = '0;
  ta_row_max #(.A(A)) u_max (.clk_i, .z_i, .max_o(largest));
  ta_delay #(.Width(A * 16), .Cycles(Lat)) u_z (.clk_i, .d_i(z_i), .d_o(z));
  always_comb
    for (int j = 0; j < A; j++) begin
      equal[j]   = largest == z[16*j+:16];
      covered[j] = $signed(largest) >= $signed(z[16*j+:16]);
    end
  always_ff @(posedge clk_i) begin
    if (n_q != 4'(Lat)) n_q <= n_q + 1'b1;
    if (n_q == 4'(Lat)) begin
      `CHECK(equal != '0)
      `CHECK(covered == '1)
      `REACH(largest == 16'h8000)
      `REACH(equal == A'(1) && z[31:16] == 16'h8000)
      `REACH(equal == '1 && largest == 16'h7fff)
    end
  end
endmodule
