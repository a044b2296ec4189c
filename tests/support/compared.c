#include "support/compared.h"

#include "load/weights.h"
#include "support/nodes.h"
#include "support/sample.h"

#include <string.h>

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

static int last_place(const Tokens *tokens, const char *key)
{
    int place = 0;
    for (int i = 0; i < tokens->count; i++)
        if (!strcmp(tokens->keys[i], key))
            place = i;
    return place;
}

static ComparedSentence sentence_of(Scene *scene, const ComparedSettings *s, const Compared *c,
                                    int i)
{
    const Tokens *tokens = &c->tokens[i];
    return (ComparedSentence){
        .vectors = word_vectors(scene->arena, &c->weights, tokens->keys, tokens->count),
        .labels = tokens->labels,
        .n = tokens->count,
        .place = last_place(tokens, token_key(scene->arena, s->word)),
        .settings = {.heads = s->heads,
                     .positions = !s->no_positions,
                     .variation.scale = s->no_scale ? SCALE_NONE : SCALE_ROOT,
                     .mask = sample_mask(scene, s->mask, tokens->count)}};
}

static Subject subject_of(const ComparedSettings *s, const Compared *c, int i)
{
    return (Subject){.text = traced_text(s->sentences[i], c->tokens[i].count, c->tokens[i].words),
                     .mask = s->mask ? s->mask : "none",
                     .origin = {.weights = c->weights.origin,
                                .seed = s->builtin ? NULL : &s->seed,
                                .measure = "held-out perplexity"}};
}

const Compared *compared_new(Scene *scene, ComparedSettings s)
{
    Compared *c = arena_alloc(scene->arena, 1, sizeof *c);
    ComparedSentence sentences[MOST_COMPARED];
    Subject subjects[MOST_COMPARED];
    s.heads = s.heads ? s.heads : 3;
    s.dim = s.dim ? s.dim : 48;
    s.seed = s.seed ? s.seed : 1;
    s.nearest = s.nearest ? s.nearest : 8;
    for (; c->count < MOST_COMPARED && s.sentences[c->count]; c->count++)
        c->tokens[c->count] = sample_tokens(scene, s.sentences[c->count]);
    if (!s.builtin)
        c->weights = drawn_weights(scene, &s, c);
    else
        assert_succeeds(weights_of_file(scene->arena, builtin_file("builtin"), s.heads, NULL, 0,
                                        &c->weights, &scene->error),
                        scene);
    if (s.no_values)
        parameter_find(c->weights.parameters, "W_V")->value =
            tensor_new(scene->arena, s.dim, s.dim);
    for (int i = 0; i < c->count; i++) {
        sentences[i] = sentence_of(scene, &s, c, i);
        subjects[i] = subject_of(&s, c, i);
    }
    ComparisonInput input = {.weights = &c->weights,
                             .count = c->count,
                             .sentences = sentences,
                             .word = s.word,
                             .key = token_key(scene->arena, s.word),
                             .nearest = s.nearest};
    Graph *g = named_graph(scene);
    compare_word(scope_of(g), &input);
    c->trace = trace_begin(g);
    for (int i = 0; i < c->count; i++)
        add_text(c->trace, subjects[i].text);
    add_setting(c->trace, "word", s.word, false);
    add_attention_settings(c->trace, &sentences->settings, s.dim, subjects);
    add_number_setting(c->trace, "nearest", s.nearest);
    add_origin(c->trace, &subjects->origin);
    trace_tell(c->trace, comparison_list);
    add_panels(c->trace);
    return c;
}
