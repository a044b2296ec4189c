#include "trace/sentences.h"

#include "trace/vocabulary.h"

#include <stdlib.h>
#include <string.h>

/* One pattern, which ends at its end or at |. */
static bool matches_one(const char *pattern, const char *id)
{
    for (; *pattern && *pattern != '|' && *pattern != '*'; pattern++, id++)
        if (*pattern != *id)
            return false;
    if (*pattern != '*')
        return !*id;
    for (; *id; id++)
        if (matches_one(pattern + 1, id))
            return true;
    return matches_one(pattern + 1, id);
}

bool id_matches(const char *patterns, const char *id)
{
    bool matches = matches_one(patterns, id);
    while (!matches && (patterns = strchr(patterns, '|')))
        matches = matches_one(++patterns, id);
    return matches;
}

/* ---- other steps ---- */

const Step the_whole = {.id = ""};

/* The folder of an id, with its slash: "head-2/" of "head-2/weights". */
static size_t folder_length(const char *id, size_t length)
{
    while (length && id[length - 1] != '/')
        length--;
    return length;
}

Look look_at(const Look *s, const char *path)
{
    const char *id = s->step->id;
    size_t folder = folder_length(id, strlen(id));
    if (!*path || !strcmp(path, "/")) /* the trace has settings, but is no step */
        return *s;
    if (*path == '/')
        folder = 0, path++;
    for (; !strncmp(path, "../", 3); path += 3)
        folder = folder ? folder_length(id, folder - 1) : 0;
    const char *other = arena_format(s->trace->arena, "%.*s%s", (int)folder, id, path);
    const Step *step = trace_any_step(s->trace, other);
    return (Look){.trace = s->trace, .step = step ? step : s->step, .absent = !step};
}

/* What a part of a row asks for: "largest@scores". */
typedef struct Asked {
    const char *name; /* "largest" */
    Look seen;
    bool is_setting; /* of the trace: "heads@/" */
} Asked;

static Asked asked(const Look *s, const char *text, size_t length)
{
    char *name = arena_strndup(s->trace->arena, text, length), *at = strrchr(name, '@');
    if (!at)
        return (Asked){name, *s, false};
    *at = '\0';
    return (Asked){name, look_at(s, at + 1), !strcmp(at + 1, "/")};
}

/* ---- conditions ---- */

static bool is_so(const Look *s, const char *text, size_t length)
{
    Asked a = asked(s, text, length);
    if (a.is_setting)
        return trace_setting(s->trace, a.name);
    return !a.seen.absent && (!strcmp(a.name, "has") || word_holds(&a.seen, a.name));
}

static bool is_literal(const char *text)
{
    return strspn(text, "0123456789.") == strlen(text);
}

/* One side of a comparison; false where it has no number. */
static bool number_asked(const Look *s, const char *text, double *number)
{
    Asked a = asked(s, text, strlen(text));
    *number = strtod(text, NULL);
    return is_literal(text) || (!a.seen.absent && word_has_number(&a.seen, a.name, number));
}

/* Two words are equal where they look equal. */
static bool compares(const Look *s, const char *left, char sign, const char *right)
{
    double a, b;
    if (!number_asked(s, left, &a) || !number_asked(s, right, &b))
        return false;
    if (sign == '=')
        return is_literal(right) ? a == b : look_equal(a, b);
    return sign == '<' ? a < b : a > b;
}

bool condition_holds(const Look *s, const char *text, size_t length)
{
    const char *condition = arena_strndup(s->trace->arena, text, length);
    size_t left = strcspn(condition, "<=>");
    if (left == length)
        return is_so(s, condition, length);
    Asked first = asked(s, condition, left);
    const char *right = condition + left + 1;
    const char *setting = first.is_setting ? trace_setting(s->trace, first.name) : NULL;
    if (first.is_setting)
        return setting && !strcmp(setting, right);
    return compares(s, arena_strndup(s->trace->arena, condition, left), condition[left], right);
}

static bool all_hold(const Look *s, const char *when)
{
    for (const char *c = when; *c; c += strspn(c, " ")) {
        size_t length = strcspn(c, " "), not = *c == '!';
        if (condition_holds(s, c + not, length - not ) == not )
            return false;
        c += length;
    }
    return true;
}

/* ---- words ---- */

static void fill(const Look *s, const char *sentence, Text *out);

/* The first phrase of this name, "{name}", whose conditions hold; or NULL. */
static const Note *phrase(const Look *s, const char *name)
{
    for (const Note *n = s->trace->notes; n->where; n++)
        if (!strcmp(n->where, name) && all_hold(s, n->when))
            return n;
    return NULL;
}

const Note *phrase_of(Trace *trace, const char *name)
{
    return phrase(&(Look){.trace = trace, .step = &the_whole}, name);
}

static bool say_phrase(const Look *s, const char *name, Text *out)
{
    const Note *n = phrase(s, arena_format(s->trace->arena, "{%s}", name));
    if (n)
        fill(s, n->text, out);
    return n;
}

/* The place of an axis called so: by its label, or "first" or "last". */
static int place_called(const Axis *axis, const char *name)
{
    if (!strcmp(name, "first"))
        return 0;
    if (!strcmp(name, "last"))
        return axis->count - 1;
    for (int i = 0; i < axis->count; i++)
        if (!strcmp(axis->labels[i], name))
            return i;
    CHECK(false, "no %s %s", axis->name, name);
    return -1;
}

/* A cell told by its labels, "[encoder,last]", or by a word that is found here, "[largest]". */
static void say_cell(const Look *there, const char *cell, const Look *here, Text *out)
{
    const Step *step = there->step;
    char *name = arena_strndup(here->trace->arena, cell + 1, strlen(cell) - 2);
    char *comma = strchr(name, ',');
    Place p = {0};
    if (comma) {
        *comma = '\0';
        p.row = place_called(&step->rows, name);
        p.col = place_called(&step->cols, comma + 1);
    } else {
        Asked a = asked(here, name, strlen(name));
        p = word_place(&a.seen, a.name);
    }
    say_number(out, step->kind == VALUE_COUNT ? GROUPED : DECIMAL, step_number(step, p.row, p.col));
}

/* A cell, a phrase, a word, or the name of a setting. */
static void say(const Look *s, const char *text, size_t length, Text *out)
{
    bool is_optional = *text == '?';
    Asked a = asked(s, text + is_optional, length - is_optional);
    if (is_optional && a.seen.absent)
        return;
    text_add(out, is_optional ? " " : "");
    CHECK(!a.seen.absent, "%s: no step for %s", s->step->id, text);
    if (*a.name == '[') {
        say_cell(&a.seen, a.name, s, out);
    } else if (a.is_setting ||
               (!say_phrase(&a.seen, a.name, out) && !word_say(&a.seen, a.name, out))) {
        const char *setting = trace_setting(s->trace, a.name);
        CHECK(setting, "%s: no word and no setting %s", s->step->id, a.name);
        text_add(out, setting);
    }
}

/* "is|are:hidden": the word stands behind the last colon. */
static void say_by_number(const Look *s, const char *text, size_t length, Text *out)
{
    const char *bar = memchr(text, '|', length), *colon = text + length;
    Text number = text_new(s->trace->arena);
    while (*colon != ':')
        colon--;
    say(s, colon + 1, length - (size_t)(colon + 1 - text), &number);
    if (!strcmp(number.data, "1"))
        text_add_bytes(out, text, (size_t)(bar - text));
    else
        text_add_bytes(out, bar + 1, (size_t)(colon - bar - 1));
}

static void fill(const Look *s, const char *sentence, Text *out)
{
    for (const char *c = sentence; *c; c++) {
        bool of_formula = c > sentence && strchr("_^", c[-1]);
        const char *end = *c == '{' && !of_formula ? strchr(c, '}') : NULL;
        if (!end) {
            text_add_bytes(out, c, 1);
            continue;
        }
        size_t length = (size_t)(end - c) - 1;
        (memchr(c, '|', length) ? say_by_number : say)(s, c + 1, length, out);
        c = end;
    }
}

/* ---- which is told ---- */

bool note_is_about(const Look *s, const Note *note)
{
    return id_matches(note->where, s->step->id) && id_matches(note->op, s->step->node->op->name);
}

bool note_fits(const Look *s, const Note *note)
{
    return note_is_about(s, note) && all_hold(s, note->when);
}

/* The first row of a kind that fits, from this one on; or NULL. */
static const Note *fitting(const Look *s, const Note *note, NoteKind kind)
{
    while (note->where && !(note->kind == kind && note_fits(s, note)))
        note++;
    return note->where ? note : NULL;
}

const char *view_of_step(Trace *trace, const Step *step)
{
    Look s = {.trace = trace, .step = step};
    const Note *view = fitting(&s, trace->notes, NOTE_VIEW);
    return view ? view->text : "shown";
}

const char *sentence_filled(Trace *trace, const Step *step, const char *sentence)
{
    Look s = {.trace = trace, .step = step};
    Text out = text_new(trace->arena);
    trace->memory = NULL;
    fill(&s, sentence, &out);
    return out.data;
}

/* The first row that fits is told, and then what is to be added. */
const char *note_of_step(Trace *trace, const Step *step)
{
    Look s = {.trace = trace, .step = step};
    Text out = text_new(trace->arena);
    trace->memory = NULL;
    const Note *note = fitting(&s, trace->notes, NOTE_TOLD);
    if (note)
        fill(&s, note->text, &out);
    for (note = trace->notes; (note = fitting(&s, note, NOTE_ADDED)); note++) {
        text_add(&out, out.length ? " " : "");
        fill(&s, note->text, &out);
    }
    return out.data;
}
