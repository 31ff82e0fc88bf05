// SPDX-License-Identifier: MIT
//
// What is read of a good frame came in it: at the memory's place (any, of ta_ram's stand-in) the last byte
// written is one of the frame's payload, whenever the place is below its length.  The bytes are counted up
// to one too many and no further, so nothing in the memory is written twice.
//
// ta_uart_rx tells what comes 16 clocks apart or more (strobes); nothing is assumed of when a frame is taken or read.
  (* hierconn *) wire [8:0] \u_ram.place ;
  localparam logic [CountW-1:0] Most = CountW'(ta_uart_pkg::FRAME);
  logic       past_q = 1'b0;
  logic [3:0] since_q = '0;                  // clocks since something came
  logic       known_q;                       // the byte at the place was written in this frame
  logic       good;                          // a good frame is shown
  logic       asked_q;                       // the byte read is one of its payload
  (* keep *) logic asked2_q;                 // .. and is at rdata_o
  logic       stands_q;                      // a frame is shown and not taken: it is shown a clock later as it was
  logic [28:0] shown_q;
  logic       at_right, sums_right, length_right;
  assign good = valid_o && refusal_o == ta_uart_pkg::REFUSAL_NONE;
  assign at_right = at_q == (count_q < 10'd4 ? 4'd1 << count_q[1:0] : 4'd0);
  assign sums_right = expected_q == count_q - Fixed && short_q == (count_q < Fixed);
  assign length_right = length_q == (count_q - Fixed == {1'b0, length_o} && length_high_q == '0);
  always_comb begin
    if (!past_q) assume (!rst_ni && clear_q); // a reset lasts two clocks at least
    if (byte_valid_i || framing_i || break_i) assume (since_q == 4'd15);
  end
  always_ff @(posedge clk_i) begin
    past_q   <= 1'b1;
    since_q  <= byte_valid_i || framing_i || break_i ? 4'd0 : since_q == 4'd15 ? since_q : since_q + 1'b1;
    known_q  <= !clear_q && (known_q || (store && index_q[8:0] == \u_ram.place ));
    asked_q  <= good && raddr_i < length_o;
    asked2_q <= asked_q;
    stands_q <= past_q && rst_ni && valid_o && !take_i;
    shown_q  <= {refusal_o, sequence_o, command_o, length_o};
    if (past_q) begin
      // When what moves: a byte is put two clocks after it came, by then all that follows from the one before is there.
      `CHECK(!(data || delimiter || came_q || framing_q || break_q) || since_q == 4'd0)
      `CHECK(!put_q || since_q == 4'd1)
      `CHECK(!put_q || (!clear_q && open_q && !end_q))
      `CHECK(!end_q || (!open_q && left_q == '0 && !zero_q))
      `CHECK(open_q || (left_q == '0 && !zero_q))
      `CHECK(!open_q || since_q == 4'd1 || !clear_q)
      `CHECK(!put_q || at_right)
      `CHECK(!open_q || (since_q < 4'd5 && since_q != 4'd0) || at_right)
      // The count.
      `CHECK(count_q < Most || full || since_q == 4'd2)
      `CHECK(count_q <= Most + 1'b1)
      `CHECK(count_q <= Most || !open_q || skip)
      `CHECK(!put_q || count_q < Most || (count_q == Most && skip))
      `CHECK(fits_q == (count_q >= 10'd4) && index_q == (fits_q ? count_q - 10'd4 : '0))
      // The verdict: the frame stands still from its end on.
      `CHECK((wait_q == '0 && !valid_o) || (hold_q && !clear_q))
      `CHECK((wait_q[4:1] == '0 && !valid_o) || sums_right)
      `CHECK((wait_q[4:2] == '0 && !valid_o) || length_right)
      `CHECK((wait_q[4:3] == '0 && !valid_o) || refusal_o != ta_uart_pkg::REFUSAL_NONE ||
             (!short_q && length_q))
      `CHECK(!stands_q || (valid_o && {refusal_o, sequence_o, command_o, length_o} == shown_q))
      // The claim.
      `CHECK(known_q == ({1'b0, \u_ram.place } < index_q))
      `CHECK(!good || \u_ram.place >= length_o || known_q)
      `REACH(put_q && count_q == 10'd5)
    end
  end
