// SPDX-License-Identifier: MIT
//
// A request stays as it is until it is granted.
  logic             past_q = 1'b0;
  logic             held_q = 1'b0;
  logic             write_q;
  logic [AddrW-1:0] addr_q;
  logic [LenW-1:0]  len_q;
  always_ff @(posedge clk_i) begin
    past_q <= 1'b1;
    if (!past_q) assume (clear_i);
    held_q  <= req_valid_o && !req_ready_i && !clear_i;
    write_q <= req_write_o;
    addr_q  <= req_addr_o;
    len_q   <= req_len_o;
    if (held_q && past_q)
      `CHECK(req_valid_o && req_write_o == write_q && req_addr_o == addr_q && req_len_o == len_q)
    `REACH(past_q && held_q && req_valid_o && req_ready_i)
  end
