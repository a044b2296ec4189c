/* Marks a class's forms: what each student got right, which step fails first, which misconceptions
   there are. */
#include "classroom/paper.h"
#include "cli/settings.h"

#include <dirent.h>

enum { LONGEST_FORM = 1 << 20 };

static FileKinds mark_files[] = {
#include "cli/check_files.list"
    NULL};

/* The verdicts on a table, in one form or all; or the count of a misconception. */
typedef struct Tally {
    const char *name;
    int asked, counts[VERDICTS], often; /* often: forms that fail here first */
} Tally;

typedef struct Tallies {
    Tally *items;
    int count;
} Tallies;

/* A report on a form, or on the class. */
typedef struct Report {
    Arena *arena;
    bool of_class;
    const char *title;
    Tallies tables, mistakes;
    Tally all;    /* over all tables */
    Text remarks; /* one line each */
} Report;

/* The names of the counts, and the columns of marks.csv. */
#define COUNTED "asked", "right", "followed", "one decimal", "wrong", "empty"
enum { FILE_NAME, STUDENT, SHEET, PERCENT, COUNTS, MISCONCEPTIONS = 10, REMARKS, COLUMNS };

typedef const char *Row[COLUMNS];

typedef struct Class {
    const Run *run;
    Folder *folder;
    Row *rows;
    int count, marked;
    double percents; /* sum over the forms */
    Lexicon codes;   /* of the sheets that have feedback */
    Report report;
} Class;

/* ---- reports ---- */

static Tally *tally_of(const Report *r, Tallies *all, const char *name)
{
    Tally *t = find_named(all->items, all->count, sizeof *t, name);
    if (t)
        return t;
    all->items = arena_append(r->arena, all->items, &all->count, &(Tally){.name = name}, sizeof *t);
    return &all->items[all->count - 1];
}

static void count_verdict(Report *r, Tally *of, Verdict verdict)
{
    of->asked++;
    of->counts[verdict]++;
    r->all.asked++;
    r->all.counts[verdict]++;
}

/* A form's report counts a misconception per cell, the class's report per form. */
static void report_add(Report *r, const Worksheet *s, const Marks *m)
{
    bool fails = false;
    for (int i = 0; i < s->count; i++) {
        const Table *t = &s->tables[i];
        if (t->is_given)
            continue;
        Tally *of = tally_of(r, &r->tables, t->title);
        int wrong = of->counts[WRONG];
        for (int cell = t->worked; cell < table_size(t); cell++)
            count_verdict(r, of, m->walk.verdict[i][cell]);
        of->often += !fails && of->counts[WRONG] > wrong;
        fails |= of->counts[WRONG] > wrong;
    }
    for (int i = 0; i < s->task_count; i++)
        if (s->tasks[i].kind != WHY)
            count_verdict(r, tally_of(r, &r->tables, s->tasks[i].title), m->task[i]);
    for (int i = 0; i < m->named_count; i++)
        tally_of(r, &r->mistakes, m->named[i]->says)->often += r->of_class ? 1 : m->explained[i];
}

static void number_cells(Arena *arena, const Tally *t, const char **cells)
{
    cells[0] = arena_format(arena, "%d", t->asked);
    for (int i = 0; i < VERDICTS; i++)
        cells[i + 1] = arena_format(arena, "%d", t->counts[(i + RIGHT) % VERDICTS]);
}

static int by_frequency(const void *left, const void *right)
{
    const Tally *a = left, *b = right;
    return a->often != b->often ? b->often - a->often : strcmp(a->name, b->name);
}

/* Writes the tables, the most frequent misconceptions, and remarks. */
static void report_write(FILE *out, Report *r)
{
    static const int widths[] = {-29, 5, 5, 8, 11, 5, 5, 11};
    static const char *const heads[] = {"", COUNTED, "fails first"};
    Document *d = document_new(r->arena, NULL);
    document_add(d, (Block){.kind = BLOCK_HEADING, .text = r->title, .titles_all = true});
    Listing *l = document_list(d, widths, r->of_class ? 8 : 7);
    if (r->tables.count)
        listing_add(d, l, heads);
    for (int i = 0; i < r->tables.count; i++) {
        const char *cells[8] = {r->tables.items[i].name};
        number_cells(r->arena, &r->tables.items[i], cells + 1);
        cells[7] = arena_format(r->arena, "%d", r->tables.items[i].often);
        listing_add(d, l, cells);
    }
    const Tallies *m = &r->mistakes;
    if (m->count)
        qsort(m->items, (size_t)m->count, sizeof *m->items, by_frequency);
    for (int i = 0; i < m->count; i++)
        document_say(d, BLOCK_ITEM,
                     arena_format(r->arena, "In %d %s%s: %s", m->items[i].often,
                                  r->of_class ? "form" : "number", plural(m->items[i].often),
                                  m->items[i].name));
    text_write(out, d, &(WriteOptions){0});
    fputs(r->remarks.data, out);
}

/* ---- one form ---- */

/* The remarks on a form. */
static void put_remarks(Report *r, const Worksheet *s, const Marks *m, const Row row)
{
    for (int i = 0; i < m->slip_count; i++)
        text_format(&r->remarks, "\nLook at the signs in %s: %s.\n",
                    place_text(r->arena, s, m->slips[i].table, m->slips[i].cell), m->slips[i].text);
    if (m->unexplained)
        text_format(&r->remarks, "\n%d number%s to be computed again, from those before.\n",
                    m->unexplained, plural(m->unexplained));
    if (*row[REMARKS])
        text_format(&r->remarks, "\nNot read: %s.\n", row[REMARKS]);
}

/* Reports a form that cannot be read, and lists it in the marks. */
static void remark(const Class *c, Row row, const char *remark)
{
    const char *before = row[REMARKS];
    text_format(c->run->warnings, "%s: %s\n", row[FILE_NAME], remark);
    row[REMARKS] = arena_format(c->run->arena, "%s%s%s", before, *before ? "; " : "", remark);
}

/* Opens the feedback file; a second form of the same sheet gets a number. */
static FILE *begin_feedback(Class *c, const char *code)
{
    const char *name = code;
    for (int k = 2; lexicon_find(&c->codes, name) >= 0; k++)
        name = arena_format(c->run->arena, "%s-%d", code, k);
    lexicon_add(&c->codes, name);
    return folder_begin(c->folder, arena_format(c->run->arena, "%s-feedback.txt", name));
}

static void report_form(Class *c, Row row, const Worksheet *s, const Marks *m)
{
    Report r = {.arena = s->arena, .remarks = text_new(s->arena)};
    report_add(&r, s, m);
    report_add(&c->report, s, m);
    number_cells(c->run->arena, &r.all, &row[COUNTS]);
    double follow = c->run->settings->check.follow_through;
    double percent = 100 * (r.all.counts[RIGHT] + follow * r.all.counts[FOLLOWED]) / r.all.asked;
    row[PERCENT] = arena_format(c->run->arena, "%.1f", percent);
    for (int i = 0; i < m->named_count; i++)
        row[MISCONCEPTIONS] = arena_format(c->run->arena, "%s%s%s", row[MISCONCEPTIONS],
                                           i ? " " : "", m->named[i]->id);
    c->percents += percent;
    c->marked++;
    r.title = arena_format(s->arena, "%s, sheet %s: %.0f %%",
                           *row[STUDENT] ? row[STUDENT] : "No name", s->code, percent);
    put_remarks(&r, s, m, row);
    report_write(begin_feedback(c, s->code), &r);
    folder_end(c->folder);
}

static void mark_form(Class *c, Arena *scratch, Bytes text, Form *form, Row row)
{
    int level;
    unsigned variant;
    if (!code_read(form->code, &level, &variant)) {
        remark(c, row,
               arena_format(c->run->arena, "there is no sheet '%s': %s", row[SHEET],
                            toupper((unsigned char)*form->code) == 'A'
                                ? "a letter of it is wrong"
                                : "codes of this edition begin with A"));
        return;
    }
    const Worksheet *sheet = worksheet_new(scratch, level, variant);
    Answers answers = form_answers(scratch, text, sheet, form);
    Walk key = sheet_key(scratch, sheet, c->run->settings->check.is_strict ? STRICT : LENIENT);
    Marks marks = mark(scratch, sheet, &answers, &key);
    for (char *rest = form->remarks.data, *line; (line = strsep(&rest, "\n")) && *line;)
        remark(c, row, arena_format(c->run->arena, "line %s", visible_text(scratch, line)));
    report_form(c, row, sheet, &marks);
}

/* Skips the files that were printed with the forms. */
static void mark_file(Class *c, const char *path)
{
    Arena *arena = c->run->arena;
    ENDED_BY(arena_end) Arena *scratch = arena_new();
    Row row = {visible_text(arena, path), [PERCENT] = "", [MISCONCEPTIONS] = "", ""};
    struct stat status;
    bool may_be = !stat(path, &status) && !S_ISDIR(status.st_mode) && status.st_size < LONGEST_FORM;
    Bytes text = may_be ? file_read(scratch, path, LONGEST_FORM) : (Bytes){0};
    Form form = form_head(scratch, text);
    row[STUDENT] = visible_text(arena, form.name);
    row[SHEET] = visible_text(arena, form.code ? form.code : "");
    number_cells(arena, &(Tally){0}, &row[COUNTS]);
    if (form.code)
        mark_form(c, scratch, text, &form, row);
    else if (!worksheet_paper(path))
        remark(c, row,
               !may_be ? "no answer form: a folder, or larger than a megabyte"
               : is_utf16(text.data, text.size) ? UTF16_MESSAGE
                                                : "no answer form: no line begins with 'sheet:'");
    if (form.code || *row[REMARKS])
        c->rows = arena_append(arena, c->rows, &c->count, &row, sizeof row);
}

/* Appends a file, or the files of a folder that are not hidden, sorted by name. */
static void add_files(const Run *run, const char *path, Strings *files)
{
    Arena *arena = run->arena;
    struct dirent **found = NULL;
    struct stat read, written;
    if (stat(path, &read) != 0)
        fail_file(path);
    if (stat(run->settings->check.out, &written) == 0 && read.st_ino == written.st_ino)
        fail_usage("--out: the marks need another folder than the forms, %s", path);
    int count = scandir(path, &found, NULL, alphasort);
    if (count < 0)
        strings_add(arena, files, path);
    for (int i = 0; i < count; i++) {
        if (*found[i]->d_name != '.')
            strings_add(arena, files, arena_format(arena, "%s/%s", path, found[i]->d_name));
        free(found[i]);
    }
    free(found);
}

/* ---- the class ---- */

static void write_marks(const Class *c)
{
    static const char *const heads[] = {"file",  "name",           "sheet",  "percent",
                                        COUNTED, "misconceptions", "remarks"};
    FILE *out = folder_begin(c->folder, "marks.csv");
    csv_put_row(out, heads, COLUMNS);
    for (int i = 0; i < c->count; i++)
        csv_put_row(out, c->rows[i], COLUMNS);
    folder_end(c->folder);
}

static void write_class(Class *c)
{
    const Strings *paths = &c->run->arguments->operands;
    Strings files = {0};
    for (int i = 0; i < paths->count; i++)
        add_files(c->run, paths->items[i], &files);
    ENDED_BY(progress_end) Progress progress = progress_begin(files.count, false);
    for (int i = 0; i < files.count; i++) {
        mark_file(c, files.items[i]);
        progress_show(&progress, i + 1, progress_clock());
    }
    if (!c->count)
        fail("%s: no answer forms", *paths->items);
    if (c->marked)
        c->report.title = arena_format(c->run->arena, "Marked %d form%s: %.0f %% on average",
                                       c->marked, plural(c->marked), c->percents / c->marked);
    write_marks(c);
    report_write(folder_begin(c->folder, "summary.txt"), &c->report);
    folder_end(c->folder);
    folder_commit(c->folder);
}

Trace *check_command(const Run *run)
{
    Arena *arena = run->arena;
    const char *to = run->settings->check.out;
    Class c = {.run = run,
               .codes = lexicon_new(arena),
               .report = {arena, true, "Marked no form", .remarks = text_new(arena)}};
    if (!run->arguments->operands.count)
        fail_usage("no forms are named: attnviz check FOLDER, or FILE...");
    ENDED_BY(folder_close) Folder *folder = c.folder = folder_open(arena, to, mark_files);
    write_class(&c);
    print_warnings(arena, run->warnings);
    report_write(stdout, &c.report);
    printf("\nWrote %s to %s.\n",
           c.marked ? "marks.csv, summary.txt and feedback on each form"
                    : "marks.csv and summary.txt",
           visible_text(arena, to));
    return NULL;
}
