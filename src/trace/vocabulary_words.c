/* The table of all words (trace/sentences.h), and the functions that some need: for any matrix; for
 * attention; for texts and translations; for training and gradients through time. */
#include "model/studies.h"
#include "trace/sentences.h"

/* The function of a word that is a number, or a text given by a format; both see `s`, a Look. */
#define NUMBER(name, number)                                                                       \
    static double name(UNUSED const Look *s)                                                       \
    {                                                                                              \
        return (number);                                                                           \
    }
#define SAYS(name, ...)                                                                            \
    static void name(const Look *s, Text *out)                                                     \
    {                                                                                              \
        text_format(out, __VA_ARGS__);                                                             \
    }

/* ---- size ---- */

/* The largest max − min over the diagonals of a square matrix. */
static double unevenness(const Look *s)
{
    Tensor t = seen_tensor(s);
    double widest = 0;
    for (int away = 1 - t.rows; away < t.rows; away++) {
        double least = INFINITY, most = -INFINITY;
        for (int i = 0; i < t.rows; i++)
            if (i + away >= 0 && i + away < t.cols) {
                least = fmin(least, (double)at(t, i, i + away));
                most = fmax(most, (double)at(t, i, i + away));
            }
        widest = fmax(widest, most - least);
    }
    return widest;
}

/* ---- the last column: the sum or product of the others ---- */

static double total(const Look *s)
{
    double sum = 0;
    for (int i = 0; i < s->step->rows.count; i++)
        sum += step_number(s->step, i, s->step->cols.count - 1);
    return sum;
}

/* ---- the operation's arguments ---- */

NUMBER(root, sqrt(s->step->node->parameter.dimension))

/* What the rows of its input run over: "48 features". */
static void say_across(const Look *s, Text *out)
{
    Axis axis = writing_of(s->trace->graph, s->step->node->inputs[0])->cols;
    text_format(out, "%d %s%s", axis.count, axis.name, plural(axis.count));
}

/* The symbol as in formulas, with its marks. */
SAYS(say_notation, "%s", writing_of(s->trace->graph, (Node *)s->step->node)->formula.text)

/* The formula of one row. */
static void say_each(const Look *s, Text *out)
{
    const char *each = writing_of(s->trace->graph, (Node *)s->step->node)->each;
    text_add(out, each ? each : s->step->formula);
}

/* ---- a column for each length, the last the longest ---- */

NUMBER(last_length, strtod(s->step->cols.labels[s->step->cols.count - 1], NULL))

/* The length up to which layers are counted word by word. */
NUMBER(longest_followed, REACHED_MOST)

/* ---- waves: sines and cosines, a pair of features for each ---- */

/* Of sinusoids or rotations; if some of their numbers were set, of those below. */
double wave_base(const Look *s)
{
    const Node *node = s->step->node;
    return (node->input_count ? node->inputs[0] : node)->parameter.told.number;
}

SAYS(say_wave_base, "%g", wave_base(s))

/* Whether rows and columns are different words: of two languages. */
NUMBER(crossing, s->step->rows.labels != s->step->cols.labels)

/* Whether rows have names; otherwise they are labelled "row 3". */
NUMBER(is_named, !s->step->rows.unquoted)

/* Whether the largest cell is that of the word which the sibling step "contributions" is about. */
NUMBER(is_top_itself, !strcmp(s->step->cols.labels[word_place(s, "top").col],
                              look_there(s, "contributions").step->rows.labels[0]))

/* ---- a place in a list ---- */

/* The current place of a list; outside one, the first cell. */
static Place place_of_here(const Look *s)
{
    Place p = s->here ? *s->here : place_here(s, 0, 0);
    p.value = number_at(p);
    return p;
}

/* The column's label, without quotes. */
SAYS(say_column, "%s", (s->here ? s->here->cols : &s->step->cols)->labels[place_of_here(s).col])

NUMBER(hidden, (double)step_survey(s->step).hidden)

/* Whether it holds the dot products of vectors with themselves: both inputs are the same node. */
NUMBER(is_with_itself,
       s->step->node->input_count == 2 && s->step->node->inputs[0] == s->step->node->inputs[1])

/* The cell across the diagonal from the gap. */
static Place gap_back(const Look *s)
{
    Place p = word_place(s, "gap");
    return place_here(s, p.col, p.row);
}

/* ---- the text ---- */

const TracedText *text_of(const Look *s)
{
    static const TracedText none;
    int number = number_in_id(s, "sentence-") + number_in_id(s, "word-");
    int index = number ? number - 1 : 0;
    return index < s->trace->text_count ? &s->trace->texts[index] : &none;
}

enum { TEXT_COLUMNS = 60 };

SAYS(say_text, "%s", visible_within(s->trace->arena, text_of(s)->text, TEXT_COLUMNS))

NUMBER(texts, s->trace->text_count)

/* "Nearest to bat: cricket; to ball: hit" of the list of each text. */
static void say_nearest(const Look *s, Text *out)
{
    for (int i = 0; i < s->trace->text_count; i++) {
        Look list = look_at(s, arena_format(s->trace->arena, "/word-%d/nearest", i + 1));
        text_format(out, "%s %s: %s", i ? "; to" : "Nearest to", s->trace->texts[i].text,
                    list.absent ? "none" : list.step->rows.labels[0]);
    }
}

/* ---- repeated words ---- */

Place twins_of(const Node *node)
{
    /* the embedding look-up that the step was computed from; what was set since is no word's */
    const Node *words = node;
    while (words && strcmp(words->op->name, "gather") != 0)
        words = words->input_count && strcmp(words->op->name, "set") != 0 ? words->inputs[0] : NULL;
    for (int i = 0; words && i < rows_of(words); i++)
        for (int j = i + 1; j < rows_of(words); j++)
            if (words->parameter.rows[i] == words->parameter.rows[j])
                return (Place){.row = i, .col = j, .in = node};
    return (Place){.row = -1, .col = -1, .in = node};
}

/* The first two places of the same word; −1 if none. */
static Place repeated_words(const Look *s)
{
    Place p = twins_of(s->step->node);
    p.cols = &s->step->rows;
    return p;
}

/* ---- candidates for the next word ---- */

/* The word written at this step, from the translation: the second text if there are several. */
static const char *word_written(const Look *s)
{
    const TracedText *text = &s->trace->texts[s->trace->text_count > 1];
    return visible_text(s->trace->arena, text->tokens[number_in_id(s, "step-") - 1]);
}

/* Its probability, from the step's own probabilities or from its row in those of all steps. */
static Place chance_written(const Look *s)
{
    Look own = look_at(s, "probabilities"), all = look_at(s, "../output/probabilities");
    const Axis *words = own.absent ? &all.step->cols : &own.step->cols;
    int col = find_string(words->labels, words->count, word_written(s));
    CHECK(col >= 0, "no probability of %s", word_written(s));
    return own.absent ? place_here(&all, number_in_id(s, "step-") - 1, col)
                      : place_here(&own, 0, col);
}

SAYS(say_written, "“%s”", isolated(s->trace->arena, word_written(s)))

/* Whether the word written is not the most probable one. */
NUMBER(is_unlikely, strcmp(word_written(s), s->step->rows.labels[0]) != 0)

/* ---- the steps of words ---- */

/* Whether the place was sampled, not the argmax. */
NUMBER(is_drawn, s->step->node->parameter.draws != NULL)

/* The same stage at the previous word. */
static Place word_before(const Look *s)
{
    int number = number_in_id(s, "step-");
    const char *stage = strchr(strstr(s->step->id, "step-"), '/');
    Look before = look_there(s, arena_format(s->trace->arena, "../step-%d%s", number - 1, stage));
    Place p = place_here(&before, 0, 0);
    p.rows = &before.step->rows;
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

NUMBER(sigma, s->step->node->parameter.told.number)

/* ---- the weight that is followed through training ---- */

/* The same step after the last training step: "step-3000/weights" for "step-0/weights". */
static Look at_the_end(const Look *s)
{
    return look_there(s, arena_format(s->trace->arena, "/step-%s%s",
                                      trace_setting(s->trace, "steps"), strchr(s->step->id, '/')));
}

SAYS(say_last_note, "%s", at_the_end(s).step->note)

/* The pair of words whose mean weight grew most from the first step to the last. */
static Place followed(const Look *s)
{
    Look last = at_the_end(s);
    Place p = word_place(&last, "gained");
    return place_here(s, p.row, p.col);
}

/* "0.14 at step 0, 0.16 at step 10, 0.37 at step 3000" */
static void say_course(const Look *s, Text *out)
{
    const Trace *t = s->trace;
    for (int i = 0, said = 0; i < t->step_count; i++) {
        Look there = look_there(s, arena_format(t->arena, "/%s", t->steps[i].id));
        int number = number_in_id(&there, "step-");
        if (strcmp(t->steps[i].id, arena_format(t->arena, "step-%d/weights", number)) != 0)
            continue;
        text_add(out, said++ ? ", " : "");
        word_say(&there, "followed", out);
        text_format(out, " at step %d", number);
    }
}

const Word vocabulary[] = {
#include "trace/vocabulary_matrix.list"

#include "trace/vocabulary_attention.list"

#include "trace/vocabulary_translation.list"

#include "trace/vocabulary_training.list"
    {0}};
