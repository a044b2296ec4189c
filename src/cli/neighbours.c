#include "cli/settings.h"

enum { MOST_WORDS = 16 };

/* The words asked for, their keys, and which of them are subtracted. */
typedef struct Query {
    int count;
    const char *words[MOST_WORDS], *keys[MOST_WORDS];
    Term terms[MOST_WORDS];
    bool sums; /* --plus or --minus was given */
} Query;

static bool add_words(Arena *arena, Query *q, const char *what, const Values *words, bool minus,
                      Error *error)
{
    for (int i = 0; i < words->count; i++) {
        const char *word = words->items[i];
        if (q->count == MOST_WORDS)
            return fail_usage(error, "more than %d words: give fewer", MOST_WORDS);
        if (!word_check(what, word, error))
            return false;
        q->terms[q->count] = (Term){.word = visible_label(arena, word), .minus = minus};
        q->keys[q->count] = token_key(arena, word);
        q->words[q->count++] = word;
    }
    return true;
}

static bool read_query(const Run *run, Query *q, Error *error)
{
    const Values *plus = &run->settings->plus, *minus = &run->settings->minus;
    const Values *words = &run->arguments->operands;
    q->sums = plus->count || minus->count;
    if (!words->count)
        return fail_usage(error, "no word to begin with: attnviz neighbours %s",
                          q->sums ? "WORD --minus WORD --plus WORD" : "WORD...");
    if (q->sums && words->count > 1)
        return fail_usage(error, "a sum begins with one word, not %d: the others go with --plus",
                          words->count);
    return add_words(run->arena, q, "WORD", words, false, error) &&
           add_words(run->arena, q, "--minus", minus, true, error) &&
           add_words(run->arena, q, "--plus", plus, false, error);
}

static bool find_words(const Run *run, const Weights *weights, Query *q, Error *error)
{
    Arena *arena = run->arena;
    for (int i = 0; i < q->count; i++) {
        const char *form;
        q->terms[i].row = vocabulary_row_of_form(arena, &weights->vocabulary, q->keys[i], &form);
        if (q->terms[i].row < 0)
            return fail(error, "%s no vector for '%s'",
                        model_vectors_have(arena, &run->settings->model), q->words[i]);
        if (strcmp(form, q->keys[i]) != 0)
            text_format(run->warnings, "%s is looked up as %s\n", visible_text(arena, q->words[i]),
                        form);
    }
    return true;
}

/* ---- the user's vectors ---- */

static Weights weights_of(const Run *run, const Embeddings *embeddings)
{
    const char *path = visible_text(run->arena, run->settings->model.embeddings);
    return (Weights){.embeddings = embeddings->table,
                     .vocabulary = embeddings->vocabulary,
                     .origin = arena_format(run->arena, "from %s", path)};
}

/* Reads a file twice and keeps only the nearest words: the first pass finds the query's vectors,
   the second fills `weights`. */
static bool search_file(const Run *run, Query *q, Weights *weights, Error *error)
{
    const char *path = run->settings->model.embeddings;
    FirstReading survey;
    Embeddings nearest;
    if (!embeddings_read(run->arena, path, q->keys, q->count, MOST_VECTORS, &survey, &survey.wanted,
                         error))
        return false;
    Weights own = weights_of(run, &survey.wanted);
    if (!find_words(run, &own, q, error))
        return false;
    Tensor sought =
        neighbours(scope_of(graph_new(run->arena)), &own, q->terms, q->count, q->sums, 0)->value;
    int most = run->settings->model.nearest + q->count; /* includes the words themselves */
    if (!embeddings_nearest(run->arena, path, &survey, sought, most, &nearest, error))
        return false;
    *weights = weights_of(run, &nearest);
    for (int i = 0; i < q->count; i++)
        q->terms[i].row = lexicon_find(&weights->vocabulary, own.vocabulary.words[q->terms[i].row]);
    return true;
}

/* Reads the candidate vectors, and finds the rows of the query's words. */
static bool read_vectors(const Run *run, Query *q, Weights *weights, Error *error)
{
    const ModelSettings *s = &run->settings->model;
    Embeddings all;
    if (!s->embeddings && weights_are_random(s->weights))
        return fail_usage(error, "random vectors have no neighbours worth a look");
    if (s->embeddings && is_given(run, "weights"))
        return fail_usage(error, "--weights and --embeddings are both vectors: give one");
    if (!s->embeddings)
        return model_weights(run->arena, s, NULL, 0, weights, error) &&
               find_words(run, weights, q, error);
    if (can_be_read_again(s->embeddings))
        return search_file(run, q, weights, error);
    /* a pipe can be read only once, so keep everything */
    if (!embeddings_read(run->arena, s->embeddings, NULL, 0, MOST_VECTORS, NULL, &all, error))
        return false;
    *weights = weights_of(run, &all);
    return find_words(run, weights, q, error);
}

/* ---- the whole ---- */

Trace *neighbours_command(const Run *run, Error *error)
{
    int nearest = run->settings->model.nearest;
    Query *q = arena_alloc(run->arena, 1, sizeof *q);
    Weights weights;
    if (!read_query(run, q, error) || !read_vectors(run, q, &weights, error))
        return NULL;
    neighbours(scope_of(run->graph), &weights, q->terms, q->count, q->sums, nearest);
    Trace *t = output_begin(run);
    add_number_setting(t, "d_model", weights.embeddings.cols);
    add_number_setting(t, "nearest", nearest);
    add_origin(t, &(Origin){weights.origin, NULL, "held-out perplexity", NULL, weights.recipe});
    if (q->sums)
        add_text(t, traced_text(name_find(t->graph, "sum")->title, q->count, q->words));
    for (int i = 0; i < q->count && !q->sums; i++)
        add_text(t, traced_text(q->words[i], 1, q->words + i));
    trace_tell(t, neighbours_list);
    return t;
}
