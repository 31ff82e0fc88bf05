// SPDX-License-Identifier: MIT
//
// C++'s memory from malloc. In place of libc++'s, which knows how to print what went wrong and
// brings a second printf along for it; here the place is enough.
#include <cstdlib>
#include <new>

static void *held(void *memory)
{
    if (!memory)
        __builtin_trap();
    return memory;
}

void *operator new(std::size_t size) { return held(std::malloc(size)); }
void *operator new(std::size_t size, std::align_val_t align)
{
    const std::size_t unit = static_cast<std::size_t>(align);
    return held(std::aligned_alloc(unit, (size + unit - 1) / unit * unit));
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

extern "C" void __abort_message(const char *, ...) { __builtin_trap(); }
