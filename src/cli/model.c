#include "cli/model.h"

#include "base/file.h"
#include "base/utf8.h"
#include "cli/values.h"
#include "load/builtin.h"
#include "load/embeddings.h"
#include "load/mask.h"
#include "load/tokens.h"
#include "load/weights.h"

#include <string.h>
#include <unistd.h>

enum {
    MOST_HEADS = 1024,
    MOST_FEATURES = 4096,
    MOST_TOKENS = 4096,   /* every matrix of the trace is n × n */
    MOST_INPUT = 64 << 20 /* bytes of standard input */
};

/* ---- settings ---- */

bool model_settings_read(Arena *arena, const Arguments *a, ModelSettings *s, Error *error)
{
    static const char *const positions[] = {"sinusoidal", "none"};
    static const char *const scales[] = {"sqrt", "none"};
    int position = 0, scale = 0;
    *s = (ModelSettings){.heads_given = a->given[OPTION_HEADS],
                         .dim_given = a->given[OPTION_DIM],
                         .mask = a->value[OPTION_MASK],
                         .weights = a->value[OPTION_WEIGHTS],
                         .weights_given = a->given[OPTION_WEIGHTS],
                         .embeddings = a->value[OPTION_EMBEDDINGS]};
    if (!value_whole(a, OPTION_HEADS, 1, MOST_HEADS, &s->heads, error) ||
        !value_whole(a, OPTION_DIM, 1, MOST_FEATURES, &s->dim, error) ||
        !value_choice(arena, a, OPTION_POSITIONS, positions, 2, &position, error) ||
        !value_choice(arena, a, OPTION_SCALE, scales, 2, &scale, error) ||
        !value_seed(a, OPTION_SEED, &s->seed, error))
        return false;
    s->positions = position == 0;
    s->scale = scale == 0 ? SCALE_ROOT : SCALE_NONE;
    if (a->given[OPTION_SEED] && !model_is_drawn(s))
        return fail_usage(error, "--seed draws random weights: it goes with --weights random");
    return true;
}

/* ---- sentences ---- */

/* A line that was piped in ends with its newline, which is no part of the sentence. */
static const char *trimmed(Arena *arena, const char *text, size_t size)
{
    static const char blanks[] = " \t\r\n";
    while (size && strchr(blanks, text[size - 1]))
        size--;
    return arena_strndup(arena, text, size);
}

static bool is_input(const char *given)
{
    return !given || !strcmp(given, "-");
}

/* `what` names the sentence in messages, unless it is standard input. */
static bool read_sentence(Arena *arena, const char *what, const char *given, const char **sentence,
                          Tokens *tokens, Error *error)
{
    bool from_input = is_input(given);
    Bytes bytes = {0};
    if (from_input)
        what = "standard input";
    if (!given && isatty(STDIN_FILENO))
        return fail_usage(error, "no sentence: give one with --sentence \"…\", or pipe one in");
    if (from_input && !file_read_open(arena, STDIN_FILENO, what, MOST_INPUT, &bytes, error))
        return false;
    const char *text = from_input ? bytes.data : given;
    size_t size = from_input ? bytes.size : strlen(given);
    if (!tokenize(arena, what, text, size, MOST_TOKENS, tokens, error)) {
        if (!from_input)
            fail_as_usage(error);
        return false;
    }
    *sentence = trimmed(arena, text, size);
    return true;
}

/* What messages call a sentence: by its number where there are several. */
static const char *sentence_name(Arena *arena, int index, int count)
{
    return count > 1 ? arena_format(arena, "sentence %d", index + 1) : "--sentence";
}

static bool read_sentences(Arena *arena, const char *const *sentences, Readings *readings,
                           Tokens *tokens, Error *error)
{
    int inputs = 0, count = readings->count;
    for (int i = 0; i < count; i++)
        inputs += is_input(sentences[i]);
    if (inputs > 1)
        return fail_usage(error, "standard input can be one sentence, not %d", inputs);
    for (int i = 0; i < count; i++)
        if (!read_sentence(arena, sentence_name(arena, i, count), sentences[i],
                           &readings->items[i].subject.sentence, &tokens[i], error))
            return false;
    return true;
}

/* ---- weights ---- */

static bool is_random(const ModelSettings *s)
{
    return !strcmp(s->weights, "random");
}

static bool is_builtin(const ModelSettings *s)
{
    return !strcmp(s->weights, "built-in");
}

bool model_is_drawn(const ModelSettings *s)
{
    return is_random(s) || (s->embeddings && !s->weights_given);
}

static bool load_builtin(Arena *arena, const ModelSettings *s, Weights *weights, Error *error)
{
    if (builtin_weights(arena, s->heads, weights, error))
        return true;
    const char *why = arena_strdup(arena, error->message);
    return fail_usage(error, "--heads %d: %s; --weights random takes any that divides --dim",
                      s->heads, why);
}

static bool load_weights(Arena *arena, const ModelSettings *s, Weights *weights, Error *error)
{
    if (is_builtin(s))
        return load_builtin(arena, s, weights, error);
    return weights_read(arena, s->weights, s->heads, weights, error);
}

/* Vectors from a file, within projections that fit or random ones. */
static bool load_embeddings(Arena *arena, const ModelSettings *s, const char *const *keys,
                            int count, Weights *weights, Error *error)
{
    Embeddings embeddings;
    bool read = s->whole_vocabulary
                    ? embeddings_read_all(arena, s->embeddings, MOST_VECTORS, &embeddings, error)
                    : embeddings_read(arena, s->embeddings, keys, count, &embeddings, error);
    if (!read)
        return false;
    if (model_is_drawn(s)) {
        *weights =
            weights_around(arena, embeddings.table, embeddings.vocabulary, s->embeddings, s->seed);
        return true;
    }
    return load_weights(arena, s, weights, error) &&
           embeddings_replace(arena, &embeddings, weights, error);
}

/* What messages call the weights: "--dim 16, but w.safetensors has 48 features a word". */
const char *model_vectors_have(Arena *arena, const ModelSettings *s)
{
    if (s->embeddings)
        return arena_format(arena, "%s has", visible_text(arena, s->embeddings));
    return is_builtin(s) ? "the built-in weights have"
                         : arena_format(arena, "%s has", visible_text(arena, s->weights));
}

bool model_weights(Arena *arena, const ModelSettings *s, const char *const *keys, int count,
                   Weights *weights, Error *error)
{
    if (is_random(s) && !s->embeddings) {
        *weights = weights_random(arena, keys, count, s->dim, s->seed);
        return true;
    }
    bool loaded = s->embeddings ? load_embeddings(arena, s, keys, count, weights, error)
                                : load_weights(arena, s, weights, error);
    if (!loaded)
        return false;
    weights->origin = visible_text(arena, weights->origin);
    if (s->dim_given && s->dim != weights->embeddings.cols)
        return fail_usage(error, "--dim %d, but %s %d features a word%s", s->dim,
                          model_vectors_have(arena, s), weights->embeddings.cols,
                          is_builtin(s) && !s->embeddings ? "; --weights random takes any" : "");
    return true;
}

/* The words of all sentences. */
static const char **all_keys(Arena *arena, const Tokens *tokens, int count, int *total)
{
    *total = 0;
    for (int i = 0; i < count; i++)
        *total += tokens[i].count;
    const char **keys = arena_alloc(arena, (size_t)*total, sizeof *keys);
    for (int i = 0, n = 0; i < count; i++)
        for (int k = 0; k < tokens[i].count; k++)
            keys[n++] = tokens[i].keys[k];
    return keys;
}

static const char *divisors(Arena *arena, int number)
{
    Text list = text_new(arena);
    for (int i = 1; i <= number; i++)
        if (number % i == 0)
            text_format(&list, "%s%d", i > 1 ? ", " : "", i);
    return list.data;
}

/* " of glove.txt": for those who did not choose it. */
static const char *source_of_dimension(Arena *arena, const ModelSettings *s)
{
    return s->embeddings ? arena_format(arena, " of %s", visible_text(arena, s->embeddings)) : "";
}

/* As many heads as asked for, else as the weights were learned for, else the default. */
static bool choose_heads(Arena *arena, const ModelSettings *s, const Weights *weights, int *heads,
                         Error *error)
{
    int d = weights->embeddings.cols;
    *heads = !s->heads_given && weights->heads ? weights->heads : s->heads;
    bool pairs = !s->positions || d % 2 == 0;
    if (d % *heads)
        return fail_usage(error, "--heads %d%s does not divide the dimension %d%s; these do: %s%s",
                          *heads, s->heads_given ? "" : " (the default)", d,
                          source_of_dimension(arena, s), divisors(arena, d),
                          pairs ? "" : "; and as it is odd, --positions none");
    if (!pairs)
        return fail_usage(error,
                          "the dimension %d%s is odd, but sinusoidal positions go in pairs of "
                          "features: --positions none leaves them out",
                          d, source_of_dimension(arena, s));
    return true;
}

/* ---- the whole ---- */

/* Says in which sentence a failure was. */
static bool fail_in_sentence(Arena *arena, int index, Error *error)
{
    const char *message = arena_strdup(arena, error->message);
    int exit_code = error->exit_code;
    fail(error, "sentence %d: %s", index + 1, message);
    error->exit_code = exit_code;
    return false;
}

/* A sentence that was read: its vectors, its mask and what to say of it; the subject's sentence is
   there. */
static bool look_up(const Run *run, const ModelSettings *s, const Weights *weights,
                    const Tokens *tokens, int heads, Reading *reading, Text *warnings, Error *error)
{
    Arena *arena = run->arena;
    SelfAttentionSettings settings = {.heads = heads, .positions = s->positions, .scale = s->scale};
    Subject *subject = &reading->subject;
    bool masked;
    if (!words_look_up(arena, tokens, weights, &reading->words, error))
        return false;
    const Words *words = &reading->words;
    int n = words->tokens.count;
    subject->argc = run->argc;
    subject->argv = run->argv;
    subject->mask = visible_text(arena, s->mask);
    subject->recipe = weights->recipe;
    subject->perplexity = weights->perplexity;
    if (model_is_drawn(s))
        subject->seed = arena_format(arena, "%ju", (uintmax_t)s->seed);
    if (!mask_load(arena, s->mask, n, &masked, &settings.mask, error))
        return false;
    if (!masked)
        settings.mask.data = NULL;
    subject->tokens = words->tokens.words;
    subject->labels = words->tokens.labels;
    subject->unknown = words->unknown;
    subject->forms = words->forms;
    subject->left_out = words->left_out;
    if (subject->unknown)
        text_format(warnings, "%s no vector for: %s\n", model_vectors_have(arena, s),
                    subject->unknown);
    reading->settings = settings;
    return true;
}

bool model_read(const Run *run, const ModelSettings *s, const char *const *sentences, int count,
                Readings *readings, Text *warnings, Error *error)
{
    Arena *arena = run->arena;
    Tokens *tokens = arena_alloc(arena, (size_t)count, sizeof *tokens);
    int heads, total;
    *readings =
        (Readings){.items = arena_alloc(arena, (size_t)count, sizeof(Reading)), .count = count};
    if (!read_sentences(arena, sentences, readings, tokens, error))
        return false;
    const char **keys = all_keys(arena, tokens, count, &total);
    if (!model_weights(arena, s, keys, total, &readings->weights, error) ||
        !choose_heads(arena, s, &readings->weights, &heads, error))
        return false;
    for (int i = 0; i < count; i++)
        if (!look_up(run, s, &readings->weights, &tokens[i], heads, &readings->items[i], warnings,
                     error))
            return count > 1 && fail_in_sentence(arena, i, error);
    return true;
}
