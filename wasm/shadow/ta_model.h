// SPDX-License-Identifier: MIT
//
// Included before a Verilated model is compiled for the module: state begins at 0 (that reset
// sets everything that matters is shown natively, from random states), which saves a 64-bit
// number for each of a thousand variables; a failed assertion stops without its text.
#pragma once
#include "verilated.h"
#define VL_SCOPED_RAND_RESET_I(...) 0
#define VL_SCOPED_RAND_RESET_Q(...) 0
#define VL_SCOPED_RAND_RESET_W(bits, words, ...) VL_ZERO_RESET_W(bits, words)
#define VL_WRITEF_NX(...) static_cast<void>(0)
#define VL_STOP_MT(...) __builtin_trap()
#define VL_FATAL_MT(...) __builtin_trap()
