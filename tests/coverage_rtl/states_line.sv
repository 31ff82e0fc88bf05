// SPDX-License-Identifier: MIT
//
// The machines of the line's side, where they are.
bind ta_uart_rx ta_states_uart_rx u_states (.clk_i, .quiet_i(!rst_ni), .state_q);
bind ta_frame_tx ta_states_frame_tx u_states (.clk_i, .quiet_i(!rst_ni), .state_q);
bind ta_command ta_states_command u_states (.clk_i, .quiet_i(!rst_ni), .state_q);
