/* Lists of sentences are read: see sentences.h. */
#include "trace/sentences.h"

#include <string.h>

typedef struct Reader {
    Arena *arena;
    const char *file; /* its first line names it */
    const char *at;   /* the line that comes next */
    Text sentence;    /* that is being read */
    Note *notes;
    int count, capacity;
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
    size_t length = strcspn(r->at, "\n");
    const char *line = arena_strndup(r->arena, r->at, length);
    r->at += length + (r->at[length] == '\n');
    return line;
}

/* The indented lines under a head, joined by blanks. */
static const char *read_sentence(Reader *r)
{
    int depth = 0;
    text_clear(&r->sentence);
    while (*r->at == ' ') {
        r->at += strspn(r->at, " ");
        size_t length = strcspn(r->at, "\n");
        text_add(&r->sentence, r->sentence.length ? " " : "");
        text_add_bytes(&r->sentence, r->at, length);
        r->at += length + (r->at[length] == '\n');
    }
    SOUND(r, r->sentence.length, "no sentence under it");
    for (const char *c = r->sentence.data; *c; c++) {
        depth += (*c == '{') - (*c == '}');
        SOUND(r, depth == 0 || depth == 1, "braces within braces");
    }
    SOUND(r, !depth, "{ without }");
    return arena_strdup(r->arena, r->sentence.data);
}

const char *next_part(Arena *arena, const char **text, const char *separator)
{
    const char *end = strstr(*text, separator);
    const char *part = arena_strndup(arena, *text, end ? (size_t)(end - *text) : strlen(*text));
    *text = end ? end + strlen(separator) : "";
    return part;
}

/* A column of a row's head. */
static const char *next_column(Reader *r, const char **line)
{
    return next_part(r->arena, line, " | ");
}

static void add_note(Reader *r, Note note)
{
    r->notes = arena_grow(r->arena, r->notes, r->count, &r->capacity, sizeof note);
    r->notes[r->count++] = note;
}

/* "where | operation | when", or of a phrase "{name} | when", or "[panel] | when". */
static void read_row(Reader *r)
{
    Note note = {.row = r->at, .op = ""};
    const char *line = next_line(r);
    bool phrase = *line == '{' || *line == '[';
    note.where = next_column(r, &line);
    if (!phrase)
        note.op = next_column(r, &line);
    note.when = next_column(r, &line);
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
    note.where = next_column(r, &line);
    note.when = next_column(r, &line);
    SOUND(r, !*line, "not: = how: where | when");
    add_note(r, note);
}

Note *notes_read(Arena *arena, const char *const *lists, int count)
{
    Reader r = {.arena = arena, .sentence = text_new(arena)};
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
