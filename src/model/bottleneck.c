#include "model/bottleneck.h"

#include "graph/ops.h"

#include <string.h>

/* ---- lengths ---- */

static int place_of_length(const Bottleneck *b, int length)
{
    int place = 0;
    while (place < b->length_count && b->lengths[place] < length)
        place++;
    return place;
}

/* Counts a sentence, at a new place if it is the first of its length. */
static void count_length(Bottleneck *b, int length)
{
    int place = place_of_length(b, length);
    if (place == b->length_count || b->lengths[place] != length) {
        for (int i = b->length_count++; i > place; i--) {
            b->lengths[i] = b->lengths[i - 1];
            b->sentences[i] = b->sentences[i - 1];
        }
        b->lengths[place] = length;
        b->sentences[place] = 0;
    }
    b->sentences[place]++;
}

static void count_lengths(Arena *arena, Bottleneck *b, const TestSentence *sentences, int count)
{
    b->lengths = arena_alloc(arena, (size_t)count, sizeof *b->lengths);
    b->sentences = arena_alloc(arena, (size_t)count, sizeof *b->sentences);
    for (int i = 0; i < count; i++)
        count_length(b, sentences[i].source_length);
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
static Tensor counted(Arena *arena, const Bottleneck *b, const Model *const *translators, int count,
                      const TestSentence *sentences, int sentence_count)
{
    Tensor counts = tensor_new(arena, b->length_count, count + 1);
    Arena *scratch = arena_new();
    for (int i = 0; i < sentence_count; i++) {
        real *row = tensor_row(counts, place_of_length(b, sentences[i].source_length));
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
    count_lengths(g->arena, &b, sentences, sentence_count);
    Axis lengths = list_axis(g, "length", b.lengths, b.length_count),
         translator = label_axis("translator", names, count);
    Node *counts =
        given(s, "right", "Sentences right, by length", "right", lengths,
              counts_axis(g->arena, names, count),
              constant(g, counted(g->arena, &b, translators, count, sentences, sentence_count),
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
