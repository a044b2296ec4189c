#include "base/utf8.h"
#include "cli/settings.h"
#include "load/embeddings.h"
#include "load/stream.h"
#include "model/word_form.h"
#include "trace/traces.h"

#include <string.h>

enum { MOST_WORDS = 16 };

typedef struct Own {
    Settings shared;
    Values plus, minus;
} Own;

static const OptionList own_options = {
    .rows = {{"plus", 0, "WORD", NULL, "add this word's vector", OPTION_TEXTS,
              .at = offsetof(Own, plus)},
             {"minus", 0, "WORD", NULL, "take this word's vector away", OPTION_TEXTS,
              .at = offsetof(Own, minus)}}};

/* The words asked for, and which of them are subtracted. */
typedef struct Query {
    int count;
    const char **words;
    Term *terms;
    bool sums; /* --plus or --minus was given */
} Query;

static bool add_words(Query *q, const char *what, const Values *words, bool minus, Error *error)
{
    for (int i = 0; i < words->count; i++) {
        const char *word = words->items[i];
        if (q->count == MOST_WORDS)
            return fail_usage(error, "more than %d words: give fewer", MOST_WORDS);
        if (!word_check(what, word, error))
            return false;
        q->terms[q->count].minus = minus;
        q->words[q->count++] = word;
    }
    return true;
}

static bool read_query(const Run *run, const Own *s, Query *q, Error *error)
{
    const Values *words = &run->arguments->operands;
    *q = (Query){.words = arena_alloc(run->arena, MOST_WORDS, sizeof(char *)),
                 .terms = arena_alloc(run->arena, MOST_WORDS, sizeof(Term)),
                 .sums = s->plus.count || s->minus.count};
    if (!words->count)
        return fail_usage(error, "no word to begin with: attnviz neighbours %s",
                          q->sums ? "WORD --minus WORD --plus WORD" : "WORD...");
    if (q->sums && words->count > 1)
        return fail_usage(error, "a sum begins with one word, not %d: the others go with --plus",
                          words->count);
    return add_words(q, "WORD", words, false, error) &&
           add_words(q, "--minus", &s->minus, true, error) &&
           add_words(q, "--plus", &s->plus, false, error);
}

/* "king - man + woman" as one would write it; vectors of one's own may have a sign for a word. */
static bool is_sign(const char *word)
{
    static const char *const signs[] = {"+", "-", "−", "–"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (!strcmp(word, signs[i]))
            return true;
    return false;
}

static bool fail_word(Arena *arena, const ModelSettings *s, const char *word, Error *error)
{
    if (is_sign(word))
        return fail_usage(error,
                          "'%s' is no word: a sum is attnviz neighbours WORD --minus WORD "
                          "--plus WORD",
                          word);
    return fail(error, "%s no vector for '%s'", model_vectors_have(arena, s), word);
}

static bool find_words(const Run *run, const Weights *weights, Query *q, Error *error)
{
    Arena *arena = run->arena;
    for (int i = 0; i < q->count; i++) {
        const char *key = token_key(arena, q->words[i]), *form;
        q->terms[i].row = vocabulary_row_of_form(arena, &weights->vocabulary, key, &form);
        if (q->terms[i].row < 0)
            return fail_word(arena, &run->settings->model, q->words[i], error);
        if (strcmp(form, key) != 0)
            text_format(run->warnings, "%s is looked up as %s\n", visible_text(arena, q->words[i]),
                        form);
    }
    return true;
}

/* ---- vectors of one's own ---- */

static Weights weights_of(const Run *run, const Embeddings *embeddings)
{
    const char *path = visible_text(run->arena, run->settings->model.embeddings);
    return (Weights){.embeddings = embeddings->table,
                     .vocabulary = embeddings->vocabulary,
                     .origin = arena_format(run->arena, "from %s", path)};
}

/* A file is read twice, and only the nearest words are kept: of the first `own` the query's rows
   are found, and in the end they are those of `weights`. */
static bool search_file(const Run *run, Query *q, Weights *weights, Error *error)
{
    const char *path = run->settings->model.embeddings;
    const char **keys = arena_alloc(run->arena, (size_t)q->count, sizeof *keys);
    FirstReading survey;
    Embeddings nearest;
    for (int i = 0; i < q->count; i++)
        keys[i] = token_key(run->arena, q->words[i]);
    if (!embeddings_survey(run->arena, path, keys, q->count, MOST_VECTORS, &survey, error))
        return false;
    Weights own = weights_of(run, &survey.wanted);
    if (!find_words(run, &own, q, error))
        return false;
    Tensor sought = neighbours_sought(run->arena, &own, q->terms, q->count, q->sums);
    int most = run->settings->model.nearest + q->count; /* the words themselves are near, too */
    if (!embeddings_nearest(run->arena, path, &survey, sought, most, &nearest, error))
        return false;
    *weights = weights_of(run, &nearest);
    for (int i = 0; i < q->count; i++)
        q->terms[i].row = lexicon_find(&weights->vocabulary, own.vocabulary.words[q->terms[i].row]);
    return true;
}

/* A pipe can be read but once: everything is kept. */
static bool search_pipe(const Run *run, Query *q, Weights *weights, Error *error)
{
    Embeddings all;
    if (!embeddings_read(run->arena, run->settings->model.embeddings, NULL, MOST_VECTORS, &all,
                         error))
        return false;
    *weights = weights_of(run, &all);
    return find_words(run, weights, q, error);
}

/* The vectors among which the nearest are, and the rows of the query's words. */
static bool read_vectors(const Run *run, Query *q, Weights *weights, Error *error)
{
    ModelSettings *s = &run->settings->model;
    s->heads = 1;
    s->weights_given = true;
    if (!s->embeddings) {
        if (weights_are_random(s->weights))
            return fail_usage(error, "random vectors have no neighbours worth a look");
        return model_weights(run->arena, s, NULL, 0, weights, error) &&
               find_words(run, weights, q, error);
    }
    if (is_given(run, "weights"))
        return fail_usage(error, "--weights and --embeddings are both vectors: give one");
    return (can_be_read_again(s->embeddings) ? search_file : search_pipe)(run, q, weights, error);
}

/* ---- the whole ---- */

static Trace *narrate(const Run *run, const Weights *weights, const Query *q)
{
    int nearest = run->settings->model.nearest;
    for (int i = 0; i < q->count; i++)
        q->terms[i].word = visible_label(run->arena, q->words[i]);
    (q->sums ? neighbours_of_sum : neighbours)(scope_of(run->graph), weights, q->terms, q->count,
                                               nearest);
    return trace_neighbours(run->graph, &(NeighboursSubject){.count = q->count,
                                                             .words = q->words,
                                                             .nearest = nearest,
                                                             .weights = weights});
}

static Trace *run_neighbours(const Run *run, Error *error)
{
    const Own *s = (const Own *)run->settings;
    Weights weights;
    Query query;
    if (!read_query(run, s, &query, error) || !read_vectors(run, &query, &weights, error))
        return NULL;
    return narrate(run, &weights, &query);
}

const Command neighbours_command = {
    .title = "attnviz neighbours",
    .operands = "WORD...",
    .summary = "The words nearest to a word, or to a sum of words.",
    .examples = {{"attnviz neighbours bat ball", "Two lists."},
                 {"attnviz neighbours king --minus man --plus woman", "An analogy."}},
    .options = {&own_options, &nearest_option, &vector_options, &output_options},
    .settings_size = sizeof(Own),
    .run = run_neighbours,
};
