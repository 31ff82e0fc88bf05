// SPDX-License-Identifier: MIT
//
// Self-check of the simulator: ordinary expressions that Verilator 5.006 computes wrongly with
// its default optimisation (upstream issues 4832, 5186), each compared with the same value
// computed bit by bit by functions that are not folded into the expression.
module simulator_tb (input logic clk_i);
  logic [63:0] a = 64'h0123456789abcdef;
  logic [31:0] cycle = 0;

  function automatic logic at(input logic [63:0] v, input int i);
    at = v[i];
  endfunction

  // A negated AND under an AND, through named signals.
  logic nand_first, nand_second, not_nand, and_of_not;
  logic [3:0] mixed;
  assign mixed       = a[18:15] ^ {a[42:40], 1'b1};
  assign nand_first  = ~(mixed[3] & a[36]);
  assign nand_second = ~(a[48] & nand_first);
  assign not_nand    = ~nand_second;
  assign and_of_not  = a[3] & ~not_nand;

  // A slice compared with a XOR of its own bits, across bit 31.
  logic differs;
  assign differs = {a[38:32], a[38] ^ a[31] ^ a[38]} != a[38:31];

  // Shifted ANDs and ORs.
  logic shifted_and, shifted_or;
  assign shifted_and = 1'((a[40:9] >> 3) & ~(a[31:0] >> 5) & 32'd1);
  assign shifted_or  = 1'(((a[31:0] >> 31) | (a[38:7] >> 7)) & 32'd1);

  logic [31:0] one;
  always @(posedge clk_i) begin
    one = 32'd1;
    if (and_of_not !== (at(a, 3) && !(at(a, 48) && !((at(a, 18) != at(a, 42)) && at(a, 36))))) begin
      $display("FAIL AND of a negated AND, a = %h", a);
      $stop;
    end
    if (differs !== 1'b0) begin
      $display("FAIL slice and XOR of its bits, a = %h", a);
      $stop;
    end
    if (shifted_and !== (at(a, 12) && !at(a, 5)) || shifted_or !== (at(a, 31) || at(a, 14))) begin
      $display("FAIL shifted AND or OR, a = %h", a);
      $stop;
    end
    a <= (a << one) ^ (at(a, 63) ? 64'h000000000000001b : 64'd0);
    cycle <= cycle + 32'd1;
    if (cycle == 32'd10000) $finish;
  end
endmodule
