// SPDX-License-Identifier: MIT
//
// Widths, latencies and encodings shared by the engine's modules.  Everything follows from
// the parameters of a build: A (lanes), DMAX, NMAX, PF and the port width.
package ta_pkg;

  // ---- schedule ----------------------------------------------------------------------
  localparam logic MODE_FLASH = 1'b0;
  localparam logic MODE_NAIVE = 1'b1;

  // ---- widths ------------------------------------------------------------------------
  // Row sum l: real * 2^12, below NMAX * 2^12.
  function automatic int l_width(input int nmax);
    l_width = 13 + $clog2(nmax);
  endfunction

  // Accumulator O: V-LSB * 2^12, signed.
  function automatic int o_width(input int nmax);
    o_width = 21 + $clog2(nmax);
  endfunction

  // Score S = Q.K^T over dmax dimensions, signed.
  function automatic int s_width(input int dmax);
    s_width = 16 + $clog2(dmax);
  endfunction

  function automatic int at_least_1(input int n);
    at_least_1 = n < 1 ? 1 : n;
  endfunction

  // ---- latencies, cycles -------------------------------------------------------------
  localparam int RAM_LATENCY = 2;
  localparam int SCALE_LATENCY = 6;
  localparam int EXP2_LATENCY = 4;
  localparam int RECIP_LATENCY = 12;
  localparam int NORMALIZE_LATENCY = 8;

  function automatic int mm_latency(input int a);
    mm_latency = a + 2;
  endfunction

  function automatic int row_max_latency(input int a);
    row_max_latency = 2 * (($clog2(a) + 1) / 2);
  endfunction

  // ---- capacity ----------------------------------------------------------------------
  localparam int RING_STEPS = 8;      // tile steps between the two arrays
  localparam int BURSTS = 16;         // bursts requested and not yet finished

  // ---- memory map, in words of the port ----------------------------------------------
  function automatic int z_words(input int a, input int nmax, input int port_bits);
    z_words = ((nmax + a - 1) / a) * ((nmax + a - 1) / a) * a * a * 16 / port_bits;
  endfunction

  function automatic int base_k(input int dmax, input int nmax, input int port_bits);
    base_k = nmax * dmax * 8 / port_bits;
  endfunction

  function automatic int base_v(input int dmax, input int nmax, input int port_bits);
    base_v = 2 * base_k(dmax, nmax, port_bits);
  endfunction

  function automatic int base_o(input int dmax, input int nmax, input int port_bits);
    base_o = 3 * base_k(dmax, nmax, port_bits);
  endfunction

  function automatic int base_z(input int dmax, input int nmax, input int port_bits);
    base_z = 5 * base_k(dmax, nmax, port_bits);
  endfunction

  function automatic int memory_words(input int a, input int dmax, input int nmax,
                                      input int port_bits);
    memory_words = base_z(dmax, nmax, port_bits) + z_words(a, nmax, port_bits);
  endfunction

endpackage
