/* The lists of sentences, walked: over these command lines every sentence is told, every operation
 * it names has made a step, and every condition in it holds for one step and not for another; and
 * no word stands idle. */
#include "support/sample.h"
#include "support/small_corpus.h"
#include "support/traced.h"
#include "trace/sentences.h"

static const char *const lines[] = {
#include "cli/traced_lines.inc"
};

static const char white[] =
    "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\2\0\0\0\1\x8\0\0\0\0\xd1\x49 V\0\0\0\xbIDATx\xda"
    "\x63\xf8\xff\x1f\0\3\0\1\xffo\x81\xab\xb6\0\0\0\0IEND\xae\x42`\x82";
static const char two_white[] =
    "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\3\0\0\0\1\x8\0\0\0\0>\x8bKh\0\0\0\xcIDATx\xda"
    "\x63\xf8\xff\x9f\1\0\4\xff\1\xff\x63\x80\xd1+\0\0\0\0IEND\xae\x42`\x82";

/* What the lines read: masks of two and of three words; vectors of equal numbers, of equal numbers
   for one word, and for one feature, nearly equal ones, and both; pictures of white pixels, and of
   two beside a black one. */
static void write_files(Scene *scene)
{
    small_corpus(scene);   /* small.txt */
    sample_picture(scene); /* beach.png */
    scene_write_bytes(scene, "white.png", white, sizeof white - 1);
    scene_write_bytes(scene, "two.png", two_white, sizeof two_white - 1);
    scene_write(scene, "pairs.txt",
                "the cat\tle chat\nthe dog\tle chien\nthe red cat\tle chat rouge\n"
                "the red dog\tle chien rouge\nthe small cat\tle petit chat\n");
    scene_write(scene, "blind.csv", "0,0\n-inf,-inf\n");
    scene_write(scene, "hidden.csv", "-inf,-inf\n-inf,-inf\n");
    scene_write(scene, "mostly.csv", "-inf,-inf,-inf\n-inf,-inf,-inf\n0,0,0\n");
    scene_write(scene, "partly.csv", "0,0,0\n0,0,0\n-inf,-inf,-inf\n");
    scene_write(scene, "first.csv", "0,-inf,-inf\n0,-inf,-inf\n0,-inf,-inf\n");
    scene_write(scene, "other.csv", "0,0\n0,-inf\n");
    scene_write(scene, "three.csv", "bat,1,0\nball,0,1\nthe,1,1\n");
    scene_write(scene, "zero.csv", "bat,0,0\nball,1,0\n");
    scene_write(scene, "flat.csv", "bat,2,2\nball,1,1\n");
    scene_write(scene, "half.csv", "bat,2,2\nball,1,3\n");
    scene_write(scene, "near.csv", "bat,2,2.001\nball,2.001,2\n");
    scene_write(scene, "both.csv", "bat,2,2\nball,2,2.001\n");
    scene_write(scene, "same.csv", "bat,1,2\nball,1,3\n");
}

/* ---- what was met ---- */

enum { MOST_MET = 20000 };

/* A row of a list, or a part of it: an operation or a condition; and what it was seen to do. */
typedef struct Met {
    Note note;
    size_t part, length; /* from the row's beginning; 0 for the row itself */
    bool was_true, was_false;
} Met;

typedef struct Walk {
    Met met[MOST_MET];
    int count;
} Walk;

/* Of what moved each trace has a copy of the list, and more behind it. */
static const char *row_of(const Note *note)
{
    char row[1024];
    const char *end = strstr(note->row, "\n\n");
    snprintf(row, sizeof row, "%.*s", end ? (int)(end - note->row) : 0, note->row);
    const char *known = *row ? strstr(what_moved_list, row) : NULL;
    return known ? known : note->row;
}

/* `part`: of note->op or note->when. */
static Met *met(Walk *walk, const Note *note, size_t part, size_t length)
{
    const char *row = row_of(note);
    for (int i = 0; i < walk->count; i++)
        if (walk->met[i].note.row == row && walk->met[i].part == part)
            return &walk->met[i];
    assert_true(walk->count < MOST_MET);
    walk->met[walk->count] = (Met){*note, part, length, false, false};
    walk->met[walk->count].note.row = row;
    return &walk->met[walk->count++];
}

static Met *met_row(Walk *walk, const Note *note)
{
    return met(walk, note, 0, 0);
}

/* Of a row's operations the one that made the step; the others are met, too. */
static void walk_operations(Walk *walk, const Look *look, const Note *note)
{
    size_t start = strlen(note->where) + strlen(" | ");
    for (const char *op = note->op; *op; op += *op == '|') {
        size_t length = strcspn(op, "|");
        const char *name = look->step->node->op->name;
        Met *m = met(walk, note, start + (size_t)(op - note->op), length);
        m->was_true |= strlen(name) == length && !memcmp(name, op, length);
        m->was_false = true;
        op += length;
    }
}

/* Each condition of a row as far as the row is asked: behind one that fails none is. Whether all
   hold. */
static bool walk_conditions(Walk *walk, const Look *look, const Note *note)
{
    size_t start = strlen(note->where) + strlen(note->op) + (*note->op ? 2 : 1) * strlen(" | ");
    for (const char *c = note->when; *c; c += strspn(c, " ")) {
        size_t length = strcspn(c, " "), not = *c == '!';
        const char *asked = arena_strndup(look->trace->arena, c + not, length - not );
        bool holds = condition_holds(look, asked) != not ;
        Met *m = met(walk, note, start + (size_t)(c - note->when), length);
        m->was_true |= holds;
        m->was_false |= !holds;
        if (!holds)
            return false;
        c += length;
    }
    return true;
}

static void walk_phrases(Walk *walk, const Look *look, const char *text);

/* What a list says of each of its places. */
static void walk_list(Walk *walk, const Look *look, const char *name)
{
    const Word *word = word_named(name);
    int count = 0;
    Look *there = word && word->each ? word_places(look, word, &count) : NULL;
    for (int i = 0; i < count; i++)
        walk_phrases(walk, &there[i], word->each);
}

/* The phrases of a text: the first of a name that holds is said, and what phrases it has. */
static void walk_phrases(Walk *walk, const Look *look, const char *text)
{
    for (const char *c = text; (c = strchr(c, '{')); c++) {
        size_t length = strcspn(c, "@}"), path = strcspn(c + length, "}");
        Look there =
            look_at(look, path ? arena_strndup(look->trace->arena, c + length + 1, path - 1) : "");
        bool said = false;
        for (const Note *n = look->trace->notes; n->where && !said; n++) {
            if (*n->op || strlen(n->where) != length + 1 || memcmp(n->where, c, length) != 0)
                continue;
            said = walk_conditions(walk, &there, n);
            met_row(walk, n)->was_true |= said;
            if (said)
                walk_phrases(walk, &there, n->text);
        }
        walk_list(walk, &there, arena_strndup(look->trace->arena, c + 1, length - 1));
    }
}

/* The rows in their order, until one is told; what is added is asked whatever was told. */
static void walk_rows(Walk *walk, const Look *look, const Note *note)
{
    for (bool told = false; note->where; note++) {
        bool asked = note->kind == NOTE_ADDED || (note->kind == NOTE_TOLD && !told);
        if (!asked || !note_is_about(look, note))
            continue;
        walk_operations(walk, look, note);
        bool tells = walk_conditions(walk, look, note);
        met_row(walk, note)->was_true |= tells;
        if (tells)
            walk_phrases(walk, look, note->text);
        told |= tells && note->kind == NOTE_TOLD;
    }
}

/* The rows by which steps are shown or not, in their order, until one holds. */
static void walk_views(Walk *walk, const Trace *trace, NoteKind kind)
{
    for (const Trace *t = trace; t; t = t->behind)
        for (int i = 0; i < t->step_count; i++) {
            Look look = {.trace = (Trace *)trace, .step = &t->steps[i]};
            bool holds = false;
            for (const Note *n = trace->notes; n->where && !holds; n++)
                if (n->kind == kind && note_is_about(&look, n)) {
                    holds = walk_conditions(walk, &look, n);
                    met_row(walk, n)->was_true |= holds;
                }
        }
}

/* Nothing is shown without a sentence, a title and a formula that are its own. */
static void assert_says_what_it_is(const Step *step, const char *line)
{
    fail_if(!*step->note || !*step->title || !*step->formula,
            "%s: %s: title '%s', formula '%s', note '%s'", line, step->id, step->title,
            step->formula, step->note);
}

/* What is said of the whole: the first row of a name that holds. */
static void walk_whole(Walk *walk, Trace *trace)
{
    Look whole = {.trace = trace, .step = &the_whole};
    const char *said = "";
    walk_phrases(walk, &whole, "{provenance} {try-next}");
    for (const Note *n = trace->notes; n->where; n++)
        if (*n->where == '[' && strcmp(n->where, said) != 0 && walk_conditions(walk, &whole, n)) {
            said = n->where;
            met_row(walk, n)->was_true = true;
            walk_phrases(walk, &whole, n->text);
        }
}

static void walk_trace(Walk *walk, Trace *trace, const char *line)
{
    walk_views(walk, trace, NOTE_VIEW);
    walk_views(walk, trace, NOTE_FIRST);
    walk_whole(walk, trace);
    for (int i = 0; i < trace->step_count; i++) {
        Look look = {.trace = trace, .step = &trace->steps[i]};
        bool of_another =
            trace_setting(trace, "changed") && id_matches("*/before|*/after", look.step->id);
        trace->memory = NULL;
        if (of_another) /* run, whose sentence it has */
            continue;
        walk_rows(walk, &look, trace->notes);
        assert_says_what_it_is(look.step, line);
        if (trace->graph)
            assert_string_equal(note_of_step(trace, look.step), look.step->note);
    }
}

static int complain(const Met *m)
{
    const Note *note = &m->note;
    if (!m->part && !m->was_true)
        print_error("never told: %s: %s\n", note->where, note->text);
    else if (m->part && !(m->was_true && m->was_false))
        print_error("never %s: %.*s of %s: %s\n", m->was_true ? "false" : "true", (int)m->length,
                    note->row + m->part, note->where, note->text);
    else
        return 0;
    return 1;
}

/* Whether a text has a name between characters of these two kinds: "{own}", "are:own@x}". */
static bool has_name(const char *text, const char *name, const char *before, const char *after)
{
    size_t length = strlen(name);
    for (const char *c = text; (c = strstr(c, name)); c += length)
        if ((c == text || strchr(before, c[-1])) && strchr(after, c[length]))
            return true;
    return false;
}

static bool is_used(const Walk *walk, const char *word)
{
    if (!strcmp(word, "gained") || !strcmp(word, "columns-before")) /* parts of others */
        return true;
    for (int i = 0; i < walk->count; i++)
        if (has_name(walk->met[i].note.text, word, "{[: ", "}]@ ") ||
            has_name(walk->met[i].note.when, word, " !<=>", " @<=>"))
            return true;
    return false;
}

static int complain_of_vocabulary(const Walk *walk)
{
    int bad = 0;
    for (const Word *w = vocabulary; w->name; w++)
        if (!is_used(walk, w->name))
            print_error("no sentence has the word %s\n", w->name), bad++;
    return bad;
}

static const char *const lists[] = {
    bottleneck_list,       comparison_list,     gradient_flow_list,  layer_costs_list,
    learning_list,         mechanisms_list,     neighbours_list,     norms_list,
    model_comparison_list, positions_list,      projections_list,    retrieval_list,
    score_comparison_list, score_variance_list, self_attention_list, shared_list,
    training_list,         transformer_list,    translation_list,    word_gradients_list,
    language_model_list,   what_moved_list,     heads_out_list,      sweep_list,
};

TEST(every_sentence_is_told_and_every_condition_decides)
{
    Walk *walk = calloc(1, sizeof *walk);
    int bad = 0;
    assert_non_null(walk);
    write_files(scene);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        walk_trace(walk, traced(scene, lines[i]), lines[i]);
    for (const Note *n = notes_read(scene->arena, lists, sizeof lists / sizeof *lists); n->where;
         n++)
        met_row(walk, n);
    for (int i = 0; i < walk->count; i++)
        bad += complain(&walk->met[i]);
    bad += complain_of_vocabulary(walk);
    free(walk);
    assert_int_equal(bad, 0);
}

/* ---- the vocabulary ---- */

static int times(const char *name)
{
    int count = 0;
    for (const Word *w = vocabulary; w->name; w++)
        count += !strcmp(w->name, name);
    return count;
}

TEST(no_word_stands_twice)
{
    for (const Word *w = vocabulary; w->name; w++)
        fail_if(times(w->name) != 1, "the word %s", w->name);
}
