/* Lists of sentences are read: see sentences.h. */
#include "trace/sentences.h"

#include <string.h>

/* A name that sentences of its file use for a text: "{BLIND} weights are 0." */
typedef struct Piece {
    const char *name, *text;
} Piece;

typedef struct Reader {
    Arena *arena;
    const char *file; /* its first line names it */
    const char *at;   /* the line that comes next */
    Text sentence;    /* that is being read */
    Piece *pieces;
    int piece_count, piece_capacity;
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

static const char *piece_named(const Reader *r, const char *name, size_t length)
{
    for (int i = 0; i < r->piece_count; i++)
        if (strlen(r->pieces[i].name) == length && !memcmp(r->pieces[i].name, name, length))
            return r->pieces[i].text;
    SOUND(r, false, "no such piece");
    return NULL;
}

/* A line of a sentence, up to its end, its pieces put in. Returns the next line. */
static const char *add_line(Reader *r, const char *line)
{
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    while (*line && *line != '\n') {
        size_t name = *line == '{' ? strspn(line + 1, capitals) : 0;
        size_t plain = 1 + strcspn(line + 1, "{\n");
        if (name && line[1 + name] == '}') {
            text_add(&r->sentence, piece_named(r, line + 1, name));
            line += name + 2;
        } else {
            text_add_bytes(&r->sentence, line, plain);
            line += plain;
        }
    }
    return line + (*line == '\n');
}

/* The indented lines under a head, joined by blanks. */
static const char *read_sentence(Reader *r)
{
    int depth = 0;
    text_clear(&r->sentence);
    while (*r->at == ' ') {
        text_add(&r->sentence, r->sentence.length ? " " : "");
        r->at = add_line(r, r->at + strspn(r->at, " "));
    }
    SOUND(r, r->sentence.length, "no sentence under it");
    for (const char *c = r->sentence.data; *c; c++) {
        depth += (*c == '{') - (*c == '}');
        SOUND(r, depth == 0 || depth == 1, "braces within braces");
    }
    SOUND(r, !depth, "{ without }");
    return arena_strdup(r->arena, r->sentence.data);
}

/* The text in front of a bar between blanks, which is taken away. */
static const char *next_column(Arena *arena, const char **line)
{
    const char *bar = strstr(*line, " | ");
    const char *column = arena_strndup(arena, *line, bar ? (size_t)(bar - *line) : strlen(*line));
    *line = bar ? bar + 3 : "";
    return column;
}

static void read_row(Reader *r)
{
    Note note = {.row = r->at};
    const char *line = next_line(r);
    note.where = next_column(r->arena, &line);
    note.op = next_column(r->arena, &line);
    note.when = next_column(r->arena, &line);
    SOUND(r, *note.where && *note.op && !*line, "not: where | operation | when");
    note.text = read_sentence(r);
    note.added = !strncmp(note.text, "+ ", 2);
    note.text += note.added ? 2 : 0;
    r->notes = arena_grow(r->arena, r->notes, r->count, &r->capacity, sizeof note);
    r->notes[r->count++] = note;
}

/* "NAME =", and its text below. */
static void read_piece(Reader *r)
{
    const char *line = next_line(r);
    Piece piece = {.name = arena_strndup(r->arena, line, strcspn(line, " ")),
                   .text = read_sentence(r)};
    r->pieces = arena_grow(r->arena, r->pieces, r->piece_count, &r->piece_capacity, sizeof piece);
    r->pieces[r->piece_count++] = piece;
}

static void read_list(Reader *r)
{
    while (*r->at) {
        size_t length = strcspn(r->at, "\n");
        if (!length || *r->at == '#')
            next_line(r);
        else if (length > 2 && !strncmp(r->at + length - 2, " =", 2))
            read_piece(r);
        else
            read_row(r);
    }
}

const Note *notes_read(Arena *arena, const char *const *lists, int count)
{
    Reader r = {.arena = arena, .sentence = text_new(arena)};
    for (int i = 0; i < count; i++) {
        r.file = r.at = lists[i];
        r.piece_count = 0;
        read_list(&r);
    }
    r.notes = arena_grow(arena, r.notes, r.count, &r.capacity, sizeof *r.notes);
    r.notes[r.count] = (Note){0};
    return r.notes;
}
