// SPDX-License-Identifier: MIT
//
// What the models counted, in Verilator's files.
#ifndef TA_COVERAGE_KEPT_H
#define TA_COVERAGE_KEPT_H

#include "verilated_cov.h"

#include "tests/coverage_rtl/models.h"

// A model that was made.
void ta_coverage_keep(VerilatedContext &context, ta_coverage_kind kind);

// It goes: what it counted is written.
void ta_coverage_drop(VerilatedContext &context);

#endif
