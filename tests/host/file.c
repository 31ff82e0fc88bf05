/* SPDX-License-Identifier: MIT
 *
 * Files: how a source is read from its name, a file written and read back, every shipped
 * data file.
 */
#include <stdio.h>
#include <stdlib.h>

#include "host/file.h"
#include "host/npy.h"
#include "testing.h"

static void sources(void **state)
{
    ta_tensor t;
    (void)state;
    assert_fails(ta_tensor_load("no/such.npy", &t, error), TA_ERROR_INPUT,
                 "no/such.npy: cannot open: No such file or directory");
    assert_fails(ta_tensor_load("no:such.safetensors:layer0:q", &t, error), TA_ERROR_INPUT,
                 "no:such.safetensors: cannot open: No such file or directory");
    assert_fails(ta_tensor_load("no.safetensors:such.safetensors:layer0:q", &t, error), TA_ERROR_INPUT,
                 "no.safetensors:such.safetensors: cannot open: No such file or directory");
    assert_fails(ta_tensor_load("data/minilm/nurse.safetensors:layer0:q", &t, error), TA_ERROR_INPUT,
                 "data/minilm/nurse.safetensors: found no tensor \"layer0:q\", expected one of its 18: "
                 "layer0.k, layer0.q, layer0.v, layer1.k, layer1.q, layer1.v, layer2.k, layer2.q, "
                 "layer2.v, layer3.k, layer3.q, layer3.v, layer4.k, layer4.q, layer4.v, ...");
    assert_fails(ta_tensor_load("no:such.safetensors:q", &t, error), TA_ERROR_INPUT,
                 "no:such.safetensors: cannot open: No such file or directory");
    assert_fails(ta_tensor_load("no/such.safetensors:layer0.q", &t, error), TA_ERROR_INPUT,
                 "no/such.safetensors: cannot open: No such file or directory");
    assert_fails(ta_tensor_load("data/minilm/nurse.safetensors", &t, error), TA_ERROR_USAGE,
                 "data/minilm/nurse.safetensors: found no name of a tensor, expected "
                 "file.safetensors:tensor");
    assert_fails(ta_tensor_load("data/README.md", &t, error), TA_ERROR_INPUT,
                 "data/README.md: offset 0: found \"# Real\", expected \\x93NUMPY (a .npy file)");
    assert_fails(ta_tensor_load("data", &t, error), TA_ERROR_INPUT,
                 "data: cannot read: Is a directory");
    assert_fails(ta_tensor_load("data/minilm/nurse.safetensors:", &t, error), TA_ERROR_INPUT,
                 "data/minilm/nurse.safetensors: found no tensor \"\", expected one of its 18: "
                 "layer0.k, layer0.q, layer0.v, layer1.k, layer1.q, layer1.v, layer2.k, layer2.q, "
                 "layer2.v, layer3.k, layer3.q, layer3.v, layer4.k, layer4.q, layer4.v, ...");
}

static void written_and_read(void **state)
{
    static const float values[4] = {1, 2, 3, 4};
    static const int shape[2] = {2, 2};
    char path[L_tmpnam];
    unsigned char *bytes;
    unsigned char *again;
    size_t size;
    size_t size_again;
    (void)state;
    snprintf(path, sizeof path, "ta_file_%d.npy", rand() % 100000);
    assert_ok(ta_npy_encode(TA_F32, 2, shape, values, &bytes, &size, error));
    assert_ok(ta_file_write(path, bytes, size, error));
    assert_ok(ta_file_read(path, &again, &size_again, error));
    assert_int_equal(size, size_again);
    assert_memory_equal(bytes, again, size);
    free(bytes);
    free(again);
    remove(path);
    assert_fails(ta_file_write("no/such/place.npy", "", 0, error), TA_ERROR_INPUT,
                 "no/such/place.npy: cannot open: No such file or directory");
}

static void all_data(void **state)
{
    static const struct {
        const char *sentence;
        int n;
    } minilm[] = {{"nurse", 19}, {"trophy", 16}, {"tiles", 50}};
    static const struct {
        int line;
        int n;
    } ocr[] = {{0, 40}, {5, 24}};
    char source[128];
    ta_tensor t;
    (void)state;
    for (int s = 0; s < 3; s++)
        for (int i = 0; i < 18; i++) {
            snprintf(source, sizeof source, "data/minilm/%s.safetensors:layer%d.%c",
                     minilm[s].sentence, i / 3, "qkv"[i % 3]);
            assert_ok(ta_tensor_load(source, &t, error));
            assert_string_equal(t.name, source);
            assert_int_equal(t.dtype, TA_F16);
            assert_int_equal(t.rank, 3);
            assert_int_equal(t.shape[0], 12);
            assert_int_equal(t.shape[1], minilm[s].n);
            assert_int_equal(t.shape[2], 32);
            ta_tensor_free(&t);
        }
    for (int l = 0; l < 2; l++)
        for (int i = 0; i < 6; i++) {
            snprintf(source, sizeof source, "data/ocr/line%d_layer%d_%c.npy", ocr[l].line, i / 3,
                     "qkv"[i % 3]);
            assert_ok(ta_tensor_load(source, &t, error));
            assert_int_equal(t.dtype, TA_F32);
            assert_int_equal(t.shape[0], 8);
            assert_int_equal(t.shape[1], ocr[l].n);
            assert_int_equal(t.shape[2], 15);
            ta_tensor_free(&t);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sources),
        cmocka_unit_test(written_and_read),
        cmocka_unit_test(all_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
