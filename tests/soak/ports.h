/* SPDX-License-Identifier: MIT
 *
 * One hash over all output ports of ta_top (build tiny) but the debug vector, after every clock of a
 * number of random runs: what two executors of the same description must agree in.
 */
#ifndef TA_SOAK_PORTS_H
#define TA_SOAK_PORTS_H

#include <stdint.h>
#include <stdio.h>

#include "sim/pins.h"

/* What a RAM reads in the clock in which the word is written is undefined (rtl/ta_ram.sv), and the netlist's
 * RAMs give another word than the RTL's; so the read word counts where the host has read, m and l where no
 * run is on, and as zero elsewhere.
 * Memory is written whole, two full runs and all row states come first, unhashed, so that nothing of
 * the state before is left.  stimuli (may be null) gets the inputs of every clock for ports_tb.sv:
 * each 48 hexadecimal digits on a line, after a line with the number of clocks without hash. */
uint64_t ports_hash(const struct ta_sim_ops *ops, uint32_t runs, FILE *stimuli, uint64_t *clocks);

#endif
