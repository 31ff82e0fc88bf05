// SPDX-License-Identifier: MIT
//
// CRC-32 of zlib (reflected polynomial EDB88320), one bit a cycle.
//   clear_i  starts a new sum
//   valid_i  takes data_i; only while ready_o, which comes back after 8 cycles
//   crc_o    the register: the sum is its complement; after a message and its own sum,
//            low byte first, it is RESIDUE
module ta_crc32 (
    input  logic        clk_i,
    input  logic        clear_i,
    input  logic        valid_i,
    input  logic [7:0]  data_i,
    output logic        ready_o,
    output logic [31:0] crc_o
);
  localparam logic [31:0] POLYNOMIAL = 32'hedb88320;

  logic [31:0] crc_q;
  logic [7:0]  data_q;
  logic [7:0]  left_q;     // a one for each bit left
  logic        feedback;

  assign ready_o  = !left_q[0];
  assign crc_o    = crc_q;
  assign feedback = crc_q[0] ^ data_q[0];

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      crc_q  <= '1;
      left_q <= '0;
    end else if (left_q[0]) begin
      crc_q  <= {1'b0, crc_q[31:1]} ^ (feedback ? POLYNOMIAL : '0);
      left_q <= {1'b0, left_q[7:1]};
    end else if (valid_i) begin
      left_q <= '1;
    end
    data_q <= left_q[0] ? {1'b0, data_q[7:1]} : data_i;
  end
endmodule
