#include "train/pairs.h"

typedef struct Job {
    const PairSource *source;
    const Model *model;
    const Pair *pairs;
    int count;
    TranslationScore *of; /* per pair, summed in order whatever thread measured them */
} Job;

/* With choices the reference is the correct translation closest to the model's output. */
static Pair pair_meant(const Job *job, const Pair *pair)
{
    Pair meant = *pair;
    int words[LONGEST_SIDE + 1];
    TranslationTask task = {pair->source, pair->source_length, .target_length = LONGEST_SIDE + 1};
    if (job->source->has_choices)
        language_pair(job->source, pair->source, pair->source_length, words,
                      job->model->kind->family->write(job->model, &task, words), &meant);
    return meant;
}

/* A word whose weights are all 0 looks nowhere and counts as not aligned. */
static void score_alignment(const PairSource *source, const Pair *pair, Tensor weights,
                            TranslationScore *score)
{
    for (int i = 0; i < pair->target_length; i++) {
        if (!pair->origins[i] || !source->content || !source->content[pair->target[i]])
            continue;
        int place = largest_in_row(weights, i);
        score->words++;
        score->aligned += at(weights, i, place) > 0 && (pair->origins[i] >> place & 1);
    }
}

/* Scores a pair with teacher forcing. The greedy translation is exactly the true one if every true
   word is the argmax (the first of equals), so one forward pass is enough. */
static TranslationScore pair_score(Graph *g, const Job *job, const Pair *given)
{
    const ModelKind *kind = job->model->kind;
    Pair pair = pair_meant(job, given);
    SentencePairs alone = pair_group(g->arena, kind, &pair, 1);
    Predictions p = kind->family->predict(g, job->model, &alone, false);
    TranslationScore score = {.right = true,
                              .surprise = (double)predictions_loss(g, p, 1)->value.data[0],
                              .surprises = alone.target_length};
    for (int i = 0; i < alone.target_length; i++)
        score.right &= largest_in_row(p.scores->value, i) == alone.target[i];
    if (p.weights)
        score_alignment(job->source, &pair, p.weights->value, &score);
    return score;
}

static void score_share(const void *data, int part, int parts)
{
    const Job *job = data;
    ENDED_BY(arena_end) Arena *arena = arena_new();
    for (int i = job->count * part / parts; i < job->count * (part + 1) / parts; i++) {
        arena_reset(arena);
        job->of[i] = pair_score(graph_new(arena), job, &job->pairs[i]);
    }
}

TranslationScore translation_score(const PairSource *source, const Model *model, const Pair *pairs,
                                   int count)
{
    TranslationScore sum = {.of_words = model->kind->family->predicts_source, .sentences = count};
    ENDED_BY(arena_end) Arena *arena = arena_new();
    Job job = {source, model, pairs, count, arena_alloc(arena, (size_t)count + 1, sizeof sum)};
    run_shares(score_share, &job, thread_limit());
    for (int i = 0; i < count; i++) {
        sum.right += job.of[i].right;
        sum.words += job.of[i].words;
        sum.aligned += job.of[i].aligned;
        sum.surprise += job.of[i].surprise;
        sum.surprises += job.of[i].surprises;
    }
    return sum;
}

double translation_perplexity(TranslationScore score)
{
    return portable_exp(score.surprise / score.surprises);
}

const char *translation_score_text(Arena *arena, TranslationScore score)
{
    if (!score.sentences)
        return "none: nothing was held out";
    if (score.of_words)
        return arena_format(arena, "perplexity %.2f of %d words", translation_perplexity(score),
                            score.surprises);
    const char *right = arena_format(arena, "%d of %d sentence%s", score.right, score.sentences,
                                     plural(score.sentences));
    if (!score.words)
        return right;
    return arena_format(arena, "%s, %.2f %% of %d content words aligned", right,
                        100.0 * score.aligned / score.words, score.words);
}
