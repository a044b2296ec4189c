#include "trace/translation_notes.h"

#include "base/number.h"
#include "tensor/vector.h"
#include "trace/measure.h"

#include <math.h>

enum { DECIMALS = 2 };

static const char *number(const TranslationNotes *n, double x)
{
    char digits[NUMBER_SIZE];
    return arena_strdup(n->arena, number_fixed(digits, x, DECIMALS));
}

static const char *cell(const TranslationNotes *n, const Node *node, int row, int col)
{
    return number(n, (double)at(node->value, row, col));
}

static const TranslatedWord *word_of(const TranslationNotes *n, int i)
{
    return &n->translation->words[i];
}

static const Alignment *alignment_of(const TranslationNotes *n, int i)
{
    return &word_of(n, i)->step.alignment;
}

/* Words as sentences name them: “the₁”. */
static const char *quoted(const TranslationNotes *n, const char *label)
{
    return arena_format(n->arena, "“%s”", label);
}

static const char *source(const TranslationNotes *n, int j)
{
    return quoted(n, n->source[j]);
}

static const char *target(const TranslationNotes *n, int i)
{
    return quoted(n, n->target[i]);
}

static const char *next_word(const TranslationNotes *n, int word)
{
    return quoted(n, n->vocabulary[word]);
}

/* What is written last before word i. */
static const char *before(const TranslationNotes *n, int i)
{
    return i ? target(n, i - 1) : "nothing";
}

/* The place of a row's largest number but `other`; −1 when there is none. */
static int largest_but(Tensor t, int row, int other)
{
    int best = -1;
    for (int j = 0; j < t.cols; j++)
        if (j != other && (best < 0 || at(t, row, j) > at(t, row, best)))
            best = j;
    return best;
}

/* ---- of the source ---- */

/* The first two places with the same word, or −1. */
static Place repeated_word(const TranslationNotes *n)
{
    const Node *x = n->translation->source.embeddings;
    const int *rows = x->parameter.rows;
    for (int i = 0; i < rows_of(x); i++)
        for (int j = i + 1; j < rows_of(x); j++)
            if (rows[i] == rows[j])
                return (Place){i, j};
    return (Place){-1, -1};
}

const char *note_source_words(const TranslationNotes *n)
{
    Tensor x = n->translation->source.embeddings->value;
    Place twice = repeated_word(n);
    if (twice.row >= 0)
        return arena_format(n->arena,
                            "A row of %d numbers a word; %s and %s are one word and enter as one "
                            "vector.",
                            x.cols, source(n, twice.row), source(n, twice.col));
    return arena_format(n->arena, "A row of %d numbers a word; that of %s is %s long.", x.cols,
                        source(n, 0), number(n, row_length(x, 0)));
}

/* How far the state moved when the word in this row was read; from zero at the first. */
static double movement(Tensor states, int row, int from)
{
    return from >= 0 && from < states.rows ? row_distance(states, row, from)
                                           : row_length(states, row);
}

const char *note_reading(const TranslationNotes *n, const Node *states, bool backwards)
{
    Tensor t = states->value;
    int step = backwards ? -1 : 1, most = 0;
    for (int j = 1; j < t.rows; j++)
        if (movement(t, j, j - step) > movement(t, most, most - step))
            most = j;
    return arena_format(n->arena,
                        "Read from %s to %s: each row knows the words up to its own. %s moves the "
                        "state most, by %s.",
                        source(n, backwards ? t.rows - 1 : 0),
                        source(n, backwards ? 0 : t.rows - 1), source(n, most),
                        number(n, movement(t, most, most - step)));
}

const char *note_annotations(const TranslationNotes *n)
{
    Tensor h = n->translation->source.encoding.annotations->value;
    Place twice = repeated_word(n);
    const char *what = "Keys and values in one: each word within its sentence, as read from both "
                       "ends";
    if (twice.row >= 0)
        return arena_format(n->arena, "%s. %s and %s, one vector before, now have the cosine %s.",
                            what, source(n, twice.row), source(n, twice.col),
                            number(n, row_cosine(h, twice.row, twice.col)));
    return arena_format(n->arena, "%s: %d numbers a word.", what, h.cols);
}

const char *note_keys(const TranslationNotes *n)
{
    Tensor keys = n->translation->source.keys.projected->value;
    int longest = 0;
    for (int j = 1; j < keys.rows; j++)
        if (row_length(keys, j) > row_length(keys, longest))
            longest = j;
    return arena_format(n->arena,
                        "One key a word, made once and asked by every query; the longest is that "
                        "of %s, %s.",
                        source(n, longest), number(n, row_length(keys, longest)));
}

/* ---- the query and its energies ---- */

const char *note_query(const TranslationNotes *n, int i)
{
    const Node *query = alignment_of(n, i)->query;
    const char *length = number(n, row_length(query->value, 0));
    bool context_first = n->nodes->translator->kind->context_first;
    if (context_first && i == 0)
        return arena_format(n->arena,
                            "The query is the decoder's first state, before any word is written: "
                            "%d numbers, of length %s.",
                            cols_of(query), length);
    if (context_first)
        return arena_format(n->arena,
                            "The query is the state after %s, and before %s: %d numbers, of "
                            "length %s.",
                            before(n, i), target(n, i), cols_of(query), length);
    return arena_format(n->arena,
                        "The query is the new state, which has read %s and is to write %s: %d "
                        "numbers, of length %s.",
                        i ? before(n, i) : "the beginning", target(n, i), cols_of(query), length);
}

const char *note_projected_query(const TranslationNotes *n, int i)
{
    const Node *projected = alignment_of(n, i)->projected_query;
    const char *use = n->nodes->aligner.score == SCORE_GENERAL ? "multiplied with every annotation"
                                                               : "added to every key";
    return arena_format(n->arena, "The query as the alignment model sees it: %d numbers, %s.",
                        cols_of(projected), use);
}

const char *note_sum(const TranslationNotes *n, int i)
{
    const Node *sum = alignment_of(n, i)->sum;
    Place far = largest_size(sum->value, NULL);
    return arena_format(n->arena,
                        "Query and key meet in a sum, a row for each source word; farthest from 0 "
                        "is unit %d of %s, %s.",
                        far.col + 1, source(n, far.row), cell(n, sum, far.row, far.col));
}

/* How many cells are farther from 0 than this. */
static int beyond(Tensor t, double limit)
{
    int count = 0;
    for (size_t i = 0; i < tensor_size(t); i++)
        count += fabs((double)t.data[i]) > limit;
    return count;
}

const char *note_squashed(const TranslationNotes *n, int i)
{
    Tensor t = alignment_of(n, i)->squashed->value;
    return arena_format(n->arena,
                        "Between −1 and 1; %d of %d cells are beyond ±0.90, where tanh is nearly "
                        "flat.",
                        beyond(t, 0.9), (int)tensor_size(t));
}

const char *note_energies(const TranslationNotes *n, int i)
{
    const Node *e = alignment_of(n, i)->energies;
    int first = largest_in_row(e->value, 0), second = largest_but(e->value, 0, first);
    if (second < 0)
        return arena_format(n->arena, "One source word, one energy: %s.", cell(n, e, 0, 0));
    return arena_format(n->arena, "How well each key answers: %s best, %s, then %s, %s.",
                        source(n, first), cell(n, e, 0, first), source(n, second),
                        cell(n, e, 0, second));
}

/* ---- local attention ---- */

const char *note_place(const TranslationNotes *n, int i)
{
    const Alignment *a = alignment_of(n, i);
    double place = (double)a->place->value.data[0];
    int nearest = (int)fmin(rint(place), rows_of(n->translation->source.embeddings) - 1);
    return arena_format(n->arena,
                        "Of the %d places, counted from 0, it expects to look at %s, which is "
                        "nearest to %s.",
                        cols_of(a->energies), number(n, place), source(n, nearest));
}

const char *note_window(const TranslationNotes *n, int i)
{
    const Node *mask = alignment_of(n, i)->mask;
    int hidden = masked_cells(mask), all = cols_of(mask), window = n->nodes->aligner.window;
    if (!hidden)
        return arena_format(n->arena, "The window of ±%d is wider than the sentence: all is seen.",
                            window);
    if (hidden == all)
        return arena_format(n->arena,
                            "The window of ±%d lies behind the end of the sentence: nothing is "
                            "seen.",
                            window);
    return arena_format(n->arena, "The window of ±%d hides %d of %d words.", window, hidden, all);
}

/* Whether nothing is seen; then what there is to say. */
static const char *blind(const TranslationNotes *n, int i)
{
    Tensor w = alignment_of(n, i)->weights->value;
    if (at(w, 0, largest_in_row(w, 0)) > 0)
        return NULL;
    return arena_format(n->arena, "%s sees nothing: all its weights are 0.", target(n, i));
}

const char *note_softmax_within(const TranslationNotes *n, int i)
{
    const Node *softmax = alignment_of(n, i)->softmax;
    int first = largest_in_row(softmax->value, 0);
    return arena_format(n->arena,
                        "Within the window the weights sum to 1; the largest, %s, is %s's.",
                        cell(n, softmax, 0, first), source(n, first));
}

const char *note_bell(const TranslationNotes *n, int i)
{
    const Alignment *a = alignment_of(n, i);
    double deviation = n->nodes->aligner.window / 2.0;
    int top = largest_in_row(a->bell->value, 0);
    return arena_format(n->arena,
                        "What lies off the expected place counts less: σ = %s, and %s keeps most, "
                        "%s.",
                        number(n, deviation), source(n, top), cell(n, a->bell, 0, top));
}

/* ---- weights and context ---- */

/* "zone looks at area most, 0.71, then at european, 0.20." */
const char *note_align_weights(const TranslationNotes *n, int i)
{
    const Node *w = alignment_of(n, i)->weights;
    const char *nothing = blind(n, i);
    if (nothing)
        return nothing;
    int first = largest_in_row(w->value, 0), second = largest_but(w->value, 0, first);
    if (second < 0 || at(w->value, 0, second) <= 0)
        return arena_format(n->arena, "%s looks at %s alone: %s.", target(n, i), source(n, first),
                            cell(n, w, 0, first));
    return arena_format(n->arena, "%s looks at %s most, %s, then at %s, %s.", target(n, i),
                        source(n, first), cell(n, w, 0, first), source(n, second),
                        cell(n, w, 0, second));
}

static const char no_slope[] = "A choice has no slope: plain backpropagation cannot train it, and "
                               "Xu et al. estimate its gradient by sampling";

const char *note_taken(const TranslationNotes *n, int i)
{
    const Alignment *a = alignment_of(n, i);
    const char *nothing = blind(n, i);
    if (nothing)
        return nothing;
    int place = largest_in_row(a->taken->value, 0);
    const char *how = n->nodes->aligner.taking == TAKE_DRAWN ? "Drawn" : "The largest";
    return arena_format(n->arena, "%s: %s, whose weight is %s. %s.", how, source(n, place),
                        cell(n, a->weights, 0, place), no_slope);
}

static double cosine(const Node *a, const Node *b, int row)
{
    double squares = row_length(a->value, 0) * row_length(b->value, row);
    return squares > 0
               ? (double)vector_dot(a->value.data, tensor_row(b->value, row), cols_of(a)) / squares
               : 0;
}

const char *note_context(const TranslationNotes *n, int i)
{
    const Alignment *a = alignment_of(n, i);
    const Node *h = n->translation->source.encoding.annotations;
    if (blind(n, i))
        return "Nothing is seen, so the context is zero.";
    if (a->taken)
        return arena_format(n->arena, "The annotation of %s, and nothing of the others.",
                            source(n, largest_in_row(a->taken->value, 0)));
    int near = 0;
    for (int j = 1; j < rows_of(h); j++)
        if (cosine(a->context, h, j) > cosine(a->context, h, near))
            near = j;
    return arena_format(n->arena,
                        "What is retrieved: the average of the values, weighted by α. It is most "
                        "like the annotation of %s, cosine %s.",
                        source(n, near), number(n, cosine(a->context, h, near)));
}

/* ---- the new state ---- */

static double mean_of(Tensor t)
{
    double sum = 0;
    for (size_t i = 0; i < tensor_size(t); i++)
        sum += (double)t.data[i];
    return sum / (double)tensor_size(t);
}

const char *note_gate(const TranslationNotes *n, const Node *gate, const char *what)
{
    return arena_format(n->arena, "A share for each unit: on average %s of %s is let through.",
                        number(n, mean_of(gate->value)), what);
}

const char *note_candidate(const TranslationNotes *n, int i)
{
    const Node *candidate = word_of(n, i)->step.cell.candidate;
    return arena_format(n->arena, "What the state would be if nothing were kept; %s long.",
                        number(n, row_length(candidate->value, 0)));
}

/* The state before word i is written. */
static const Node *old_state(const TranslationNotes *n, int i)
{
    return i ? word_of(n, i - 1)->step.cell.state : n->translation->source.first_state;
}

const char *note_state(const TranslationNotes *n, int i)
{
    const Node *state = word_of(n, i)->step.cell.state;
    if (!n->nodes->translator->kind->context_first)
        return note_query(n, i);
    return arena_format(
        n->arena, "The old state moves by %s; this one writes %s, and asks the next query.",
        number(n, rows_apart(state->value, 0, old_state(n, i)->value, 0)), target(n, i));
}

const char *note_attentional(const TranslationNotes *n, int i)
{
    const Node *h = word_of(n, i)->readout.attentional;
    return arena_format(n->arena,
                        "State and context in one: %d numbers from which the next word is "
                        "predicted; %s long.",
                        cols_of(h), number(n, row_length(h->value, 0)));
}

/* ---- the next word ---- */

const char *note_word_scores(const TranslationNotes *n, int i)
{
    const Node *scores = word_of(n, i)->readout.scores;
    int top = largest_in_row(scores->value, 0);
    return arena_format(n->arena, "A score for each of %d words; the highest, %s, is that of %s.",
                        cols_of(scores), cell(n, scores, 0, top), next_word(n, top));
}

const char *note_probabilities(const TranslationNotes *n, int i)
{
    const Node *p = word_of(n, i)->probabilities;
    int top = largest_in_row(p->value, 0);
    return arena_format(n->arena, "They sum to 1 over all %d words; %s has %s.", cols_of(p),
                        next_word(n, top), cell(n, p, 0, top));
}

const char *note_likely_words(const TranslationNotes *n, int i)
{
    const TranslatedWord *w = word_of(n, i);
    const LikelyWords *likely = &n->summary->likely[i];
    const char *best = cell(n, likely->probabilities, 0, 0);
    if (w->word != likely->words[0])
        return arena_format(
            n->arena, "%s was asked for, which has %s; the most probable is %s, %s.", target(n, i),
            cell(n, w->probabilities, 0, w->word), next_word(n, likely->words[0]), best);
    const char *verb = n->forced ? "was asked for, and is the most probable" : "is written";
    if (likely->count < 2)
        return arena_format(n->arena, "%s %s, %s.", target(n, i), verb, best);
    return arena_format(n->arena, "%s %s, %s; second is %s, %s.", target(n, i), verb, best,
                        next_word(n, likely->words[1]), cell(n, likely->probabilities, 1, 0));
}

/* ---- of all of it ---- */

/* The source place from 0 with word i's largest weight; −1 if it has none. */
static int looks_at(const TranslationNotes *n, int i)
{
    Tensor weights = n->summary->weights->value;
    int place = largest_in_row(weights, i);
    return at(weights, i, place) > 0 ? place : -1;
}

/* How many words look to the left of where the word before them looks; the first of them. */
static int words_back(const TranslationNotes *n, int *first)
{
    int count = 0;
    for (int i = 1; i < n->translation->length; i++)
        if (looks_at(n, i) >= 0 && looks_at(n, i) < looks_at(n, i - 1)) {
            *first = count ? *first : i;
            count++;
        }
    return count;
}

const char *note_blind_words(Arena *arena, const Node *weights, const char *const *words)
{
    int count = 0, first = 0, last = 0;
    for (int i = 0; i < rows_of(weights); i++) {
        if (at(weights->value, i, largest_in_row(weights->value, i)) > 0)
            continue;
        first = count++ ? first : i;
        last = i;
    }
    if (!count)
        return "";
    if (count == 1)
        return arena_format(arena,
                            " “%s” looks at nothing: its window lies behind the end of the source.",
                            words[first]);
    return arena_format(arena,
                        " %d words, from “%s” to “%s”, look at nothing: their windows lie behind "
                        "the end of the source.",
                        count, words[first], words[last]);
}

static const char *note_order(const TranslationNotes *n)
{
    int first = 0, back = words_back(n, &first);
    if (!back)
        return "The largest weights never go back to the left: the words keep their order.";
    return arena_format(n->arena,
                        "Of %d words %d look%s to the left of where the word before looked, first "
                        "%s: from %s back to %s.",
                        n->translation->length, back, back == 1 ? "s" : "", target(n, first),
                        source(n, looks_at(n, first - 1)), source(n, looks_at(n, first)));
}

const char *note_alignment(const TranslationNotes *n)
{
    if (n->translation->length == 1)
        return note_align_weights(n, 0);
    return arena_format(n->arena, "%s%s", note_order(n),
                        note_blind_words(n->arena, n->summary->weights, n->target));
}

const char *note_all_taken(const TranslationNotes *n)
{
    int same = 0, seeing = 0;
    for (int i = 0; i < n->translation->length; i++) {
        seeing += looks_at(n, i) >= 0;
        same +=
            looks_at(n, i) >= 0 && (int)at(n->summary->looks->value, i, 0) == looks_at(n, i) + 1;
    }
    return arena_format(
        n->arena, "One place a word: in %d of %d words that with the largest weight. %s.%s", same,
        seeing, no_slope, note_blind_words(n->arena, n->summary->weights, n->target));
}
