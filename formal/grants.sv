// SPDX-License-Identifier: MIT
//
// A request is granted when it has stood for three clocks, no sooner.  It stands until it is granted (proof
// handshake); where a run is given up it falls, and that of the next run comes four clocks later at the
// earliest (proof quiet).
  logic       past_q = 1'b0;
  logic [1:0] stood_q;                       // clocks that the request has stood, at most 3
  logic [1:0] gone_q;                        // clocks since one fell without a grant, at most 3
  always_comb begin
    if (!past_q) assume (!rst_ni);
    if (req_valid_i) assume (gone_q == 2'd3);
  end
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (!rst_ni || !req_valid_i || req_ready_o) stood_q <= '0;
    else stood_q <= stood_q + 2'(stood_q != 2'd3);
    if (!rst_ni) gone_q <= 2'd3;
    else gone_q <= !req_valid_i && stood_q != '0 ? '0 : gone_q + 2'(gone_q != 2'd3);
    if (past_q) begin
      // How it comes about: one request is on its way to its grant, and it is the one that stands.
      `CHECK((grant_q & (grant_q - 1'b1)) == '0)
      `CHECK(!grant_q[0] || stood_q >= 2'd1)
      `CHECK(!grant_q[1] || stood_q >= 2'd2 || gone_q == 2'd0)
      `CHECK(!grant_q[2] || stood_q >= 2'd3 || gone_q <= 2'd1)
      // What is claimed.
      `CHECK(!(req_valid_i && req_ready_o) || stood_q == 2'd3)
      `REACH(req_valid_i && req_ready_o)
    end
  end
