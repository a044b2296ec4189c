#include "train/transformer_score.h"

#include "tensor/processor.h"

typedef struct Job {
    const Transformer *transformer;
    const Pair *pairs;
    int count;
    int *right; /* one a thread */
} Job;

static bool is_first_largest(Tensor scores, int row, int word)
{
    for (int j = 0; j < scores.cols; j++)
        if (j < word ? at(scores, row, j) >= at(scores, row, word)
                     : at(scores, row, j) > at(scores, row, word))
            return false;
    return true;
}

/* Whether the greedy translation is the pair's, word for word and no word more: it is if after the
   true words before it, each true word is the most probable one, the first of equals. So one pass
   over all words tells. */
static bool is_right(Arena *arena, const Transformer *transformer, const Pair *pair)
{
    int target[LONGEST_SIDE + 1], length = target_with_end(pair, target);
    Graph *g = graph_new(arena);
    TransformerParameters p = transformer_in(g, transformer, false);
    WordsRead source = {.length = pair->source_length, .sentences = 1, .words = pair->source};
    WordsWritten written = {.length = length, .words = target};
    TransformerTranslation t = transformer_translate(scope_of(g), &p, &source, &written, NULL);
    for (int i = 0; i < length; i++)
        if (!is_first_largest(t.scores->value, i, target[i]))
            return false;
    return true;
}

static void score_share(const void *data, int part, int parts)
{
    const Job *job = data;
    Arena *arena = arena_new();
    for (int i = part; i < job->count; i += parts) {
        arena_reset(arena);
        job->right[part] += is_right(arena, job->transformer, &job->pairs[i]);
    }
    arena_free(arena);
}

TranslationScore transformer_score(const Transformer *transformer, const Pair *pairs, int count)
{
    int right[MAX_THREADS] = {0};
    Job job = {transformer, pairs, count, right};
    run_shares(score_share, &job, thread_limit());
    TranslationScore sum = {.sentences = count};
    for (int i = 0; i < MAX_THREADS; i++)
        sum.right += right[i];
    return sum;
}
