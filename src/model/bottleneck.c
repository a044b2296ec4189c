#include "model/bottleneck.h"

#include "graph/ops.h"

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
static bool is_right(Arena *scratch, const Translator *translator, const TestSentence *s)
{
    Graph *g = graph_new(scratch);
    TranslatorNodes nodes = translator_nodes(g, translator, false);
    Translation t = translate(g, &nodes, s->source, s->source_length, s->target_length, NULL);
    bool right = t.length == s->target_length;
    for (int i = 0; right && i < t.length; i++)
        right = t.words[i].word == s->target[i];
    return right;
}

/* A row a length: how many each translator gets right, and how many there are. */
static Tensor counted(Arena *arena, const Bottleneck *b, const TestSentence *sentences,
                      int sentence_count)
{
    Tensor counts = tensor_new(arena, b->length_count, b->count + 1);
    Arena *scratch = arena_new();
    for (int i = 0; i < sentence_count; i++) {
        real *row = tensor_row(counts, place_of_length(b, sentences[i].source_length));
        for (int k = 0; k < b->count; k++) {
            row[k] += is_right(scratch, b->translators[k], &sentences[i]);
            arena_reset(scratch);
        }
        row[b->count]++;
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

Bottleneck bottleneck(Graph *g, const Translator *const *translators, int count,
                      const TestSentence *sentences, int sentence_count)
{
    CHECK(count > 0 && sentence_count > 0, "%d translators, %d sentences", count, sentence_count);
    Bottleneck b = {.count = count, .translators = translators};
    count_lengths(g->arena, &b, sentences, sentence_count);
    b.counts = constant(g, counted(g->arena, &b, sentences, sentence_count),
                        "counted: right is every word, and the end");
    b.right = columns(g, b.counts, 0, count);
    b.share = constant(g, share_of_one(g->arena, &b), "1 over the number of its sentences");
    b.accuracy = weigh_rows(g, b.right, b.share);
    return b;
}
