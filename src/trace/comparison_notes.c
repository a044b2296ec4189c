#include "trace/comparison_notes.h"

#include "base/number.h"
#include "tensor/vector.h"
#include "trace/measure.h"
#include "trace/word_list.h"

#include <math.h>

enum { DECIMALS = 2 };

/* Beyond this share one word is named alone. */
static const double NEARLY_ALL = 0.9;

static const char *number(const ComparisonNotes *n, double x)
{
    char digits[NUMBER_SIZE];
    return arena_strdup(n->arena, number_fixed(digits, x, DECIMALS));
}

static const WordInSentence *word_of(const ComparisonNotes *n, int sentence)
{
    return &n->comparison->words[sentence];
}

/* The word as its sentence numbers it: "the₂". */
static const char *label_of(const ComparisonNotes *n, int sentence)
{
    return n->labels[sentence][word_of(n, sentence)->place];
}

static const char *list(const ComparisonNotes *n, const NearestWords *nearest)
{
    return first_words(n->arena, &n->comparison->table, nearest);
}

static double length(const Node *vector)
{
    return row_length(vector->value, 0);
}

static double cosine(const Node *a, const Node *b)
{
    int d = cols_of(a);
    double lengths = length(a) * length(b);
    return lengths > 0 ? (double)vector_dot(a->value.data, b->value.data, d) / lengths : 0;
}

const char *note_static(const ComparisonNotes *n)
{
    const Node *x = n->comparison->words[0].before;
    const char *size = number(n, length(x));
    if (n->comparison->own < 0 && length(x) == 0)
        return arena_format(n->arena, "%s is not in the vocabulary: its vector is all zeros.",
                            n->word);
    if (n->comparison->own < 0)
        return arena_format(n->arena,
                            "%s is not in the vocabulary and enters as any unknown word does: %d "
                            "numbers, of length %s.",
                            n->word, cols_of(x), size);
    return arena_format(n->arena,
                        "%s enters as these %d numbers, of length %s, whatever the sentence.",
                        n->word, cols_of(x), size);
}

const char *note_nearest_before(const ComparisonNotes *n)
{
    return arena_format(n->arena, "Before: %s.", list(n, &n->comparison->nearest_before));
}

/* ---- one sentence ---- */

/* Places that the word sees: how many, and of these the one with the largest weight on average,
   and whether all have the same. */
typedef struct Sight {
    int seen, first;
    bool equal;
} Sight;

static Sight sight_of(const WordInSentence *w)
{
    Sight s = {.first = -1, .equal = true};
    Tensor weights = w->weights->value;
    int mean = weights.rows - 1;
    for (int j = 0; j < weights.cols; j++) {
        if (w->mask && isinf(at(w->mask->value, mean, j)))
            continue;
        s.seen++;
        if (s.first < 0) {
            s.first = j;
            continue;
        }
        s.equal = s.equal && at(weights, mean, j) == at(weights, mean, s.first);
        if (at(weights, mean, j) > at(weights, mean, s.first))
            s.first = j;
    }
    return s;
}

const char *note_attention(const ComparisonNotes *n, int sentence)
{
    const WordInSentence *w = word_of(n, sentence);
    const char *word = label_of(n, sentence), *const *labels = n->labels[sentence];
    Sight s = sight_of(w);
    if (!s.seen)
        return arena_format(n->arena, "%s sees nothing: all its weights are 0.", word);
    if (s.seen == 1)
        return arena_format(n->arena, "%s sees only %s and gives it all its weight.", word,
                            s.first == w->place ? "itself" : labels[s.first]);
    int heads = rows_of(w->weights) - 1;
    const char *weight = number(n, (double)at(w->weights->value, heads, s.first));
    const char *average = heads > 1 ? " on average over the heads" : "";
    if (s.equal)
        return arena_format(n->arena, "%s gives all the %d words it sees the same weight, %s%s.",
                            word, s.seen, weight, average);
    return arena_format(n->arena, "%s gives its largest weight, %s%s, to %s.", word, weight,
                        average, s.first == w->place ? "itself" : labels[s.first]);
}

/* The place with the largest share but `other`; −1 when there is none. */
static int largest_share(Tensor shares, int other)
{
    int best = -1;
    for (int j = 0; j < shares.cols; j++)
        if (j != other && (best < 0 || at(shares, 0, j) > at(shares, 0, best)))
            best = j;
    return best;
}

const char *note_contributions(const ComparisonNotes *n, int sentence)
{
    const WordInSentence *w = word_of(n, sentence);
    const char *const *labels = n->labels[sentence];
    Tensor shares = w->shares->value;
    if (length(w->change) == 0)
        return "Nothing changes: no word has a share.";
    int first = largest_share(shares, -1), second = largest_share(shares, first);
    double share = (double)at(shares, 0, first);
    if (second < 0 || share > NEARLY_ALL || at(shares, 0, second) <= 0)
        return arena_format(n->arena, "%s makes up %s of the change.", labels[first],
                            number(n, share));
    return arena_format(n->arena, "%s and %s make up %s of the change.", labels[first],
                        labels[second], number(n, share + (double)at(shares, 0, second)));
}

const char *note_change(const ComparisonNotes *n, int sentence)
{
    const WordInSentence *w = word_of(n, sentence);
    if (length(w->change) == 0)
        return "The change is zero: attention adds nothing.";
    return arena_format(n->arena,
                        "The change is %s long, the static vector %s; the cosine of the two is %s.",
                        number(n, length(w->change)), number(n, length(w->before)),
                        number(n, cosine(w->change, w->before)));
}

const char *note_after(const ComparisonNotes *n, int sentence)
{
    const WordInSentence *w = word_of(n, sentence);
    if (length(w->change) == 0)
        return "The static vector, unchanged.";
    return arena_format(n->arena, "Static vector and change added: %s long, cosine %s to before.",
                        number(n, length(w->after)), number(n, cosine(w->after, w->before)));
}

const char *note_nearest_gained(const ComparisonNotes *n, int sentence)
{
    return arena_format(n->arena, "The change by itself is nearest to: %s.",
                        list(n, &word_of(n, sentence)->nearest_gained));
}

const char *note_nearest_after(const ComparisonNotes *n, int sentence)
{
    const char *after = list(n, &word_of(n, sentence)->nearest_after);
    if (!n->comparison->nearest_before.count)
        return arena_format(n->arena, "After: %s.", after);
    return arena_format(n->arena, "After: %s; before: %s.", after,
                        list(n, &n->comparison->nearest_before));
}

/* ---- between the sentences ---- */

/* The lowest cosine between two sentences, row before column. */
static Place farthest(Tensor cosines)
{
    Place best = {0, 1};
    for (int i = 0; i < cosines.rows; i++)
        for (int j = i + 1; j < cosines.cols; j++)
            if (at(cosines, i, j) < at(cosines, best.row, best.col))
                best = (Place){i, j};
    return best;
}

const char *note_cosines_before(const ComparisonNotes *n)
{
    Tensor before = n->comparison->cosines_before->value;
    if (length(n->comparison->words[0].before) == 0)
        return "A vector of zeros has no direction: its cosines are 0.";
    if (before.rows == 1)
        return "There is one sentence, and nothing to compare it with.";
    Place low = farthest(before);
    if (at(before, low.row, low.col) == 1)
        return arena_format(n->arena, "%s goes in as the same vector every time: %s is 1.", n->word,
                            before.rows == 2 ? "the cosine" : "every cosine");
    return arena_format(n->arena, "The vectors that go in differ: sentences %d and %d have %s.",
                        low.row + 1, low.col + 1, number(n, (double)at(before, low.row, low.col)));
}

const char *note_cosines_after(const ComparisonNotes *n)
{
    Tensor before = n->comparison->cosines_before->value;
    Tensor after = n->comparison->cosines_after->value;
    if (after.rows == 1)
        return "There is one sentence, and nothing to compare it with.";
    Place low = farthest(after);
    const char *was = number(n, (double)at(before, low.row, low.col));
    const char *is = number(n, (double)at(after, low.row, low.col));
    if (after.rows == 2)
        return arena_format(n->arena,
                            "The cosine of %s in the two sentences was %s, and now is %s.", n->word,
                            was, is);
    return arena_format(n->arena,
                        "%s is least alike in sentences %d and %d: the cosine was %s, and now is "
                        "%s.",
                        n->word, low.row + 1, low.col + 1, was, is);
}
