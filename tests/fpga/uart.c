/* SPDX-License-Identifier: MIT
 *
 * The FPGA top from its pins: line, frames, every command and every refusal; and that a
 * refused frame never wrote memory.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "golden/random_job.h"
#include "tests/fpga/pins.h"

extern const ta_fpga_ops ta_fpga_ops_tiny_16;

enum { BIT = 16, MEMORY = 4096 /* more than build tiny has */ };

/* What is swept, and in which steps.  Mutants of the hardware (tests/mutation_rtl) run these tests many
 * hundred times, with wider steps. */
#ifdef TA_UART_BRIEF
enum { BLOCK = 16, BLOCKS_APART = 1336, RATES_APART = 30, SENT = 32, GLITCHES_APART = 3, BREAKS_APART = 5, BITS_APART = 7,
       FLIPS = 256, COMMANDS_APART = 13, SIZES_APART = 5, COUNTS_APART = 42, WAITS_APART = 2500, RUN = 20000 };
#else
enum { BLOCK = 256, BLOCKS_APART = 256, RATES_APART = 5, SENT = 256, GLITCHES_APART = 1, BREAKS_APART = 1, BITS_APART = 1,
       FLIPS = 4, COMMANDS_APART = 1, SIZES_APART = 1, COUNTS_APART = 2, WAITS_APART = 500, RUN = 40000 };
#endif

static pins p;
static uint8_t sequence;

static int start_up(void **state)
{
    (void)state;
    sequence = 0;
    return !pins_init(&p, &ta_fpga_ops_tiny_16, 7);
}

static int shut_down(void **state)
{
    (void)state;
    pins_free(&p);
    return 0;
}

/* ---- requests and replies ---- */

static size_t encode(uint8_t *line, int command, const void *payload, size_t n)
{
    ta_frame f;
    f.sequence = ++sequence;
    f.command = (uint8_t)command;
    f.length = (uint16_t)n;
    if (n)
        memcpy(f.payload, payload, n);
    return ta_frame_encode(&f, line);
}

/* Bytes as they are, without header, CRC and stuffing of their own: stuffed here. */
static size_t stuff(uint8_t *line, const uint8_t *raw, size_t n)
{
    size_t at = 0, from = 0;
    line[at++] = 0;
    for (;;) {
        size_t k = 0;
        while (k < 254 && from + k < n && raw[from + k])
            k++;
        line[at++] = (uint8_t)(k + 1);
        memcpy(line + at, raw + from, k);
        at += k;
        from += k;
        if (k < 254 && from < n)
            from++;
        else if (from == n)
            break;
    }
    line[at++] = 0;
    return at;
}

/* The next frame from the FPGA; 0: none came. */
static int receive(ta_frame *reply)
{
    ta_deframer d;
    uint8_t byte;
    memset(&d, 0, sizeof d);
    while (p.link.read(&p, &byte, 1, 250) == 1) {
        int event = ta_deframer_put(&d, byte, reply);
        assert_true(event >= 0);
        if (event > 0)
            return 1;
    }
    return 0;
}

/* Sends a good frame; the code of the reply, which must be that of the command. */
static int request(int command, const void *payload, size_t n, ta_frame *reply)
{
    uint8_t line[TA_UART_LINE];
    pins_send(&p, line, encode(line, command, payload, n));
    assert_true(receive(reply));
    assert_int_equal(reply->sequence, sequence);
    assert_int_equal(reply->command, command);
    assert_true(reply->length >= 1);
    return reply->payload[0];
}

/* What is to be answered to a frame that is none. */
static void expect_refused(int refusal)
{
    ta_frame reply;
    assert_true(receive(&reply));
    assert_int_equal(reply.command, 0);
    assert_int_equal(reply.length, 1);
    assert_int_equal(reply.payload[0], refusal);
}

static void expect_silence(void)
{
    ta_frame reply;
    assert_false(receive(&reply));
}

static int write_memory(uint32_t address, const void *data, size_t n)
{
    uint8_t payload[TA_UART_PAYLOAD];
    ta_frame reply;
    ta_put(payload, 4, address);
    ta_put(payload + 4, 2, (uint32_t)n);
    memcpy(payload + 6, data, n);
    return request(TA_COMMAND_write_memory, payload, n + 6, &reply);
}

static int two(int command, uint32_t first, uint32_t count, ta_frame *reply)
{
    uint8_t payload[6];
    ta_put(payload, 4, first);
    ta_put(payload + 4, 2, count);
    return request(command, payload, 6, reply);
}

static int start(uint32_t run)
{
    uint8_t payload[4];
    ta_frame reply;
    ta_put(payload, 4, run);
    return request(TA_COMMAND_start, payload, 4, &reply);
}

static unsigned status(int byte)
{
    ta_frame reply;
    assert_int_equal(request(TA_COMMAND_status, NULL, 0, &reply), 0);
    assert_int_equal(reply.length, 9);
    assert_true(ta_get(reply.payload + 3, 2) < 1024); /* refused frames: no test has more */
    return byte < 0 ? ta_get(reply.payload + 5, 4) : reply.payload[1 + byte];
}

/* A run of NAIVE with 32 queries and keys: some 10,000 clocks. */
static void configure(void)
{
    uint8_t c[16] = {32, 0, 32, 0, 4, 0, 4, 0, 0, 0, 0, 0, 0, 1, 64, 1};
    ta_frame reply;
    assert_int_equal(request(TA_COMMAND_write_config, c, sizeof c, &reply), 0);
}

static uint32_t memory_bytes(void)
{
    const ta_build *b = ta_build_find("tiny");
    return 5u * (uint32_t)(b->nmax * b->dmax) + 2u * (uint32_t)(b->nmax * b->nmax);
}

static uint32_t block(uint32_t at)
{
    return memory_bytes() - at < BLOCK ? memory_bytes() - at : BLOCK;
}

/* The whole memory, or its blocks. */
static void read_all(uint8_t *to)
{
    ta_frame reply;
    for (uint32_t i = 0; i < memory_bytes(); i += BLOCKS_APART) {
        uint32_t k = block(i);
        assert_int_equal(two(TA_COMMAND_read_memory, i, k, &reply), 0);
        assert_int_equal(reply.length, k + 1);
        memcpy(to + i, reply.payload + 1, k);
    }
}

static void fill_all(uint8_t *with, uint64_t seed)
{
    for (uint32_t i = 0; i < memory_bytes(); i++)
        with[i] = (uint8_t)ta_random_next(&seed);
    for (uint32_t i = 0; i < memory_bytes(); i += BLOCKS_APART) {
        uint32_t k = block(i);
        assert_int_equal(write_memory(i, with + i, k), 0);
    }
}

static uint8_t before[MEMORY], after[MEMORY];

static void expect_untouched(void)
{
    read_all(after);
    for (uint32_t i = 0; i < memory_bytes(); i += BLOCKS_APART)
        assert_memory_equal(before + i, after + i, block(i));
}

/* ---- the line ---- */

static void any_baud(void **state)
{
    (void)state;
    ta_frame reply;
    uint64_t random = 3;
    for (int off = -30; off <= 30; off += RATES_APART) {
        uint8_t data[SENT];
        pins_baud(&p, off);
        for (int kind = 0; kind < 3; kind++) {
            for (int i = 0; i < SENT; i++)
                data[i] = kind == 0 ? 0xff : kind == 1 ? 0x55 : (uint8_t)ta_random_next(&random);
            assert_int_equal(write_memory(0, data, SENT), 0);
            assert_int_equal(two(TA_COMMAND_read_memory, 0, SENT, &reply), 0);
            assert_memory_equal(reply.payload + 1, data, SENT);
        }
    }
}

/* Pulses of one clock, one in each bit, wherever they hit; of a slow sender, whose bits are sampled ever nearer
 * to their start, in their first third: later in a stop bit they are the edge of a start bit. */
static void glitches(void **state)
{
    (void)state;
    ta_frame reply;
    for (int at = -6; at < BIT; at += GLITCHES_APART) {
        const uint32_t bit = BIT * TA_LINE_CLOCK * (at < 0 ? 103 : 100) / 100;
        const uint32_t in = (uint32_t)(at < 0 ? -1 - at : at) * TA_LINE_CLOCK;
        uint8_t line[TA_UART_LINE];
        size_t n = encode(line, TA_COMMAND_identify, NULL, 0);
        for (size_t i = 0; i < n; i++) {
            unsigned bits = 1u << 9 | (unsigned)line[i] << 1;
            for (int b = 0; b < 10; b++) {
                int level = bits >> b & 1;
                ta_sender_level(&p.sender, level, in);
                ta_sender_level(&p.sender, b ? !level : level, TA_LINE_CLOCK);
                ta_sender_level(&p.sender, level, bit - in - TA_LINE_CLOCK);
            }
        }
        pins_run(&p, 10 * (BIT + 1) * n);
        /* In the stop bit's second half a pulse is the edge of a start bit: the byte behind it
         * is then late, not wrong. */
        assert_true(receive(&reply));
        assert_int_equal(reply.command, TA_COMMAND_identify);
    }
    for (int pulse = 1; pulse < BIT / 2; pulse++) { /* an idle line */
        pins_level(&p, 0, (double)pulse / BIT);
        pins_level(&p, 1, 20);
    }
    pins_run(&p, 400 * BIT);
    assert_int_equal(status(2), 0); /* no frame was refused */
}

static void breaks(void **state)
{
    (void)state;
    ta_frame reply;
    pins_level(&p, 0, 3000); /* longer than a pause */
    expect_refused(TA_REFUSAL_broken);
    pins_level(&p, 1, 1);
    assert_int_equal(request(TA_COMMAND_identify, NULL, 0, &reply), 0);
    for (double bits = 9.6; bits < 40; bits += 1.7 * BREAKS_APART) {
        uint8_t line[TA_UART_LINE];
        pins_level(&p, 0, bits);
        pins_level(&p, 1, 1);
        pins_send(&p, line, encode(line, TA_COMMAND_identify, NULL, 0));
        expect_refused(TA_REFUSAL_broken);
        assert_true(receive(&reply));
        assert_int_equal(reply.payload[0], 0);
    }
}

/* ---- frames ---- */

static void each_frame_refusal(void **state)
{
    (void)state;
    static const uint8_t good[8] = {9, TA_COMMAND_identify, 0, 0}; /* its CRC follows */
    uint8_t raw[400];
    uint8_t line[500];
    size_t n;
    fill_all(before, 1);

    n = encode(line, TA_COMMAND_identify, NULL, 0);
    pins_send(&p, line, 4);
    pins_level(&p, 0, 2.5); /* a start bit and an early zero ... */
    pins_level(&p, 1, 6);   /* ... ones ... */
    pins_level(&p, 0, 1.5); /* ... and no stop bit */
    pins_level(&p, 1, 2);
    pins_send(&p, line + 4, n - 4);
    expect_refused(TA_REFUSAL_framing);

    pins_send(&p, line, 4);
    pins_level(&p, 0, 30);
    pins_level(&p, 1, 2);
    pins_send(&p, line + 4, n - 4);
    expect_refused(TA_REFUSAL_broken);

    pins_send(&p, line, 4);
    pins_level(&p, 1, 1100);
    expect_refused(TA_REFUSAL_paused);
    pins_send(&p, line + 4, n - 4); /* the rest is no frame */
    assert_true(p.filled > p.used || receive(&(ta_frame){0}));
    while (receive(&(ta_frame){0})) { }

    pins_send(&p, line, 3); /* cut short by a delimiter within its first block */
    pins_send(&p, (const uint8_t[]){0}, 1);
    expect_refused(TA_REFUSAL_stuffing);

    memset(raw, 7, sizeof raw);
    pins_send(&p, line, stuff(line, raw, TA_UART_FRAME + 1));
    expect_refused(TA_REFUSAL_oversize);
    pins_send(&p, line, stuff(line, raw, 400));
    expect_refused(TA_REFUSAL_oversize);
    pins_send(&p, line, stuff(line, raw, TA_UART_FRAME)); /* long enough, but wrong */
    expect_refused(TA_REFUSAL_checksum);

    for (size_t k = 1; k < 8; k++) {
        memcpy(raw, good, 4);
        ta_put(raw + 4, 4, ta_crc32(raw, 4));
        pins_send(&p, line, stuff(line, raw, k));
        expect_refused(TA_REFUSAL_short);
    }
    for (int bit = 0; bit < 64; bit += BITS_APART) {
        memcpy(raw, good, 4);
        ta_put(raw + 4, 4, ta_crc32(raw, 4));
        raw[bit / 8] ^= (uint8_t)(1u << bit % 8);
        pins_send(&p, line, stuff(line, raw, 8));
        expect_refused(TA_REFUSAL_checksum);
    }
    for (int wrong = 1; wrong < 0x10000; wrong *= 3) { /* a length that is not */
        memcpy(raw, good, 4);
        ta_put(raw + 2, 2, (uint32_t)wrong);
        ta_put(raw + 4, 4, ta_crc32(raw, 4));
        pins_send(&p, line, stuff(line, raw, 8));
        expect_refused(TA_REFUSAL_length);
    }
    assert_true(status(2) > 7 + 64 / BITS_APART);
    expect_untouched();
}

/* A write whose frame is damaged in every byte in turn: refused, and not written. */
static void damaged_writes(void **state)
{
    (void)state;
    uint8_t payload[6 + 8] = {16, 0, 0, 0, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8};
    uint8_t line[TA_UART_LINE];
    ta_frame reply;
    fill_all(before, 2);
    size_t n = encode(line, TA_COMMAND_write_memory, payload, sizeof payload);
    for (size_t i = 1; i < n; i++) {
        for (unsigned flip = 1; flip < 256; flip *= FLIPS) {
            uint8_t damaged[TA_UART_LINE];
            memcpy(damaged, line, n);
            damaged[i] ^= (uint8_t)flip;
            pins_send(&p, damaged, n);
            pins_send(&p, (const uint8_t[]){0}, 1);
            assert_true(receive(&reply));
            do { /* a zero in the middle makes two frames of it */
                assert_int_equal(reply.command, 0);
                assert_true(reply.payload[0] != 0);
            } while (receive(&reply));
        }
        if (i > 1 && i < n - 1) { /* cut short; without its last byte, the delimiter, it is whole */
            pins_send(&p, line, i);
            pins_send(&p, (const uint8_t[]){0}, 1);
            assert_true(receive(&reply) && reply.command == 0);
        }
    }
    expect_untouched();
}

static void overrun(void **state)
{
    (void)state;
    uint8_t line[TA_UART_LINE];
    uint8_t payload[6 + 256] = {0, 0, 0, 0, 0, 1};
    ta_frame reply;
    fill_all(before, 3);
    memset(payload + 6, 1, 256);
    /* The second frame waits for the line; the third comes meanwhile and is lost. */
    uint8_t *ask = payload; /* address 0, 256 bytes */
    pins_send(&p, line, encode(line, TA_COMMAND_read_memory, ask, 6));
    pins_send(&p, line, encode(line, TA_COMMAND_identify, NULL, 0));
    size_t n = encode(line, TA_COMMAND_write_memory, payload, sizeof payload);
    pins_send(&p, line, n - 20);
    pins_run(&p, 10000);
    pins_send(&p, line + n - 20, 20); /* it ends when the line is free again */
    assert_true(receive(&reply) && reply.command == TA_COMMAND_read_memory);
    assert_true(receive(&reply) && reply.command == TA_COMMAND_identify);
    expect_refused(TA_REFUSAL_overrun);
    expect_silence();
    expect_untouched();
}

static void empty_frames(void **state)
{
    (void)state;
    static const uint8_t zeros[100];
    pins_send(&p, zeros, sizeof zeros);
    expect_silence();
    assert_int_equal(status(2), 0);
}

/* ---- commands ---- */

static void identity(void **state)
{
    (void)state;
    ta_frame r;
    assert_int_equal(request(TA_COMMAND_identify, NULL, 0, &r), 0);
    assert_int_equal(r.length, 25);
    assert_memory_equal(r.payload + 1, "tinyattn", 8);
    static const uint8_t rest[] = {TA_UART_VERSION, 0, 4, 8, 4, 0, 32, 0, 16, 0, 0, 1};
    assert_memory_equal(r.payload + 9, rest, sizeof rest);
    assert_int_equal(ta_get(r.payload + 21, 4), ta_tables_crc());
}

static void unknown_commands(void **state)
{
    (void)state;
    ta_frame r;
    for (int c = 0; c < 256; c += c < 16 ? 1 : COMMANDS_APART)
        if (!ta_command_name(c))
            assert_int_equal(request(c, NULL, 0, &r), TA_REFUSAL_command);
}

static void payload_sizes(void **state)
{
    (void)state;
    static const struct {
        int command, size; /* -1: write_memory */
    } rows[] = {
        {TA_COMMAND_identify, 0}, {TA_COMMAND_write_memory, -1}, {TA_COMMAND_read_memory, 6},
        {TA_COMMAND_write_config, 16}, {TA_COMMAND_start, 4}, {TA_COMMAND_status, 0},
        {TA_COMMAND_read_counters, 0}, {TA_COMMAND_read_rows, 6}, {TA_COMMAND_reset, 0},
    };
    static const uint8_t zeros[TA_UART_PAYLOAD];
    ta_frame r;
    fill_all(before, 4);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int n = 0; n < 24; n += SIZES_APART)
            if (n != rows[i].size && !(rows[i].size < 0 && n > 6))
                assert_int_equal(request(rows[i].command, zeros, (size_t)n, &r), TA_REFUSAL_payload);
    /* write_memory: the count says something else than the frame */
    uint8_t w[6 + 8] = {0, 0, 0, 0, 6, 0};
    assert_int_equal(request(TA_COMMAND_write_memory, w, sizeof w, &r), TA_REFUSAL_payload);
    ta_put(w + 4, 2, 10);
    assert_int_equal(request(TA_COMMAND_write_memory, w, sizeof w, &r), TA_REFUSAL_payload);
    expect_untouched();
}

static void ranges(void **state)
{
    (void)state;
    static const uint8_t data[TA_UART_DATA] = {1, 2, 3, 4};
    uint32_t end = memory_bytes();
    static const uint32_t bad[][2] = {
        {1, 2}, {0, 1}, {0, 3}, {0xffffffff, 2}, {0xfffffffe, 2}, {0x80000000, 2}, {0x10000, 2},
        {1u << 12, 2}, {1u << 13, 2}, {0, 258}, {0, 0xfffe}, {0, 512}, {0, 0}, {2, 0}};
    ta_frame r;
    fill_all(before, 5);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(two(TA_COMMAND_read_memory, bad[i][0], bad[i][1], &r), TA_REFUSAL_range);
        if (bad[i][1] && bad[i][1] <= 256)
            assert_int_equal(write_memory(bad[i][0], data, bad[i][1]), TA_REFUSAL_range);
    }
    for (uint32_t n = 2; n <= 256; n += COUNTS_APART) { /* up to the end, and beyond it */
        assert_int_equal(two(TA_COMMAND_read_memory, end - n + 2, n, &r), TA_REFUSAL_range);
        if (n % 32 == 2)
            assert_int_equal(write_memory(end - n + 2, data, n), TA_REFUSAL_range);
    }
    assert_int_equal(two(TA_COMMAND_read_memory, end, 2, &r), TA_REFUSAL_range);
    assert_int_equal(two(TA_COMMAND_read_memory, end - 2, 2, &r), 0);
    assert_int_equal(two(TA_COMMAND_read_memory, end - 256, 256, &r), 0);
    static const uint32_t rows[][2] = {{0, 0}, {0, 43}, {32, 1}, {31, 2}, {1, 32}, {0, 33},
                                       {0x10000, 1}, {0xffffffff, 1}, {64, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(two(TA_COMMAND_read_rows, rows[i][0], rows[i][1], &r), TA_REFUSAL_range);
    assert_int_equal(two(TA_COMMAND_read_rows, 31, 1, &r), 0);
    assert_int_equal(r.length, 7);
    assert_int_equal(two(TA_COMMAND_read_rows, 0, 32, &r), 0);
    assert_int_equal(r.length, 1 + 6 * 32);
    expect_untouched();
}

static void values(void **state)
{
    (void)state;
    ta_frame r;
    for (int bit = 0; bit < 8 * 16; bit++) {
        uint8_t c[16] = {4, 0, 4, 0, 4, 0, 4, 0, 0, 0, 0, 0, 0, 1, 10, 0x0c};
        c[bit / 8] ^= (uint8_t)(1u << bit % 8);
        int unused = (bit >= 81 && bit < 88) || bit >= 124;
        if (!unused && bit % BITS_APART)
            continue;
        assert_int_equal(request(TA_COMMAND_write_config, c, 16, &r), unused ? TA_REFUSAL_value : 0);
    }
    assert_int_equal(start(0), TA_REFUSAL_value);
    assert_int_equal(status(-1), 0);
}

/* Every bit of a configuration reaches the engine, which says what it finds wrong. */
static void configurations(void **state)
{
    (void)state;
    ta_frame r;
    const ta_build *b = ta_build_find("tiny");
    for (int bit = 0; bit < 8 * 16; bit++) {
        uint8_t c[16] = {4, 0, 4, 0, 4, 0, 4, 0, 0, 0, 0, 0, 0, 1, 10, 2};
        c[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if ((bit >= 81 && bit < 88) || bit >= 124)
            continue;
        ta_config config = {0};
        config.nq = (int)ta_get(c, 2);
        config.nk = (int)ta_get(c + 2, 2);
        config.d = (int)ta_get(c + 4, 2);
        config.q_rows = (int)ta_get(c + 6, 2);
        config.offset = (int)ta_get(c + 8, 3) - (c[10] ? 1 << 17 : 0);
        config.scale = ta_get(c + 11, 3);
        config.latency = c[14];
        config.mode = c[15] & 1 ? TA_NAIVE : TA_FLASH;
        config.causal = c[15] >> 1 & 1;
        config.overlap = c[15] >> 2 & 1;
        config.stream = c[15] >> 3 & 1;
        const int code = ta_config_check(b, &config);
        assert_int_equal(request(TA_COMMAND_write_config, c, 16, &r), 0);
        assert_int_equal(start(1 + (uint32_t)bit), 0);
        pins_run(&p, code ? 0 : 1000);
        assert_int_equal(request(TA_COMMAND_status, NULL, 0, &r), 0);
        assert_int_equal(r.payload[1], code ? 1 + 4 : 1 + 2);
        assert_int_equal(r.payload[2], code);
    }
}

static void runs(void **state)
{
    (void)state;
    ta_frame r;
    static const uint8_t data[4] = {1, 2, 3, 4};
    static const uint8_t config[16];
    uint8_t mark[2] = {0xaa, 0x55};
    uint32_t out = ta_region_base(ta_build_find("tiny"), TA_REGION_O);
    fill_all(before, 6);
    configure();
    assert_int_equal(status(0), 1); /* idle */
    for (uint32_t kind = 0; kind < 8; kind++) {
        assert_int_equal(start(70 + kind), 0);
        switch (kind) {
        case 0: assert_int_equal(write_memory(0, data, 4), TA_REFUSAL_busy); break;
        case 1: assert_int_equal(two(TA_COMMAND_read_memory, 0, 4, &r), TA_REFUSAL_busy); break;
        case 2: assert_int_equal(two(TA_COMMAND_read_rows, 0, 4, &r), TA_REFUSAL_busy); break;
        case 3: assert_int_equal(request(TA_COMMAND_read_counters, NULL, 0, &r), TA_REFUSAL_busy); break;
        case 4: assert_int_equal(request(TA_COMMAND_write_config, config, 16, &r), TA_REFUSAL_busy); break;
        case 5: assert_int_equal(start(99), TA_REFUSAL_busy); break;
        case 6: assert_int_equal(request(TA_COMMAND_identify, NULL, 0, &r), 0); break;
        default: assert_int_equal(start(77), 0); break; /* again: nothing happens */
        }
        assert_int_equal(status(0), 0); /* running */
        assert_int_equal(p.ops->led(p.fpga) & 0x3e, 2);
        assert_int_equal(status(-1), 70 + kind);
        pins_run(&p, RUN);
    }
    assert_int_equal(status(0), 3); /* idle, done */
    assert_int_equal(p.ops->led(p.fpga) & 0x3e, 4);
    assert_int_equal(write_memory(out, mark, 2), 0);
    assert_int_equal(start(77), 0); /* it has run: nothing happens */
    pins_run(&p, RUN);
    assert_int_equal(two(TA_COMMAND_read_memory, out, 2, &r), 0);
    assert_memory_equal(r.payload + 1, mark, 2);
    assert_int_equal(start(78), 0);
    pins_run(&p, RUN);
    assert_int_equal(two(TA_COMMAND_read_memory, out, 2, &r), 0);
    assert_memory_not_equal(r.payload + 1, mark, 2);

    /* What the engine refuses is its own error, not the line's. */
    assert_int_equal(request(TA_COMMAND_write_config, config, 16, &r), 0);
    assert_int_equal(start(79), 0);
    assert_int_equal(status(0) & 4, 4);
    assert_int_equal(status(1), TA_CONFIG_ERROR_nq);
    assert_int_equal(p.ops->led(p.fpga) & 0x3e, 8);
    configure();
    assert_int_equal(start(80), 0);
    pins_run(&p, RUN);
    assert_int_equal(status(0), 3);
}

static void reset_in_mid_run(void **state)
{
    (void)state;
    ta_frame r;
    for (int wait = 0; wait < 6000; wait += WAITS_APART) {
        configure();
        assert_int_equal(start(5), 0);
        pins_run(&p, (uint64_t)wait);
        assert_int_equal(request(TA_COMMAND_reset, NULL, 0, &r), 0);
        assert_int_equal(status(0), 1);
        assert_int_equal(status(-1), 0);
        configure();
        assert_int_equal(start(5), 0); /* a number of before the reset is new */
        pins_run(&p, RUN);
        assert_int_equal(status(0), 3);
    }
}

int main(void)
{
#define UART_TEST(name) cmocka_unit_test_setup_teardown(name, start_up, shut_down)
    const struct CMUnitTest tests[] = {
        UART_TEST(any_baud), UART_TEST(glitches), UART_TEST(breaks),
        UART_TEST(each_frame_refusal), UART_TEST(damaged_writes), UART_TEST(overrun),
        UART_TEST(empty_frames), UART_TEST(identity), UART_TEST(unknown_commands),
        UART_TEST(payload_sizes), UART_TEST(ranges), UART_TEST(values), UART_TEST(configurations), UART_TEST(runs),
        UART_TEST(reset_in_mid_run),
    };
    return cmocka_run_group_tests_name("fpga_uart", tests, 0, 0);
}
