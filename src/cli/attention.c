#include "cli/attention.h"

#include "base/file.h"
#include "base/utf8.h"
#include "cli/terminal.h"
#include "lesson/cost.h"
#include "lesson/explain.h"
#include "load/cell.h"
#include "load/mask.h"
#include "load/tokens.h"
#include "load/weights.h"
#include "trace/self_attention.h"
#include "write/text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_TOKENS = 4096,   /* every matrix of the trace is n × n */
    MOST_INPUT = 64 << 20 /* bytes of standard input */
};

/* What a path is called on a terminal and in a trace: it may hold any bytes. */
static const char *visible(Arena *arena, const char *path)
{
    Text text = text_new(arena);
    text_add_visible(&text, path);
    return text.data;
}

/* ---- the sentence and its weights ---- */

/* A line that was piped in ends with its newline, which is no part of the sentence. */
static const char *trimmed(Arena *arena, const char *text, size_t size)
{
    static const char blanks[] = " \t\r\n";
    while (size && strchr(blanks, text[size - 1]))
        size--;
    return arena_strndup(arena, text, size);
}

static bool read_sentence(Arena *arena, const Settings *s, const char **sentence, Tokens *tokens,
                          Error *error)
{
    bool from_input = !s->sentence || !strcmp(s->sentence, "-");
    const char *what = from_input ? "standard input" : "--sentence";
    Bytes bytes = {0};
    if (!s->sentence && isatty(STDIN_FILENO))
        return fail_usage(error, "no sentence: give one with --sentence \"…\", or pipe one in");
    if (from_input && !file_read_open(arena, STDIN_FILENO, what, MOST_INPUT, &bytes, error))
        return false;
    const char *text = from_input ? bytes.data : s->sentence;
    size_t size = from_input ? bytes.size : strlen(s->sentence);
    if (!tokenize(arena, what, text, size, MOST_TOKENS, tokens, error)) {
        if (!from_input)
            error->exit_code = EXIT_USAGE;
        return false;
    }
    *sentence = trimmed(arena, text, size);
    return true;
}

static bool read_weights(Arena *arena, const Settings *s, const Tokens *tokens, Weights *weights,
                         Error *error)
{
    if (!s->weights) {
        *weights = weights_random(arena, tokens->keys, tokens->count, s->dim, s->seed);
        return true;
    }
    if (!weights_read(arena, s->weights, weights, error))
        return false;
    weights->origin = visible(arena, weights->origin);
    if (s->dim_given && s->dim != weights->embeddings.cols)
        return fail_usage(error, "--dim %d, but %s has %d features a word", s->dim, s->weights,
                          weights->embeddings.cols);
    return true;
}

static const char *divisors(Arena *arena, int number)
{
    Text list = text_new(arena);
    for (int i = 1; i <= number; i++)
        if (number % i == 0)
            text_format(&list, "%s%d", i > 1 ? ", " : "", i);
    return list.data;
}

/* As many heads as asked for, else as the weights were learned for, else the default. */
static bool choose_heads(Arena *arena, const Settings *s, const Weights *weights, int *heads,
                         Error *error)
{
    int d = weights->embeddings.cols;
    *heads = !s->heads_given && weights->heads ? weights->heads : s->heads;
    if (d % *heads)
        return fail_usage(error, "--heads %d%s does not divide the dimension %d; these do: %s",
                          *heads, s->heads_given ? "" : " (the default)", d, divisors(arena, d));
    if (s->positions && d % 2)
        return fail_usage(error,
                          "the dimension %d is odd, but sinusoidal positions go in pairs of "
                          "features: --positions none leaves them out",
                          d);
    return true;
}

/* The words without a vector, each once, as many as can be read in a line; NULL for none. */
static const char *unknown_words(Arena *arena, const Tokens *tokens, const WordVectors *vectors)
{
    enum { MOST_WORDS = 12, MOST_COLUMNS = 60 };
    Text list = text_new(arena);
    int count = 0;
    for (int i = 0; i < tokens->count; i++)
        if (!vectors->known[i] && vectors->rows[i] == i && count++ < MOST_WORDS)
            text_format(&list, "%s%s", list.length ? ", " : "",
                        elide_middle(arena, visible(arena, tokens->words[i]), MOST_COLUMNS));
    if (count > MOST_WORDS)
        text_format(&list, " and %d more", count - MOST_WORDS);
    return count ? list.data : NULL;
}

/* ---- the trace ---- */

static bool make_trace(Arena *arena, int argc, const char *const *argv, const Settings *s,
                       Trace **trace, Text *warnings, Error *error)
{
    Tokens tokens;
    Weights weights;
    Subject subject = {.argc = argc, .argv = argv, .mask = visible(arena, s->mask)};
    SelfAttentionSettings settings = {.positions = s->positions, .scale = s->scale};
    bool masked;
    if (!read_sentence(arena, s, &subject.sentence, &tokens, error) ||
        !mask_load(arena, s->mask, tokens.count, &masked, &settings.mask, error) ||
        !read_weights(arena, s, &tokens, &weights, error) ||
        !choose_heads(arena, s, &weights, &settings.heads, error))
        return false;
    if (!masked)
        settings.mask.data = NULL;
    WordVectors vectors = word_vectors(arena, &weights, tokens.keys, tokens.count);
    subject.tokens = tokens.words;
    subject.labels = tokens.labels;
    subject.seed = s->weights ? NULL : arena_format(arena, "%llu", (unsigned long long)s->seed);
    subject.unknown = unknown_words(arena, &tokens, &vectors);
    if (subject.unknown)
        text_format(warnings, "%s has no vector for: %s\n", visible(arena, s->weights),
                    subject.unknown);
    SelfAttention model =
        self_attention(graph_new(arena), &weights, vectors, tokens.count, settings);
    *trace = narrate_self_attention(arena, &model, &subject);
    return trace_check(*trace, error);
}

/* ---- what is asked of it ---- */

static void append_cost(FILE *out, const Trace *trace)
{
    cost_write(out, trace, trace_step(trace, "embeddings")->cols.count);
}

static bool write_formats(const Settings *s, const Trace *trace, Text *warnings, Folder *folder,
                          Error *error)
{
    WriteOptions options = {.precision = s->precision,
                            .features = s->features,
                            .figure = &s->figure,
                            .appendix = s->cost ? append_cost : NULL,
                            .warnings = warnings};
    for (int i = 0; i < s->format_count; i++)
        if (!s->formats[i]->write(trace, &options, folder, error))
            return false;
    return folder_commit(folder, error);
}

/* Returns the names of the files written; NULL on failure, with nothing left behind. */
static const char *const *write_files(Arena *arena, const Settings *s, const Trace *trace,
                                      Text *warnings, int *count, Error *error)
{
    Folder *folder = folder_open(arena, s->out, error);
    if (!folder)
        return NULL;
    bool written = write_formats(s, trace, warnings, folder, error);
    folder_abandon(folder);
    return written ? folder_names(folder, count) : NULL;
}

static bool has_format(const Settings *s, const char *name)
{
    for (int i = 0; i < s->format_count; i++)
        if (!strcmp(s->formats[i]->name, name))
            return true;
    return false;
}

/* The tables; returns whether any was cut to fit. */
static bool print_tables(const Settings *s, const Trace *trace)
{
    TextStyle style = {.width = s->full ? 0 : terminal_width(),
                       .precision = s->precision,
                       .depth = terminal_colours(s->color),
                       .figure = &s->figure};
    return text_write_trace(stdout, trace, &style);
}

static void print_closing(const Settings *s, const Trace *trace, const char *const *names,
                          int count, bool elided)
{
    const char *out = visible(trace->arena, s->out);
    if (elided && names && has_format(s, "text"))
        printf("Tables were cut to fit; whole ones: --full, or %s/trace.txt.\n", out);
    else if (elided)
        puts("Tables were cut to fit; whole ones: --full.");
    if (!names)
        return;
    printf("Wrote %d file%s to %s (weights %s).\n", count, count == 1 ? "" : "s", out,
           trace_setting(trace, "weights"));
    for (int i = 0; i < count; i++)
        if (strstr(names[i], "-overview.png"))
            printf("Open %s/%s first.\n", out, names[i]);
}

static bool read_cells(Arena *arena, const Settings *s, const Trace *trace, StepCell *cells,
                       Error *error)
{
    for (int i = 0; i < s->explain_count; i++)
        if (!cell_parse(arena, "--explain", trace, s->explain[i], &cells[i], error)) {
            error->exit_code = EXIT_USAGE;
            return false;
        }
    return true;
}

static void print_explanations(const Settings *s, const Trace *trace, const StepCell *cells)
{
    ExplainStyle style = {
        .depth = s->depth, .digits = s->digits, .width = s->full ? 0 : terminal_width()};
    for (int i = 0; i < s->explain_count; i++) {
        fputs(i ? "\n" : "", stdout);
        explain_cell(stdout, trace, cells[i], style);
    }
}

static void print_warnings(Arena *arena, const Text *warnings)
{
    for (const char *line = warnings->data; *line; line = strchr(line, '\n') + 1)
        fprintf(stderr, "attnviz: warning: %s\n",
                visible(arena, arena_strndup(arena, line, strcspn(line, "\n"))));
}

/* What is asked for, then what was written. */
static void print_results(const Settings *s, const Trace *trace, const StepCell *cells,
                          const char *const *names, int count)
{
    bool elided = false;
    if (s->explain_count)
        print_explanations(s, trace, cells);
    else if (has_format(s, "text"))
        elided = print_tables(s, trace);
    if (s->cost) {
        fputs(s->explain_count ? "\n" : "", stdout);
        append_cost(stdout, trace);
    }
    print_closing(s, trace, names, count, elided);
}

bool attention_run(Arena *arena, int argc, const char *const *argv, const Settings *s, Error *error)
{
    Trace *trace;
    Text warnings = text_new(arena);
    StepCell *cells = arena_alloc(arena, (size_t)s->explain_count, sizeof *cells);
    const char *const *names = NULL;
    int count = 0;
    if (!make_trace(arena, argc, argv, s, &trace, &warnings, error) ||
        !read_cells(arena, s, trace, cells, error))
        return false;
    if (s->writes_files && !(names = write_files(arena, s, trace, &warnings, &count, error)))
        return false;
    print_warnings(arena, &warnings);
    if (!s->quiet)
        print_results(s, trace, cells, names, count);
    return true;
}
