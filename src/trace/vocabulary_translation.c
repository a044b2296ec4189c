/* Words about texts: those that stand twice, those without a vector; and about a translation: what
 * its words look at, and how states move from word to word. */
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

Place twins_of(const Node *node)
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

const Word translation_words[] = {
#include "trace/vocabulary_translation.list"
    {0}};
