#include "trace/model_comparison_notes.h"

#include "base/number.h"
#include "trace/measure.h"
#include "trace/narration.h"

enum { DECIMALS = 2 };

static const char *number(const ModelNotes *n, double x)
{
    char digits[NUMBER_SIZE];
    return arena_strdup(n->arena, number_fixed(digits, x, DECIMALS));
}

/* ---- sentences about where words look ---- */

const char *note_sharpness(const ModelNotes *n, const Node *weights)
{
    double sum = 0;
    for (int i = 0; i < rows_of(weights); i++)
        sum += (double)at(weights->value, i, largest_in_row(weights->value, i));
    return arena_format(n->arena, "On average the largest weight of a word is %s.",
                        number(n, sum / rows_of(weights)));
}

static int rows_alike(const Node *looks, int a, int b)
{
    int alike = 0;
    for (int i = 0; i < rows_of(looks); i++)
        alike += at(looks->value, i, a) == at(looks->value, i, b);
    return alike;
}

/* The layer, from 1, whose mean looks where Bahdanau's translator does for most words. */
static int nearest_layer(const Node *looks)
{
    int best = 1;
    for (int k = 2; k < cols_of(looks); k++)
        if (rows_alike(looks, 0, k) > rows_alike(looks, 0, best))
            best = k;
    return best;
}

/* " Decoder 2 first differs at “la”: there it looks at “area”, not “the”." */
static void add_difference(const ModelNotes *n, Text *note, int layer)
{
    const Node *looks = n->comparison->looks;
    const char *const *places = n->subject->source.labels;
    int i = 0;
    while (i < rows_of(looks) && at(looks->value, i, 0) == at(looks->value, i, layer))
        i++;
    if (i < rows_of(looks))
        text_format(note, " Decoder %d first differs at “%s”: it looks at “%s”, not “%s”.", layer,
                    n->subject->targets[MODEL_BAHDANAU].labels[i],
                    places[(int)at(looks->value, i, layer) - 1],
                    places[(int)at(looks->value, i, 0) - 1]);
}

/* "… in decoder 1 at 3, in decoder 2 at 4 of 5 words." and where the nearest first differs. */
const char *note_looks(const ModelNotes *n)
{
    const Node *looks = n->comparison->looks;
    Text note = text_new(n->arena);
    text_add(&note, "The mean of the heads looks where Bahdanau's translator does:");
    for (int l = 1; l < cols_of(looks); l++)
        text_format(&note, "%s in decoder %d at %d", l > 1 ? "," : "", l, rows_alike(looks, 0, l));
    text_format(&note, " of %d word%s.", rows_of(looks), plural(rows_of(looks)));
    add_difference(n, &note, nearest_layer(looks));
    return note.data;
}

static bool all_heads_alike(const Node *looks, int row)
{
    for (int k = 2; k < cols_of(looks); k++)
        if (at(looks->value, row, k) != at(looks->value, row, 1))
            return false;
    return true;
}

/* Behind the mean's column there is one for each head. */
const char *note_heads(const ModelNotes *n, const Node *looks)
{
    int alike = 0, heads = cols_of(looks) - 1;
    for (int i = 0; i < rows_of(looks); i++)
        alike += all_heads_alike(looks, i);
    if (heads == 1)
        return "There is one head: its weights are the mean.";
    return arena_format(n->arena, "All %d heads look at the same word for %d of %d output word%s.",
                        heads, alike, rows_of(looks), plural(rows_of(looks)));
}

/* "head 2 of decoder 1", "the mean of decoder 1" */
static const char *view_name(const ModelNotes *n, Place p)
{
    if (!p.col)
        return arena_format(n->arena, "the mean of decoder %d", p.row + 1);
    return arena_format(n->arena, "head %d of decoder %d", p.col, p.row + 1);
}

const char *note_agreement(const ModelNotes *n)
{
    Tensor t = n->comparison->agreement->value;
    Place most = {0, 0}, least = {0, 0};
    for (int i = 0; i < t.rows; i++)
        for (int j = 0; j < t.cols; j++) {
            most = at(t, i, j) > at(t, most.row, most.col) ? (Place){i, j} : most;
            least = at(t, i, j) < at(t, least.row, least.col) ? (Place){i, j} : least;
        }
    const char *largest = number(n, (double)at(t, most.row, most.col));
    if (at(t, most.row, most.col) == at(t, least.row, least.col))
        return arena_format(
            n->arena, "All look where Bahdanau's translator does at %s of the words.", largest);
    return arena_format(n->arena,
                        "Most like Bahdanau's alignment is %s, at %s of the words; least %s, at "
                        "%s.",
                        view_name(n, most), largest, view_name(n, least),
                        number(n, (double)at(t, least.row, least.col)));
}

/* ---- sentences about what is taken ---- */

static double taken(const Node *table, int row, int model)
{
    return (double)at(table->value, row, model);
}

static double ratio(const Node *table, int row)
{
    return taken(table, row, MODEL_TRANSFORMER) / taken(table, row, MODEL_BAHDANAU);
}

const char *note_parameters(const ModelNotes *n)
{
    return arena_format(n->arena,
                        "Numbers that were learned. The transformer has %s times as many as "
                        "Bahdanau's translator.",
                        number(n, ratio(n->comparison->parameters.all, PART_BOTH)));
}

const char *note_work(const ModelNotes *n)
{
    return arena_format(n->arena,
                        "For this sentence the transformer takes %s times as many. Its decoder is "
                        "counted with all words read at once; word by word it takes no more if "
                        "keys and values are kept.",
                        number(n, ratio(n->comparison->work.all, PART_BOTH)));
}

const char *note_steps(const ModelNotes *n)
{
    const Node *steps = n->comparison->steps.all;
    int length = n->subject->target_lengths[MODEL_TRANSFORMER];
    int layers = (int)taken(steps, STEPS_GIVEN, MODEL_TRANSFORMER);
    int encoders = (int)taken(steps, STEPS_ENCODER, MODEL_TRANSFORMER);
    int read = (int)taken(steps, STEPS_ENCODER, MODEL_BAHDANAU);
    return arena_format(n->arena,
                        "A state for each word, or a layer for all. Bahdanau's encoder reads %d "
                        "word%s in as many steps, both ways at once; the transformer's has %d "
                        "layer%s, whatever the length. To write, its words wait for each other "
                        "too: %d word%s × %d layer%s; with the words given, as in training, %d.",
                        read, plural(read), encoders, plural(encoders), length, plural(length),
                        layers, plural(layers), layers);
}

const char *note_operations(const ModelNotes *n)
{
    const Node *operations = n->comparison->operations;
    return arena_format(n->arena,
                        "The longest chain of operations that need each other's results, with the "
                        "words given: %.0f with Bahdanau's translator, %.0f with the transformer.",
                        taken(operations, OPERATIONS_BOTH, MODEL_BAHDANAU),
                        taken(operations, OPERATIONS_BOTH, MODEL_TRANSFORMER));
}

/* ---- sentences about the whole ---- */

/* Which of the two say what the language says. */
static const char *rightness(const ModelNotes *n)
{
    const ExpectedWords *e = &n->subject->expected;
    if (!e->text)
        return "the toy language does not make this sentence: nothing says which words are right";
    if (!e->by_bahdanau && !e->by_transformer)
        return arena_format(n->arena, "the toy language has others, “%s”", e->text);
    return e->by_bahdanau && e->by_transformer ? "they are the toy language's own"
           : e->by_bahdanau ? "those of Bahdanau's translator are the toy language's own"
                            : "those of the transformer are the toy language's own";
}

const char *note_verdict(const ModelNotes *n)
{
    if (n->subject->forced)
        return "both go on with the words given";
    return arena_format(n->arena, "%s; %s",
                        n->subject->same_words
                            ? "both write the same words"
                            : "they write different words: first Bahdanau's translator, then the "
                              "transformer",
                        rightness(n));
}

const char *note_learned_models(const ModelNotes *n)
{
    const Trace *first = n->subject->alone[MODEL_BAHDANAU],
                *second = n->subject->alone[MODEL_TRANSFORMER];
    if (!first->source || !second->source)
        return NULL;
    return arena_format(n->arena,
                        "Of sentences held out of learning Bahdanau's translator has right %s; the "
                        "transformer %s. Bahdanau's translator: %s. The transformer: %s",
                        trace_setting(first, "held-out score"),
                        trace_setting(second, "held-out score"), trace_setting(first, "recipe"),
                        trace_setting(second, "recipe"));
}
