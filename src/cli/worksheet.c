/* Worksheets for a class: what is printed, what is filled in, and which code is whose. */
#include "classroom/paper.h"
#include "cli/settings.h"
#include "write/sheets.h"

enum { LONGEST_ROSTER = 1 << 24 };

static const FileKind *worksheet_files(int index)
{
    static const FileKind kinds[] = {{"*.html", "<!-- made by attnviz ", 21, 64},
                                     {"*.tex", "% made by attnviz ", 18, 64},
                                     {"*.md", "<!-- made by attnviz ", 21, 64},
                                     {"codes.csv", "name,sheet", 10, 64},
                                     {"*.txt", FORM_MARK, sizeof FORM_MARK - 1, 64}};
    return index < 5 ? &kinds[index] : NULL;
}

const FileKind *worksheet_kind(const char *path)
{
    const char *slash = strrchr(path, '/');
    return manifest_kind(worksheet_files, slash ? slash + 1 : path);
}

/* ---- students ---- */

/* A line each; empty ones are none. Whoever is called as one before is told apart by a number. */
static bool read_roster(const Run *run, const char *path, Lexicon *names, Error *error)
{
    Bytes rest, line;
    if (!file_read(run->arena, path, LONGEST_ROSTER, &rest, error))
        return false;
    rest = bytes_begin_with(rest, "\xef\xbb\xbf") ? (Bytes){rest.data + 3, rest.size - 3} : rest;
    for (int number = 1; take_line(&rest, &line); number++) {
        const char *typed = text_trimmed(run->arena, line);
        const char *name = visible_text(run->arena, typed + strspn(typed, " \t")), *own = name;
        for (int k = 2; *name && lexicon_find(names, own) >= 0; k++)
            own = arena_format(run->arena, "%s (%d)", name, k);
        if (own != name)
            text_format(run->warnings, "%s:%d: '%s' once more: called '%s'\n", path, number, name,
                        own);
        if (*own)
            lexicon_add(names, own);
    }
    return names->count || fail(error, "%s: no names", path);
}

/* ---- files ---- */

typedef struct Class {
    const Run *run;
    Folder *folder;
    Lexicon names, codes; /* of one student after the other */
    Document *sheets, *keys;
} Class;

/* The sheet that a name gives; if another student has that, the next. */
static const Worksheet *sheet_for(Class *c, const char *name)
{
    const WorksheetSettings *s = &c->run->settings->worksheet;
    for (int k = 1;; k++) {
        const char *drawn = k > 1 ? arena_format(c->run->arena, "%s\n%d", name, k) : name;
        const Worksheet *sheet =
            worksheet_new(c->run->arena, s->level, sheet_variant(s->seed, drawn, s->worked));
        if (lexicon_find(&c->codes, sheet->code) < 0) {
            lexicon_add(&c->codes, sheet->code);
            return sheet;
        }
    }
}

typedef struct NamedSheet {
    const Worksheet *sheet;
    const char *name; /* "" for one to be written there */
} NamedSheet;

static void put_form(FILE *out, const void *data)
{
    const NamedSheet *s = data;
    form_write(out, s->sheet, s->name);
}

static void put_codes(FILE *out, const void *data)
{
    const Class *c = data;
    fputs("name,sheet\r\n", out);
    for (int i = 0; i < c->names.count; i++)
        csv_put_row(out, (const char *[]){c->names.words[i], c->codes.words[i]}, 2);
}

static bool write_student(Class *c, const char *name, Error *error)
{
    Arena *arena = c->run->arena;
    NamedSheet s = {sheet_for(c, name), c->run->settings->worksheet.roster ? name : ""};
    Walk key = sheet_key(arena, s.sheet, STRICT);
    sheet_tell(c->sheets, s.sheet, s.name);
    key_tell(c->keys, s.sheet, name, &key);
    return folder_write(c->folder, arena_format(arena, "%s.txt", s.sheet->code), put_form, &s,
                        error);
}

static bool write_class(void *data, Error *error)
{
    Class *c = data;
    const WorksheetSettings *s = &c->run->settings->worksheet;
    for (int i = 0; i < c->names.count; i++)
        if (!write_student(c, c->names.words[i], error))
            return false;
    for (int i = 0; i < SHEET_FORMATS; i++)
        if (s->formats[i] &&
            (!sheets_write(c->folder, "sheets", i, s->is_letter, c->sheets, error) ||
             !sheets_write(c->folder, "keys", i, s->is_letter, c->keys, error)))
            return false;
    return folder_write(c->folder, "codes.csv", put_codes, c, error) &&
           folder_commit(c->folder, error);
}

static Trace *run_worksheet(const Run *run, Error *error)
{
    Arena *arena = run->arena;
    const WorksheetSettings *s = &run->settings->worksheet;
    Class c = {run,
               NULL,
               lexicon_new(arena),
               lexicon_new(arena),
               document_new(arena, NULL),
               document_new(arena, NULL)};
    if (s->roster && is_given(run, "copies")) {
        fail_usage(error, "--students and --copies exclude each other");
        return NULL;
    }
    for (int i = 0; !s->roster && i < s->copies; i++)
        lexicon_add(&c.names, arena_format(arena, "copy %d", i + 1));
    if ((s->roster && !read_roster(run, s->roster, &c.names, error)) ||
        !(c.folder = folder_open(arena, s->out, worksheet_files, error)))
        return NULL;
    if (attempt(write_class, &c, error)) {
        print_warnings(arena, run->warnings);
        printf("Wrote %d sheet%s of level %d to %s: sheets to print, keys, codes.csv, and a form\n"
               "for each to fill in. To mark the forms: attnviz check %s\n",
               c.names.count, plural(c.names.count), s->level, visible_text(arena, s->out),
               visible_text(arena, s->out));
    }
    folder_abandon(c.folder);
    return NULL;
}

const Command worksheet_command = {
    .title = "attnviz worksheet",
    .options = {&worksheet_options},
    .run = run_worksheet,
};
