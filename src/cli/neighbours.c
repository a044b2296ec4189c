#include "cli/neighbours.h"

#include "base/utf8.h"
#include "cli/model.h"
#include "cli/output.h"
#include "cli/values.h"
#include "load/embeddings.h"
#include "model/word_form.h"
#include "trace/neighbours.h"

#include <string.h>

enum { MOST_WORDS = 16, MOST_NEAREST = 1000 };

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
        if (!check_text(what, word, strlen(word), error))
            return fail_as_usage(error);
        if (!*word)
            return fail_usage(error, "%s: the word is empty", what);
        q->terms[q->count].minus = minus;
        q->words[q->count++] = word;
    }
    return true;
}

static bool read_query(const Run *run, Query *q, Error *error)
{
    const Arguments *a = run->arguments;
    *q = (Query){.words = arena_alloc(run->arena, MOST_WORDS, sizeof(char *)),
                 .terms = arena_alloc(run->arena, MOST_WORDS, sizeof(Term)),
                 .sums = a->given[OPTION_PLUS] || a->given[OPTION_MINUS]};
    if (!a->operands.count)
        return fail_usage(error, "no word to begin with: attnviz neighbours %s",
                          q->sums ? "WORD --minus WORD --plus WORD" : "WORD...");
    if (q->sums && a->operands.count > 1)
        return fail_usage(error, "a sum begins with one word, not %d: the others go with --plus",
                          a->operands.count);
    return add_words(q, "WORD", &a->operands, false, error) &&
           add_words(q, "--minus", &a->all[OPTION_MINUS], true, error) &&
           add_words(q, "--plus", &a->all[OPTION_PLUS], false, error);
}

/* All vectors there are: any word may be a neighbour. */
static bool read_vectors(const Run *run, ModelSettings *s, Weights *weights, Error *error)
{
    const Arguments *a = run->arguments;
    *s = (ModelSettings){.heads = 1,
                         .weights = a->value[OPTION_WEIGHTS],
                         .weights_given = true,
                         .embeddings = a->value[OPTION_EMBEDDINGS]};
    if (!s->embeddings) {
        if (!strcmp(s->weights, "random"))
            return fail_usage(error, "random vectors have no neighbours worth a look");
        return model_weights(run->arena, s, NULL, 0, weights, error);
    }
    Embeddings embeddings;
    if (a->given[OPTION_WEIGHTS])
        return fail_usage(error, "--weights and --embeddings are both vectors: give one");
    if (!embeddings_read_all(run->arena, s->embeddings, MOST_VECTORS, &embeddings, error))
        return false;
    *weights = (Weights){
        .embeddings = embeddings.table,
        .vocabulary = embeddings.vocabulary,
        .origin = arena_format(run->arena, "from %s", visible_text(run->arena, s->embeddings))};
    return true;
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

static bool find_words(Arena *arena, const ModelSettings *s, const Weights *weights, Query *q,
                       Text *warnings, Error *error)
{
    for (int i = 0; i < q->count; i++) {
        const char *key = token_key(arena, q->words[i]), *form;
        q->terms[i].row = vocabulary_row_of_form(arena, &weights->vocabulary, key, &form);
        if (q->terms[i].row < 0)
            return fail_word(arena, s, q->words[i], error);
        if (strcmp(form, key) != 0)
            text_format(warnings, "%s is looked up as %s\n", visible_text(arena, q->words[i]),
                        form);
    }
    return true;
}

static Trace *narrate(const Run *run, const Weights *weights, const Query *q, int nearest)
{
    Graph *g = graph_new(run->arena);
    graph_name(g);
    for (int i = 0; i < q->count; i++)
        q->terms[i].word = visible_label(run->arena, q->words[i]);
    (q->sums ? neighbours_of_sum : neighbours)(scope_of(g), weights, q->terms, q->count, nearest);
    return trace_neighbours(g, &(NeighboursSubject){.argc = run->argc,
                                                    .argv = run->argv,
                                                    .count = q->count,
                                                    .words = q->words,
                                                    .nearest = nearest,
                                                    .weights = weights});
}

bool neighbours_run(const Run *run, Error *error)
{
    OutputSettings output;
    ModelSettings model;
    Weights weights;
    Query query;
    Text warnings = text_new(run->arena);
    int nearest;
    if (!output_settings_read(run->arena, run->arguments, &output, error) ||
        !value_whole(run->arguments, OPTION_TOP, 1, MOST_NEAREST, &nearest, error) ||
        !read_query(run, &query, error) || !read_vectors(run, &model, &weights, error) ||
        !find_words(run->arena, &model, &weights, &query, &warnings, error))
        return false;
    Trace *trace = narrate(run, &weights, &query, nearest);
    return output_trace(run->arena, &output, trace, &warnings, error);
}
