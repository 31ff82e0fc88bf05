/* SPDX-License-Identifier: MIT
 *
 * Values and tables for the reader.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "golden/golden.h"
#include "golden/stages.h"
#include "wasm/page.h"

#ifndef TA_CLOCK_MHZ
#define TA_CLOCK_MHZ 0
#endif

/* "UQ1.PF" with the build's PF. */
void ta_format_text(char *dst, size_t size, const ta_field *f, const ta_build *b)
{
    const char *pf = strstr(f->text, "PF");
    if (pf)
        snprintf(dst, size, "%.*s%d%s", (int)(pf - f->text), f->text, b->pf, pf + 2);
    else
        snprintf(dst, size, "%s", f->text);
}

/* A value of fraction bits has as many decimals as tell it from its neighbours. */
void ta_value_text(char *dst, size_t size, const ta_field *f, int64_t raw)
{
    if (f->format == TA_FORMAT_logit && raw == TA_Z_MASKED) {
        snprintf(dst, size, "masked");
        return;
    }
    int decimals = f->fraction ? (f->fraction * 77 + 255) / 256 + 1 : 0; /* log10(2) */
    int n = snprintf(dst, size, "%.*f", decimals, ldexp((double)raw, -f->fraction));
    if (decimals && n > 0 && (size_t)n < size) {
        while (dst[n - 1] == '0')
            dst[--n] = 0;
        if (dst[n - 1] == '.')
            dst[--n] = 0;
    }
}

void ta_put_shown(text *t, const ta_field *f, const ta_build *b, int64_t raw)
{
    char format[64], value[64];
    const uint64_t mask = ((uint64_t)1 << f->bits) - 1;
    ta_format_text(format, sizeof format, f, b);
    ta_value_text(value, sizeof value, f, raw);
    text_put(t, "{\"raw\":%lld,\"hex\":\"0x%0*llX\",\"format\":\"%s\",\"text\":\"%s\",\"value\":", (long long)raw,
             (f->bits + 3) / 4, (unsigned long long)((uint64_t)raw & mask), format, value);
    text_number(t, ldexp((double)raw, -f->fraction));
    text_put(t, "}");
}

double ta_clock_mhz(void)
{
    return TA_CLOCK_MHZ;
}

const char *ta_shown(int build, int field, double raw)
{
    static ta_record_table table; /* of the build asked for last */
    text_clear(&ta_answer);
    if (!ta_build_at(build) || field < 0 || field >= TA_FIELD_COUNT) {
        ta_fail(&ta_failure, TA_ERROR_USAGE, "no such build or field");
        return NULL;
    }
    if (table.build != ta_build_at(build))
        ta_record_table_init(&table, ta_build_at(build));
    ta_put_shown(&ta_answer, &table.field[field], table.build, (int64_t)raw);
    return text_get(&ta_answer);
}

const char *ta_fields(int build)
{
    ta_record_table table;
    if (!ta_build_at(build)) {
        ta_fail(&ta_failure, TA_ERROR_USAGE, "no such build");
        return NULL;
    }
    ta_record_table_init(&table, ta_build_at(build));
    text *t = &ta_answer;
    text_clear(t);
    for (int i = 0; i < TA_FIELD_COUNT; i++) {
        const ta_field *f = &table.field[i];
        char format[64];
        ta_format_text(format, sizeof format, f, table.build);
        text_put(t, "%s{\"name\":\"%s.%s\",\"group\":\"%s\",\"format\":\"%s\",\"bits\":%d,\"count\":%d,"
                    "\"signed\":%s,\"fraction\":%d,\"offset\":%d,\"signal\":\"%s\",\"meaning\":",
                 i ? "," : "[", f->group, f->name, f->group, format, f->bits, f->count,
                 f->is_signed ? "true" : "false", f->fraction, f->offset, f->signal);
        text_string(t, f->meaning);
        text_put(t, "}");
    }
    text_put(t, "]");
    return text_get(t);
}

const char *ta_presets(void)
{
    text *t = &ta_answer;
    text_clear(t);
    for (int i = 0; i < ta_preset_count(); i++) {
        const ta_preset *p = ta_preset_at(i);
        text_put(t, "%s{\"name\":", i ? "," : "[");
        text_string(t, p->name);
        text_put(t, ",\"title\":");
        text_string(t, p->title);
        text_put(t, ",\"point\":");
        text_string(t, p->point);
        text_put(t, ",\"text\":");
        text_string(t, p->text);
        text_put(t, ",\"tokens\":");
        for (int j = 0; j < p->n && p->tokens; j++) {
            text_put(t, j ? "," : "[");
            text_string(t, p->tokens[j]);
        }
        text_put(t, "%s,\"source\":", p->tokens ? "]" : "null");
        text_string(t, p->source);
        text_put(t, ",\"layer\":%d,\"head\":%d,\"n\":%d,\"d\":%d,\"causal\":%s}", p->layer, p->head, p->n, p->d,
                 p->causal ? "true" : "false");
    }
    text_put(t, "]");
    return text_get(t);
}

const char *ta_predict(int build, int nq, int nk, int d, const int32_t *config)
{
    if (!ta_build_at(build)) {
        ta_fail(&ta_failure, TA_ERROR_USAGE, "no such build");
        return NULL;
    }
    ta_build b = *ta_build_at(build);
    ta_config c = {nq, nk, (d + b.a - 1) / b.a * b.a, config[0], config[1], config[2], config[3], config[4],
                   config[5], config[6], 0};
    ta_counters n;
    int most = nq > nk ? nq : nk;
    b.nmax = most > b.nmax ? most : b.nmax;
    b.dmax = c.d > b.dmax ? c.d : b.dmax;
    int error = ta_config_check(&b, &c);
    if (error) {
        ta_fail(&ta_failure, TA_ERROR_USAGE, "configuration: expected %s", ta_config_expected(error));
        return NULL;
    }
    memset(&n, 0, sizeof n);
    ta_traffic(&b, &c, &n);
    ta_cycles(&b, &c, &n);
    text_clear(&ta_answer);
    text_put(&ta_answer, "{\"bytes\":%llu,\"cycles\":%llu,\"bufferBytes\":%lld,\"utilization\":",
             (unsigned long long)(n.hbm_read_bytes + n.hbm_write_bytes), (unsigned long long)n.cycles,
             (long long)ta_buffer_bytes(&b, &c));
    text_number(&ta_answer, (double)(n.mm1_macs + n.mm2_macs) / (2.0 * b.a * b.a * (double)n.cycles));
    text_put(&ta_answer, "}");
    return text_get(&ta_answer);
}

const char *ta_exp2_parts(int difference)
{
    if (difference > 0 || difference < -65535) {
        ta_fail(&ta_failure, TA_ERROR_USAGE, "difference: found %d, expected -65535 to 0", difference);
        return NULL;
    }
    const int result = ta_exp2(difference);
    text_clear(&ta_answer);
    text_put(&ta_answer, "{\"shift\":%d,\"index\":%d,\"entry\":%d,\"result\":%d,\"value\":", -(difference >> 8),
             difference & 255, ta_exp2_entry(difference & 255), result);
    text_number(&ta_answer, ldexp(result, -15));
    text_put(&ta_answer, "}");
    return text_get(&ta_answer);
}
