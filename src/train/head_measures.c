#include "train/texts.h"

/* Accumulators: `part` for the current sentence, which is alone in its group, `whole` for all. The
   last row, after the heads, is chance level. */
typedef struct Tally {
    const Corpus *corpus;
    int heads;
    double (*part)[HEAD_MEASURES], (*whole)[HEAD_MEASURES];
    /* Inner products of two heads' row-centred scores [heads, heads], variances on the diagonal;
       over all words, and over content words alone. */
    double *products[KEY_ONLY_CONTENT + 1];
    Group group;
    const Attended *seen; /* per head */
} Tally;

/* ---- scores ---- */

static Tensor centred_scores(Arena *arena, Tensor scores, const int *chosen, int count)
{
    Tensor c = tensor_new(arena, count, count);
    for (int i = 0; i < count; i++) {
        double mean = 0;
        for (int j = 0; j < count; j++)
            mean += (double)at(scores, chosen[i], chosen[j]) / count;
        for (int j = 0; j < count; j++)
            tensor_row(c, i)[j] = (real)((double)at(scores, chosen[i], chosen[j]) - mean);
    }
    return c;
}

static void add_scores(Arena *arena, Tally *t, const int *chosen, int count, HeadMeasure which)
{
    Tensor *c = arena_alloc(arena, (size_t)t->heads, sizeof *c);
    for (int h = 0; h < t->heads; h++) {
        double *products = t->products[which] + h * t->heads, key_only = 0;
        c[h] = centred_scores(arena, t->seen[h].scaled->value, chosen, count);
        for (int k = 0; k <= h; k++)
            products[k] += (double)vector_dot(c[h].data, c[k].data, count * count);
        for (int j = 0; j < count; j++) { /* n Σⱼ meanⱼ² */
            double mean = 0;
            for (int i = 0; i < count; i++)
                mean += (double)at(c[h], i, j) / count;
            key_only += count * mean * mean;
        }
        t->part[h][which] += key_only;
        t->whole[h][which] = products[h];
    }
}

static double mean_correlation(const double *p, int heads)
{
    double sum = 0;
    for (int h = 0; h < heads; h++)
        for (int k = 0; k < h; k++)
            sum += p[h * heads + k] / sqrt(p[h * heads + h] * p[k * heads + k]);
    return heads > 1 ? sum / (heads * (heads - 1) / 2) : 0;
}

/* ---- what words look at ---- */

static int rarest_other(const Tally *t, int row)
{
    int found = -1;
    const int *counts = t->corpus->counts, *words = t->group.words;
    for (int j = 0; j < t->group.count; j++)
        if (j != row && (found < 0 || counts[words[j]] < counts[words[found]]))
            found = j;
    return found;
}

/* Counts whether a word's largest weight is on the target, if there is one. */
static void add_found(Tally *t, int row, bool is_there, int target, HeadMeasure m)
{
    for (int h = 0; h <= t->heads && is_there; h++) {
        t->whole[h][m]++;
        t->part[h][m] += h == t->heads ? 1.0 / t->group.count
                                       : largest_in_row(t->seen[h].weights->value, row) == target;
    }
}

static void add_sentence(Arena *arena, Tally *t)
{
    int all[LONGEST_SENTENCE], content[LONGEST_SENTENCE], count = 0;
    const Group *group = &t->group;
    const bool *is_content = t->corpus->content;
    for (int i = 0; i < group->count; i++) {
        all[i] = i;
        if (is_content[group->words[i]])
            content[count++] = i;
    }
    add_scores(arena, t, all, group->count, KEY_ONLY);
    add_scores(arena, t, content, count, KEY_ONLY_CONTENT);
    for (int i = 0; i < group->count; i++) {
        bool asked = is_content[group->words[i]] && group->kin.weights[i] > 0;
        add_found(t, i, group->next.weights[i] > 0, group->next.targets[i], FOUND_NEXT);
        add_found(t, i, i > 0, i - 1, FOUND_PREVIOUS);
        add_found(t, i, true, i, FOUND_ITSELF);
        add_found(t, i, group->count > 1, rarest_other(t, i), FOUND_RAREST);
        add_found(t, i, asked, group->kin.targets[i], FOUND_KIN);
        for (int h = 0; h <= t->heads && !is_content[group->words[i]]; h++) {
            t->whole[h][TO_CONTENT]++;
            for (int j = 0; j < count; j++)
                t->part[h][TO_CONTENT] +=
                    h == t->heads ? 1.0 / group->count
                                  : (double)at(t->seen[h].weights->value, i, content[j]);
        }
    }
}

/* ---- ablation of one head ---- */

/* Ablates the head by setting its rows of W_O to 0. */
static double perplexity_without(Arena *arena, const Tally *t, Model model, int head, int sentences)
{
    model.parameters = parameters_shared(arena, model.parameters, false);
    Tensor *W_O = &parameter_find(model.parameters, "W_O")->value;
    int d_k = W_O->rows / t->heads;
    *W_O = tensor_copied(arena, *W_O);
    memset(tensor_row(*W_O, head * d_k), 0, (size_t)(d_k * W_O->cols) * sizeof(real));
    return perplexity(t->corpus, &model, SEES_ALL, sentences);
}

/* ---- the whole ---- */

HeadsMeasured heads_measured(Arena *arena, const Corpus *corpus, const Model *model, int sentences)
{
    size_t heads = (size_t)model_size(model, "heads");
    Tally t = {.corpus = corpus,
               .heads = (int)heads,
               .part = arena_alloc(arena, heads + 1, sizeof *t.part),
               .whole = arena_alloc(arena, heads + 1, sizeof *t.whole)};
    for (int i = KEY_ONLY; i <= KEY_ONLY_CONTENT; i++)
        t.products[i] = arena_alloc(arena, heads * heads, sizeof(double));
    ENDED_BY(arena_end) Arena *passing = arena_new();
    Questioner q =
        questioner_new(arena, corpus, TO_TEST, parameter_value(model->parameters, "embeddings"));
    Random random = random_named(0, "held out");
    sentences = smaller(sentences, corpus->held_out.count);
    for (int i = 0; i < sentences; i++) {
        Graph *g = graph_new(passing);
        const ContextNodes *nodes = model_in(scope_of(g), model, false);
        draw_group(&q, &random, &corpus->held_out.items[i], 1, &t.group);
        t.seen = group_vectors(g, nodes, &t.group, true).attention.heads;
        add_sentence(passing, &t);
        arena_reset(passing);
    }
    for (int h = 0; h <= t.heads; h++)
        for (int k = 0; k < PERPLEXITY_WITHOUT; k++)
            t.part[h][k] = t.whole[h][k] > 0 ? t.part[h][k] / t.whole[h][k] : 0;
    for (int h = 0; h < t.heads; h++)
        t.part[h][PERPLEXITY_WITHOUT] = perplexity_without(arena, &t, *model, h, sentences);
    return (HeadsMeasured){t.heads,
                           sentences,
                           t.part,
                           mean_correlation(t.products[KEY_ONLY], t.heads),
                           mean_correlation(t.products[KEY_ONLY_CONTENT], t.heads),
                           perplexity(corpus, model, SEES_ALL, sentences)};
}

/* ---- as text ---- */

#define MEASURE(name, column) "\t" column
static const char head_columns[] = "\nhead"
#include "train/head_measures.list"
    ;

/* The row for chance has no score measures and no perplexity. */
static void add_measures(Text *text, const char *label, const double of[HEAD_MEASURES], bool chance)
{
    text_format(text, "\n%s", label);
    for (int m = 0; m < HEAD_MEASURES; m++) {
        bool is_share = m != PERPLEXITY_WITHOUT;
        if (chance && (m < TO_CONTENT || !is_share))
            text_add(text, "\t");
        else
            text_format(text, "\t%.*f", is_share ? 2 : 0, of[m]);
    }
}

const char *heads_measured_text(Arena *arena, const HeadsMeasured *m)
{
    Text text = text_new(arena);
    text_format(&text, "%d held-out sentences: perplexity %.0f", m->sentences, m->perplexity);
    char all[NUMBER_SIZE], content[NUMBER_SIZE];
    if (m->count > 1)
        text_format(&text, "; the heads' scores correlate %s, among content words %s",
                    number_fixed(all, m->correlation, 2),
                    number_fixed(content, m->correlation_content, 2));
    text_add(&text, head_columns);
    for (int h = 0; h < m->count; h++)
        add_measures(&text, arena_format(arena, "%d", h + 1), m->of[h], false);
    add_measures(&text, "chance", m->of[m->count], true);
    return text.data;
}
