// SPDX-License-Identifier: MIT
//
// Reset from outside the clock: rst_no falls three clocks after rst_ni and rises 16 clocks
// after it; a reset shorter than a clock may be missed.  Powered up, the FPGA's registers are
// 0, which is reset.
module ta_reset_sync (
    input  logic clk_i,
    input  logic rst_ni,
    output logic rst_no
);
  logic        meta_q, rst_q;
  logic [12:0] shift_q;

  always_ff @(posedge clk_i) begin
    meta_q  <= rst_ni;
    rst_q   <= meta_q;
    shift_q <= rst_q ? {shift_q[11:0], 1'b1} : '0;
    rst_no  <= rst_q && shift_q[12];
  end
endmodule
