// SPDX-License-Identifier: MIT
//
// When the engine takes a start it is two clocks behind the end of a slot, and a configuration with queries has
// come since the last reset, but for a byte at most.
//
// Nothing is assumed of the frames; a reset may come at any time.
  localparam int Bytes = ta_uart_pkg::CONFIG;
  logic             past_q = 1'b0;
  logic             start_was_q;             // .. as ta_fpga_top gives it to the engine
  logic [Bytes-1:0] there_q;                 // a one for each byte that came
  (* keep *) logic  taken;                   // a configuration that the engine may take
  assign taken = start_was_q && cfg_nq_o != '0;
  logic             one;                     // of the states at most one
  assign one = (at_q & (at_q - 1'b1)) == '0;
  always_comb if (!past_q) assume (!rst_ni && one); // a reset lasts two clocks at least
  always_ff @(posedge clk_i) begin
    past_q      <= 1'b1;
    start_was_q <= past_q && start_o && rst_no;
    if (!rst_ni || in_reset_q) there_q <= '0;
    else if (go_q && in_config_q) there_q <= {there_q[Bytes-2:0], 1'b1};
    if (past_q) begin
      `CHECK(one)
      `CHECK((phase_q & (phase_q - 8'd1)) == '0 && phase_q != '0)
      `CHECK(!go_q || phase_q[0])
      `CHECK(!start_o || phase_q[1] || !rst_no)
      `CHECK((there_q & (there_q + 1'b1)) == '0)
      for (int i = 0; i < Bytes; i++) `CHECK(there_q[Bytes-1-i] || config_q[8*i +: 8] == '0)
      `CHECK(!start_was_q || phase_q[2] || cfg_nq_o == '0)
      `CHECK(!taken || (phase_q[2] && there_q[Bytes-2]))
      `REACH(start_was_q)
      `REACH(there_q[1])
    end
  end
