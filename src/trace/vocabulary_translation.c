/* Words about texts: those that stand twice, those without a vector; and about a translation: what
 * its words look at, and how states move from word to word. */
#include "model/layers.h"
#include "trace/sentences.h"

/* ---- the text ---- */

const TracedText *text_of(const Look *s)
{
    static const TracedText none;
    int number = number_in_id(s, "sentence-") + number_in_id(s, "word-");
    int index = number ? number - 1 : 0;
    return index < s->trace->text_count ? &s->trace->texts[index] : &none;
}

enum { TEXT_COLUMNS = 60 };

static void say_text(const Look *s, Text *out)
{
    Arena *arena = s->trace->arena;
    text_add(out, elide_middle(arena, visible_text(arena, text_of(s)->text), TEXT_COLUMNS));
}

static double texts(const Look *s)
{
    return s->trace->text_count;
}

/* "Nearest to bat: cricket; to ball: hit" of the list of each text. */
static void say_nearest(const Look *s, Text *out)
{
    for (int i = 0; i < s->trace->text_count; i++) {
        Look list = look_at(s, arena_format(s->trace->arena, "/word-%d/nearest", i + 1));
        text_format(out, "%s %s: %s", i ? "; to" : "Nearest to", s->trace->texts[i].text,
                    list.absent ? "none" : list.step->rows.labels[0]);
    }
}

/* ---- words that stand twice ---- */

/* The look-up that a step was made from. */
static const Node *look_up(const Node *node)
{
    while (node && strcmp(node->op->name, "gather") != 0)
        node = node->input_count ? node->inputs[0] : NULL;
    return node;
}

static Place twins_of(const Node *node)
{
    const Node *words = look_up(node);
    for (int i = 0; words && i < rows_of(words); i++)
        for (int j = i + 1; j < rows_of(words); j++)
            if (words->parameter.rows[i] == words->parameter.rows[j])
                return (Place){.row = i, .col = j, .in = node->value};
    return (Place){.row = -1, .col = -1, .in = node->value};
}

/* The first two places with the same row of the table: the same word; −1 for none. */
static Place repeated_words(const Look *s)
{
    Place p = twins_of(s->step->node);
    p.cols = &s->step->rows;
    return p;
}

static Node *twins_apart(Graph *g, Node *a)
{
    Place twins = twins_of(a);
    return rows_apart(g, row_range(g, a, twins.row, 1), row_range(g, a, twins.col, 1));
}

/* ---- the words that might be written at a step ---- */

/* The word of the translation, the second text where there are several, that was written then. */
static const char *word_written(const Look *s)
{
    const TracedText *text = &s->trace->texts[s->trace->text_count > 1];
    return visible_text(s->trace->arena, text->tokens[number_in_id(s, "step-") - 1]);
}

/* Its probability: of the step's own row of probabilities, or of its row in those of all steps. */
static Place chance_written(const Look *s)
{
    Look own = look_at(s, "probabilities"), all = look_at(s, "../output/probabilities");
    const Axis *words = own.absent ? &all.step->cols : &own.step->cols;
    int col = find_string(words->labels, words->count, word_written(s));
    CHECK(col >= 0, "no probability of %s", word_written(s));
    return own.absent ? place_here(&all, number_in_id(s, "step-") - 1, col)
                      : place_here(&own, 0, col);
}

static void say_written(const Look *s, Text *out)
{
    text_format(out, "“%s”", word_written(s));
}

/* Whether another word was written than the most probable. */
static double is_unlikely(const Look *s)
{
    return strcmp(word_written(s), s->step->rows.labels[0]) != 0;
}

/* ---- the steps of words ---- */

/* Whether a place was drawn, not chosen for its weight. */
static double is_drawn(const Look *s)
{
    return s->step->node->parameter.draws != NULL;
}

/* The word that was written before this one. */
static Place word_before(const Look *s)
{
    int number = number_in_id(s, "step-");
    const char *stage = strchr(strstr(s->step->id, "step-"), '/');
    Look before = look_there(s, arena_format(s->trace->arena, "../step-%d%s", number - 1, stage));
    Place p = place_here(&before, 0, 0);
    p.rows = &before.step->rows;
    return p;
}

/* ---- states that read ---- */

/* How far each row is from the one before it, the first from zero; `step` −1 from the last on. */
static Node *steps_apart(Graph *g, Node *states, int step)
{
    int n = rows_of(states), *before = arena_alloc(g->arena, (size_t)n, sizeof *before);
    Node *zero = constant(g, tensor_new(g->arena, 1, cols_of(states)), "zero");
    for (int i = 0; i < n; i++)
        before[i] = i - step >= 0 && i - step < n ? i - step : n;
    Node *padded = stack(g, (Node *[]){states, zero}, 2);
    return rows_apart(g, states, gather(g, padded, before, n));
}

static Node *steps_forward(Graph *g, Node *states)
{
    return steps_apart(g, states, 1);
}

static Node *steps_backward(Graph *g, Node *states)
{
    return steps_apart(g, states, -1);
}

/* Of a word that stands twice in the source. */
static Place twin_cosine(const Look *s)
{
    Look source = look_there(s, "source");
    Place p = word_place(&source, "twin");
    p.in = measured(s, (Quantity){"cosines", .make = {cosines_of_rows}})->value;
    return p;
}

/* ---- where local attention looks ---- */

static Place nearest_place(const Look *s)
{
    Look weights = look_there(s, "weights");
    const Axis *places = &weights.step->cols;
    Place p = place_here(s, 0, (int)fmin(rint((double)seen_tensor(s).data[0]), places->count - 1));
    p.cols = places;
    return p;
}

static double sigma(const Look *s)
{
    return s->step->node->parameter.told.number;
}

/* ---- what was retrieved ---- */

/* Cosines to the values that it was mixed from. */
static Node *cosines_of_mixed(Graph *g, Node *mixed)
{
    return cosines(g, mixed, mixed->inputs[1]);
}

/* ---- an alignment: a row a word ---- */

/* The place that a word looks at most; −1 if it sees nothing. */
static int looks_at(const Look *s, int word)
{
    Tensor weights = seen_tensor(s);
    int place = largest_in_row(weights, word);
    return at(weights, word, place) > 0 ? place : -1;
}

/* Whether it looks to the left of where the word before it looks. */
static bool looks_back(const Look *s, Place p)
{
    int place = looks_at(s, p.row);
    return p.row && place >= 0 && !is_end(s, p) && place < looks_at(s, p.row - 1);
}

static Place back_from(const Look *s)
{
    int word = word_place(s, "back").row - 1;
    return place_here(s, word, looks_at(s, word));
}

/* ---- hard attention beside the weights ---- */

/* Whether a word takes the place with the largest weight. */
static bool takes_largest(const Look *s, Place p)
{
    Look weights = look_there(s, "alignment");
    return looks_at(&weights, p.row) >= 0 && looks_at(&weights, p.row) == looks_at(s, p.row);
}

/* The mean, over the words, of the weight at the place that each takes. */
static Node *mean_taken(Graph *g, Node *taken, Node *weights)
{
    return column_mean(g, row_dots(g, weights, taken));
}

/* ---- where several look: a column each, of places from 1; the end of a sentence is no word ----
 */

static bool differs_from_first(const Look *s, Place p)
{
    return !is_end(s, p) && at(p.in, p.row, p.col) != at(p.in, p.row, 0);
}

/* Whether all columns from this one on say the same of a word. */
static bool agree_from(const Look *s, Place p)
{
    Tensor t = p.in;
    for (int k = p.col + 1; k < t.cols; k++)
        if (at(t, p.row, k) != at(t, p.row, p.col))
            return false;
    return !is_end(s, p);
}

/* ---- several beside the first ---- */

/* For how many words a column says what the first one says. */
static double agreeing_with_first(const Look *s, Place p)
{
    int count = 0;
    for (p.row = 0; p.row < p.in.rows; p.row++)
        count += !is_end(s, p) && at(p.in, p.row, 0) == at(p.in, p.row, p.col);
    return count;
}

/* "in decoder 1 at 3, in decoder 2 at 4" */
static void say_agreeing_columns(const Look *s, Text *out)
{
    for (int k = 1; k < s->step->cols.count; k++)
        text_format(out, "%sin %s at %.0f", k > 1 ? ", " : "", s->step->cols.labels[k],
                    agreeing_with_first(s, place_here(s, 0, k)));
}

/* Where the column that says most often what the first one says, says something else. */
static bool parts_from_first(const Look *s, Place p)
{
    return p.col == word_place(s, "nearest").col && differs_from_first(s, p);
}

/* ---- rows whose cells differ ---- */

static double gap_in_row(const Look *s, Place p)
{
    (void)s;
    const real *cells = tensor_row(p.in, p.row);
    return (double)vector_max(cells, p.in.cols) - (double)vector_min(cells, p.in.cols);
}

/* "7 words (2 sentences): with attention 1.00, fixed vector 0.50" */
static void say_widest_row(const Look *s, Text *out)
{
    int row = word_place(s, "widest-gap").row;
    Look right = look_there(s, "right");
    int count = (int)at(seen_tensor(&right), row, right.step->cols.count - 1);
    const char *length = s->step->rows.labels[row];
    text_format(out, "%s word%s (%d sentence%s): ", length, plural(atoi(length)), count,
                plural(count));
    for (int k = 0; k < s->step->cols.count; k++) {
        text_format(out, "%s%s ", k ? ", " : "", s->step->cols.labels[k]);
        say_number(out, DECIMAL, (double)at(seen_tensor(s), row, k));
    }
}

const Word translation_words[] = {
#include "trace/vocabulary_translation.list"
    {0}};
