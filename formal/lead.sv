// SPDX-License-Identifier: MIT
//
// Where a phase fetches and drains, at most three steps are asked for whose V, or whose tile of Z or P
// on its way out, is not.  Both cursors walk the same steps: what ta_blocks shows is a function of the
// configuration and of the steps that are done (proof blocks).
  logic       past_q = 1'b0;
  logic [2:0] steps_q [0:2];             // those between the cursors: live, last of a block, in the last block
  logic [8:0] steps;
  logic [2:0] f_step, d_step;
  logic [3:0] ahead_q, counted;          // steps asked for and not drained
  logic       running, both, fetched, drained;
  assign steps   = {steps_q[2], steps_q[1], steps_q[0]};
  assign f_step  = {f_live, f_tile_end, f_last};
  assign d_step  = {d_live, d_tile_end, d_last};
  assign running = state_q != S_IDLE && state_q != S_INIT && state_q != S_FLUSH && state_q != S_DONE;
  assign both    = phase_q == ta_spec_pkg::PHASE_FLASH || phase_q == ta_spec_pkg::PHASE_Z || phase_q == ta_spec_pkg::PHASE_EXP;
  assign fetched = state_q != S_FETCH && !f_done_q && f_live;
  assign drained = (state_q == S_PROB || state_q == S_STORE || state_q == S_NEXT) && drained_q && d_live;
  always_comb begin
    counted = 4'(fetched) - 4'(drained);
    for (int i = 0; i < 3; i++) if (2'(i) < lead_q) counted = counted + 4'(steps_q[i][2]);
    if (!past_q) assume (clear_i);
    if (past_q) assume (!clear_i);
    if (running && both && d_valid && !d_done_q) begin
      if (lead_q != '0) assume (d_step == steps_q[0]);
      else if (f_valid && !f_done_q) assume (d_step == f_step);
    end
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (f_step_done && d_step_done) begin
      for (int i = 0; i < 3; i++) steps_q[i] <= 2'(i + 1) == lead_q ? f_step : steps_q[(i+1)%3];
    end else if (d_step_done) begin
      for (int i = 0; i < 3; i++) steps_q[i] <= steps_q[(i+1)%3];
    end else if (f_step_done) begin
      for (int i = 0; i < 3; i++) if (2'(i) == lead_q) steps_q[i] <= f_step;
    end
    if (clear_i) ahead_q <= '0;
    else if (both) ahead_q <= ahead_q + 4'(at_fetch && f_live && f_valid && ready_i) -
                              4'(state_q == S_DRAIN && drain_due && d_live && ready_i);
    if (past_q) begin
      // How it comes about.
      `CHECK(state_q <= S_DONE)
      if (state_q == S_IDLE) `CHECK(phase_q == ta_spec_pkg::PHASE_IDLE && ahead_q == '0 && lead_q == 2'd3 && !drained_q)
      if (state_q == S_INIT) `CHECK((lead_q == 2'd3 || lead_q == '0) && ahead_q == '0 && !drained_q)
      if (state_q == S_INIT && lead_q == 2'd3) `CHECK(!f_done_q && !d_done_q)
      if (state_q == S_FLUSH || state_q == S_DONE) `CHECK(ahead_q == '0 && !drained_q)
      if (running || (state_q == S_INIT && lead_q == '0)) begin
        `CHECK((!f_live || f_valid) && (!d_live || d_valid))
        `CHECK(has_fetch == (phase_q != ta_spec_pkg::PHASE_IDLE && phase_q != ta_spec_pkg::PHASE_PV))
        `CHECK(has_drain == (phase_q != ta_spec_pkg::PHASE_IDLE && phase_q != ta_spec_pkg::PHASE_MAX))
      end
      if (running && !both) `CHECK(ahead_q == '0)
      if (running && both) begin
        `CHECK(ahead_q == counted && lead_q <= 2'd2)
        `CHECK(!d_done_q)
        if (state_q == S_FETCH || state_q == S_QUERY) `CHECK(!f_done_q && !drained_q)
        if (state_q != S_FETCH && !f_done_q) `CHECK(f_valid)
        if (f_done_q) `CHECK(lead_q != '0 && steps_q[lead_q == 2'd1 ? 0 : 1][1:0] == 2'b11)
        for (int i = 0; i < 2; i++) if (2'(i) < lead_q && !(f_done_q && 2'(i + 1) == lead_q)) `CHECK(steps_q[i][1:0] != 2'b11)
        if (state_q == S_PROB || state_q == S_STORE || state_q == S_NEXT) `CHECK(!drained_q || d_valid)
        if (lead_q == 2'd2 && (state_q == S_STORE || state_q == S_NEXT || state_q == S_PROB)) `CHECK(drained_q)
        if (state_q == S_DRAIN && lead_q == 2'd2) `CHECK(drain_due)
        if (state_q == S_NEXT) `CHECK(f_inner_q == (!f_done_q && !f_tile_end) && f_turn_q == (!f_done_q && f_tile_end && !f_last))
      end
      // What is claimed.
      `CHECK(ahead_q <= 4'd3)
      `REACH(ahead_q == 4'd3 && phase_q == ta_spec_pkg::PHASE_Z)
    end
  end
