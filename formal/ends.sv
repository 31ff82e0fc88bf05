// SPDX-License-Identifier: MIT
//
// A store of output rows is asked for when the rows up to its group's end are accumulated and have their reciprocals:
// the end waited for moves on by a group with each take, to the last row, and stands at the first group's until there
// was one.  Nothing is asked for in a run's first clocks (proofs setup, quiet); phases come in their order, and output
// rows in FLASH and in PV, never as the first burst of a run (proof addresses).
  (* hierconn *) wire [4*DescW-1:0] \u_queue.rows ;
  (* hierconn *) wire [2:0] \u_queue.held_q ;
  localparam int LA = $clog2(A);
  (* anyconst *) logic [RowW-1:0] nq;
  logic            past_q = 1'b0;
  logic [2:0]      n_q;                      // clocks since the clear, at most 6
  logic [2:0]      asked_q;                  // phase of the last descriptor
  logic            fresh_q;                  // output rows were taken in the last clock
  logic [RowW-1:0] o_past_q, r_past_q;       // rows done, a clock ago
  logic [2:0]      phase;
  logic            right;
  // From a phase to the next descriptor's.
  function automatic logic follows(input logic [2:0] before, input logic [2:0] next);
    follows = next != ta_spec_pkg::PHASE_IDLE && next <= ta_spec_pkg::PHASE_PV &&
              (before == ta_spec_pkg::PHASE_IDLE || next == before ||
               (before != ta_spec_pkg::PHASE_FLASH && next > before));
  endfunction
  function automatic logic desc_right(input logic [7:0] on, input logic [2:0] before, input logic [2:0] next);
    desc_right = (on & (on - 1'b1)) == '0 && follows(before, next) &&
                 (!on[6] || (before != ta_spec_pkg::PHASE_IDLE && (next == ta_spec_pkg::PHASE_FLASH || next == ta_spec_pkg::PHASE_PV)));
  endfunction
  always_comb begin
    phase = phase_o;
    right = 1'b1;
    for (int g = 0; g < 4; g++)
      if (\u_queue.held_q > 3'(g)) begin
        right = right && desc_right(\u_queue.rows [DescW*g+DescW-3-:8], phase, \u_queue.rows [DescW*g+:3]);
        phase = \u_queue.rows [DescW*g+:3];
      end
    if (!past_q) assume (clear_i);
    if (past_q) assume (!clear_i);
    assume (nq_i == nq && nq != '0 && 32'(nq) <= NMax);
    if (past_q && n_q < 3'd6) assume (!d_valid_i);
    if (d_valid_i) assume (desc_right(d_wait_i, asked_q, d_phase_i));
  end
  always_ff @(posedge clk_i) begin
    past_q   <= 1'b1;
    fresh_q  <= !clear_i && take_o;
    o_past_q <= o_done_i;
    r_past_q <= r_done_i;
    if (clear_i) n_q <= 3'd1;
    else if (n_q != 3'd6) n_q <= n_q + 1'b1;
    if (clear_i) asked_q <= ta_spec_pkg::PHASE_IDLE;
    else if (d_valid_i && d_ready_o) asked_q <= d_phase_i;
    if (past_q) begin
      // How it comes about: phases stay in order,
      `CHECK(n_q != '0 && n_q <= 3'd6 && \u_queue.held_q <= 3'd4 && right && phase == asked_q)
      `CHECK(n_q == 3'd6 || (\u_queue.held_q == '0 && phase_o == ta_spec_pkg::PHASE_IDLE))
      `CHECK(!(took_q && ok_q) && (!fresh_q || took_q))
      // .. and each end follows from the one before.
      `CHECK(last_from_q == $signed({1'b0, nq}) - A)
      if (n_q >= 3'd2) `CHECK(near_from_q == $signed({1'b0, nq}) - 2 * A && (o_end_q == nq || (o_end_q < nq && o_end_q[LA-1:0] == '0)))
      if (n_q >= 3'd3) `CHECK(o_near_q == (32'(o_end_q) + A >= 32'(nq)))
      if (n_q >= 3'd4 && !fresh_q) `CHECK(o_next_q == (o_near_q ? nq : o_end_q + RowW'(A)))
      // What is claimed.
      if (n_q >= 3'd2 && phase_o != ta_spec_pkg::PHASE_FLASH && phase_o != ta_spec_pkg::PHASE_PV)
        `CHECK(o_end_q == (nq <= RowW'(A) ? nq : RowW'(A)))
      if (n_q >= 3'd3) `CHECK(!o_ok_q || (o_past_q >= o_end_q && r_past_q >= o_end_q))
      `REACH(o_ok_q && o_end_q == nq && o_end_q == RowW'(2 * A + 1))
    end
  end
