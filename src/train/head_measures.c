#include "train/head_measures.h"

#include "base/number.h"
#include "base/text.h"
#include "tensor/processor.h"
#include "tensor/vector.h"
#include "train/objective.h"
#include "train/perplexity.h"

#include <math.h>
#include <string.h>

/* Scores of some words among themselves, each row less its mean: sums over sentences. */
typedef struct Centred {
    double *key_only; /* of each head: n Σⱼ meanⱼ² over columns j */
    double *products; /* of each two heads [heads, heads]; of one with itself, its variance */
} Centred;

typedef struct Totals {
    int heads;
    Centred all, content;
    double *to_content;          /* of each head: the weight that function words give */
    double asking, content_part; /* function words, and of what they see the content words' part */
    double (*found)[RELATIONS];  /* of each head */
    double asked[RELATIONS], chance[RELATIONS];
} Totals;

/* A sentence of a group. */
typedef struct Span {
    const Corpus *corpus;
    const Group *group;
    const Attended *heads;
    int first, end;                           /* rows */
    int targets[RELATIONS][LONGEST_SENTENCE]; /* of each word; −1 for none */
} Span;

static Centred centred_new(Arena *arena, size_t heads)
{
    return (Centred){arena_alloc(arena, heads, sizeof(double)),
                     arena_alloc(arena, heads * heads, sizeof(double))};
}

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

static double key_only(Tensor c)
{
    double sum = 0;
    for (int j = 0; j < c.cols; j++) {
        double mean = 0;
        for (int i = 0; i < c.rows; i++)
            mean += (double)at(c, i, j) / c.rows;
        sum += c.rows * mean * mean;
    }
    return sum;
}

static void add_scores(Arena *arena, const Span *s, const int *chosen, int count, int heads,
                       Centred *sums)
{
    Tensor *c = arena_alloc(arena, (size_t)heads, sizeof *c);
    for (int h = 0; h < heads; h++) {
        c[h] = centred_scores(arena, s->heads[h].scaled->value, chosen, count);
        sums->key_only[h] += key_only(c[h]);
        for (int k = 0; k <= h; k++)
            sums->products[h * heads + k] +=
                (double)vector_dot(c[h].data, c[k].data, count * count);
    }
}

static bool is_content(const Span *s, int row)
{
    return s->corpus->content[s->group->words[row]];
}

static int rarest_other(const Span *s, int row)
{
    int found = -1;
    const int *counts = s->corpus->counts, *words = s->group->words;
    for (int j = s->first; j < s->end; j++)
        if (j != row && (found < 0 || counts[words[j]] < counts[words[found]]))
            found = j;
    return found;
}

static void find_targets(Span *s)
{
    for (int i = s->first; i < s->end; i++) {
        int place = i - s->first;
        s->targets[RELATION_NEXT][place] = s->targets[RELATION_KIN][place] = -1;
        s->targets[RELATION_PREVIOUS][place] = place ? i - 1 : -1;
        s->targets[RELATION_ITSELF][place] = i;
        s->targets[RELATION_RAREST][place] = rarest_other(s, i);
    }
    const Pointers *next = &s->group->next, *kin = &s->group->kin;
    for (int i = 0; i < next->count; i++)
        if (next->rows[i] >= s->first && next->rows[i] < s->end)
            s->targets[RELATION_NEXT][next->rows[i] - s->first] = next->targets[i];
    for (int i = 0; i < kin->count; i++)
        if (kin->rows[i] >= s->first && kin->rows[i] < s->end && is_content(s, kin->rows[i]))
            s->targets[RELATION_KIN][kin->rows[i] - s->first] = kin->targets[i];
}

static void add_relations(const Span *s, Totals *t)
{
    int n = s->end - s->first;
    for (int r = 0; r < RELATIONS; r++)
        for (int i = 0; i < n; i++) {
            int target = s->targets[r][i];
            if (target < 0)
                continue;
            t->asked[r]++;
            t->chance[r] += 1.0 / n;
            for (int h = 0; h < t->heads; h++)
                t->found[h][r] +=
                    largest_in_row(s->heads[h].weights->value, s->first + i) == target;
        }
}

static void add_to_content(const Span *s, const int *content, int count, Totals *t)
{
    for (int i = s->first; i < s->end; i++) {
        if (is_content(s, i))
            continue;
        t->asking++;
        t->content_part += (double)count / (s->end - s->first);
        for (int h = 0; h < t->heads; h++)
            for (int j = 0; j < count; j++)
                t->to_content[h] += (double)at(s->heads[h].weights->value, i, content[j]);
    }
}

static void add_sentence(Arena *arena, Span *s, Totals *t)
{
    int all[LONGEST_SENTENCE], content[LONGEST_SENTENCE], count = 0;
    for (int i = s->first; i < s->end; i++) {
        all[i - s->first] = i;
        if (is_content(s, i))
            content[count++] = i;
    }
    add_scores(arena, s, all, s->end - s->first, t->heads, &t->all);
    add_scores(arena, s, content, count, t->heads, &t->content);
    add_to_content(s, content, count, t);
    find_targets(s);
    add_relations(s, t);
}

static void add_group(Arena *arena, const Corpus *corpus, const ContextModel *model,
                      Tensor positions, const Group *group, Totals *t)
{
    Graph *g = graph_new(arena);
    ContextNodes nodes = context_nodes(scope_of(g), model, positions);
    ContextInput input = group_input(g, group, group->words);
    input.heads = true;
    ContextVectors v = context_vectors(g, &nodes, input);
    for (int first = 0, end; first < group->count; first = end) {
        for (end = first + 1;
             end < group->count && group->sentences[end] == group->sentences[first];)
            end++;
        Span span = {corpus, group, v.attention.heads, first, end, {{0}}};
        add_sentence(arena, &span, t);
    }
}

static Totals totals_of(Arena *arena, const Corpus *corpus, const ContextModel *model,
                        int sentences)
{
    size_t heads = (size_t)model->heads;
    Totals t = {.heads = model->heads,
                .all = centred_new(arena, heads),
                .content = centred_new(arena, heads),
                .to_content = arena_alloc(arena, heads, sizeof(double)),
                .found = arena_alloc(arena, heads, sizeof *t.found)};
    Arena *passing = arena_new();
    Questioner q =
        questioner_whole(arena, questioner_new(arena, corpus), context_value(model, "embeddings"));
    Random random = random_named(0, "held out");
    Group *group = arena_alloc(arena, 1, sizeof *group);
    Tensor positions = group_positions(arena, model->d);
    int end = smaller(sentences, corpus->held_out.count);
    for (int first = 0; first < end; first += GROUP_SENTENCES) {
        draw_group(&q, &random, corpus->held_out.items + first,
                   smaller(end - first, GROUP_SENTENCES), group);
        add_group(passing, corpus, model, positions, group, &t);
        arena_reset(passing);
    }
    arena_free(passing);
    return t;
}

static double mean_correlation(const double *products, int heads)
{
    double sum = 0;
    for (int h = 0; h < heads; h++)
        for (int k = 0; k < h; k++)
            sum +=
                products[h * heads + k] / sqrt(products[h * heads + h] * products[k * heads + k]);
    return heads > 1 ? sum / (heads * (heads - 1) / 2) : 0;
}

/* ---- without one head ---- */

typedef struct Without {
    const Corpus *corpus;
    const ContextModel *model;
    int sentences;
    HeadMeasures *of;
} Without;

/* The head's rows of W_O are zeros. */
static double perplexity_without(const Without *w, int head)
{
    Arena *arena = arena_new();
    ContextModel model = *w->model;
    model.learned = parameters_shared(arena, w->model->learned, false);
    Parameter *W_O = parameter_find(model.learned, "W_O");
    W_O->value = tensor_copied(arena, W_O->value);
    int d_k = model.d / model.heads;
    memset(tensor_row(W_O->value, head * d_k), 0, (size_t)(d_k * model.d) * sizeof(real));
    double found = perplexity(w->corpus, &model, SEES_ALL, w->sentences);
    arena_free(arena);
    return found;
}

static void leave_out_heads(const void *job, int part, int parts)
{
    const Without *w = job;
    for (int h = part; h < w->model->heads; h += parts)
        w->of[h].perplexity_without = perplexity_without(w, h);
}

/* ---- the whole ---- */

/* Of none, none. */
static double share(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

HeadsMeasured heads_measured(Arena *arena, const Corpus *corpus, const ContextModel *model,
                             int sentences)
{
    ContextModel still = *model;
    still.learned = parameters_shared(arena, model->learned, false);
    int heads = model->heads;
    Totals t = totals_of(arena, corpus, &still, sentences);
    HeadsMeasured m = {.count = heads,
                       .sentences = smaller(sentences, corpus->held_out.count),
                       .of = arena_alloc(arena, (size_t)heads, sizeof *m.of),
                       .correlation = mean_correlation(t.all.products, heads),
                       .correlation_content = mean_correlation(t.content.products, heads),
                       .chance_content = share(t.content_part, t.asking),
                       .perplexity = perplexity(corpus, &still, SEES_ALL, sentences)};
    for (int h = 0; h < heads; h++) {
        int own = h * heads + h;
        m.of[h].key_only = share(t.all.key_only[h], t.all.products[own]);
        m.of[h].key_only_content = share(t.content.key_only[h], t.content.products[own]);
        m.of[h].to_content = share(t.to_content[h], t.asking);
        for (int r = 0; r < RELATIONS; r++)
            m.of[h].found[r] = share(t.found[h][r], t.asked[r]);
    }
    for (int r = 0; r < RELATIONS; r++)
        m.chance[r] = share(t.chance[r], t.asked[r]);
    Without without = {corpus, &still, sentences, m.of};
    run_shares(leave_out_heads, &without, thread_limit());
    return m;
}

/* ---- as text ---- */

static void add_shares(Text *text, const double found[RELATIONS])
{
    for (int r = 0; r < RELATIONS; r++)
        text_format(text, "\t%.2f", found[r]);
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
    text_format(&text, "\nhead\talike\tcontent\tgiven\tnext\tbefore\titself\trarest\tkin\t"
                       "without");
    for (int h = 0; h < m->count; h++) {
        const HeadMeasures *of = &m->of[h];
        text_format(&text, "\n%d\t%.2f\t%.2f\t%.2f", h + 1, of->key_only, of->key_only_content,
                    of->to_content);
        add_shares(&text, of->found);
        text_format(&text, "\t%.0f", of->perplexity_without);
    }
    text_format(&text, "\nchance\t\t\t%.2f", m->chance_content);
    add_shares(&text, m->chance);
    text_format(&text, "\t");
    return text.data;
}
