/* SPDX-License-Identifier: MIT
 *
 * What the page calls: inputs, runs of the compiled RTL with time travel, and what is worked
 * out from them.  One module holds any number of inputs and runs; they are independent.
 *
 * Answers of several values are JSON (numbers in full precision, null for what has no value)
 * or arrays in the module's memory; either is valid until the next call that returns one of its
 * kind, unless noted.  A function that can fail returns null or -1, and ta_error_text says why.
 */
#ifndef TA_WASM_H
#define TA_WASM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __wasm__
#define TA_EXPORT(name) __attribute__((export_name(#name)))
#else
#define TA_EXPORT(name)
#endif

typedef struct ta_input ta_input;
typedef struct ta_run ta_run;

/* ---- memory and errors ---- */

/* Memory for arguments; null: none left. */
TA_EXPORT(ta_alloc) void *ta_alloc(size_t bytes);
TA_EXPORT(ta_release) void ta_release(void *memory);

/* One line about the last call that failed. */
TA_EXPORT(ta_error_text) const char *ta_error_text(void);

/* ---- tables ---- */

/* Clock of the recorded place and route (evidence/fpga.json), MHz; 0: not recorded. */
TA_EXPORT(ta_clock_mhz) double ta_clock_mhz(void);

/* [{name, title, point, text, tokens, source, layer, head, n, d, causal}]: host/presets.h. */
TA_EXPORT(ta_presets) const char *ta_presets(void);

/* [{name, group, format, bits, count, signed, fraction, offset, signal, meaning}] of the state
 * record (sim/record.h) of a build (TA_BUILD_*); null: the module has no such build. */
TA_EXPORT(ta_fields) const char *ta_fields(int build);

/* {raw, hex, format, text, value} of a raw integer in the format of a field. */
TA_EXPORT(ta_shown) const char *ta_shown(int build, int field, double raw);

/* {bytes, cycles, bufferBytes, utilization} by the closed forms; sizes beyond the build's are
 * allowed.  config: see ta_run_new. */
TA_EXPORT(ta_predict) const char *ta_predict(int build, int nq, int nk, int d, const int32_t *config);

/* ---- inputs ---- */

/* A preset that is made up (source null). */
TA_EXPORT(ta_input_preset) ta_input *ta_input_preset(int preset, int quant, int smooth);

/* Files that were read: names and contents one after another, sizes[2 * i] bytes of a name and
 * sizes[2 * i + 1] of its content.  A safetensors file, or .npy files whose names end in q, k and
 * v.  layer: of a safetensors file with several sets of q, k, v.  scale: softmax scale, or cfg_scale
 * of INT8; 0: by default.  preset: the real head that the file holds, or -1. */
TA_EXPORT(ta_input_files) ta_input *ta_input_files(int count, const uint32_t *sizes, const uint8_t *bytes,
                                                   int quant, int smooth, double scale, int layer, int head,
                                                   int preset);

/* q (nq, d), k and v (nk, d). */
TA_EXPORT(ta_input_matrices) ta_input *ta_input_matrices(int nq, int nk, int d, const double *q, const double *k,
                                                         const double *v, int quant, int smooth, double scale);

/* {nq, nk, d, dv, dp, tokens, layers, layer, heads, head, description, isInt8, quant, smooth, softmaxScale,
 * cfgScale} */
TA_EXPORT(ta_input_about) const char *ta_input_about(const ta_input *input);

/* The chosen head of tensor 0 (q), 1 (k) or 2 (v), row-major: as given (n, d) or quantized
 * (n, dp).  The array of ta_input_int8 lives as long as the input. */
TA_EXPORT(ta_input_given) const double *ta_input_given(const ta_input *input, int tensor);
TA_EXPORT(ta_input_int8) const int8_t *ta_input_int8(const ta_input *input, int tensor);

/* Runs on the input stay valid. */
TA_EXPORT(ta_input_free) void ta_input_free(ta_input *input);

/* ---- runs ---- */

/* config: mode (enum ta_mode), q_rows, causal, offset, overlap, stream, latency.  Simulates from
 * reset to the end. */
enum { TA_RUN_CONFIG_WORDS = 7 };
TA_EXPORT(ta_run_new) ta_run *ta_run_new(ta_input *input, int build, const int32_t *config);
TA_EXPORT(ta_run_free) void ta_run_free(ta_run *run);

/* Simulates the run once more without looking, to measure the model's speed; returns its cycles. */
TA_EXPORT(ta_run_again) int ta_run_again(ta_run *run);

/* {cycles, moves, words, counters, stalls, utilization, bytes, ...}: RunResult of types.ts. */
TA_EXPORT(ta_run_result) const char *ta_run_result(ta_run *run);

/* Arrays of a run, alive as long as it is. */
enum ta_run_array {
    TA_RUN_PORT,    /* uint8 (cycles): 0, or 1 + kind of burst */
    TA_RUN_MM1,     /* uint8 (cycles): cause of the ledger */
    TA_RUN_MM2,
    TA_RUN_SOFTMAX, /* uint8 (cycles): 1: a row enters */
    TA_RUN_STORE,   /* uint8 (cycles): 1: a row chunk enters the normalizer */
    TA_RUN_PHASE,   /* uint8 (cycles): phases.def */
    TA_RUN_MOVES,   /* uint32 (moves, 4): cycle, byte address, bytes, kind + 256 * write */
    TA_RUN_OUT,     /* int16 (nq, dp) */
    TA_RUN_M,       /* int16 (nq) */
    TA_RUN_L        /* double (nq), l * 2^12 */
};
TA_EXPORT(ta_run_array) const void *ta_run_array(const ta_run *run, int array);

/* The state of a cycle becomes the present one; returns its record, words of sim/record.h. */
TA_EXPORT(ta_run_seek) const uint32_t *ta_run_seek(ta_run *run, int cycle);

/* What a row met at a key tile: int32 words zCycle, mCycle, pCycle, lCycle, oCycle, mOld, mNew,
 * alpha, l, z (A), mask (A), p (A).  Null: the schedule skips the tile. */
TA_EXPORT(ta_run_step) const int32_t *ta_run_step(const ta_run *run, int row, int tile);

enum ta_run_event {
    TA_EVENT_MAX_RISES,    /* a row that had a maximum gets a larger one */
    TA_EVENT_TILE,         /* the first row of a row group enters for another key tile */
    TA_EVENT_ROW_GROUP,    /* ... of another row group */
    TA_EVENT_BLOCK,        /* ... of another block */
    TA_EVENT_TILE_SKIPPED, /* the counter tiles_skipped rises */
    TA_EVENT_STALL,        /* an array begins to wait, or for another cause */
    TA_EVENT_STORE,        /* a write burst is granted */
    TA_EVENT_COUNT
};
/* Cycle of the next (direction 1) or previous (-1) event from a cycle; -1: none. */
TA_EXPORT(ta_run_event) int ta_run_event(const ta_run *run, int kind, int from, int direction);

/* {compared, equal, first}: comparison with golden up to and including a cycle, counted in
 * tiles (FLASH: S, Z, m, alpha, P, l, O) or in tiles of a pass (NAIVE: Z; P and l; O). */
TA_EXPORT(ta_run_badge) const char *ta_run_badge(const ta_run *run, int cycle);

/* ---- worked out ---- */

/* float (nq, nk): weights as they stand at a cycle, P 2^((m_then - m_now) / 256) / l. */
TA_EXPORT(ta_run_heatmap) const float *ta_run_heatmap(const ta_run *run, int cycle);

/* double (nq, nk): weights by float attention on the given tensors. */
TA_EXPORT(ta_run_float_weights) const double *ta_run_float_weights(const ta_run *run);

/* double (nq, dv): float attention on the given tensors; the run's output, dequantized. */
TA_EXPORT(ta_run_float_out) const double *ta_run_float_out(const ta_run *run);
TA_EXPORT(ta_run_value) const double *ta_run_value(const ta_run *run);

/* {shift, index, entry, result, value} of a Q8.8 difference -65535..0. */
TA_EXPORT(ta_exp2_parts) const char *ta_exp2_parts(int difference);

/* double (2 + keys): maximum (log2 domain), sum, and weights of the row over its first keys,
 * in double precision on the INT8 tensors; masked keys weigh 0. */
TA_EXPORT(ta_run_two_pass) const double *ta_run_two_pass(const ta_run *run, int row, int keys);

/* One sentence about the present cycle; level 1..4, and the selected row. */
TA_EXPORT(ta_run_sentence) const char *ta_run_sentence(ta_run *run, int level, int row);

/* Writes the run to file descriptor 1: 0 VCD, 1 Perfetto, 2 JSON lines, 3 CSV (one line a
 * cycle: the tracks), 4 JSON (the result).  Runs it again.  -1: not enough memory. */
TA_EXPORT(ta_run_export) int ta_run_export(ta_run *run, int format);

/* The command that reproduces the run. */
TA_EXPORT(ta_run_command) const char *ta_run_command(const ta_run *run);

#endif
