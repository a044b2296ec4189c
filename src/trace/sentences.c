#include "trace/sentences.h"

#include "graph/names.h"
#include "trace/vocabulary.h"

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

/* ---- what is measured ---- */

static Scope measured_in(const Look *s)
{
    Scope scope = scope_of(s->trace->graph);
    scope.path = arena_format(s->trace->arena, "%s/", s->step->id);
    scope.of = arena_format(s->trace->arena, " of: %s", s->step->title);
    return scope;
}

static const Node *measured_before(const Look *s, const char *name)
{
    const char *id = arena_format(s->trace->arena, "%s/%s", s->step->id, name);
    const Name *known = name_find(s->trace->graph, id);
    return known ? known->node : NULL;
}

const Node *measured(const Look *s, const char *name, Node *(*make)(Graph *g, Node *a))
{
    const Node *known = measured_before(s, name);
    Graph *g = s->trace->graph;
    return known ? known : named(measured_in(s), name, name, make(g, (Node *)s->step->node));
}

const Node *measured_pair(const Look *s, const char *name, const char *path,
                          Node *(*make)(Graph *g, Node *a, Node *b))
{
    const Node *known = measured_before(s, name);
    Look other = look_at(s, path);
    Graph *g = s->trace->graph;
    if (known)
        return known;
    return named(measured_in(s), name, name,
                 make(g, (Node *)s->step->node, (Node *)other.step->node));
}

typedef void Find(const Look *s, void *found);

typedef struct Memory {
    const Step *step;
    Find *find;
    void *found;
    const struct Memory *before;
} Memory;

const void *remembered(const Look *s, size_t size, Find *find)
{
    Trace *trace = s->trace;
    for (const Memory *m = trace->memory; m; m = m->before)
        if (m->step == s->step && m->find == find)
            return m->found;
    Memory *m = arena_alloc(trace->arena, 1, sizeof *m);
    *m = (Memory){s->step, find, arena_alloc(trace->arena, 1, size), trace->memory};
    find(s, m->found);
    trace->memory = m;
    return m->found;
}

/* ---- conditions ---- */

const Condition *const condition_lists[] = {
    conditions,          layer_conditions,       vector_conditions,   head_conditions,
    training_conditions, translation_conditions, gradient_conditions, NULL};

const Word *const word_lists[] = {
    matrix_words, attention_words, layer_words,       sentence_words, vector_words,
    head_words,   training_words,  translation_words, gradient_words, NULL};

static bool name_is(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && !memcmp(name, text, length);
}

bool condition_holds(const Look *s, const char *text, size_t length)
{
    const char *at = memchr(text, '@', length);
    size_t name = at ? (size_t)(at - text) : length;
    Arena *arena = s->trace->arena;
    Look seen = at ? look_at(s, arena_strndup(arena, at + 1, length - name - 1)) : *s;
    if (name_is("has", text, name))
        return !seen.absent;
    for (int i = 0; condition_lists[i]; i++)
        for (const Condition *c = condition_lists[i]; c->name; c++)
            if (name_is(c->name, text, name))
                return !seen.absent && c->holds(&seen);
    CHECK(false, "no condition %.*s", (int)length, text);
    return false;
}

static bool all_hold(const Look *s, const char *when)
{
    for (const char *c = when; c && *c; c += strspn(c, " ")) {
        size_t length = strcspn(c, " ");
        bool wanted = *c != '!';
        if (condition_holds(s, wanted ? c : c + 1, wanted ? length : length - 1) != wanted)
            return false;
        c += length;
    }
    return true;
}

/* ---- words ---- */

static bool say_from(const Word *words, const Look *s, const char *name, size_t length, Text *out)
{
    for (; words->name; words++)
        if (name_is(words->name, name, length)) {
            words->say(s, out);
            return true;
        }
    return false;
}

/* One word, "largest@scores", or the name of a setting. */
static void say(const Look *s, const char *text, size_t length, Text *out)
{
    const char *at = memchr(text, '@', length);
    size_t name = at ? (size_t)(at - text) : length;
    Arena *arena = s->trace->arena;
    Look seen = at ? look_at(s, arena_strndup(arena, at + 1, length - name - 1)) : *s;
    bool is_setting = at && length - name == strlen("@/") && at[1] == '/';
    CHECK(!seen.absent, "%s: no step for %.*s", s->step->id, (int)length, text);
    if (*text == '[') {
        say_cell(&seen, arena_strndup(arena, text, name), out);
        return;
    }
    for (int i = 0; word_lists[i] && !is_setting; i++)
        if (say_from(word_lists[i], &seen, text, name, out))
            return;
    const char *setting = trace_setting(s->trace, arena_strndup(arena, text, name));
    CHECK(setting, "%s: no word and no setting %.*s", s->step->id, (int)length, text);
    text_add(out, setting);
}

/* "is|are:hidden": the word stands behind the last colon. */
static void say_number(const Look *s, const char *text, size_t length, Text *out)
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
        const char *end = *c == '{' ? strchr(c, '}') : NULL;
        if (!end) {
            text_add_bytes(out, c, 1);
            continue;
        }
        size_t length = (size_t)(end - c) - 1;
        (memchr(c, '|', length) ? say_number : say)(s, c + 1, length, out);
        c = end;
    }
}

/* ---- which is told ---- */

bool note_is_about(const Look *s, const Note *note)
{
    return id_matches(note->where, s->step->id) &&
           (!note->op || !strcmp(note->op, s->step->node->op->name));
}

bool note_fits(const Look *s, const Note *note)
{
    return note_is_about(s, note) && all_hold(s, note->when);
}

/* Tells the first that fits; whether there was one. */
static bool tell_first(const Look *s, const Note *sentences, Text *out)
{
    for (; sentences && sentences->where; sentences++)
        if (*sentences->text != '+' && note_fits(s, sentences)) {
            fill(s, sentences->text, out);
            return true;
        }
    return false;
}

/* Adds what is to be added. */
static void tell_additions(const Look *s, const Note *sentences, Text *out)
{
    for (; sentences && sentences->where; sentences++)
        if (*sentences->text == '+' && note_fits(s, sentences)) {
            text_add(out, out->length ? " " : "");
            fill(s, sentences->text + 1, out);
        }
}

const char *note_of_step(Trace *trace, const Step *step, const Note *own)
{
    Look s = {.trace = trace, .step = step};
    Text out = text_new(trace->arena);
    trace->memory = NULL;
    if (!tell_first(&s, own, &out))
        tell_first(&s, shared_sentences, &out);
    tell_additions(&s, own, &out);
    tell_additions(&s, shared_sentences, &out);
    return out.data;
}
