#include "trace/notes.h"

#include "base/number.h"
#include "base/text.h"
#include "trace/measure.h"

#include <math.h>
#include <string.h>

enum { DECIMALS = 2 };

/* A number as the notes write it. */
static const char *number(const Notes *n, double x)
{
    char digits[NUMBER_SIZE];
    return arena_strdup(n->arena, number_fixed(digits, x, DECIMALS));
}

static const char *cell(const Notes *n, Tensor t, Place place)
{
    return number(n, (double)at(t, place.row, place.col));
}

/* The first two tokens that are the same word, or −1. Same word, same row of the embeddings. */
static Place repeated_word(const Notes *n)
{
    const int *rows = n->model->embeddings->parameter.rows;
    for (int i = 0; i < n->model->n; i++)
        for (int j = i + 1; j < n->model->n; j++)
            if (rows[i] == rows[j])
                return (Place){i, j};
    return (Place){-1, -1};
}

static Place most_alike(const Notes *n, Tensor t)
{
    double *lengths = arena_alloc(n->arena, (size_t)t.rows, sizeof *lengths);
    for (int i = 0; i < t.rows; i++)
        lengths[i] = row_length(t, i);
    Place best = {-1, -1};
    double highest = -2;
    for (int i = 0; i < t.rows; i++)
        for (int j = i + 1; j < t.rows; j++) {
            double product = lengths[i] * lengths[j];
            double cosine = product > 0 ? row_dot(t, i, j) / product : 0;
            if (cosine > highest) {
                highest = cosine;
                best = (Place){i, j};
            }
        }
    return best;
}

static const char *about_rows(const Notes *n)
{
    Tensor x = n->model->embeddings->value;
    if (n->unknown)
        return arena_format(n->arena, "Not in the vocabulary: %s.", n->unknown);
    Place twice = repeated_word(n);
    if (twice.row >= 0)
        return arena_format(n->arena,
                            "%s and %s are one word and enter as one vector: their rows are equal.",
                            n->labels[twice.row], n->labels[twice.col]);
    Place near = most_alike(n, x);
    if (near.row < 0)
        return arena_format(n->arena, "One word, one row of %d numbers, of length %s.", x.cols,
                            number(n, row_length(x, 0)));
    return arena_format(n->arena,
                        "Every word is a row of %d numbers; the two most alike are %s and %s, "
                        "cosine %s.",
                        x.cols, n->labels[near.row], n->labels[near.col],
                        number(n, row_cosine(x, near.row, near.col)));
}

const char *note_of_words(Arena *arena, const char *note, const char *unknown, const char *forms,
                          const char *left_out)
{
    Text text = text_new(arena);
    text_add(&text, note);
    if (unknown)
        text_format(&text, " Not in the vocabulary: %s.", unknown);
    if (forms)
        text_format(&text, " Looked up in another form: %s.", forms);
    if (left_out)
        text_format(&text, " Left out, having no vector: %s.", left_out);
    return text.data;
}

/* What is unknown is said by the note itself. */
const char *note_embeddings(const Notes *n)
{
    return note_of_words(n->arena, about_rows(n), NULL, n->forms, n->left_out);
}

const char *note_positional(const Notes *n)
{
    Tensor pe = n->model->positional->value;
    int last = n->model->n - 1;
    if (last < 2)
        return arena_format(n->arena,
                            "A row a position, whatever the word; position 1 is sin 0 and cos 0 in "
                            "turn, of length %s.",
                            number(n, row_length(pe, 0)));
    double near = row_cosine(pe, 0, 1), far = row_cosine(pe, 0, last);
    if (far >= near) /* few features have only short waves, which soon come round again */
        return arena_format(n->arena,
                            "A row a position, whatever the word: 1 and 2 have the cosine %s, 1 "
                            "and %d have %s.",
                            number(n, near), last + 1, number(n, far));
    return arena_format(n->arena,
                        "A row a position, whatever the word: neighbours are alike (1 and 2: "
                        "cosine %s), distant ones less (1 and %d: %s).",
                        number(n, near), last + 1, number(n, far));
}

const char *note_input(const Notes *n)
{
    Tensor x = n->model->input->value;
    Place twice = repeated_word(n);
    if (twice.row >= 0)
        return arena_format(n->arena,
                            "With their positions added %s and %s are two vectors, %s apart.",
                            n->labels[twice.row], n->labels[twice.col],
                            number(n, row_distance(x, twice.row, twice.col)));
    return arena_format(n->arena,
                        "Word and position in one vector; that of %s is now %s long, %s before.",
                        n->labels[0], number(n, row_length(x, 0)),
                        number(n, row_length(n->model->embeddings->value, 0)));
}

/* Queries that every key is hidden from: "2 of 7 queries see nothing at all: their". */
static const char *blind_queries(const Notes *n)
{
    int rows = masked_rows(n->model->mask);
    return arena_format(n->arena, "%d of %d queries %s", rows, n->model->n,
                        rows == 1 ? "sees nothing at all: its" : "see nothing at all: their");
}

const char *note_mask(const Notes *n)
{
    const Node *mask = n->model->mask;
    int hidden = masked_cells(mask), all = (int)tensor_size(mask->value);
    if (!hidden)
        return "Nothing is hidden: every query sees every key.";
    if (masked_rows(mask))
        return arena_format(n->arena, "%d of %d cells %s −∞; %s weights will be 0.", hidden, all,
                            hidden == 1 ? "is" : "are", blind_queries(n));
    return arena_format(n->arena, "%d of %d cells %s −∞: there the key is hidden from the query.",
                        hidden, all, hidden == 1 ? "is" : "are");
}

const char *note_raw_scores(const Notes *n)
{
    Tensor scores = n->model->raw.scores->value;
    int own = 0;
    for (int i = 0; i < scores.rows; i++)
        own += at(scores, i, i) >= at(scores, i, largest_in_row(scores, i));
    return arena_format(n->arena,
                        "Symmetric, with each row's squared length on the diagonal: it is the "
                        "largest of its row in %d of %d rows.",
                        own, scores.rows);
}

const char *note_head_scores(const Notes *n, const Node *scores)
{
    Tensor s = scores->value;
    Place gap = least_symmetric(s, NULL);
    if (gap.row < 0)
        return arena_format(n->arena, "One query, one key, one score: %s.",
                            number(n, (double)s.data[0]));
    if (at(s, gap.row, gap.col) <= at(s, gap.col, gap.row))
        return "Symmetric: any two words score each other alike.";
    return arena_format(n->arena, "Not symmetric: %s asking %s scores %s, %s asking %s %s.",
                        n->labels[gap.row], n->labels[gap.col], cell(n, s, gap), n->labels[gap.col],
                        n->labels[gap.row], cell(n, s, (Place){gap.col, gap.row}));
}

const char *note_scaled(const Notes *n, const Attention *a, int d)
{
    if (standard_deviation(a->scaled->value) >= standard_deviation(a->scores->value))
        return arena_format(n->arena, "Divided by √%d = %s.", d, number(n, sqrt(d)));
    return arena_format(n->arena,
                        "Divided by √%d = %s: the standard deviation of the scores falls from %s "
                        "to %s.",
                        d, number(n, sqrt(d)), number(n, standard_deviation(a->scores->value)),
                        number(n, standard_deviation(a->scaled->value)));
}

const char *note_masked(const Notes *n)
{
    int hidden = masked_cells(n->model->mask), all = n->model->n * n->model->n;
    int left = all - hidden;
    if (!hidden)
        return "No score is masked: all stay as they were.";
    if (!left)
        return "Every score becomes −∞.";
    return arena_format(n->arena, "%d of %d scores become%s −∞, the other %d stay%s.", hidden, all,
                        hidden == 1 ? "s" : "", left, left == 1 ? "s as it was" : " as they were");
}

const char *note_weights(const Notes *n, const Node *weights)
{
    Tensor w = weights->value;
    const Node *mask = n->model->mask;
    if (mask && masked_rows(mask))
        return arena_format(n->arena, "%s weights are 0.", blind_queries(n));
    Place top = largest_between(w, mask);
    if (top.row < 0)
        return arena_format(n->arena,
                            "No word sees another; the weight a word keeps for itself is %s.",
                            number(n, (double)w.data[0]));
    const char *kept = number(n, mean_diagonal(w));
    if (at(w, top.row, top.col) > (real)0.5)
        return arena_format(n->arena,
                            "%s gives most of its weight, %s, to %s; on average a word keeps %s "
                            "for itself.",
                            n->labels[top.row], cell(n, w, top), n->labels[top.col], kept);
    return arena_format(n->arena,
                        "The largest weight between two places is %s, from %s to %s; on average a "
                        "word keeps %s for itself.",
                        cell(n, w, top), n->labels[top.row], n->labels[top.col], kept);
}

const char *note_output(const Notes *n, const Attention *a, const char *part)
{
    Tensor w = a->weights->value;
    int row = n->model->n - 1, first = largest_in_row(w, row), second = -1, parts = 0;
    for (int j = 0; j < w.cols; j++) {
        parts += at(w, row, j) > 0;
        if (j != first && (second < 0 || at(w, row, j) > at(w, row, second)))
            second = j;
    }
    if (at(w, row, first) <= 0)
        return arena_format(n->arena, "%s sees nothing, so its row is zero.", n->labels[row]);
    if (second < 0 || at(w, row, second) <= 0)
        return arena_format(n->arena, "The row of %s is the %s of %s.", n->labels[row], part,
                            n->labels[first]);
    if (at(w, row, first) > (real)0.995)
        return arena_format(n->arena,
                            "The row of %s is nearly the %s of %s alone, which has %s of the "
                            "weight.",
                            n->labels[row], part, n->labels[first],
                            cell(n, w, (Place){row, first}));
    if (parts == 2)
        return arena_format(n->arena, "The row of %s is %s of the %s of %s and %s of that of %s.",
                            n->labels[row], cell(n, w, (Place){row, first}), part, n->labels[first],
                            cell(n, w, (Place){row, second}), n->labels[second]);
    double rest = 1 - (double)at(w, row, first) - (double)at(w, row, second);
    return arena_format(n->arena,
                        "The row of %s is %s of the %s of %s, %s of that of %s, and %s of the "
                        "others.",
                        n->labels[row], cell(n, w, (Place){row, first}), part, n->labels[first],
                        cell(n, w, (Place){row, second}), n->labels[second], number(n, rest));
}

const char *note_matrix(const Notes *n, const Node *matrix, const char *what)
{
    return arena_format(n->arena, "%s (%s), with a standard deviation of %s.", what,
                        n->model->origin, number(n, standard_deviation(matrix->value)));
}

const char *note_rows(const Notes *n, const Node *rows, const char *what)
{
    Tensor t = rows->value;
    int longest = 0, shortest = 0;
    for (int i = 1; i < t.rows; i++) {
        if (row_length(t, i) > row_length(t, longest))
            longest = i;
        if (row_length(t, i) < row_length(t, shortest))
            shortest = i;
    }
    if (t.rows == 1)
        return arena_format(n->arena, "%s, of length %s.", what, number(n, row_length(t, 0)));
    if (longest == shortest)
        return arena_format(n->arena, "%s; all have the length %s.", what,
                            number(n, row_length(t, 0)));
    return arena_format(n->arena, "%s; the longest is that of %s, %s, the shortest that of %s, %s.",
                        what, n->labels[longest], number(n, row_length(t, longest)),
                        n->labels[shortest], number(n, row_length(t, shortest)));
}

const char *note_concat(const Notes *n)
{
    const SelfAttention *model = n->model;
    if (model->multi.head_count == 1)
        return "With one head this is that head's output.";
    return arena_format(n->arena, "The outputs of the %d heads side by side, %d features each.",
                        model->multi.head_count, model->d_k);
}

/* The row that attention turned farthest from what came in. */
const char *note_result(const Notes *n)
{
    Tensor in = n->model->input->value, out = n->model->multi.output->value;
    int least = 0;
    double lowest = 2;
    for (int i = 0; i < out.rows; i++) {
        Tensor both = tensor_new(n->arena, 2, out.cols);
        memcpy(tensor_row(both, 0), tensor_row(in, i), (size_t)in.cols * sizeof(real));
        memcpy(tensor_row(both, 1), tensor_row(out, i), (size_t)out.cols * sizeof(real));
        if (row_cosine(both, 0, 1) < lowest) {
            lowest = row_cosine(both, 0, 1);
            least = i;
        }
    }
    if (out.rows == 1)
        return arena_format(n->arena, "The heads mixed into one vector, cosine %s to its input.",
                            number(n, lowest));
    return arena_format(n->arena,
                        "The heads mixed into one vector a word; farthest from its input is that "
                        "of %s, cosine %s.",
                        n->labels[least], number(n, lowest));
}

/* The heads with the largest and the smallest weight in one cell, as a row and a column. */
static Place extreme_heads(const MultiHead *multi, int row, int col)
{
    Place extremes = {0, 0};
    for (int h = 1; h < multi->head_count; h++) {
        real weight = at(multi->heads[h].attention.weights->value, row, col);
        if (weight > at(multi->heads[extremes.row].attention.weights->value, row, col))
            extremes.row = h;
        if (weight < at(multi->heads[extremes.col].attention.weights->value, row, col))
            extremes.col = h;
    }
    return extremes;
}

/* Where the heads disagree most. */
const char *note_mean(const Notes *n)
{
    const MultiHead *multi = &n->model->multi;
    if (multi->head_count == 1)
        return "With one head the mean is that head.";
    Place widest = {0, 0}, heads = {0, 0};
    double gap = -1;
    for (int i = 0; i < n->model->n; i++)
        for (int j = 0; j < n->model->n; j++) {
            Place h = extreme_heads(multi, i, j);
            double g = (double)at(multi->heads[h.row].attention.weights->value, i, j) -
                       (double)at(multi->heads[h.col].attention.weights->value, i, j);
            if (g > gap) {
                gap = g;
                widest = (Place){i, j};
                heads = h;
            }
        }
    if (gap <= 0)
        return "The heads do not differ: all have the same weights.";
    return arena_format(n->arena,
                        "The heads differ most from %s to %s: %s in head %d, %s in head %d, %s on "
                        "average.",
                        n->labels[widest.row], n->labels[widest.col],
                        cell(n, multi->heads[heads.row].attention.weights->value, widest),
                        heads.row + 1,
                        cell(n, multi->heads[heads.col].attention.weights->value, widest),
                        heads.col + 1, cell(n, n->model->mean->value, widest));
}

const char *note_difference(const Notes *n)
{
    Tensor difference = n->model->difference->value;
    Place top = largest_size(difference, n->model->mask);
    if (top.row < 0)
        return "Every cell is masked: nothing differs.";
    if (at(difference, top.row, top.col) == 0)
        return "Nothing differs: the projections do not change a weight.";
    return arena_format(n->arena,
                        "The cell that differs most is from %s to %s: %s with the projections, %s "
                        "without.",
                        n->labels[top.row], n->labels[top.col], cell(n, n->model->mean->value, top),
                        cell(n, n->model->raw.weights->value, top));
}
