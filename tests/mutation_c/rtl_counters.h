/* SPDX-License-Identifier: MIT */
#ifndef TA_RTL_COUNTERS_H
#define TA_RTL_COUNTERS_H

#include "spec/job.h"

struct recorded {
    int build;
    ta_config config;
    ta_counters counters;
};

#endif
