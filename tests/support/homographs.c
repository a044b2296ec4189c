#include "support/homographs.h"

/* "spring: season summer winter autumn month / coil elastic metal wire spiral" */
static void read_senses(Arena *arena, const char *path, char *line, Homograph *h)
{
    char *rest = strchr(line, ':');
    *rest++ = '\0';
    h->word = arena_strdup(arena, line);
    for (int s = 0; s < 2; s++) {
        char *side = s ? strchr(rest, '/') : rest;
        if (!side)
            fail("%s: %s", path, line);
        char *copy = arena_strdup(arena, side + s), *slash = strchr(copy, '/'), *state;
        if (slash)
            *slash = '\0';
        char *word = strtok_r(copy, " ", &state);
        for (int i = 0; i < SENSE_WORDS; i++, word = strtok_r(NULL, " ", &state)) {
            if (!word)
                fail("%s: %s", path, line);
            h->senses[s][i] = word;
        }
        if (word)
            fail("%s: %s", path, line);
    }
}

Homograph *homographs_read(Arena *arena, const char *path, int *count)
{
    Bytes bytes = file_read(arena, path, 1 << 20);
    char *text = arena_strdup(arena, bytes.data), *state;
    Homograph *all = arena_alloc(arena, bytes.size, sizeof *all), current = {0};
    *count = 0;
    for (char *line = strtok_r(text, "\n", &state); line; line = strtok_r(NULL, "\n", &state)) {
        if (*line == '#')
            continue;
        if (strchr(line, ':')) {
            read_senses(arena, path, line, &current);
            continue;
        }
        if (!current.word || (*line != '1' && *line != '2') || line[1] != ' ')
            fail("%s: %s", path, line);
        current.meant = *line - '1';
        current.sentence = line + 2;
        all[(*count)++] = current;
    }
    return all;
}

/* ---- scores ---- */

typedef struct Scorer {
    Arena *arena;
    const Lexicon *vocabulary;
    const Model *model;
    Sight sight;
} Scorer;

static int row_of(const Scorer *s, const char *key)
{
    int row = lexicon_find(s->vocabulary, key);
    return row < 0 ? UNKNOWN_WORD : row;
}

double cosine_of(const real *a, const real *b, int n)
{
    return (double)vector_dot(a, b, n) /
           sqrt((double)vector_dot(a, a, n) * (double)vector_dot(b, b, n) + 1e-30);
}

/* How much nearer the vector is to the sense that is meant than to the other: the difference of
   its mean cosines with the words of each. */
static double margin(const Scorer *s, const Homograph *h, const real *vector)
{
    Tensor e = parameter_value(s->model->parameters, "embeddings");
    double sums[2] = {0, 0};
    for (int sense = 0; sense < 2; sense++)
        for (int i = 0; i < SENSE_WORDS; i++) {
            int row = row_of(s, h->senses[sense][i]);
            if (row == UNKNOWN_WORD)
                fail("%s: a sense's word is not in the vocabulary", h->senses[sense][i]);
            sums[sense] += cosine_of(vector, tensor_row(e, row), e.cols) / SENSE_WORDS;
        }
    return sums[h->meant] - sums[!h->meant];
}

ContextVectors words_in_context(Graph *g, const Model *model, const int *rows, int n, bool causal)
{
    const ContextNodes *nodes = model_in(scope_of(g), model, false);
    int *places = arena_alloc(g->arena, (size_t)n, sizeof *places);
    for (int i = 0; i < n; i++)
        places[i] = i;
    Tensor mask = tensor_new(g->arena, n, n);
    if (causal)
        hide_outside(mask, 0, causal_window);
    return context_vectors(g, nodes, rows, places, n, constant(g, mask, "test"), true);
}

/* H − PE at the word's place: the vector after, positions taken out. */
static const real *context_vector(const Scorer *s, const int *rows, int n, int at)
{
    Graph *g = graph_new(s->arena);
    ContextVectors v = words_in_context(g, s->model, rows, n, s->sight == SEES_BEFORE);
    Node *PE = sinusoids(g, n, cols_of(v.output), POSITION_BASE);
    return tensor_row(subtract(g, v.output, PE)->value, at);
}

static const real *bag_vector(const Scorer *s, const Tokens *tokens, const int *rows, int at)
{
    Tensor e = parameter_value(s->model->parameters, "embeddings");
    real *sum = tensor_new(s->arena, 1, e.cols).data;
    int n = s->sight == SEES_BEFORE ? at : tokens->count;
    for (int i = 0; i < n; i++)
        if (i != at && rows[i] != UNKNOWN_WORD && !is_function_word(tokens->keys[i])) {
            const real *v = tensor_row(e, rows[i]);
            vector_add_scaled(sum, 1 / (real)sqrt((double)vector_dot(v, v, e.cols)), v, e.cols);
        }
    return sum;
}

static void score(const Scorer *s, const Homograph *h, HomographScores *scores)
{
    Tokens tokens = tokenize(s->arena, h->word, h->sentence, strlen(h->sentence), 100);
    int *rows = arena_alloc(s->arena, (size_t)tokens.count, sizeof *rows), at = -1;
    for (int i = 0; i < tokens.count; i++) {
        rows[i] = row_of(s, tokens.keys[i]);
        if (strcmp(tokens.keys[i], h->word) == 0)
            at = i;
    }
    if (at < 0 || rows[at] == UNKNOWN_WORD)
        fail("%s: the word is not in it, or not in the vocabulary", h->sentence);
    Tensor e = parameter_value(s->model->parameters, "embeddings");
    scores->fixed += margin(s, h, tensor_row(e, rows[at])) > 0;
    scores->bag += margin(s, h, bag_vector(s, &tokens, rows, at)) > 0;
    scores->context += margin(s, h, context_vector(s, rows, tokens.count, at)) > 0;
}

HomographScores homographs_score(const Homograph *homographs, int count, const Lexicon *vocabulary,
                                 const Model *model, Sight sight)
{
    ENDED_BY(arena_end) Arena *arena = arena_new();
    Scorer s = {arena, vocabulary, model, sight};
    HomographScores scores = {0};
    for (int i = 0; i < count; i++)
        score(&s, &homographs[i], &scores);
    return scores;
}
