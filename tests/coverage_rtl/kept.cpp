// SPDX-License-Identifier: MIT
#include "tests/coverage_rtl/kept.h"

#include "tests/coverage_rtl/models.h"

#include <string>
#include <utility>
#include <vector>

namespace {
std::string folder;
int files[TA_COVERAGE_KINDS];
std::vector<std::pair<VerilatedContext *, ta_coverage_kind>> contexts; // whose models live
} // namespace

void ta_coverage_folder(const char *path) { folder = path; }
const char *ta_coverage_name(int kind)
{
    static const char *const names[] = {"engine", "line", "other"};
    return names[kind];
}
int ta_coverage_files(int kind) { return files[kind]; }

static void write(VerilatedContext &context, ta_coverage_kind kind)
{
    context.coveragep()->write((folder + "/" + ta_coverage_name(kind) + std::to_string(files[kind]++)).c_str());
}

void ta_coverage_keep(VerilatedContext &context, ta_coverage_kind kind) { contexts.emplace_back(&context, kind); }

void ta_coverage_drop(VerilatedContext &context)
{
    for (size_t i = 0; i < contexts.size(); i++)
        if (contexts[i].first == &context) {
            write(context, contexts[i].second);
            contexts.erase(contexts.begin() + static_cast<std::ptrdiff_t>(i));
            return;
        }
}

void ta_coverage_end()
{
    while (!contexts.empty())
        ta_coverage_drop(*contexts.back().first);
}
