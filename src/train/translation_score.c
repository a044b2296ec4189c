#include "train/translation_score.h"

#include "tensor/processor.h"

typedef struct Job {
    const PairSource *source;
    const Translator *translator;
    const Pair *pairs;
    int count;
    TranslationScore *shares; /* one a thread */
} Job;

static bool is_right(const Translation *t, const int *target, int length)
{
    if (t->length != length)
        return false;
    for (int i = 0; i < length; i++)
        if (t->words[i].word != target[i])
            return false;
    return true;
}

/* The source word that weighs most, the first of equals; −1 if nothing weighs anything. */
static int looked_at(Tensor weights)
{
    int best = -1;
    for (int j = 0; j < weights.cols; j++)
        if (at(weights, 0, j) > (best < 0 ? 0 : at(weights, 0, best)))
            best = j;
    return best;
}

static void score_alignment(const PairSource *source, const Pair *pair, const Translation *t,
                            TranslationScore *score)
{
    for (int i = 0; i < pair->target_length; i++) {
        const Node *weights = t->words[i].weights;
        if (!weights || !pair->origins[i] || !source->content || !source->content[pair->target[i]])
            continue;
        int place = looked_at(weights->value);
        score->words++;
        score->aligned += place >= 0 && (pair->origins[i] >> place & 1);
    }
}

/* A translation that is right went on with the true words. */
static void score_pair(Arena *arena, const Job *job, const Pair *pair, TranslationScore *score)
{
    arena_reset(arena);
    Scope s = scope_of(graph_new(arena));
    int target[LONGEST_SIDE + 1], length = target_with_end(pair, target);
    TranslationTask task = {
        .source = pair->source, .source_length = pair->source_length, .target_length = length};
    Translation t = translate(s, job->translator, &task);
    bool right = is_right(&t, target, length);
    task.target = target;
    if (!right)
        t = translate(s, job->translator, &task);
    score->sentences++;
    score->right += right;
    score_alignment(job->source, pair, &t, score);
}

static void score_share(const void *data, int part, int parts)
{
    const Job *job = data;
    Arena *arena = arena_new();
    for (int i = part; i < job->count; i += parts)
        score_pair(arena, job, &job->pairs[i], &job->shares[part]);
    arena_free(arena);
}

TranslationScore translation_score(const PairSource *source, const Translator *translator,
                                   const Pair *pairs, int count)
{
    TranslationScore shares[MAX_THREADS] = {0}, sum = {0};
    Job job = {source, translator, pairs, count, shares};
    run_shares(score_share, &job, thread_limit());
    for (int i = 0; i < MAX_THREADS; i++) {
        sum.sentences += shares[i].sentences;
        sum.right += shares[i].right;
        sum.words += shares[i].words;
        sum.aligned += shares[i].aligned;
    }
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
