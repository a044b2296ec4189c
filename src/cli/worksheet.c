/* Worksheets for a class: sheets, forms, keys, and the list of codes. */
#include "classroom/paper.h"
#include "cli/settings.h"

enum { LONGEST_ROSTER = 1 << 24 };

/* The values of --format: those of paper, and PDF made by LaTeX. */
enum { AS_PDF = PAPER_FORMATS, FORMATS, PAPERS = 2 * FORMATS };

static FileKinds worksheet_files[] = {
#include "cli/worksheet_files.list"
    NULL};

bool worksheet_paper(const char *path)
{
    const FileKind *kind = manifest_kind(worksheet_files, base_name(path));
    return kind && strcmp(kind->name, "*.txt") != 0;
}

/* ---- students ---- */

/* One name per line; empty lines are skipped, and repeated names get a number. */
static void read_roster(const Run *run, const char *path, Lexicon *names)
{
    Bytes rest = file_read(run->arena, path, LONGEST_ROSTER), line;
    check_text(path, rest.data, rest.size);
    rest = without_byte_order_mark(rest);
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
    if (!names->count)
        fail("%s: no names", path);
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
        int before = c->codes.count;
        if (lexicon_add(&c->codes, sheet->code) == before)
            return sheet;
    }
}

static void write_student(Class *c, Arena *arena, const char *name)
{
    const WorksheetSettings *s = &c->run->settings->worksheet;
    const Worksheet *sheet = sheet_for(c, arena, name);
    Walk key = sheet_key(arena, sheet, STRICT);
    const char *own = s->roster ? name : "";
    for (int i = 0; i < PAPERS; i++)
        if (s->formats[i % FORMATS])
            paper_add(&c->papers[i], sheet, i < FORMATS ? own : name, i < FORMATS ? NULL : &key);
    const char *form = form_text(sheet, own);
    folder_put(c->folder, arena_format(arena, "%s.txt", sheet->code), (Bytes){form, strlen(form)});
}

static void write_paper(Class *c, int i)
{
    const char *name = arena_format(c->run->arena, "%s%s", i < FORMATS ? "sheets" : "keys",
                                    worksheet_files[i % FORMATS]->name + 1);
    const char *text = paper_end(&c->papers[i]);
    bool as_pdf = i % FORMATS == AS_PDF;
    folder_put(c->folder, name,
               as_pdf ? paper_pdf(c->run->arena, text) : (Bytes){text, strlen(text)});
}

static void write_class(Class *c)
{
    ENDED_BY(arena_end) Arena *arena = arena_new();
    ENDED_BY(progress_end) Progress progress = progress_begin(c->names.count, false);
    for (int i = 0; i < PAPERS; i++)
        c->papers[i] = paper_new(c->run->arena,
                                 i % FORMATS == AS_PDF ? PAPER_LATEX : (PaperFormat)(i % FORMATS),
                                 c->run->settings->worksheet.is_letter);
    for (int i = 0; i < c->names.count; i++) {
        write_student(c, arena, c->names.words[i]);
        arena_reset(arena);
        progress_show(&progress, i + 1, progress_clock());
    }
    for (int i = 0; i < PAPERS; i++)
        if (c->run->settings->worksheet.formats[i % FORMATS])
            write_paper(c, i);
    FILE *out = folder_begin(c->folder, "codes.csv");
    csv_put_row(out, (const char *const[]){"name", "sheet"}, 2);
    for (int i = 0; i < c->names.count; i++)
        csv_put_row(out, (const char *const[]){c->names.words[i], c->codes.words[i]}, 2);
    folder_end(c->folder);
    folder_commit(c->folder);
}

Trace *worksheet_command(const Run *run)
{
    Arena *arena = run->arena;
    const WorksheetSettings *s = &run->settings->worksheet;
    Class c = {.run = run, .names = lexicon_new(arena), .codes = lexicon_new(arena)};
    for (int i = 0; !s->roster && i < s->copies; i++)
        lexicon_add(&c.names, arena_format(arena, "copy %d", i + 1));
    if (s->roster)
        read_roster(run, s->roster, &c.names);
    ENDED_BY(folder_close) Folder *folder = c.folder = folder_open(arena, s->out, worksheet_files);
    write_class(&c);
    const char *out = visible_text(arena, s->out);
    print_warnings(arena, run->warnings);
    printf("Wrote %d sheet%s of level %d to %s, with keys, codes.csv, and a form for each.\n"
           "To mark forms that are filled in: attnviz check %s\n",
           c.names.count, plural(c.names.count), s->level, out, out);
    return NULL;
}
