// SPDX-License-Identifier: MIT
//
// Largest of N signed numbers, N = 2, 3 or 4: the signs of all pairwise differences in one
// cycle, a one-hot select in the next.
//   z_i    element i in bits 16*i +: 16, Q8.8
//   max_o  Q8.8
// Latency: 2.  No reset.  No combinational path.
module ta_max #(
  parameter int N = 4
) (
  input  logic            clk_i,
  input  logic [16*N-1:0] z_i,
  output logic [15:0]     max_o
);
  logic [16*N-1:0] z_q;
  logic [N*N-1:0]  beats;   // bit N*i + j: element i wins against j; of equals, the lower index
  logic [N*N-1:0]  beats_q;
  logic [15:0]     max_d;

  for (genvar i = 0; i < N; i++) begin : g_i
    assign beats[N*i+i] = 1'b1;
    for (genvar j = i + 1; j < N; j++) begin : g_j
      // Sign of a 17-bit difference: z_i[i] < z_i[j].
      logic [16:0] difference;
      logic [15:0] unused_low;
      assign difference = {z_i[16*i+15], z_i[16*i +: 16]} - {z_i[16*j+15], z_i[16*j +: 16]};
      assign unused_low = difference[15:0];
      assign beats[N*i+j] = ~difference[16];
      assign beats[N*j+i] = difference[16];
    end
  end

  always_comb begin
    max_d = '0;
    for (int i = 0; i < N; i++) max_d = max_d | ({16{&beats_q[N*i +: N]}} & z_q[16*i +: 16]);
  end

  always_ff @(posedge clk_i) begin
    z_q     <= z_i;
    beats_q <= beats;
    max_o   <= max_d;
  end
endmodule
