// SPDX-License-Identifier: MIT
//
// What the C++ libraries of the module call and a page does not have.
#include <cstdlib>

#include "verilated.h"

// Verilator's run-time part stops here, in place of printing.
void vl_fatal(const char *, int, const char *, const char *) { std::abort(); }

// Destructors of thread-local objects: the module is never left.
extern "C" int __cxa_thread_atexit(void (*)(void *), void *, void *) { return 0; }
