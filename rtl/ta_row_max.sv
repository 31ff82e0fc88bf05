// SPDX-License-Identifier: MIT
//
// Largest element of a row of A logits, in radix-4 levels of ta_max.
//   z_i    element j in bits 16*j +: 16, Q8.8
//   max_o  Q8.8
// Latency: 2 for A = 4; 4 for A = 8 and 16.  No reset.  No combinational path.
// Requires: A is 4, 8 or 16.
module ta_row_max #(
  parameter int A = 4
) (
  input  logic            clk_i,
  input  logic [A*16-1:0] z_i,
  output logic [15:0]     max_o
);
  localparam int Groups = A / 4;

  logic [16*Groups-1:0] group_max;

  for (genvar g = 0; g < Groups; g++) begin : g_group
    ta_max #(.N(4)) u_max (
      .clk_i, .z_i(z_i[64*g +: 64]), .max_o(group_max[16*g +: 16])
    );
  end

  if (Groups == 1) begin : g_one
    assign max_o = group_max;
  end else begin : g_more
    ta_max #(.N(Groups)) u_max (.clk_i, .z_i(group_max), .max_o);
  end
endmodule
