// SPDX-License-Identifier: MIT
//
// The engine starts, its memory is written, its configuration changes and its reset falls only
// while a frame is there that was found good.
  logic       past_q = 1'b0;
  logic       good_q = 1'b0;           // the frame of the last clocks was good
  logic       was_q = 1'b0;            // a frame waits, as it was
  logic [3:0] refusal_q;
  logic [7:0] command_q;
  logic [8:0] length_was_q;
  logic [2:0] age_q = '0;              // clocks so far; the reset lasts four
  logic       reset_q;                 // it is over
  logic       served;                  // the frame is being served
  assign served = state_q == S_ARGUMENT || state_q == S_RANGE || state_q == S_VALUES || state_q == S_CONFIG ||
                  state_q == S_WRITE || state_q == S_RESET;
  assign reset_q = age_q == 3'd7;
  logic [8*ta_uart_pkg::CONFIG-1:0] config_was_q;
  always_comb begin
    assume (rst_ni == (age_q > 3'd3));
    if (was_q)
      assume (f_valid_i && f_refusal_i == refusal_q && f_command_i == command_q && f_length_i == length_was_q);
  end
  always_ff @(posedge clk_i) begin
    past_q       <= 1'b1;
    if (age_q != 3'd7) age_q <= age_q + 1'b1;
    was_q        <= past_q && f_valid_i && !f_take_o;
    refusal_q    <= f_refusal_i;
    command_q    <= f_command_i;
    length_was_q <= f_length_i;
    good_q       <= past_q && f_valid_i && f_refusal_i == ta_uart_pkg::REFUSAL_NONE;
    config_was_q <= config_q;
    // How it comes about: a slot lasts eight clocks, and these states follow a decision.
    if (age_q > 3'd3) begin
      `CHECK((phase_q & (phase_q - 8'd1)) == '0 && phase_q != '0)
      `CHECK(!go_q || phase_q[0])
    end
    if (reset_q) begin
      `CHECK(state_q <= S_BODY)
      `CHECK(state_q == S_IDLE || state_q == S_PUT || state_q == S_BODY || (f_valid_i && !f_take_o) || state_q == S_HEADER)
      if (served) begin
        `CHECK(f_valid_i && f_refusal_i == ta_uart_pkg::REFUSAL_NONE)
        `CHECK(is_start_q == (f_command_i == ta_uart_pkg::COMMAND_START))
        `CHECK(is_write_q == (f_command_i == ta_uart_pkg::COMMAND_WRITE_MEMORY))
      end
      if (state_q == S_VALUES || state_q == S_CONFIG) `CHECK(f_command_i == ta_uart_pkg::COMMAND_WRITE_CONFIG)
      if (state_q == S_WRITE) `CHECK(f_command_i == ta_uart_pkg::COMMAND_WRITE_MEMORY)
      if (state_q == S_RESET) `CHECK(f_command_i == ta_uart_pkg::COMMAND_RESET)
      // Of the payload nothing is read behind its end.
      if (state_q == S_ARGUMENT) `CHECK(f_raddr_o == 9'(step_q) && step_q <= ArgumentLast && f_length_i >= 9'(need_q) && (!is_write_q || f_length_i > 9'd6))
      if (state_q == S_RANGE) `CHECK(f_raddr_o == 9'd6 && (!is_write_q || f_length_i > 9'd6))
      if (state_q == S_VALUES || state_q == S_CONFIG) `CHECK(f_raddr_o == 9'(step_q) && step_q <= ConfigLast && f_length_i == 9'(ta_uart_pkg::CONFIG))
      if (state_q == S_WRITE) `CHECK(left_q != '0 && f_raddr_o + left_q == f_length_i && f_raddr_o < f_length_i)
    end
    if (past_q) begin
      `CHECK(!start_o || (good_q && command_q == ta_uart_pkg::COMMAND_START))
      `CHECK(!h_we_o || (good_q && command_q == ta_uart_pkg::COMMAND_WRITE_MEMORY))
      `CHECK(rst_no || !reset_q || (good_q && command_q == ta_uart_pkg::COMMAND_RESET))
      `CHECK(!reset_q || config_q == config_was_q || (good_q && (command_q == ta_uart_pkg::COMMAND_WRITE_CONFIG ||
                                                       command_q == ta_uart_pkg::COMMAND_RESET)))
      `REACH(start_o)
      `REACH(h_we_o)
      `REACH(reset_q && !rst_no)
    end
  end
