// SPDX-License-Identifier: MIT
//
// What a model without time, tasks and traces calls of Verilator's run-time part, in place of
// verilated.cpp, which would bring files, threads and command lines along.
#include <cstdlib>
#include <cstring>

#include "verilated.h"

// Incomplete in the header; never made.
class VerilatedContextImpData {};
class VerilatedTraceConfig {};

VerilatedContext::Serialized::Serialized()
    : m_timeunit{0}
    , m_timeprecision{0}
{
}
VerilatedContext::VerilatedContext() {}
VerilatedContext::~VerilatedContext() {}
void VerilatedContext::addModel(const VerilatedModel *) {}
void VerilatedContext::randReset(int) {}
void VerilatedContext::threads(unsigned) {}
void VerilatedContext::timeunit(int) {}
bool VerilatedContext::assertOn() const { return true; }

VerilatedModel::VerilatedModel(VerilatedContext &context)
    : m_context{context}
{
}
std::unique_ptr<VerilatedTraceConfig> VerilatedModel::traceConfig() const { return nullptr; }

VerilatedSyms::VerilatedSyms(VerilatedContext *context)
    : _vm_contextp__{context}
    , __Vm_evalMsgQp{nullptr}
{
}
VerilatedSyms::~VerilatedSyms() {}

void Verilated::endOfEval(VerilatedEvalMsgQueue *) {}
void Verilated::stackCheck(QData) {}
void VlDeleter::deleteAll() {}
unsigned VlOs::getProcessDefaultParallelism() { return 1; }

// Of the names of variables, for random initial states: there are none.
uint64_t VL_MURMUR64_HASH(const char *) { return 0; }

WDataOutP VL_ZERO_RESET_W(int bits, WDataOutP words)
{
    std::memset(words, 0, sizeof(EData) * static_cast<size_t>(VL_WORDS_I(bits)));
    return words;
}

// Destructors of thread-local objects: the module is never left.
extern "C" int __cxa_thread_atexit(void (*)(void *), void *, void *) { return 0; }
