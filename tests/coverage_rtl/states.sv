// SPDX-License-Identifier: MIT
//
// States and arcs of the machines with more than two states, bound to each of them: every state and every arc
// is a point of coverage, and any other arc ends the simulation.  `quiet`: a reset, after which any state
// may be the first one.
`define STATE(a) cover property (@(posedge clk_i) on_q && state_q == a);
`define ARC(a, b) cover property (@(posedge clk_i) on_q && past_q == a && state_q == b);
`define MACHINE(width)                                            \
  logic [width-1:0] past_q;                                       \
  logic             on_q, legal;                                  \
  initial on_q = 1'b0;                                            \
  always_ff @(posedge clk_i) begin                                \
    on_q   <= !quiet_i;                                           \
    past_q <= state_q;                                            \
    if (on_q && !legal && past_q != state_q) begin                \
      $display("%m: from state %0d to %0d", past_q, state_q);     \
      $stop;                                                      \
    end                                                           \
  end

// verilator coverage_off
module ta_states_feed (
    input logic       clk_i,
    input logic       quiet_i,
    input logic [2:0] state_q
);
  `MACHINE(3)
  // 0 idle, 1 block, 2 range, 3 wait, 4 load, 5 next, 6 done
  assign legal = {past_q, state_q} inside {{3'd0, 3'd1}, {3'd1, 3'd2}, {3'd1, 3'd6}, {3'd2, 3'd3}, {3'd3, 3'd4},
                                           {3'd4, 3'd5}, {3'd5, 3'd2}, {3'd5, 3'd1}, {3'd5, 3'd6}};
  // verilator coverage_on
  `STATE(0)
  `STATE(1)
  `STATE(2)
  `STATE(3)
  `STATE(4)
  `STATE(5)
  `STATE(6)
  `ARC(0, 1)
  `ARC(1, 2)
  `ARC(1, 6)
  `ARC(2, 3)
  `ARC(3, 4)
  `ARC(4, 5)
  `ARC(5, 1)
  `ARC(5, 2)
  `ARC(5, 6)
  // verilator coverage_off
endmodule

module ta_states_sequencer (
    input logic       clk_i,
    input logic       quiet_i,
    input logic [3:0] state_q
);
  `MACHINE(4)
  // 0 idle, 1 init, 2 fetch, 3 query, 4 drain, 5 prob, 6 store, 7 next, 8 flush, 9 done
  assign legal = {past_q, state_q} inside {{4'd0, 4'd1}, {4'd1, 4'd2}, {4'd1, 4'd4}, {4'd2, 4'd3}, {4'd3, 4'd4},
                                           {4'd4, 4'd5}, {4'd4, 4'd6}, {4'd5, 4'd6}, {4'd6, 4'd7}, {4'd7, 4'd2},
                                           {4'd7, 4'd4}, {4'd7, 4'd8}, {4'd8, 4'd1}, {4'd8, 4'd9}};
  // verilator coverage_on
  `STATE(0)
  `STATE(1)
  `STATE(2)
  `STATE(3)
  `STATE(4)
  `STATE(5)
  `STATE(6)
  `STATE(7)
  `STATE(8)
  `STATE(9)
  `ARC(0, 1)
  `ARC(1, 2)
  `ARC(1, 4)
  `ARC(2, 3)
  `ARC(3, 4)
  `ARC(4, 5)
  `ARC(4, 6)
  `ARC(5, 6)
  `ARC(6, 7)
  `ARC(7, 2)
  `ARC(7, 4)
  `ARC(7, 8)
  `ARC(8, 1)
  `ARC(8, 9)
  // verilator coverage_off
endmodule

module ta_states_uart_rx (
    input logic       clk_i,
    input logic       quiet_i,
    input logic [1:0] state_q
);
  `MACHINE(2)
  // 0 idle, 1 bits, 2 wait
  assign legal = {past_q, state_q} inside {{2'd0, 2'd1}, {2'd1, 2'd0}, {2'd1, 2'd2}, {2'd2, 2'd0}};
  // verilator coverage_on
  `STATE(0)
  `STATE(1)
  `STATE(2)
  `ARC(0, 1)
  `ARC(1, 0)
  `ARC(1, 2)
  `ARC(2, 0)
  // verilator coverage_off
endmodule

module ta_states_frame_tx (
    input logic       clk_i,
    input logic       quiet_i,
    input logic [3:0] state_q
);
  `MACHINE(4)
  // 0 fill, 1 sum, 2 crc, 3 open, 4 scan, 5 code, 6 data, 7 send, 8 next, 9 mark, 10 close, 11 last
  assign legal = {past_q, state_q} inside {{4'd0, 4'd1}, {4'd1, 4'd2}, {4'd2, 4'd3}, {4'd3, 4'd4}, {4'd4, 4'd5},
                                           {4'd5, 4'd6}, {4'd6, 4'd7}, {4'd6, 4'd8}, {4'd7, 4'd6}, {4'd8, 4'd9},
                                           {4'd8, 4'd10}, {4'd9, 4'd4}, {4'd10, 4'd11}, {4'd11, 4'd0}};
  // verilator coverage_on
  `STATE(0)
  `STATE(1)
  `STATE(2)
  `STATE(3)
  `STATE(4)
  `STATE(5)
  `STATE(6)
  `STATE(7)
  `STATE(8)
  `STATE(9)
  `STATE(10)
  `STATE(11)
  `ARC(0, 1)
  `ARC(1, 2)
  `ARC(2, 3)
  `ARC(3, 4)
  `ARC(4, 5)
  `ARC(5, 6)
  `ARC(6, 7)
  `ARC(6, 8)
  `ARC(7, 6)
  `ARC(8, 9)
  `ARC(8, 10)
  `ARC(9, 4)
  `ARC(10, 11)
  `ARC(11, 0)
  // verilator coverage_off
endmodule

module ta_states_command (
    input logic       clk_i,
    input logic       quiet_i,
    input logic [3:0] state_q
);
  `MACHINE(4)
  // 0 idle, 1 decode, 2 argument, 3 range, 4 values, 5 config, 6 write, 7 reset, 8 length, 9 header, 10 put,
  // 11 body
  assign legal = {past_q, state_q} inside {{4'd0, 4'd1}, {4'd1, 4'd2}, {4'd1, 4'd4}, {4'd1, 4'd7}, {4'd1, 4'd8},
                                           {4'd2, 4'd3}, {4'd3, 4'd6}, {4'd3, 4'd8}, {4'd4, 4'd5}, {4'd5, 4'd8},
                                           {4'd6, 4'd8}, {4'd7, 4'd8}, {4'd8, 4'd9}, {4'd9, 4'd10}, {4'd10, 4'd0},
                                           {4'd10, 4'd11}, {4'd11, 4'd10}};
  // verilator coverage_on
  `STATE(0)
  `STATE(1)
  `STATE(2)
  `STATE(3)
  `STATE(4)
  `STATE(5)
  `STATE(6)
  `STATE(7)
  `STATE(8)
  `STATE(9)
  `STATE(10)
  `STATE(11)
  `ARC(0, 1)
  `ARC(1, 2)
  `ARC(1, 4)
  `ARC(1, 7)
  `ARC(1, 8)
  `ARC(2, 3)
  `ARC(3, 6)
  `ARC(3, 8)
  `ARC(4, 5)
  `ARC(5, 8)
  `ARC(6, 8)
  `ARC(7, 8)
  `ARC(8, 9)
  `ARC(9, 10)
  `ARC(10, 0)
  `ARC(10, 11)
  `ARC(11, 10)
  // verilator coverage_off
endmodule

bind ta_feed ta_states_feed u_states (.clk_i, .quiet_i(clear_i), .state_q);
bind ta_sequencer ta_states_sequencer u_states (.clk_i, .quiet_i(clear_i), .state_q);
