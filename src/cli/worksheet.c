/* Worksheets for a class: sheets, forms, keys, and the list of codes. */
#include "classroom/paper.h"
#include "cli/settings.h"

enum { LONGEST_ROSTER = 1 << 24 };

/* The values of --format: those of paper, and PDF made by LaTeX. */
enum { AS_PDF = PAPER_FORMATS, FORMATS, PAPERS = 2 * FORMATS };

#define FILES(...) &(const FileKind){__VA_ARGS__},
static FileKinds worksheet_files[] = {
#include "cli/worksheet_files.list"
    NULL};

bool worksheet_paper(const char *path)
{
    const char *slash = strrchr(path, '/');
    const FileKind *kind = manifest_kind(worksheet_files, slash ? slash + 1 : path);
    return kind && strcmp(kind->name, "*.txt") != 0;
}

/* ---- students ---- */

/* One name per line; empty lines are skipped, and repeated names get a number. */
static bool read_roster(const Run *run, const char *path, Lexicon *names, Error *error)
{
    Bytes rest, line;
    if (!file_read(run->arena, path, LONGEST_ROSTER, &rest, error))
        return false;
    rest = bytes_begin_with(rest, "\xef\xbb\xbf") ? (Bytes){rest.data + 3, rest.size - 3} : rest;
    for (int number = 1; take_line(&rest, '\n', &line); number++) {
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
    Lexicon names, codes; /* of all students, in order */
    Paper papers[PAPERS]; /* sheets, then keys, in each format; empty if not asked for */
} Class;

/* The sheet derived from a name, or the next if another student already has it. */
static const Worksheet *sheet_for(Class *c, Arena *arena, const char *name)
{
    const WorksheetSettings *s = &c->run->settings->worksheet;
    for (int k = 1;; k++) {
        const char *drawn = k > 1 ? arena_format(arena, "%s\n%d", name, k) : name;
        const Worksheet *sheet =
            worksheet_new(arena, s->level, sheet_variant(s->seed, drawn, s->worked));
        if (lexicon_find(&c->codes, sheet->code) < 0) {
            lexicon_add(&c->codes, sheet->code);
            return sheet;
        }
    }
}

static bool write_student(Class *c, Arena *arena, const char *name, Error *error)
{
    const WorksheetSettings *s = &c->run->settings->worksheet;
    const Worksheet *sheet = sheet_for(c, arena, name);
    Walk key = sheet_key(arena, sheet, STRICT);
    const char *own = s->roster ? name : "";
    for (int i = 0; i < PAPERS; i++)
        if (s->formats[i % FORMATS])
            paper_add(&c->papers[i], sheet, i < FORMATS ? own : name, i < FORMATS ? NULL : &key);
    const char *form = form_text(sheet, own);
    return folder_put(c->folder, arena_format(arena, "%s.txt", sheet->code),
                      (Bytes){form, strlen(form)}, error);
}

static bool write_paper(Class *c, int i, Error *error)
{
    const char *name = arena_format(c->run->arena, "%s%s", i < FORMATS ? "sheets" : "keys",
                                    worksheet_files[i % FORMATS]->name + 1);
    const char *text = paper_end(&c->papers[i]);
    Bytes paper = {text, strlen(text)};
    bool is_set = i % FORMATS != AS_PDF || paper_pdf(c->run->arena, text, &paper, error);
    return is_set && folder_put(c->folder, name, paper, error);
}

/* Writes sheets and keys, and the list of codes. */
static bool write_papers(Class *c, Error *error)
{
    for (int i = 0; i < PAPERS; i++)
        if (c->run->settings->worksheet.formats[i % FORMATS] && !write_paper(c, i, error))
            return false;
    FILE *out = folder_begin(c->folder, "codes.csv", error);
    if (!out)
        return false;
    csv_put_row(out, (const char *const[]){"name", "sheet"}, 2);
    for (int i = 0; i < c->names.count; i++)
        csv_put_row(out, (const char *const[]){c->names.words[i], c->codes.words[i]}, 2);
    return folder_end(c->folder, error);
}

static bool write_class(void *data, Error *error)
{
    Class *c = data;
    const WorksheetSettings *s = &c->run->settings->worksheet;
    Arena *arena = arena_new();
    for (int i = 0; i < PAPERS; i++)
        c->papers[i] = paper_new(c->run->arena,
                                 i % FORMATS == AS_PDF ? PAPER_LATEX : (PaperFormat)(i % FORMATS),
                                 s->is_letter);
    Progress progress = progress_begin(c->names.count, false, progress_clock());
    bool done = true;
    int i = 0;
    for (; i < c->names.count && done; i++) {
        progress_show(&progress, i, progress_clock());
        done = write_student(c, arena, c->names.words[i], error);
        arena_reset(arena);
    }
    progress_end(&progress, i, progress_clock());
    arena_free(arena);
    return done && write_papers(c, error) && folder_commit(c->folder, error);
}

Trace *worksheet_command(const Run *run, Error *error)
{
    Arena *arena = run->arena;
    const WorksheetSettings *s = &run->settings->worksheet;
    Class c = {.run = run, .names = lexicon_new(arena), .codes = lexicon_new(arena)};
    for (int i = 0; !s->roster && i < s->copies; i++)
        lexicon_add(&c.names, arena_format(arena, "copy %d", i + 1));
    if ((!s->roster || read_roster(run, s->roster, &c.names, error)) &&
        (c.folder = folder_open(arena, s->out, worksheet_files, error)) &&
        attempt(write_class, &c, error)) {
        const char *out = visible_text(arena, s->out);
        print_warnings(arena, run->warnings);
        printf("Wrote %d sheet%s of level %d to %s, with keys, codes.csv, and a form for each.\n"
               "To mark forms that are filled in: attnviz check %s\n",
               c.names.count, plural(c.names.count), s->level, out, out);
    }
    folder_abandon(c.folder);
    return NULL;
}
