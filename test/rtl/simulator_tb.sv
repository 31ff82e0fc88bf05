// SPDX-License-Identifier: MIT
//
// Self-check of the simulator: expressions of the kind that Verilator 5.006 folds wrongly with
// its default optimisation (upstream issues 4832, 4837, 4857, 5186), each next to the same
// value computed bit by bit through a function of runtime indices, which is not folded.
module simulator_tb (input logic clk_i);
  logic [31:0] a = 32'h89abcdef;
  int cycle = 0;

  function automatic logic at(input logic [31:0] v, input int i);
    at = v[i];
  endfunction

  logic and_shift, or_shift, xor_slice, and_not, equal_slice;
  assign and_shift   = 1'((a >> 3) & (a >> 5) & 32'd1);
  assign or_shift    = 1'(((a >> 31) | (a >> 7)) & 32'd1);
  assign xor_slice   = ^a[7:4] ^ a[4];
  assign and_not     = ~a[2] & a[9] & ~a[12] & a[30];
  assign equal_slice = a[3:2] == {a[3] ^ a[2], a[2]};

  always @(posedge clk_i) begin
    if (and_shift !== (at(a, 3) && at(a, 5)) || or_shift !== (at(a, 31) || at(a, 7)) ||
        xor_slice !== (at(a, 7) != (at(a, 6) != at(a, 5))) ||
        and_not !== (!at(a, 2) && at(a, 9) && !at(a, 12) && at(a, 30)) ||
        equal_slice !== ((at(a, 3) != at(a, 2)) == at(a, 3))) begin
      $display("FAIL a = %h", a);
      $fatal;
    end
    a <= a * 32'd1664525 + 32'd1013904223;
    cycle <= cycle + 1;
    if (cycle == 10000) $finish;
  end
endmodule
