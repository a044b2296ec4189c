#include "train/perplexity.h"

#include "base/elementary.h"
#include "graph/ops.h"
#include "train/objective.h"

/* The content words, as the candidates of every question. */
typedef struct ContentWords {
    int count;
    int *words; /* rows of the vocabulary */
    int *index; /* of a row of the vocabulary among them */
} ContentWords;

static ContentWords content_words(Arena *arena, const Corpus *corpus)
{
    size_t most = (size_t)corpus->word_count;
    ContentWords c = {.words = arena_alloc(arena, most, sizeof(int)),
                      .index = arena_alloc(arena, most, sizeof(int))};
    for (int i = 0; i < corpus->word_count; i++)
        if (corpus->content[i]) {
            c.index[i] = c.count;
            c.words[c.count++] = i;
        }
    return c;
}

/* The groups' questions, one group a call, from `*first` on; false when there is none left. */
static bool next_group(const Questioner *q, Random *random, int sentences, int *first, Group *group)
{
    const Sentences *held_out = &q->corpus->held_out;
    int end = sentences < held_out->count ? sentences : held_out->count, count = end - *first;
    count = count < GROUP_SENTENCES ? count : GROUP_SENTENCES;
    if (count > 0)
        draw_group(q, random, held_out->items + *first, count, group);
    *first += count;
    return count > 0;
}

/* What every group needs of the model. */
typedef struct Tables {
    Tensor positions, candidates; /* PE; [E | b] of the content words */
} Tables;

static double group_loss(Arena *arena, const ContextModel *learned, const ContentWords *content,
                         Tables tables, const Group *group)
{
    Graph *g = graph_new(arena);
    ContextNodes model = context_nodes(scope_of(g), learned, tables.positions);
    ContextVectors vectors = context_vectors(g, &model, group_input(g, group, group->words));
    Node *questions =
        context_questions(g, &model, vectors.output, group->rows, group->question_count);
    Node *scores = matmul_transposed(g, questions, constant(g, tables.candidates, "content words"));
    int *answers = arena_alloc(arena, (size_t)group->question_count, sizeof *answers);
    for (int i = 0; i < group->question_count; i++)
        answers[i] = content->index[group->answers[i]];
    return (double)cross_entropy(g, scores, answers, group->weights)->value.data[0];
}

static Tables tables_of(Arena *arena, const ContextModel *learned, const ContentWords *content)
{
    Graph *g = graph_new(arena);
    Tables t = {.positions = group_positions(arena, learned->d)};
    ContextNodes model = context_nodes(scope_of(g), learned, t.positions);
    t.candidates = gather(g, context_candidates(g, &model), content->words, content->count)->value;
    return t;
}

double perplexity(const Corpus *corpus, const ContextModel *learned, Sight sight, int sentences)
{
    Arena *kept = arena_new(), *arena = arena_new();
    ContextModel model = *learned;
    model.learned = parameters_copied(kept, learned->learned);
    model.learned->is_learning = false;
    Questioner q = questioner_plain(questioner_new(kept, corpus));
    ContentWords content = content_words(kept, corpus);
    Tables tables = tables_of(kept, &model, &content);
    Group *group = arena_alloc(kept, 1, sizeof *group);
    Random random = random_named(0, "held out");
    double loss = 0;
    int asked = 0;
    for (int first = 0; next_group(&q, &random, sentences, &first, group);) {
        group->causal = sight == SEES_BEFORE;
        loss += group_loss(arena, &model, &content, tables, group);
        asked += group->question_count;
        arena_reset(arena);
    }
    arena_free(arena);
    arena_free(kept);
    return portable_exp(loss / asked);
}

/* Each count is one more than it is: a word that was never met is possible. */
double unigram_perplexity(const Corpus *corpus, int sentences)
{
    Arena *arena = arena_new();
    Questioner q = questioner_plain(questioner_new(arena, corpus));
    Group *group = arena_alloc(arena, 1, sizeof *group);
    Random random = random_named(0, "held out");
    double loss = 0, total = 0;
    int asked = 0;
    for (int i = 0; i < corpus->word_count; i++)
        total += corpus->content[i] ? corpus->counts[i] + 1 : 0;
    for (int first = 0; next_group(&q, &random, sentences, &first, group);)
        for (int i = 0; i < group->question_count; i++, asked++)
            loss -= portable_log((corpus->counts[group->answers[i]] + 1) / total);
    arena_free(arena);
    return portable_exp(loss / asked);
}
