/* The table of sentences, walked: over these command lines every sentence is told, and every
 * condition in it holds for one step and not for another; and no word stands idle. */
#include "support/scene.h"
#include "support/small_corpus.h"
#include "support/traced.h"
#include "trace/vocabulary.h"

#include <stdlib.h>
#include <string.h>

static const char *const lines[] = {
#include "cli/traced_lines.inc"
};

/* What the lines read: masks of two and of three words; vectors of equal numbers, of equal numbers
   for one word, and for one feature. */
static void write_files(Scene *scene)
{
    small_corpus(scene); /* small.txt */
    scene_write(scene, "blind.csv", "0,0\n-inf,-inf\n");
    scene_write(scene, "hidden.csv", "-inf,-inf\n-inf,-inf\n");
    scene_write(scene, "mostly.csv", "-inf,-inf,-inf\n-inf,-inf,-inf\n0,0,0\n");
    scene_write(scene, "other.csv", "0,0\n0,-inf\n");
    scene_write(scene, "three.csv", "bat,1,0\nball,0,1\nthe,1,1\n");
    scene_write(scene, "zero.csv", "bat,0,0\nball,1,0\n");
    scene_write(scene, "flat.csv", "bat,2,2\nball,1,1\n");
    scene_write(scene, "half.csv", "bat,2,2\nball,1,3\n");
    scene_write(scene, "same.csv", "bat,1,2\nball,1,3\n");
}

/* ---- what was met ---- */

enum { MOST_MET = 20000 };

/* A row of a table, or a condition of one, and what it was seen to do. */
typedef struct Met {
    Note note;
    int condition; /* where it begins in note.when; −1 for the row itself */
    size_t length;
    bool was_true, was_false;
} Met;

typedef struct Walk {
    Met met[MOST_MET];
    int count;
} Walk;

static Met *met(Walk *walk, const Note *note, int condition, size_t length)
{
    for (int i = 0; i < walk->count; i++)
        if (walk->met[i].note.row == note->row && walk->met[i].condition == condition)
            return &walk->met[i];
    assert_true(walk->count < MOST_MET);
    walk->met[walk->count] = (Met){.note = *note, .condition = condition, .length = length};
    return &walk->met[walk->count++];
}

static void remember(Met *m, bool holds)
{
    m->was_true |= holds;
    m->was_false |= !holds;
}

/* Each condition of a row as far as the row is asked: behind one that fails none is. */
static void walk_conditions(Walk *walk, const Look *look, const Note *note)
{
    for (const char *c = note->when; c && *c; c += strspn(c, " ")) {
        size_t length = strcspn(c, " ");
        bool negated = *c == '!';
        bool holds = condition_holds(look, c + negated, length - negated) != negated;
        remember(met(walk, note, (int)(c - note->when), length), holds);
        if (!holds)
            return;
        c += length;
    }
}

/* The rows in their order, until one is told; what is added is asked whatever was told. */
static void walk_rows(Walk *walk, const Look *look, const Note *note)
{
    for (bool told = false; note->where; note++) {
        bool tells = false;
        if ((note->added || !told) && note_is_about(look, note)) {
            walk_conditions(walk, look, note);
            tells = note_fits(look, note);
        }
        met(walk, note, -1, 0)->was_true |= tells;
        told |= tells && !note->added;
    }
}

/* Nothing is shown without a sentence, a title and a formula that are its own. */
static void assert_says_what_it_is(const Step *step, const char *line)
{
    if (!*step->note || !*step->title || !*step->formula)
        fail_msg("%s: %s: title '%s', formula '%s', note '%s'", line, step->id, step->title,
                 step->formula, step->note);
}

static void walk_trace(Walk *walk, Trace *trace, const char *line)
{
    for (int i = 0; i < trace->step_count; i++) {
        Look look = {.trace = trace, .step = &trace->steps[i]};
        trace->memory = NULL;
        walk_rows(walk, &look, trace->notes);
        assert_says_what_it_is(look.step, line);
        if (trace->graph)
            assert_string_equal(note_of_step(trace, look.step), look.step->note);
    }
}

static int complain(const Met *m)
{
    const Note *note = &m->note;
    if (m->condition < 0 && !m->was_true)
        print_error("never told: %s: %s\n", note->where, note->text);
    else if (m->condition >= 0 && !(m->was_true && m->was_false))
        print_error("never %s: %.*s of %s: %s\n", m->was_true ? "false" : "true", (int)m->length,
                    note->when + m->condition, note->where, note->text);
    else
        return 0;
    return 1;
}

/* Whether a text has a name between characters of these two kinds: "{own}", "are:own@x}". */
static bool has_name(const char *text, const char *name, const char *before, const char *after)
{
    size_t length = strlen(name);
    for (const char *c = text; c && (c = strstr(c, name)); c += length)
        if ((c == text || strchr(before, c[-1])) && strchr(after, c[length]))
            return true;
    return false;
}

static bool is_said(const Walk *walk, const char *word)
{
    for (int i = 0; i < walk->count; i++)
        if (has_name(walk->met[i].note.text, word, "{:", "}@"))
            return true;
    return false;
}

static bool is_asked(const Walk *walk, const char *condition)
{
    for (int i = 0; i < walk->count; i++)
        if (has_name(walk->met[i].note.when, condition, " !", " @"))
            return true;
    return false;
}

static int complain_of_vocabulary(const Walk *walk)
{
    int bad = 0;
    for (int k = 0; word_lists[k]; k++)
        for (const Word *w = word_lists[k]; w->name; w++)
            if (!is_said(walk, w->name))
                print_error("no sentence has the word %s\n", w->name), bad++;
    for (int k = 0; condition_lists[k]; k++)
        for (const Condition *c = condition_lists[k]; c->name; c++)
            if (!is_asked(walk, c->name))
                print_error("no sentence has the condition %s\n", c->name), bad++;
    return bad;
}

static void every_sentence_is_told_and_every_condition_decides(void **state)
{
    Scene *scene = *state;
    Walk *walk = calloc(1, sizeof *walk);
    int bad = 0;
    assert_non_null(walk);
    write_files(scene);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        walk_trace(walk, traced(scene, lines[i]), lines[i]);
    for (int i = 0; i < walk->count; i++)
        bad += complain(&walk->met[i]);
    bad += complain_of_vocabulary(walk);
    free(walk);
    assert_int_equal(bad, 0);
}

/* ---- the vocabulary ---- */

static int times_a_word(const char *name)
{
    int times = 0;
    for (int k = 0; word_lists[k]; k++)
        for (const Word *w = word_lists[k]; w->name; w++)
            times += !strcmp(w->name, name);
    return times;
}

static int times_a_condition(const char *name)
{
    int times = 0;
    for (int k = 0; condition_lists[k]; k++)
        for (const Condition *c = condition_lists[k]; c->name; c++)
            times += !strcmp(c->name, name);
    return times;
}

static void no_word_and_no_condition_stands_twice(void **state)
{
    (void)state;
    for (int k = 0; word_lists[k]; k++)
        for (const Word *w = word_lists[k]; w->name; w++)
            if (times_a_word(w->name) != 1)
                fail_msg("the word %s", w->name);
    for (int k = 0; condition_lists[k]; k++)
        for (const Condition *c = condition_lists[k]; c->name; c++)
            if (times_a_condition(c->name) != 1)
                fail_msg("the condition %s", c->name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sentence_is_told_and_every_condition_decides),
        cmocka_unit_test(no_word_and_no_condition_stands_twice),
    };
    return run_scenes(tests);
}
