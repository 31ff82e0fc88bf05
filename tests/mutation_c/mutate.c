/* SPDX-License-Identifier: MIT */
#include "mutate.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct token {
    enum { WORD, NUMBER, TEXT, OPERATOR } type;
    size_t at, length;
    int line;
    size_t partner; /* of a bracket: the token that closes or opens it */
} token;

typedef struct lexer {
    mutants *m;
    token *t;
    size_t count;
} lexer;

static void *grown(void *old, size_t count, size_t size)
{
    if (count & (count - 1)) /* room is a power of two */
        return old;
    void *p = realloc(old, (count ? 2 * count : 1) * size);
    if (!p)
        exit(2);
    return p;
}

static int word_char(int c)
{
    return isalnum(c) || c == '_';
}

static int is(const lexer *l, size_t i, const char *s)
{
    return i < l->count && l->t[i].length == strlen(s) &&
           memcmp(l->m->text + l->t[i].at, s, l->t[i].length) == 0;
}

static int one_of(const lexer *l, size_t i, const char *const *list)
{
    for (; *list; list++)
        if (is(l, i, *list))
            return 1;
    return 0;
}

static void hash_byte(mutants *m, unsigned char c)
{
    m->hash = (m->hash ^ c) * 0x100000001b3u;
}

static int scan(lexer *l)
{
    static const char *const operators[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=",
                                            "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=",
                                            "|=", "^=", NULL};
    const char *s = l->m->text;
    int line = 1, line_start = 1;
    for (size_t i = 0; i < l->m->size;) {
        size_t n = 1;
        if (s[i] == '\n') {
            line++;
            line_start = 1;
            i++;
            continue;
        }
        if (isspace((unsigned char)s[i])) {
            i++;
            continue;
        }
        if (s[i] == '/' && s[i + 1] == '*') {
            const char *end = strstr(s + i + 2, "*/");
            if (!end)
                return -1;
            for (; s + i < end + 2; i++)
                line += s[i] == '\n';
            continue;
        }
        if (line_start && s[i] == '#') { /* a directive */
            while (s[i] && s[i] != '\n') {
                if (s[i] == '\\' && s[i + 1] == '\n') {
                    line++;
                    i++;
                }
                if (!isspace((unsigned char)s[i]))
                    hash_byte(l->m, (unsigned char)s[i]);
                i++;
            }
            hash_byte(l->m, ' ');
            continue;
        }
        line_start = 0;
        int type = OPERATOR;
        if (isdigit((unsigned char)s[i])) {
            type = NUMBER;
            while (word_char((unsigned char)s[i + n]) || s[i + n] == '.')
                n++;
        } else if (word_char((unsigned char)s[i])) {
            type = WORD;
            while (word_char((unsigned char)s[i + n]))
                n++;
        } else if (s[i] == '"' || s[i] == '\'') {
            type = TEXT;
            while (s[i + n] && s[i + n] != s[i])
                n += s[i + n] == '\\' ? 2 : 1;
            n++;
        } else {
            for (const char *const *o = operators; *o; o++)
                if (strncmp(s + i, *o, strlen(*o)) == 0) {
                    n = strlen(*o);
                    break;
                }
        }
        l->t = grown(l->t, l->count, sizeof *l->t);
        l->t[l->count++] = (token){type, i, n, line, 0};
        for (size_t k = 0; k < n; k++)
            hash_byte(l->m, (unsigned char)s[i + k]);
        hash_byte(l->m, ' ');
        i += n;
    }
    return 0;
}

static int match_brackets(lexer *l)
{
    size_t open[256], depth = 0;
    for (size_t i = 0; i < l->count; i++) {
        if (l->t[i].type != OPERATOR || l->t[i].length != 1)
            continue;
        char c = l->m->text[l->t[i].at];
        if (c == '(' || c == '[' || c == '{') {
            if (depth == 256)
                return -1;
            open[depth++] = i;
        } else if (c == ')' || c == ']' || c == '}') {
            if (!depth)
                return -1;
            l->t[i].partner = open[--depth];
            l->t[open[depth]].partner = i;
        }
    }
    return depth ? -1 : 0;
}

static const char *keep(mutants *m, const char *a, const char *b, size_t n, const char *c)
{
    char *s = malloc(strlen(a) + n + strlen(c) + 1);
    if (!s)
        exit(2);
    sprintf(s, "%s%.*s%s", a, (int)n, b, c);
    m->strings = grown(m->strings, m->string_count, sizeof *m->strings);
    m->strings[m->string_count++] = s;
    return s;
}

static mutant *add(lexer *l, enum mutation_kind kind, size_t i, const char *function)
{
    mutants *m = l->m;
    m->list = grown(m->list, m->count, sizeof *m->list);
    mutant *x = &m->list[m->count++];
    memset(x, 0, sizeof *x);
    x->kind = kind;
    x->line = l->t[i].line;
    snprintf(x->function, sizeof x->function, "%s", function);
    return x;
}

/* Tokens first..last give way to s. */
static void replace(lexer *l, enum mutation_kind kind, size_t first, size_t last, const char *s,
                    const char *function)
{
    mutant *x = add(l, kind, first, function);
    x->at[0] = l->t[first].at;
    x->cut[0] = l->t[last].at + l->t[last].length - x->at[0];
    x->put[0] = s;
}

/* Tokens first..last between two texts. */
static void surround(lexer *l, enum mutation_kind kind, size_t first, size_t last, const char *a,
                     const char *b, const char *function)
{
    mutant *x = add(l, kind, first, function);
    x->at[0] = l->t[first].at;
    x->put[0] = a;
    x->at[1] = l->t[last].at + l->t[last].length;
    x->put[1] = b;
}

static const char *const relations[] = {"<", "<=", ">", ">=", "==", "!=", NULL};
static const char *const logics[] = {"&&", "||", NULL};

/* The value before token i ends there: i is a binary operator. */
static int after_value(const lexer *l, size_t i)
{
    static const char *const none[] = {"return", "case", "sizeof", "else", "do", NULL};
    if (i == 0)
        return 0;
    const token *b = &l->t[i - 1];
    return b->type == NUMBER || b->type == TEXT || (b->type == WORD && !one_of(l, i - 1, none)) ||
           is(l, i - 1, ")") || is(l, i - 1, "]");
}

static int spaced(const lexer *l, size_t i)
{
    const char *s = l->m->text + l->t[i].at;
    return isspace((unsigned char)s[-1]) && isspace((unsigned char)s[l->t[i].length]);
}

static int contains(const lexer *l, size_t first, size_t last, const char *const *list)
{
    for (size_t i = first; i <= last; i++)
        if (one_of(l, i, list))
            return 1;
    return 0;
}

/* Negates tokens first..last unless another mutant of their only relation does. */
static void negate(lexer *l, size_t first, size_t last, const char *function)
{
    if (first > last)
        return;
    if (contains(l, first, last, logics) || !contains(l, first, last, relations))
        surround(l, MUTATE_condition, first, last, "!(", ")", function);
}

static void operators(lexer *l, size_t i, const char *f)
{
    static const struct {
        const char *from;
        enum mutation_kind kind;
        const char *to[2];
        int binary; /* 1: a value must stand before, 2: and white space around it */
    } rules[] = {
        {"<", MUTATE_relation, {"<=", ">="}, 1},
        {"<=", MUTATE_relation, {"<", ">"}, 1},
        {">", MUTATE_relation, {">=", "<="}, 1},
        {">=", MUTATE_relation, {">", "<"}, 1},
        {"==", MUTATE_relation, {"!=", NULL}, 1},
        {"!=", MUTATE_relation, {"==", NULL}, 1},
        {"&&", MUTATE_logic, {"||", NULL}, 1},
        {"||", MUTATE_logic, {"&&", NULL}, 1},
        {"+", MUTATE_arithmetic, {"-", NULL}, 1},
        {"-", MUTATE_arithmetic, {"+", NULL}, 1},
        {"*", MUTATE_arithmetic, {"/", NULL}, 2},
        {"/", MUTATE_arithmetic, {"*", NULL}, 2},
        {"%", MUTATE_arithmetic, {"/", NULL}, 1},
        {"++", MUTATE_arithmetic, {"--", NULL}, 0},
        {"--", MUTATE_arithmetic, {"++", NULL}, 0},
        {"+=", MUTATE_arithmetic, {"-=", NULL}, 1},
        {"-=", MUTATE_arithmetic, {"+=", NULL}, 1},
        {"*=", MUTATE_arithmetic, {"/=", NULL}, 1},
        {"<<", MUTATE_bits, {">>", NULL}, 1},
        {">>", MUTATE_bits, {"<<", NULL}, 1},
        {"&", MUTATE_bits, {"|", NULL}, 2},
        {"|", MUTATE_bits, {"&", NULL}, 2},
        {"^", MUTATE_bits, {"|", NULL}, 2},
        {"|=", MUTATE_bits, {"&=", NULL}, 1},
        {"^=", MUTATE_bits, {"|=", NULL}, 1},
        {"&=", MUTATE_bits, {"|=", NULL}, 1},
    };
    for (size_t r = 0; r < sizeof rules / sizeof rules[0]; r++) {
        if (!is(l, i, rules[r].from) || (rules[r].binary && !after_value(l, i)) ||
            (rules[r].binary == 2 && !spaced(l, i)))
            continue;
        for (int k = 0; k < 2 && rules[r].to[k]; k++)
            replace(l, rules[r].kind, i, i, rules[r].to[k], f);
    }
    if (!after_value(l, i)) { /* signs and complements go */
        if (is(l, i, "-"))
            replace(l, MUTATE_arithmetic, i, i, "", f);
        if (is(l, i, "!"))
            replace(l, MUTATE_logic, i, i, "", f);
        if (is(l, i, "~"))
            replace(l, MUTATE_bits, i, i, "", f);
    }
    if (is(l, i, "?")) { /* && and || bind closer than ?: */
        mutant *x = add(l, MUTATE_condition, i, f);
        x->at[0] = l->t[i].at;
        x->put[0] = "&& 0 ";
        x = add(l, MUTATE_condition, i, f);
        x->at[0] = l->t[i].at;
        x->put[0] = "|| 1 ";
    }
}

/* Token after the statement that begins at i and ends with ; on its own level; 0: none. */
static size_t statement_end(const lexer *l, size_t i)
{
    for (; i < l->count; i++) {
        if (is(l, i, ";"))
            return i;
        if (is(l, i, "(") || is(l, i, "["))
            i = l->t[i].partner;
        else if (is(l, i, "{") || is(l, i, "}"))
            return 0;
    }
    return 0;
}

static int begins_expression(const lexer *l, size_t i)
{
    static const char *const follow[] = {"(", "[", ".", "->", "++", "--", "=", "+=", "-=", "*=",
                                         "|=", "&=", "^=", "<<=", ">>=", NULL};
    static const char *const keywords[] = {"if", "for", "while", "switch", "return", "sizeof", "do",
                                           "else", "case", NULL};
    if (is(l, i, "break") || is(l, i, "continue"))
        return is(l, i + 1, ";");
    if (is(l, i, "++") || is(l, i, "--") || (is(l, i, "*") && l->t[i + 1].type == WORD))
        return 1;
    return l->t[i].type == WORD && !one_of(l, i, keywords) && one_of(l, i + 1, follow);
}

static int begins_statement(const lexer *l, size_t i)
{
    static const char *const heads[] = {"if", "for", "while", "switch", NULL};
    if (is(l, i - 1, ";") || is(l, i - 1, "{") || is(l, i - 1, "}") || is(l, i - 1, "else") || is(l, i - 1, ":"))
        return !is(l, i - 1, ":") || !is(l, i - 2, "?");
    return is(l, i - 1, ")") && l->t[i - 1].partner > 0 && one_of(l, l->t[i - 1].partner - 1, heads);
}

/* The bracket at i gives the size of an array in its declaration: type name[...]. */
static int declares(const lexer *l, size_t i)
{
    static const char *const none[] = {"return", "sizeof", "case", "else", NULL};
    return l->t[i - 1].type == WORD && ((l->t[i - 2].type == WORD && !one_of(l, i - 2, none)) ||
                                        (is(l, i - 2, "*") && l->t[i - 3].type == WORD && !spaced(l, i - 2)));
}

static void function_body(lexer *l, size_t open, const char *f)
{
    static const char *const heads[] = {"if", "while", NULL};
    int parens = 0; /* statements stand outside of round brackets */
    for (size_t i = open + 1; i < l->t[open].partner; i++) {
        const token *t = &l->t[i];
        if (is(l, i, "[") && declares(l, i)) { /* sizes of arrays stay */
            i = t->partner;
            continue;
        }
        if (is(l, i, "("))
            parens++;
        if (is(l, i, ")"))
            parens--;
        if (t->type == OPERATOR)
            operators(l, i, f);
        if (t->type == NUMBER) {
            surround(l, MUTATE_constant, i, i, "(", " + 1)", f);
            surround(l, MUTATE_constant, i, i, "(", " - 1)", f);
        }
        if (one_of(l, i, heads) && is(l, i + 1, "("))
            negate(l, i + 2, l->t[i + 1].partner - 1, f);
        if (is(l, i, "for") && is(l, i + 1, "(")) {
            size_t a = statement_end(l, i + 2), b = a ? statement_end(l, a + 1) : 0;
            if (b > a + 1)
                negate(l, a + 1, b - 1, f);
        }
        size_t end = parens ? 0 : statement_end(l, i);
        if (end && is(l, i, "return") && end > i + 1 && !(end == i + 2 && l->t[i + 1].type == NUMBER))
            surround(l, MUTATE_result, i + 1, end - 1, "(", ") + 1", f);
        if (end && begins_statement(l, i) && begins_expression(l, i))
            replace(l, MUTATE_statement, i, end - 1, "", f);
    }
}

int mutants_read(const char *path, mutants *m)
{
    lexer l = {m, NULL, 0};
    memset(m, 0, sizeof *m);
    m->hash = 0xcbf29ce484222325u;
    FILE *file = fopen(path, "rb");
    if (!file)
        return errno;
    for (int c; (c = getc(file)) != EOF;) {
        m->text = grown(m->text, m->size, 1);
        m->text[m->size++] = (char)c;
    }
    fclose(file);
    m->text = grown(m->text, m->size, 1);
    m->text[m->size] = 0;
    int status = scan(&l) || match_brackets(&l) ? -1 : 0;
    for (size_t i = 1; !status && i < l.count; i++) {
        if (!is(&l, i, "{"))
            continue;
        if (is(&l, i - 1, ")") && l.t[i - 1].partner > 0) {
            const token *name = &l.t[l.t[i - 1].partner - 1];
            const char *f = keep(m, "", m->text + name->at, name->length, "");
            function_body(&l, i, f);
        }
        i = l.t[i].partner;
    }
    free(l.t);
    return status;
}

void mutants_free(mutants *m)
{
    for (size_t i = 0; i < m->string_count; i++)
        free(m->strings[i]);
    free(m->strings);
    free(m->list);
    free(m->text);
    memset(m, 0, sizeof *m);
}

/* from..to of the text with the change. */
static char *changed(const mutants *m, const mutant *x, size_t from, size_t to, int after)
{
    char *s = calloc(1, to - from + 64 + 1);
    size_t n = 0;
    if (!s)
        exit(2);
    for (size_t i = from; i <= to; i++) {
        for (int k = 0; after && k < 2; k++)
            if (x->put[k] && i == x->at[k]) {
                n += (size_t)sprintf(s + n, "%s", x->put[k]);
                for (size_t c = 0; c < x->cut[k] && i < to; c++, i++)
                    if (m->text[i] == '\n') /* lines keep their numbers */
                        s[n++] = '\n';
            }
        if (i < to)
            s[n++] = m->text[i];
    }
    return s;
}

char *mutant_source(const mutants *m, const mutant *x)
{
    return changed(m, x, 0, m->size, 1);
}

char *mutant_line(const mutants *m, const mutant *x, int after)
{
    size_t from = x->at[0], to = x->put[1] ? x->at[1] : x->at[0] + x->cut[0];
    while (from > 0 && m->text[from - 1] != '\n')
        from--;
    while (m->text[from] == ' ')
        from++;
    while (m->text[to] && m->text[to] != '\n')
        to++;
    char *s = changed(m, x, from, to, after);
    size_t n = 0;
    for (size_t i = 0; s[i]; i++) /* several lines in one */
        if (!isspace((unsigned char)s[i]) || (n && s[n - 1] != ' '))
            s[n++] = isspace((unsigned char)s[i]) ? ' ' : s[i];
    while (n && s[n - 1] == ' ')
        n--;
    s[n] = 0;
    return s;
}

const char *mutation_kind_name(enum mutation_kind kind)
{
    static const char *const names[] = {
#define X(id) #id,
        MUTATION_KINDS(X)
#undef X
    };
    return names[kind];
}
