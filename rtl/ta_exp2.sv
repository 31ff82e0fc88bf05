// SPDX-License-Identifier: MIT
//
// e = 2^x for x <= 0: EXP2[x & 255] >> -(x >> 8), truncating; 0 once the shift is 16 or more.
//   x_i  Q9.8, 17 bits
//   e_o  UQ1.15, 16 bits
// Latency: 4 (table 2, shift by the low two bits of the amount 1, by the high two 1).
// No reset.  No combinational path.
// Requires: x_i <= 0.
module ta_exp2 (
  input  logic        clk_i,
  input  logic [16:0] x_i,
  output logic [15:0] e_o
);
  logic [15:0] mantissa, shifted_q;
  logic [8:0]  amount_q;   // 0 .. 256
  logic [3:0]  shift_q;
  logic [1:0]  high_q;
  logic        zero_q, zero_q2;

  ta_ram #(.Width(16), .Depth(256), .HasInit(1), .Init(ta_tables_pkg::EXP2)) u_table (
    .clk_i, .we_i(1'b0), .waddr_i(8'd0), .wdata_i(16'd0), .ren_i(1'b1), .raddr_i(x_i[7:0]),
    .rdata_o(mantissa)
  );

  always_ff @(posedge clk_i) begin
    amount_q  <= -x_i[16:8];
    shift_q   <= amount_q[3:0];
    zero_q    <= |amount_q[8:4];
    shifted_q <= mantissa >> shift_q[1:0];
    high_q    <= shift_q[3:2];
    zero_q2   <= zero_q;
    e_o       <= zero_q2 ? 16'd0 : shifted_q >> {high_q, 2'b00};
  end
endmodule
