#include "cli/settings.h"

enum { MOST_WORDS = 16 };

/* The words asked for, their keys, and which of them are subtracted. */
typedef struct Query {
    int count;
    const char *words[MOST_WORDS], *keys[MOST_WORDS];
    Term terms[MOST_WORDS];
    bool sums; /* --plus or --minus was given */
} Query;

static void add_words(Arena *arena, Query *q, const char *what, const Strings *words, bool minus)
{
    for (int i = 0; i < words->count; i++) {
        const char *word = words->items[i];
        if (q->count == MOST_WORDS)
            fail_usage("more than %d words: give fewer", MOST_WORDS);
        word_check(what, word);
        q->terms[q->count] = (Term){.word = visible_label(arena, word), .minus = minus};
        q->keys[q->count] = token_key(arena, word);
        q->words[q->count++] = word;
    }
}

static void read_query(const Run *run, Query *q)
{
    const Strings *plus = &run->settings->plus, *minus = &run->settings->minus;
    const Strings *words = &run->arguments->operands;
    q->sums = plus->count || minus->count;
    if (!words->count)
        fail_usage("no word to begin with: attnviz neighbours %s",
                   q->sums ? "WORD --minus WORD --plus WORD" : "WORD...");
    if (q->sums && words->count > 1)
        fail_usage("a sum begins with one word, not %d: the others go with --plus", words->count);
    add_words(run->arena, q, "WORD", words, false);
    add_words(run->arena, q, "--minus", minus, true);
    add_words(run->arena, q, "--plus", plus, false);
}

static void find_words(const Run *run, const Weights *weights, Query *q)
{
    Arena *arena = run->arena;
    for (int i = 0; i < q->count; i++) {
        const char *form;
        q->terms[i].row = vocabulary_row_of_form(arena, &weights->vocabulary, q->keys[i], &form);
        if (q->terms[i].row < 0)
            fail("%s no vector for '%s'", model_vectors_have(arena, &run->settings->model),
                 q->words[i]);
        if (strcmp(form, q->keys[i]) != 0)
            text_format(run->warnings, "%s is looked up as %s\n", visible_text(arena, q->words[i]),
                        form);
    }
}

/* ---- the user's vectors ---- */

static Weights weights_of(Arena *arena, const Embeddings *own)
{
    return (Weights){.embeddings = own->table,
                     .vocabulary = own->vocabulary,
                     .origin = arena_format(arena, "from %s", visible_text(arena, own->path))};
}

/* Reads a file twice and keeps only the nearest words: the first pass finds the query's vectors. */
static Weights search_file(const Run *run, Query *q)
{
    const char *path = run->settings->model.embeddings;
    FirstReading survey;
    survey.wanted = embeddings_read(run->arena, path, q->keys, q->count, MOST_VECTORS, &survey);
    Weights own = weights_of(run->arena, &survey.wanted);
    find_words(run, &own, q);
    Tensor sought =
        neighbours(scope_of(graph_new(run->arena)), &own, q->terms, q->count, q->sums, 0)->value;
    int most = run->settings->model.nearest + q->count; /* includes the words themselves */
    Embeddings nearest = embeddings_nearest(run->arena, &survey, sought, most);
    return weights_of(run->arena, &nearest);
}

/* Reads the candidate vectors, and finds the rows of the query's words. */
static Weights read_vectors(const Run *run, Query *q)
{
    const ModelSettings *s = &run->settings->model;
    Weights weights;
    struct stat status;
    if (!s->embeddings && weights_are_random(s->weights))
        fail_usage("random vectors have no neighbours worth a look");
    if (s->embeddings && is_given(run, "weights"))
        fail_usage("--weights and --embeddings are both vectors: give one");
    if (!s->embeddings) {
        weights = model_weights(run->arena, s, NULL, 0);
    } else if (stat(s->embeddings, &status) != 0 || S_ISREG(status.st_mode)) {
        weights = search_file(run, q); /* which also says that there is no such file */
    } else {                           /* a pipe can be read only once, so keep everything */
        Embeddings all = embeddings_read(run->arena, s->embeddings, NULL, 0, MOST_VECTORS, NULL);
        weights = weights_of(run->arena, &all);
    }
    find_words(run, &weights, q);
    return weights;
}

/* ---- the whole ---- */

Trace *neighbours_command(const Run *run)
{
    int nearest = run->settings->model.nearest;
    Query *q = arena_alloc(run->arena, 1, sizeof *q);
    read_query(run, q);
    Weights weights = read_vectors(run, q);
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
