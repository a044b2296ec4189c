#include "train/translation_score.h"

#include "tensor/processor.h"
#include "tensor/vector.h"

typedef struct Job {
    const PairSource *source;
    const Model *model;
    const Pair *pairs;
    int count;
    TranslationScore *shares; /* one a thread */
    double *surprises;        /* one a pair: added up in their order, whoever measured them */
} Job;

/* Whether the greedy translation is the true one, word for word and no word more: it is if after
   the true words before it, each true word is the most probable one, the first of equals. So one
   pass over the true words tells. */
static bool is_right(Tensor scores, const int *target)
{
    for (int i = 0; i < scores.rows; i++)
        if (largest_in_row(scores, i) != target[i])
            return false;
    return true;
}

/* The source word that weighs most, the first of equals; −1 if nothing weighs anything. */
static int looked_at(Tensor weights, int row)
{
    int best = -1;
    for (int j = 0; j < weights.cols; j++)
        if (at(weights, row, j) > (best < 0 ? 0 : at(weights, row, best)))
            best = j;
    return best;
}

static void score_alignment(const PairSource *source, const Pair *pair, Tensor weights,
                            TranslationScore *score)
{
    for (int i = 0; i < pair->target_length; i++) {
        if (!pair->origins[i] || !source->content || !source->content[pair->target[i]])
            continue;
        int place = looked_at(weights, i);
        score->words++;
        score->aligned += place >= 0 && (pair->origins[i] >> place & 1);
    }
}

static void score_pair(Arena *arena, const Job *job, int number, TranslationScore *score)
{
    arena_reset(arena);
    const Pair *pair = &job->pairs[number];
    int target[LONGEST_SIDE + 1], length = target_with_end(pair, target);
    SentencePairs alone = {1, pair->source_length, length, pair->source, target, 1};
    Graph *g = graph_new(arena);
    Predictions p = job->model->kind->family->predict(g, job->model, &alone, false);
    score->sentences++;
    score->right += is_right(p.scores->value, target);
    score->surprises += length;
    job->surprises[number] = (double)surprise(g, p, 1)->value.data[0];
    if (p.weights)
        score_alignment(job->source, pair, p.weights->value, score);
}

static void score_share(const void *data, int part, int parts)
{
    const Job *job = data;
    Arena *arena = arena_new();
    for (int i = part; i < job->count; i += parts)
        score_pair(arena, job, i, &job->shares[part]);
    arena_free(arena);
}

TranslationScore translation_score(const PairSource *source, const Model *model, const Pair *pairs,
                                   int count)
{
    TranslationScore shares[MAX_THREADS] = {0}, sum = {0};
    Arena *arena = arena_new();
    Job job = {source, model,  pairs,
               count,  shares, arena_alloc(arena, (size_t)count + 1, sizeof(double))};
    run_shares(score_share, &job, thread_limit());
    for (int i = 0; i < MAX_THREADS; i++) {
        sum.sentences += shares[i].sentences;
        sum.right += shares[i].right;
        sum.words += shares[i].words;
        sum.aligned += shares[i].aligned;
        sum.surprises += shares[i].surprises;
    }
    for (int i = 0; i < count; i++)
        sum.surprise += job.surprises[i];
    arena_free(arena);
    return sum;
}

const char *translation_score_text(Arena *arena, TranslationScore score)
{
    if (!score.sentences)
        return "none: nothing was held out";
    const char *right = arena_format(arena, "%d of %d sentence%s", score.right, score.sentences,
                                     score.sentences == 1 ? "" : "s");
    if (!score.words)
        return right;
    return arena_format(arena, "%s, %.2f %% of %d content words aligned", right,
                        100.0 * score.aligned / score.words, score.words);
}
