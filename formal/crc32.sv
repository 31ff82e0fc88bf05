// SPDX-License-Identifier: MIT
//
// A byte taken changes the sum as the byte-wise definition says, eight cycles later; meanwhile
// nothing is taken, and without a byte nothing changes.
  logic        past_q = 1'b0;
  logic [7:0]  ones;
  logic [31:0] sum_q;                   // by definition
  function automatic logic [31:0] next(input logic [31:0] sum, input logic [7:0] data);
    logic [31:0] x;
    x = sum ^ {24'd0, data};
    for (int i = 0; i < 8; i++) x = (x >> 1) ^ (x[0] ? 32'hedb88320 : 32'd0);
    next = x;
  endfunction
  // What is left of a byte of which some bits are in: the rest of the definition.
  function automatic logic [31:0] rest(input logic [31:0] sum, input logic [7:0] data, input logic [7:0] left);
    logic [31:0] x;
    x = sum ^ {24'd0, data};
    for (int i = 0; i < 8; i++) if (left[i]) x = (x >> 1) ^ (x[0] ? 32'hedb88320 : 32'd0);
    rest = x;
  endfunction
  assign ones = left_q & (left_q + 8'd1);
  always_comb if (!past_q) assume (clear_i);
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (clear_i) sum_q <= '1;
    else if (valid_i && ready_o) sum_q <= next(sum_q, data_i);
    if (past_q) begin
      `CHECK(ones == 8'd0)
      `CHECK(!ready_o || crc_o == sum_q)
      `CHECK(ready_o || rest(crc_q, data_q & left_q, left_q) == sum_q)
      `REACH(ready_o && sum_q == 32'hdebb20e3)
      `REACH(ready_o && sum_q == 32'h0)
    end
  end
