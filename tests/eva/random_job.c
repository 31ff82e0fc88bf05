/* SPDX-License-Identifier: MIT
 *
 * Random jobs of any seed: no element outside q, k, v.
 */
#include "golden/random_job.h"
#include "tests/eva/unknown.h"

enum { DMAX = 16, NMAX = 64 };

static int8_t q[DMAX * NMAX], k[DMAX * NMAX], v[DMAX * NMAX];

int main(void)
{
    {
        unsigned flags = (unsigned)any(0, 15);
        ta_build build = {"eva", 8, DMAX, NMAX, 8, 16};
        ta_config config;
        uint64_t seed;
        fill((void *)&seed, sizeof seed);
        int corner = ta_random_job(&build, seed, flags, &config, q, k, v);
        //@ assert 0 <= corner < TA_CORNER_COUNT;
        int nq = config.nq, nk = config.nk, d = config.d, scale = (int)config.scale;
        //@ assert 1 <= nq <= NMAX && 1 <= nk <= NMAX && 8 <= d <= DMAX;
        //@ assert 0 <= scale <= 0xFFFFFF;
    }
    return 0;
}
