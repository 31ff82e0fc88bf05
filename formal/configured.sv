// SPDX-License-Identifier: MIT
//
// When the engine takes a start it is two clocks behind the end of a slot, and all bytes of a configuration have come
// since the last reset, or none: then it is 0, which has no queries.
//
// Nothing is assumed of the frames; a reset may come at any time.
  localparam int Bytes = ta_uart_pkg::CONFIG;
  logic             past_q = 1'b0;
  logic             start_was_q;             // .. as ta_fpga_top gives it to the engine
  logic [Bytes-1:0] there_q;                 // a one for each byte that came
  logic [Bytes-1:0] so_far;                  // .. of the configuration that comes
  logic             comes, even, one;        // of the states at most one
  (* keep *) logic  taken;                   // a configuration that the engine may take
  (* keep *) logic [8*Bytes-1:0] stands;     // it is read at every other clock of a slot at most, and what has come
  assign taken = start_was_q && there_q[0];
  assign comes = state_q == S_CONFIG && code_q == ta_uart_pkg::REFUSAL_NONE;
  assign so_far = (Bytes'(1) << step_q) - 1'b1;
  assign even = phase_q[0] || phase_q[2] || phase_q[4] || phase_q[6];
  assign one = (at_q & (at_q - 1'b1)) == '0;
  always_comb begin
    for (int i = 0; i < Bytes; i++) stands[8*i +: 8] = {8{even && (there_q[Bytes-1-i] || (!there_q[0] && i < 2))}};
    if (!past_q) assume (!rst_ni && one);    // a reset lasts two clocks at least
  end
  always_ff @(posedge clk_i) begin
    past_q      <= 1'b1;
    start_was_q <= past_q && start_o && rst_no;
    if (!rst_ni || in_reset_q) there_q <= '0;
    else if (go_q && in_config_q) there_q <= {there_q[Bytes-2:0], 1'b1};
    if (past_q) begin
      `CHECK(one && (phase_q & (phase_q - 8'd1)) == '0 && phase_q != '0)
      `CHECK(!go_q || phase_q[0])
      `CHECK(!comes || step_q < 5'(Bytes))
      `CHECK(there_q == '1 || there_q == (comes ? so_far : '0))
      for (int i = 0; i < Bytes; i++) `CHECK(there_q[Bytes-1-i] || config_q[8*i +: 8] == '0)
      `CHECK(!start_o || phase_q[1] || !rst_no)
      `CHECK(!start_was_q || there_q == '0 || (phase_q[2] && there_q == '1))
      `REACH(start_was_q)
      `REACH(there_q[1])
    end
  end
