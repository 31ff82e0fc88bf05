// SPDX-License-Identifier: MIT
//
// CHECK(e): e must hold.  REACH(e): e must be possible (a proof about what never happens is
// empty).  With TA_REACH the reachable is what is looked for, as the opposite of a property.
`ifdef TA_REACH
`define CHECK(e) begin end
`define REACH(e) begin assert (!(e )); end
`else
`define CHECK(e) begin assert (e ); end
`define REACH(e) begin end
`endif
