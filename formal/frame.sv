// SPDX-License-Identifier: MIT
//
// After a delimiter no frame and no block is open, whatever state the parser was in (the step of the
// induction begins in any state).  A frame that is shown as good ended at a delimiter and within no
// block, the line was clean in it, and its sum and its length were right.
  logic       past_q = 1'b0;
  logic       shown_q = 1'b0;                // the refusal was made since power came
  logic       delimited_q = 1'b0;            // a delimiter came to the parser
  logic [3:0] since_q = '0;                  // clocks since something came
  logic       dirty_q, dirty_end_q;          // the open frame, the ended one: damaged, or no delimiter
  logic       dirty_shown_q, right_q;        // the one shown; its sum, length and blocks were right
  logic       came;
  assign came = byte_valid_i || framing_i || break_i;
  always_comb begin
    if (!past_q) assume (!rst_ni);
    if (came) assume (since_q == 4'd15);     // bytes are at least ten bit times apart
    assume (!(byte_valid_i && (framing_i || break_i)));
  end
  always_ff @(posedge clk_i) begin
    past_q      <= 1'b1;
    if (past_q && !valid_o) shown_q <= 1'b1;
    since_q     <= came ? 4'd0 : since_q == 4'd15 ? since_q : since_q + 1'b1;
    delimited_q <= past_q && rst_ni && delimiter;
    if (!rst_ni || end_q) dirty_q <= 1'b0;
    else if (framing_q || break_q || pause) dirty_q <= 1'b1;
    if (end_q || !past_q) dirty_end_q <= dirty_q && past_q;
    if (!valid_o) begin
      dirty_shown_q <= dirty_end_q;
      right_q       <= !cut_end_q && !short_q && residue_q && length_q;
    end
    if (past_q) begin
      `CHECK(!end_q || (!open_q && left_q == '0 && !zero_q))
      `CHECK(!delimited_q || (!open_q && left_q == '0 && !zero_q))
      `CHECK(!dirty_end_q || bad_end_q != ta_uart_pkg::REFUSAL_NONE)
      `CHECK(!dirty_q || bad_q != ta_uart_pkg::REFUSAL_NONE)
      if (shown_q) begin
        `CHECK(refusal_o != ta_uart_pkg::REFUSAL_NONE || (!dirty_shown_q && right_q))
      end
      `REACH(delimited_q && end_q)
      `REACH(delimited_q && !end_q)
      `REACH(valid_o && refusal_o == ta_uart_pkg::REFUSAL_SHORT)
    end
  end
