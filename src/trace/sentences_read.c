/* Parses lists of sentences (trace/sentences.h). */
#include "trace/sentences.h"

typedef struct Reader {
    Arena *arena;
    const char *at; /* the next line */
    Note *notes;
    int count;
} Reader;

static const char *next_line(Reader *r)
{
    return next_part(r->arena, &r->at, "\n");
}

/* The indented lines under a head, joined by blanks. */
static const char *read_sentence(Reader *r)
{
    Text sentence = text_new(r->arena);
    while (*r->at == ' ') {
        r->at += strspn(r->at, " ");
        text_add(&sentence, sentence.length ? " " : "");
        text_add(&sentence, next_line(r));
    }
    CHECK(sentence.length, "no sentence before: %s", next_line(r));
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

/* "where | operation | when", "{name} | when" for a phrase or "[panel] | when" for a panel,
   followed by a sentence; or "= how: where | when". */
static void read_row(Reader *r)
{
    Note note = {.row = r->at, .op = ""};
    const char *line = next_line(r);
    bool is_view = *line == '=', is_phrase = *line == '{' || *line == '[';
    if (is_view) {
        note.text = next_part(r->arena, &line, ": ") + strlen("= ");
        note.kind = strcmp(note.text, "first") ? NOTE_VIEW : NOTE_FIRST;
    }
    note.where = next_part(r->arena, &line, " | ");
    if (!is_phrase)
        note.op = is_view ? "*" : next_part(r->arena, &line, " | ");
    note.when = next_part(r->arena, &line, " | ");
    CHECK(*note.where && (is_phrase || *note.op) && !*line, "not: where | operation | when: %s",
          note.row);
    if (!is_view)
        note.text = read_sentence(r);
    if (begins_with(note.text, "+ ")) {
        note.kind = NOTE_ADDED;
        note.text += strlen("+ ");
    }
    r->notes = arena_append(r->arena, r->notes, &r->count, &note, sizeof note);
}

Note *notes_read(Arena *arena, const char *const *lists, int count)
{
    Reader r = {.arena = arena};
    for (int i = 0; i < count; i++)
        for (r.at = lists[i]; *r.at;)
            if (*r.at == '\n' || *r.at == '#')
                next_line(&r);
            else
                read_row(&r);
    return arena_append(arena, r.notes, &r.count, &(Note){0}, sizeof *r.notes);
}
