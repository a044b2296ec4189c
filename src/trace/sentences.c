#include "trace/sentences.h"

/* Matches one pattern, which ends at | or at the end of the string. */
static bool matches_one(const char *pattern, const char *id)
{
    if (*pattern == '*')
        return matches_one(pattern + 1, id) || (*id && matches_one(pattern, id + 1));
    if (!*pattern || *pattern == '|')
        return !*id;
    return *pattern == *id && matches_one(pattern + 1, id + 1);
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

/* The length of an id's folder with its slash: "head-2/" of "head-2/weights". */
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
    if (!*path || !strcmp(path, "/")) /* "/" is the trace: it has settings, but is no step */
        return *s;
    if (*path == '/')
        folder = 0, path++;
    if (begins_with(path, "./"))
        folder = strlen(id), path++;
    for (; begins_with(path, "../"); path += 3)
        folder = folder ? folder_length(id, folder - 1) : 0;
    size_t length = strlen(path);
    const char *rest = length && path[length - 1] == '%' ? strchr(id, '/') + 1 : "";
    const char *other = arena_format(s->trace->arena, "%.*s%.*s%s", (int)folder, id,
                                     (int)strcspn(path, "%"), path, rest);
    const Step *step = trace_any_step(s->trace, other);
    return (Look){.trace = s->trace, .step = step ? step : s->step, .absent = !step};
}

/* A word and where to measure it: "largest@scores". */
typedef struct Asked {
    const char *name; /* "largest" */
    Look seen;
    bool is_setting; /* of the trace: "heads@/" */
} Asked;

static Asked asked(const Look *s, const char *text)
{
    const char *at = strrchr(text, '@');
    if (!at)
        return (Asked){text, *s, false};
    return (Asked){.name = arena_strndup(s->trace->arena, text, (size_t)(at - text)),
                   .seen = look_at(s, at + 1),
                   .is_setting = !strcmp(at + 1, "/")};
}

/* ---- conditions ---- */

/* NaN if there is none. */
static double number_asked(const Look *s, const char *text)
{
    Asked a = asked(s, text);
    return a.seen.absent ? NAN : word_number(&a.seen, a.name);
}

/* Numbers are compared as printed. */
bool condition_holds(const Look *s, const char *condition)
{
    size_t length = strcspn(condition, "<=>");
    char sign = condition[length];
    const char *right = condition + length + (sign != '\0');
    bool is_literal = strspn(right, "0123456789.") == strlen(right);
    Asked a = asked(s, arena_strndup(s->trace->arena, condition, length));
    const char *setting = a.is_setting ? trace_setting(s->trace, a.name) : NULL;
    if (a.is_setting)
        return setting && (!sign || !strcmp(setting, right));
    if (a.seen.absent || !sign)
        return !a.seen.absent && (!strcmp(a.name, "has") || word_holds(&a.seen, a.name));
    double x = word_number(&a.seen, a.name);
    double y = is_literal ? strtod(right, NULL) : number_asked(s, right);
    return sign == '=' && !is_literal ? !isnan(x) && look_equal(x, y) : combined(sign, x, y) > 0;
}

static bool all_hold(const Look *s, const char *when)
{
    while (*when) {
        const char *condition = next_part(s->trace->arena, &when, " ");
        bool denied = *condition == '!';
        if (condition_holds(s, condition + denied) == denied)
            return false;
    }
    return true;
}

/* ---- words ---- */

/* The first phrase of this name, "{name}", whose conditions hold; or NULL. Most differ behind the
   brace. */
static const Note *phrase(const Look *s, const char *name)
{
    for (const Note *n = s->trace->notes; n->where; n++)
        if (n->where[1] == name[1] && !strcmp(n->where, name) && all_hold(s, n->when))
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
        sentence_say(s, n->text, out);
    return n;
}

/* The place on an axis with this label, or "first" or "last". */
static int place_called(const Axis *axis, const char *name)
{
    if (!strcmp(name, "first"))
        return 0;
    if (!strcmp(name, "last"))
        return axis->count - 1;
    int place = find_string(axis->labels, axis->count, name);
    CHECK(place >= 0, "no %s %s", axis->name, name);
    return place;
}

/* Appends a cell given by its labels, "[encoder,last]", or by the place of a word, "[largest]". */
static void say_cell(const Look *there, const char *cell, const Look *here, Text *out)
{
    const Step *step = there->step;
    const char *col = arena_strndup(here->trace->arena, cell + 1, strlen(cell) - 2);
    const char *row = next_part(here->trace->arena, &col, ",");
    Place p = {0};
    if (*col) {
        p.row = place_called(&step->rows, row);
        p.col = place_called(&step->cols, col);
    } else {
        Asked a = asked(here, row);
        p = word_place(&a.seen, a.name);
    }
    WordForm form = step_is_whole(there->step) ? WHOLE : DECIMAL;
    say_number(out, step->kind == VALUE_COUNT ? GROUPED : form, step_number(step, p.row, p.col));
}

/* Appends a cell, a phrase, a word, or the value of a setting. */
static void say(const Look *s, const char *text, Text *out)
{
    bool is_optional = *text == '?';
    Asked a = asked(s, text + is_optional);
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

/* Appends "is" or "are" for "is|are:hidden"; the word follows the last colon. */
static void say_by_number(const Look *s, const char *text, Text *out)
{
    const char *bar = strchr(text, '|'), *colon = strrchr(text, ':');
    Text number = text_new(s->trace->arena);
    say(s, colon + 1, &number);
    if (!strcmp(number.data, "1"))
        text_add_bytes(out, text, (size_t)(bar - text));
    else
        text_add_bytes(out, bar + 1, (size_t)(colon - bar - 1));
}

void sentence_say(const Look *s, const char *sentence, Text *out)
{
    for (const char *c = sentence; *c; c++) {
        if (*c != '{' || (c > sentence && strchr("_^", c[-1]))) {
            text_add_bytes(out, c, 1);
            continue;
        }
        const char *end = strchr(c, '}');
        CHECK(end, "{ without }: %s", sentence);
        const char *asked_for = arena_strndup(s->trace->arena, c + 1, (size_t)(end - c) - 1);
        (strchr(asked_for, '|') ? say_by_number : say)(s, asked_for, out);
        c = end;
    }
}

/* ---- choosing a row ---- */

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

bool step_comes_later(Trace *trace, const Step *step)
{
    Look s = {.trace = trace, .step = step};
    bool any = false;
    for (const Note *n = trace->notes; n->where; n++)
        any |= n->kind == NOTE_FIRST && all_hold(&s, n->when);
    return any && !fitting(&s, trace->notes, NOTE_FIRST);
}

const char *sentence_filled(Trace *trace, const Step *step, const char *sentence)
{
    Look s = {.trace = trace, .step = step};
    Text out = text_new(trace->arena);
    trace->memory = NULL;
    sentence_say(&s, sentence, &out);
    return out.data;
}

/* The sentence of the first row that fits, and then all fitting sentences with +. */
const char *note_of_step(Trace *trace, const Step *step)
{
    Look s = {.trace = trace, .step = step};
    Text out = text_new(trace->arena);
    trace->memory = NULL;
    const Note *note = fitting(&s, trace->notes, NOTE_TOLD);
    if (note)
        sentence_say(&s, note->text, &out);
    for (note = trace->notes; (note = fitting(&s, note, NOTE_ADDED)); note++) {
        text_add(&out, out.length ? " " : "");
        sentence_say(&s, note->text, &out);
    }
    return out.data;
}
