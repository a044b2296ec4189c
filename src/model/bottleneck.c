#include "model/bottleneck.h"

#include "graph/ops.h"

#include <string.h>

/* ---- lengths ---- */

/* Of each length from 0 to the longest, its place among those that there are. */
static int *places_of_lengths(Arena *arena, Bottleneck *b, const TestSentence *sentences, int count)
{
    int longest = 0;
    for (int i = 0; i < count; i++)
        longest = sentences[i].source_length > longest ? sentences[i].source_length : longest;
    int *numbers = arena_alloc(arena, (size_t)longest + 1, sizeof *numbers);
    int *places = arena_alloc(arena, (size_t)longest + 1, sizeof *places);
    b->lengths = arena_alloc(arena, (size_t)longest + 1, sizeof *b->lengths);
    b->sentences = arena_alloc(arena, (size_t)longest + 1, sizeof *b->sentences);
    for (int i = 0; i < count; i++)
        numbers[sentences[i].source_length]++;
    for (int length = 0; length <= longest; length++)
        if (numbers[length]) {
            places[length] = b->length_count;
            b->lengths[b->length_count] = length;
            b->sentences[b->length_count++] = numbers[length];
        }
    return places;
}

/* ---- translations ---- */

/* What is not done when the right one is, is wrong. */
static bool is_right(Arena *scratch, const Model *translator, const TestSentence *s)
{
    TranslationTask task = {
        .source = s->source, .source_length = s->source_length, .target_length = s->target_length};
    int *words = arena_alloc(scratch, (size_t)s->target_length, sizeof *words);
    return model_words(translator, &task, words) == s->target_length &&
           memcmp(words, s->target, (size_t)s->target_length * sizeof *words) == 0;
}

/* A row a length: how many each translator gets right, and how many there are. */
static Tensor counted(Arena *arena, const int *places, int rows, const Model *const *translators,
                      int count, const TestSentence *sentences, int sentence_count)
{
    Tensor counts = tensor_new(arena, rows, count + 1);
    Arena *scratch = arena_new();
    for (int i = 0; i < sentence_count; i++) {
        real *row = tensor_row(counts, places[sentences[i].source_length]);
        for (int k = 0; k < count; k++) {
            row[k] += is_right(scratch, translators[k], &sentences[i]);
            arena_reset(scratch);
        }
        row[count]++;
    }
    arena_free(scratch);
    return counts;
}

static Tensor share_of_one(Arena *arena, const Bottleneck *b)
{
    Tensor shares = tensor_new(arena, 1, b->length_count);
    for (int i = 0; i < b->length_count; i++)
        shares.data[i] = 1 / (real)b->sentences[i];
    return shares;
}

/* ---- what is told of it ---- */

/* The translators, and all there are. */
static Axis counts_axis(Arena *arena, const char *const *names, int count)
{
    const char **labels = arena_alloc(arena, (size_t)count + 1, sizeof *labels);
    for (int k = 0; k < count; k++)
        labels[k] = names[k];
    labels[count] = "of";
    Axis axis = label_axis("sentences right", labels, count + 1);
    axis.unquoted = true;
    return axis;
}

Bottleneck bottleneck(Scope s, const Model *const *translators, const char *const *names, int count,
                      const TestSentence *sentences, int sentence_count)
{
    CHECK(count > 0 && sentence_count > 0, "%d translators, %d sentences", count, sentence_count);
    Graph *g = s.graph;
    Bottleneck b = {0};
    const int *places = places_of_lengths(g->arena, &b, sentences, sentence_count);
    Axis lengths = list_axis(g, "length", b.lengths, b.length_count),
         translator = label_axis("translator", names, count);
    Node *counts = given(s, "right", "Sentences right, by length", "right", lengths,
                         counts_axis(g->arena, names, count),
                         constant(g,
                                  counted(g->arena, places, b.length_count, translators, count,
                                          sentences, sentence_count),
                                  "counted: right is every word, and the end"));
    with_kind(s, counts, VALUE_COUNT);
    Node *share =
        given(s, "share-of-one", "What one sentence of a length counts", "1/sentences",
              single_axis(g, "share", "one sentence"), lengths,
              constant(g, share_of_one(g->arena, &b), "1 over the number of its sentences"));
    with_kind(s, share, VALUE_FRACTION);
    Node *accuracy = named(s, "accuracy", "The share of sentences right, by length",
                           weigh_rows(g, columns(g, counts, 0, count), share));
    translator.unquoted = true;
    with_axes(s, accuracy, lengths, translator);
    with_kind(s, accuracy, VALUE_FRACTION);
    return b;
}
