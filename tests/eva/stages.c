/* SPDX-License-Identifier: MIT
 *
 * The stages of the datapath, each on every input that its precondition in golden/stages.h
 * allows; the asserts are its postconditions.
 */
#include "golden/stages.h"
#include "tests/eva/unknown.h"

enum { D_SOME = 8 };

static void elements(void)
{
    int16_t z = ta_scale(any(-(1 << 30), 1 << 30), (uint32_t)any(0, 0xFFFFFF));
    //@ assert -32767 <= z <= 32767;

    uint16_t one = ta_exp2(0);
    //@ assert one == 32768;
    for (int x = 0; x < 65536; x += 256) { /* by the shift */
        uint16_t less = ta_exp2(any(-x - 255, -x - 1)), power = ta_exp2(-x - 256);
        //@ assert 0 <= less <= 32679;
        //@ assert 0 <= power <= 16384;
    }
    uint16_t entry = ta_exp2_entry(any(0, 255));
    //@ assert 32768 <= entry <= 65359;

    for (int pf = 8; pf <= 12; pf += 4) {
        uint16_t p = ta_probability((uint16_t)any(0, 32768), pf);
        //@ assert 0 <= p <= (1 << pf);
        for (int width = 1; width <= TA_N_LIMIT; width *= 2) {
            int64_t l = ta_row_sum(any_wide(0, 1 << 29), (uint16_t)any(0, 32768), any(0, width << pf), pf);
            //@ assert 0 <= l <= (1 << 29) + width * 4096;
        }
        for (int keys = 1; keys <= TA_A_LIMIT; keys++) {
            const int most = (keys * 128) << pf;
            const int64_t limit = (int64_t)1 << 36;
            int64_t o = ta_accumulate_element(any_wide(-limit, limit), (uint16_t)any(0, 32768), any(-most, most), pf);
            //@ assert -limit - keys * 524288 <= o <= limit + keys * 524288;
        }
    }
}

/* Maxima rise, by how much. */
static void alphas(void)
{
    for (int m = -32768; m < 32767; m += 13107)
        for (int x = m; x + 256 <= 32767; x += 256) {
            uint16_t alpha = ta_alpha((int16_t)m, (int16_t)any(x + 1, x + 255)), power = ta_alpha((int16_t)m, (int16_t)(x + 256));
            //@ assert 0 <= alpha <= 32679;
            //@ assert 0 <= power <= 16384;
        }
    uint16_t any_alpha = ta_alpha((int16_t)any(-32768, 0), (int16_t)any(0, 32767));
    //@ assert 0 <= any_alpha <= 65359;
}

static void quotients(void)
{
    for (int lw = 16; lw <= 30; lw++) {
        const int64_t one = (int64_t)1 << (lw - 1);
        int lz;
        /* 1. Every mantissa, by the entry of the table. */
        for (int i = 0; i < 64; i++) {
            uint16_t r = ta_recip(any_wide(one + i * (one / 64), one + (i + 1) * (one / 64) - 1), lw, &lz);
            //@ assert 16384 <= r <= 32767;
            //@ assert lz == 0;
        }
        /* 2. Every number of leading zeros. */
        for (int zeros = 0; zeros < lw; zeros++) {
            uint16_t r = ta_recip(any_wide(one >> zeros, 2 * (one >> zeros) - 1), lw, &lz);
            //@ assert lz == zeros;
            int64_t limit = (int64_t)1 << 36;
            int16_t out = ta_normalize_element(any_wide(-limit, limit), (uint16_t)any(16384, 32767), zeros, lw);
            //@ assert -32768 <= out <= 32767;
        }
    }
}

static void widths(void)
{
    for (int n = 8; n <= TA_N_LIMIT; n *= 2) {
        int lw = ta_l_width(any(n / 2 + 1, n));
        //@ assert 16 <= lw <= 30;
    }
}

/* The products, at their widest. */
static void products(void)
{
    static int8_t q[TA_D_LIMIT], k[TA_D_LIMIT], v[TA_A_LIMIT * D_SOME];
    uint16_t p[TA_A_LIMIT];
    int32_t s, sum[D_SOME];
    fill(q, sizeof q);
    fill(k, sizeof k);
    fill(v, sizeof v);
    ta_mm1(1, D_SOME, q, k, &s);
    //@ assert -(D_SOME << 14) <= s <= (D_SOME << 14);
    ta_mm1(1, any(1, TA_D_LIMIT), q, k, &s);
    for (int j = 0; j < TA_A_LIMIT; j++)
        p[j] = (uint16_t)any(0, 4096);
    for (int keys = 1; keys <= TA_A_LIMIT; keys++) {
        ta_mm2(keys, D_SOME, p, v, sum);
        //@ assert -(keys << 19) <= sum[0] <= (keys << 19);
    }
}

int main(void)
{
    elements();
    alphas();
    quotients();
    widths();
    products();
    return 0;
}
