/* SPDX-License-Identifier: MIT */
#include <time.h>

#include "vectors.h"

static int seen(const ta_config *c, int row, int key)
{
    return !c->causal || key <= row + c->offset;
}

/* Element by element, as the documents tell the story. */
static ta_counters count(const ta_build *b, const ta_config *c)
{
    ta_counters n;
    memset(&n, 0, sizeof n);
    const int unit = c->mode == TA_FLASH ? c->q_rows : b->a;
    n.hbm_read_bytes = (uint64_t)(c->nq * c->d);
    n.hbm_write_bytes = (uint64_t)(2 * c->nq * c->d);
    for (int first = 0; first < c->nq; first += unit) { /* K and V tiles of a unit */
        int last = first + unit - 1 < c->nq - 1 ? first + unit - 1 : c->nq - 1;
        for (int key = 0; key < c->nk; key += b->a) {
            if (!seen(c, last, key))
                continue;
            n.kv_loads++;
            for (int j = key; j < key + b->a && j < c->nk; j++)
                n.hbm_read_bytes += (uint64_t)(2 * c->d);
        }
    }
    for (int first = 0; first < c->nq; first += b->a) { /* pairs of group and tile */
        int last = first + b->a - 1 < c->nq - 1 ? first + b->a - 1 : c->nq - 1;
        for (int key = 0; key < c->nk; key += b->a) {
            if (!seen(c, last, key)) {
                n.tiles_skipped++;
                continue;
            }
            n.tiles++;
            for (int i = first; i <= last; i++) {
                n.exp2_ops += c->mode == TA_FLASH; /* alpha */
                for (int j = key; j < key + b->a && j < c->nk; j++) {
                    n.exp2_ops++;
                    n.mm1_macs += (uint64_t)c->d;
                    n.mm2_macs += (uint64_t)c->d;
                    if (c->mode == TA_NAIVE) {
                        n.hbm_read_bytes += 3 * 2;
                        n.hbm_write_bytes += 2 * 2;
                    }
                }
            }
        }
    }
    return n;
}

static void check(const ta_build *b, const ta_config *c)
{
    ta_counters expected = count(b, c);
    ta_counters n;
    memset(&n, 0, sizeof n);
    ta_traffic(b, c, &n);
    if (memcmp(&n, &expected, sizeof n))
        fail_msg("A %d nq %d nk %d d %d mode %d q_rows %d causal %d offset %d", b->a, c->nq,
                 c->nk, c->d, c->mode, c->q_rows, c->causal, c->offset);
}

/* Every small size, both schedules, all blocks and offsets. */
static void brute_force(void **state)
{
    (void)state;
    const ta_build build = {"small", 4, 8, 32, 8, 16};
    ta_config c = test_config(&build, 1, 1, 8, 1);
    for (c.nq = 1; c.nq <= 21; c.nq++)
        for (c.nk = 1; c.nk <= 14; c.nk++)
            for (c.q_rows = 4; c.q_rows <= 32; c.q_rows *= 2)
                for (c.mode = 0; c.mode < 2; c.mode++) {
                    c.causal = 0;
                    check(&build, &c);
                    c.causal = 1;
                    for (c.offset = -32; c.offset <= 32; c.offset++)
                        check(&build, &c);
                }
}

static void brute_force_random(void **state)
{
    (void)state;
    for (int b = 0; b < TA_BUILD_COUNT; b++) {
        const ta_build *build = ta_build_at(b);
        size_t size = (size_t)(build->nmax * build->dmax);
        int8_t *memory = malloc(3 * size);
        assert_non_null(memory);
        for (uint64_t seed = 0; seed < 200; seed++) {
            ta_config c;
            ta_random_job(build, seed, 0, &c, memory, memory + size, memory + 2 * size);
            check(build, &c);
        }
        free(memory);
    }
}

static uint64_t bytes(int mode, int q_rows, int causal)
{
    const ta_build *tiny = ta_build_find("tiny");
    ta_config c = test_config(tiny, 32, 32, 4, 1);
    ta_counters n;
    c.mode = mode;
    c.q_rows = q_rows;
    c.causal = causal;
    ta_traffic(tiny, &c, &n);
    return n.hbm_read_bytes + n.hbm_write_bytes;
}

/* The numbers of the documents. */
static void documented(void **state)
{
    (void)state;
    assert_int_equal(bytes(TA_NAIVE, 4, 0), 12672);
    assert_int_equal(bytes(TA_FLASH, 4, 0), 2432);
    assert_int_equal(bytes(TA_FLASH, 16, 0), 896);
    assert_int_equal(bytes(TA_FLASH, 32, 0), 640);
    assert_int_equal(bytes(TA_NAIVE, 4, 1), 7296);
    assert_int_equal(bytes(TA_FLASH, 4, 1), 1536);
    assert_int_equal(bytes(TA_FLASH, 16, 1), 768);
    assert_int_equal(bytes(TA_FLASH, 32, 1), 640);
}

/* Far beyond the builds, in constant time: against a loop over the groups. */
static void large(void **state)
{
    (void)state;
    ta_build build = {"large", 4, 1024, TA_N_LIMIT, 12, 16};
    ta_config c = test_config(&build, TA_N_LIMIT - 3, TA_N_LIMIT - 1, 1024, 1);
    c.causal = 1;
    for (c.mode = 0; c.mode < 2; c.mode++)
        for (c.offset = -TA_N_LIMIT; c.offset <= TA_N_LIMIT; c.offset += 16381) {
            uint64_t tiles = 0, row_keys = 0;
            for (int64_t first = 0; first < c.nq; first += 4) {
                int64_t last = first + 3 < c.nq ? first + 3 : c.nq - 1;
                int64_t sees = last + c.offset + 1;
                sees = sees < 0 ? 0 : sees > c.nk ? c.nk : sees;
                int64_t t = (sees + 3) / 4;
                int64_t keys = 4 * t < c.nk ? 4 * t : c.nk;
                tiles += (uint64_t)t;
                row_keys += (uint64_t)(keys * (last - first + 1));
            }
            ta_counters n;
            memset(&n, 0, sizeof n);
            clock_t start = clock();
            for (int i = 0; i < 100; i++)
                ta_traffic(&build, &c, &n);
            assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 100 * 2e-3);
            assert_true(n.tiles == tiles);
            assert_true(n.mm1_macs == row_keys * 1024);
            assert_true(n.tiles + n.tiles_skipped == (uint64_t)32768 * 32768);
        }
}

/* ta_traffic leaves the counters of the cycle model alone; a golden run clears them. */
static void untouched(void **state)
{
    (void)state;
    const ta_build *tiny = ta_build_find("tiny");
    test_job t;
    test_job_new(&t, tiny, 4, 4, 4);
    t.job.config = test_config(tiny, 4, 4, 4, 1);
    ta_counters n;
    memset(&n, 0x5a, sizeof n);
    const uint64_t mark = n.cycles;
    ta_traffic(tiny, &t.job.config, &n);
    assert_true(n.cycles == mark && n.sram_rd == mark && n.sram_wr == mark);
    assert_true(n.busy_mm1 == mark && n.busy_softmax == mark && n.busy_mm2 == mark);
    assert_true(n.busy_dma == mark && n.stalls[1][TA_STALL_idle] == mark);
    test_job_run(&t, 0, 0);
    ta_counters expected = count(tiny, &t.job.config);
    assert_memory_equal(&t.result.counters, &expected, sizeof expected);
    test_job_free(&t);
}

static void buffers(void **state)
{
    (void)state;
    const ta_build *tiny = ta_build_find("tiny");
    ta_config c = test_config(tiny, 32, 32, 4, 1);
    c.q_rows = 16; /*   Q     K, V   P     O     m, l  out */
    assert_int_equal(ta_buffer_bytes(tiny, &c), 128 + 64 + 128 + 256 + 96 + 256);
    c.overlap = 0;
    assert_int_equal(ta_buffer_bytes(tiny, &c), 128 + 32 + 128 + 256 + 96 + 256);
    c.q_rows = 32; /* one block */
    assert_int_equal(ta_buffer_bytes(tiny, &c), 128 + 32 + 256 + 512 + 192 + 256);
    c.nq = 3; /* no more rows than queries */
    assert_int_equal(ta_buffer_bytes(tiny, &c), 12 + 32 + 24 + 48 + 18 + 24);
    c.nq = 32;
    c.mode = TA_NAIVE;
    assert_int_equal(ta_buffer_bytes(tiny, &c), 32 + 32 + 32 + 64 + 24 + 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(brute_force), cmocka_unit_test(brute_force_random),
        cmocka_unit_test(documented),  cmocka_unit_test(large),
        cmocka_unit_test(untouched),   cmocka_unit_test(buffers),
    };
    return cmocka_run_group_tests_name("golden_traffic", tests, 0, 0);
}
