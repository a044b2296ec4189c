/* Lists of sentences are read: see sentences.h. */
#include "trace/sentences.h"

#include <string.h>

typedef struct Reader {
    Arena *arena;
    const char *file; /* its first line names it */
    const char *at;   /* the line that comes next */
    Note *notes;
    int count;
} Reader;

#define SOUND(r, condition, what)                                                                  \
    CHECK(condition, "%.*s: line %d: " what, (int)strcspn((r)->file, "\n"), (r)->file,             \
          line_number(r))

/* Of the line before the one that comes next. */
static int line_number(const Reader *r)
{
    int number = 0;
    for (const char *c = r->file; c < r->at; c++)
        number += *c == '\n';
    return number;
}

static const char *next_line(Reader *r)
{
    return next_part(r->arena, &r->at, "\n");
}

/* The indented lines under a head, joined by blanks. */
static const char *read_sentence(Reader *r)
{
    int depth = 0;
    Text sentence = text_new(r->arena);
    while (*r->at == ' ') {
        r->at += strspn(r->at, " ");
        text_add(&sentence, sentence.length ? " " : "");
        text_add(&sentence, next_line(r));
    }
    SOUND(r, sentence.length, "no sentence under it");
    for (const char *c = sentence.data; *c; c++) {
        depth += (*c == '{') - (*c == '}');
        SOUND(r, depth == 0 || depth == 1, "braces within braces");
    }
    SOUND(r, !depth, "{ without }");
    return sentence.data;
}

const char *next_part(Arena *arena, const char **text, const char *separator)
{
    const char *end = strstr(*text, separator);
    size_t length = end ? (size_t)(end - *text) : strlen(*text);
    const char *part = arena_strndup(arena, *text, length);
    *text += length + (end ? strlen(separator) : 0);
    return part;
}

static void add_note(Reader *r, Note note)
{
    r->notes = arena_grow(r->arena, r->notes, r->count, sizeof note);
    r->notes[r->count++] = note;
}

/* "where | operation | when", or of a phrase "{name} | when", or "[panel] | when". */
static void read_row(Reader *r)
{
    Note note = {.row = r->at, .op = ""};
    const char *line = next_line(r);
    bool phrase = *line == '{' || *line == '[';
    note.where = next_part(r->arena, &line, " | ");
    if (!phrase)
        note.op = next_part(r->arena, &line, " | ");
    note.when = next_part(r->arena, &line, " | ");
    SOUND(r, *note.where && (phrase || *note.op) && !*line, "not: where | operation | when");
    note.text = read_sentence(r);
    if (!strncmp(note.text, "+ ", 2)) {
        note.kind = NOTE_ADDED;
        note.text += 2;
    }
    add_note(r, note);
}

/* "= how: where | when" */
static void read_view(Reader *r)
{
    Note note = {.row = r->at, .op = "*"};
    const char *line = next_line(r) + strlen("= "), *colon = strstr(line, ": ");
    SOUND(r, colon, "no colon");
    note.text = arena_strndup(r->arena, line, (size_t)(colon - line));
    note.kind = !strcmp(note.text, "first") ? NOTE_FIRST : NOTE_VIEW;
    line = colon + strlen(": ");
    note.where = next_part(r->arena, &line, " | ");
    note.when = next_part(r->arena, &line, " | ");
    SOUND(r, !*line, "not: = how: where | when");
    add_note(r, note);
}

Note *notes_read(Arena *arena, const char *const *lists, int count)
{
    Reader r = {.arena = arena};
    for (int i = 0; i < count; i++) {
        for (r.file = r.at = lists[i]; *r.at;)
            if (*r.at == '\n' || *r.at == '#')
                next_line(&r);
            else if (*r.at == '=')
                read_view(&r);
            else
                read_row(&r);
    }
    add_note(&r, (Note){0});
    return r.notes;
}
