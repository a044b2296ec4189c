#include "support/compared.h"

#include "load/weights.h"
#include "load/mask.h"

#include <string.h>

static void read_sentences(Scene *scene, const ComparedSettings *s, Compared *c)
{
    for (; c->count < MOST_COMPARED && s->sentences[c->count]; c->count++) {
        const char *text = s->sentences[c->count];
        if (!tokenize(scene->arena, "the sentence", text, strlen(text), 4096, &c->tokens[c->count],
                      &scene->error))
            fail_msg("%s", scene->error.message);
    }
}

static Weights drawn_weights(Scene *scene, const ComparedSettings *s, const Compared *c)
{
    int total = 0;
    for (int i = 0; i < c->count; i++)
        total += c->tokens[i].count;
    const char **keys = arena_alloc(scene->arena, (size_t)total, sizeof *keys);
    total = 0;
    for (int i = 0; i < c->count; i++)
        for (int k = 0; k < c->tokens[i].count; k++)
            if (!s->unknown || strcmp(c->tokens[i].keys[k], s->word) != 0)
                keys[total++] = c->tokens[i].keys[k];
    return weights_random(scene->arena, keys, total, s->dim, s->seed);
}

static SelfAttention run(Scene *scene, Graph *g, const ComparedSettings *s, const Compared *c,
                         int sentence)
{
    const Tokens *tokens = &c->tokens[sentence];
    SelfAttentionSettings settings = {.heads = s->heads,
                                      .positions = !s->no_positions,
                                      .scale = s->no_scale ? SCALE_NONE : SCALE_ROOT};
    bool any = false;
    if (s->mask &&
        !mask_load(scene->arena, s->mask, tokens->count, &any, &settings.mask, &scene->error))
        fail_msg("%s", scene->error.message);
    if (!any)
        settings.mask.data = NULL;
    WordVectors vectors = word_vectors(scene->arena, &c->weights, tokens->keys, tokens->count);
    return self_attention(g, &c->weights, vectors, tokens->count, settings);
}

static int last_place(const Tokens *tokens, const char *key)
{
    int place = 0;
    for (int i = 0; i < tokens->count; i++)
        if (!strcmp(tokens->keys[i], key))
            place = i;
    return place;
}

static Trace *narrate(Scene *scene, const ComparedSettings *s, const Compared *c)
{
    static const char *const argv[] = {"attnviz", "compare"};
    Subject *sentences = arena_alloc(scene->arena, MOST_COMPARED, sizeof *sentences);
    for (int i = 0; i < c->count; i++)
        sentences[i] = (Subject){
            .argc = 2,
            .argv = argv,
            .sentence = s->sentences[i],
            .tokens = c->tokens[i].words,
            .labels = c->tokens[i].labels,
            .mask = s->mask ? s->mask : "none",
            .seed = s->builtin ? NULL
                               : arena_format(scene->arena, "%llu", (unsigned long long)s->seed)};
    ComparisonSubject subject = {s->word, sentences, s->nearest};
    return narrate_comparison(scene->arena, &c->comparison, &subject);
}

const Compared *compared_new(Scene *scene, ComparedSettings s)
{
    Compared *c = arena_alloc(scene->arena, 1, sizeof *c);
    Graph *g = graph_new(scene->arena);
    int *places = arena_alloc(scene->arena, MOST_COMPARED, sizeof *places);
    s.heads = s.heads ? s.heads : 3;
    s.dim = s.dim ? s.dim : 48;
    s.seed = s.seed ? s.seed : 1;
    s.nearest = s.nearest ? s.nearest : 8;
    read_sentences(scene, &s, c);
    if (!s.builtin)
        c->weights = drawn_weights(scene, &s, c);
    else if (!builtin_weights(scene->arena, s.heads, &c->weights, &scene->error))
        fail_msg("%s", scene->error.message);
    if (s.no_values)
        c->weights.W_V = tensor_new(scene->arena, s.dim, s.dim);
    const char *key = token_key(scene->arena, s.word);
    for (int i = 0; i < c->count; i++) {
        c->models[i] = run(scene, g, &s, c, i);
        places[i] = last_place(&c->tokens[i], key);
    }
    c->comparison = compare_word(g, &(ComparisonInput){.weights = &c->weights,
                                                       .count = c->count,
                                                       .sentences = c->models,
                                                       .places = places,
                                                       .key = key,
                                                       .nearest = s.nearest});
    c->trace = narrate(scene, &s, c);
    return c;
}
