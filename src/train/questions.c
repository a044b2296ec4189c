#include "train/texts.h"

/* The share of content words that are masked. */
static const double MASKED = 0.5;

/* Noise in training: the share of function words replaced by random ones; of sentences with more
   inserted; of kept words replaced or masked, so that they must rely on their context. */
static const double SCRAMBLED = 0.8, INSERTED = 0.3, DISTURBED = 0.5;

/* Of the disturbed words, the share that is masked instead of replaced. */
static const double DISTURBED_MASKED = 0.2;

/* The share of sentences with questions of kind c alone. */
static const double WHOLE = 0.2;

/* The largest distance of the next content word. */
enum { REACH = 4 };

/* The exponent of counts in negative sampling: Mikolov et al. 2013. */
static const double FLATTENING = 0.75;

Questioner questioner_new(Arena *arena, const Corpus *corpus, Purpose purpose, Tensor vectors)
{
    Questioner q = {.corpus = corpus, .purpose = purpose};
    int words = corpus->vocabulary.count;
    q.function_words = arena_alloc(arena, (size_t)words, sizeof *q.function_words);
    q.idf = arena_alloc(arena, (size_t)words, sizeof *q.idf);
    q.cumulative = arena_alloc(arena, (size_t)words, sizeof *q.cumulative);
    q.log_expected = arena_alloc(arena, (size_t)words, sizeof *q.log_expected);
    double sentences = corpus->training.count, sum = 0;
    for (int i = SPECIAL_WORDS; i < words; i++) {
        int count = corpus->counts[i];
        if (!corpus->content[i])
            q.function_words[q.function_count++] = i;
        else if (count)
            sum += portable_exp(FLATTENING * portable_log(count));
        if (count)
            q.idf[i] = portable_log(1 + sentences / count);
        q.cumulative[i] = sum;
    }
    for (int i = SPECIAL_WORDS; i < words; i++) {
        double share = q.cumulative[i] - q.cumulative[i - 1];
        if (share > 0)
            q.log_expected[i] = (real)portable_log(CANDIDATES * share / sum);
    }
    if (vectors.data) {
        Graph *g = graph_new(arena);
        q.vectors = unit_rows(g, constant(g, vectors, "of the words"))->value;
    }
    return q;
}

/* True with this probability in training, never in tests. Always draws, so that the random stream,
   and thus the sentences, are the same in both. */
static bool happens(const Questioner *q, Random *random, double share)
{
    return random_uniform(random) < share && q->purpose == TO_LEARN;
}

static int draw_candidate(const Questioner *q, Random *random)
{
    int low = 0, high = q->corpus->vocabulary.count - 1;
    double target = random_uniform(random) * q->cumulative[high];
    while (low < high) { /* binary search: the first sum above the target */
        int middle = (low + high) / 2;
        if (q->cumulative[middle] > target)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

int *draw_candidates(Arena *arena, const Questioner *q, Random *random)
{
    int *words = arena_alloc(arena, CANDIDATES, sizeof *words);
    for (int i = 0; i < CANDIDATES; i++)
        words[i] = draw_candidate(q, random);
    return words;
}

/* ---- one sentence ---- */

/* A sentence in preparation, and the places of its masked and kept content words. */
typedef struct Draft {
    int length, *words; /* words: the end of the group's array */
    int masked_count, masked[LONGEST_SENTENCE];
    int kept_count, kept[LONGEST_SENTENCE];
} Draft;

static int draw_function_word(const Questioner *q, Random *random)
{
    return q->function_words[random_below(random, (uint32_t)q->function_count)];
}

/* Replaces and inserts function words. Otherwise heads attend to "he" and "with", which are
   syntactic cues to the masked words but carry no meaning. */
static void scramble_function_words(const Questioner *q, Random *random, Draft *text)
{
    if (!q->function_count)
        return;
    for (int i = 0; i < text->length; i++)
        if (text->words[i] >= SPECIAL_WORDS && !q->corpus->content[text->words[i]] &&
            happens(q, random, SCRAMBLED))
            text->words[i] = draw_function_word(q, random);
    if (!happens(q, random, INSERTED))
        return;
    int count = 1 + (int)random_below(random, MOST_INSERTED);
    for (int i = 0; i < count; i++) {
        int *at = text->words + random_below(random, (uint32_t)text->length + 1);
        int *end = text->words + text->length++;
        memmove(at + 1, at, (size_t)(end - at) * sizeof *at);
        *at = draw_function_word(q, random);
    }
}

/* Chooses the content words to mask: at least one, never all. */
static void choose_masked(Random *random, const int *content, int count, Draft *text)
{
    bool masked[LONGEST_SENTENCE];
    int masked_count = 0;
    for (int i = 0; i < count; i++)
        masked_count += masked[i] = random_uniform(random) < MASKED;
    bool *one = &masked[random_below(random, (uint32_t)count)];
    if (masked_count == 0 || masked_count == count)
        *one = !*one;
    for (int i = 0; i < count; i++)
        if (masked[i])
            text->masked[text->masked_count++] = content[i];
        else
            text->kept[text->kept_count++] = content[i];
}

static Draft text_of(const Questioner *q, Random *random, Sentence sentence, int *words)
{
    const Corpus *corpus = q->corpus;
    int content[LONGEST_SENTENCE], content_count = 0;
    Draft text = {.length = sentence.length, .words = words};
    memcpy(words, corpus->tokens + sentence.first, (size_t)sentence.length * sizeof *words);
    scramble_function_words(q, random, &text);
    for (int i = 0; i < text.length; i++)
        if (corpus->content[text.words[i]])
            content[content_count++] = i;
    choose_masked(random, content, content_count, &text);
    return text;
}

/* ---- a group ---- */

static void ask(Group *group, int row, int answer, double weight, bool bag)
{
    int i = group->question_count++;
    group->rows[i] = row;
    group->answers[i] = answer;
    group->weights[i] = weight;
    group->bag[i] = bag;
}

/* Adds questions a and b and masks the words; may disturb the kept word of question b. The text is
   the next one in the group. */
static void ask_about(const Questioner *q, Random *random, const Draft *text, Group *group)
{
    double idf = 0;
    int kept = text->kept[random_below(random, (uint32_t)text->kept_count)];
    for (int i = 0; i < text->masked_count; i++)
        idf += q->idf[text->words[text->masked[i]]];
    for (int i = 0; i < text->masked_count; i++) {
        int *word = &text->words[text->masked[i]];
        ask(group, group->count + text->masked[i], *word, 1, false);
        if (q->purpose == TO_LEARN)
            ask(group, group->count + kept, *word, q->idf[*word] / idf, true);
        *word = MASKED_WORD;
    }
    if (happens(q, random, DISTURBED))
        text->words[kept] =
            random_uniform(random) < DISTURBED_MASKED ? MASKED_WORD : draw_candidate(q, random);
}

/* ---- attention targets ---- */

/* `target` −1: unconstrained. */
static void point(Pointers *p, int row, int target)
{
    p->targets[row] = target < 0 ? row : target;
    p->weights[row] = target >= 0;
}

/* The nearest visible content word within REACH in direction `step` (+1 or −1), else in the other
   direction, else −1. Masked words count as content. */
static int seen_content_word(const Questioner *q, const Group *group, int row, int step)
{
    for (int side = 0; side < 2; side++, step = -step)
        for (int i = row + step; i >= 0 && i < group->count && abs(i - row) <= REACH; i += step) {
            int word = group->words[i];
            if (group->sentences[i] != group->sentences[row] || (group->causal && i > row))
                break;
            if (word == MASKED_WORD || q->corpus->content[word])
                return i;
        }
    return -1;
}

/* The other visible content word with the most similar vector (cosine); −1 if there is none.
 */
static int most_alike(const Questioner *q, const Group *group, int row)
{
    int found = -1, word = group->words[row], end = group->causal ? row : group->count;
    real most = -2; /* below any cosine */
    for (int i = 0; i < end; i++) {
        int other = group->words[i];
        if (group->sentences[i] != group->sentences[row] || other == word ||
            !q->corpus->content[other])
            continue;
        real cosine = dot_of_rows(q->vectors, word, q->vectors, other);
        if (cosine > most) {
            most = cosine;
            found = i;
        }
    }
    return found;
}

static int kin(const Questioner *q, const Group *group, int row)
{
    int word = group->words[row];
    if (word == MASKED_WORD)
        return -1;
    return q->corpus->content[word] ? most_alike(q, group, row)
                                    : seen_content_word(q, group, row, -1);
}

/* ---- the whole ---- */

void draw_group(const Questioner *q, Random *random, const Sentence *sentences, int count,
                Group *group)
{
    bool pointing = q->vectors.data;
    group->count = group->question_count = 0;
    for (int i = 0; i < count; i++) {
        Draft text = text_of(q, random, sentences[i], group->words + group->count);
        if (!pointing || random_uniform(random) >= (q->purpose == TO_LEARN ? WHOLE : 1))
            ask_about(q, random, &text, group);
        for (int place = 0; place < text.length; place++) {
            group->places[group->count] = place;
            group->sentences[group->count++] = i;
        }
    }
    for (int i = 0; i < group->count && pointing; i++) {
        point(&group->next, i, seen_content_word(q, group, i, 1));
        point(&group->kin, i, kin(q, group, i));
    }
}
