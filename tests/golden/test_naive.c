/* SPDX-License-Identifier: MIT */
#include "vectors.h"

static void check_file(const char *path)
{
    json_t *root = vectors_load(path);
    const json_t *entry;
    size_t i;
    json_array_foreach(json_object_get(root, "cases"), i, entry) {
        test_job t;
        vectors_job(&t, entry);
        t.job.config.mode = TA_NAIVE;
        test_job_run(&t, 0, 0);
        vectors_equal(entry, "out_naive", t.result.out, t.job.config.d);
        test_job_free(&t);
    }
    assert_true(i > 0);
    json_decref(root);
}

static void vectors(void **state)
{
    (void)state;
    check_file("tests/vectors/tiny.json");
    check_file("tests/vectors/lab.json");
    check_file("tests/vectors/wide.json");
}

/* The passes again, each row by itself from the formulas; A and the block size play no part;
 * the workspace holds P afterwards; m is that of FLASH. */
static void by_rows(void **state)
{
    (void)state;
    for (int b = 0; b < TA_BUILD_COUNT; b++) {
        const ta_build *build = ta_build_at(b);
        for (uint64_t seed = 0; seed < 24; seed++) {
            test_job t;
            test_job_new(&t, build, build->nmax, build->nmax, build->dmax);
            ta_config *c = &t.job.config;
            ta_random_job(build, seed, TA_RANDOM_NAIVE, c, t.q, t.k, t.v);
            test_job_run(&t, 0, 0);
            const uint16_t *p = t.workspace;
            const int pf = build->pf;
            for (int i = 0; i < c->nq; i++) {
                int m = -32768;
                int64_t l = 0;
                for (int pass = 0; pass < 2; pass++)
                    for (int j = 0; j < c->nk; j++) {
                        if (c->causal && j > i + c->offset) {
                            assert_int_equal(p[i * c->nk + j], 0);
                            continue;
                        }
                        int32_t s = 0;
                        for (int x = 0; x < c->d; x++)
                            s += t.q[i * c->d + x] * t.k[j * c->d + x];
                        int z = ta_scale(s, c->scale);
                        if (pass == 0) {
                            m = z > m ? z : m;
                            continue;
                        }
                        int pj = ta_probability(ta_exp2(z - m), pf);
                        assert_int_equal(p[i * c->nk + j], pj);
                        l += (int64_t)pj << (12 - pf);
                    }
                assert_int_equal(t.result.m[i], m);
                assert_int_equal(t.result.l[i], l);
                for (int x = 0; x < c->d; x++) {
                    int64_t o = 0;
                    int lz, expected = 0;
                    for (int j = 0; j < c->nk; j++)
                        o += p[i * c->nk + j] * t.v[j * c->d + x] * (1 << (12 - pf));
                    if (l) {
                        uint16_t r = ta_recip(l, ta_l_width(build->nmax), &lz);
                        expected = ta_normalize_element(o, r, lz, ta_l_width(build->nmax));
                    }
                    assert_int_equal(t.result.out[i * c->d + x], expected);
                }
            }
            int16_t *m = malloc((size_t)c->nq * sizeof *m);
            assert_non_null(m);
            memcpy(m, t.result.m, (size_t)c->nq * sizeof *m);
            c->mode = TA_FLASH;
            test_job_run(&t, 0, 0);
            assert_memory_equal(m, t.result.m, (size_t)c->nq * sizeof *m);
            free(m);
            test_job_free(&t);
        }
    }
}

static void workspace(void **state)
{
    (void)state;
    ta_build build = *ta_build_find("wide");
    ta_config c = test_config(&build, 3, 5, 8, 1);
    assert_int_equal(ta_golden_workspace(&build, &c), 8 * 8 * 8 + 8 * 4);
    c.mode = TA_NAIVE;
    assert_int_equal(ta_golden_workspace(&build, &c), 32 + 8 * 8 + 8 * 4);
    c.nq = c.nk = TA_N_LIMIT;
    size_t bytes = ta_golden_workspace(&build, &c);
    if (sizeof(size_t) == 4)
        assert_true(bytes == SIZE_MAX);
    else
        assert_true((uint64_t)bytes == (UINT64_C(1) << 35) + 96);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors),
        cmocka_unit_test(by_rows),
        cmocka_unit_test(workspace),
    };
    return cmocka_run_group_tests_name("golden_naive", tests, 0, 0);
}
