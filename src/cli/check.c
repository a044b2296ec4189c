/* A class's forms marked: what each wrote, which step fails first, which misconceptions there are.
 */
#include "classroom/paper.h"
#include "cli/settings.h"

#include <dirent.h>

enum { LONGEST_FORM = 1 << 20 };

static const FileKind *mark_files(int index)
{
    static const FileKind kinds[] = {{"marks.csv", "file,name,sheet", 15, 64},
                                     {"summary.txt", "Marked ", 7, 64},
                                     {"*-feedback.txt", ", sheet A", 9, 4096}};
    return index < 3 ? &kinds[index] : NULL;
}

/* What became of a table in all forms; or of a form: then `asked` is 0 if it could not be marked.
 */
typedef struct Tally {
    const char *name; /* of the table, or the file */
    int asked, counts[VERDICTS];
    int first; /* forms that fail here first */
    /* of a form */
    const char *student, *code, *misconceptions, *remarks;
    double percent;
} Tally;

typedef struct Tallies {
    Tally *items;
    int count;
} Tallies;

typedef struct Class {
    const Run *run;
    Folder *folder;
    Tallies forms, tables, mistakes;
    Lexicon codes; /* of which there is feedback */
    Document *summary;
} Class;

/* One form while it is marked. */
typedef struct Marked {
    const Worksheet *sheet;
    Answers answers;
    Marks marks;
    Tally *tally;
} Marked;

static Tally *tally_of(const Class *c, Tallies *t, const char *name)
{
    for (int i = 0; i < t->count; i++)
        if (!strcmp(t->items[i].name, name))
            return &t->items[i];
    t->items = arena_grow(c->run->arena, t->items, t->count, sizeof *t->items);
    t->items[t->count] = (Tally){.name = arena_strdup(c->run->arena, name)};
    return &t->items[t->count++];
}

/* ---- feedback ---- */

static const char *const verdicts[VERDICTS] = {[EMPTY] = "empty",
                                               [RIGHT] = "right",
                                               [FOLLOWED] = "right from your own earlier numbers",
                                               [COARSE] = "rounded to one decimal",
                                               [WRONG] = "wrong"};

static void put_counts(FILE *out, const char *title, const int *counts)
{
    const char *between = "";
    fprintf(out, "  %s: ", title);
    for (int i = 0; i < VERDICTS; i++) {
        int v = (RIGHT + i) % VERDICTS;
        if (counts[v]) {
            fprintf(out, "%s%d %s", between, counts[v], verdicts[v]);
            between = ", ";
        }
    }
    fputs("\n", out);
}

static void count_table(const Marked *f, int table, int counts[VERDICTS])
{
    const Table *t = &f->sheet->tables[table];
    memset(counts, 0, VERDICTS * sizeof *counts);
    for (int cell = 0; cell < table_size(t); cell++)
        counts[f->marks.walk.verdict[table][cell]] += is_asked(t, cell);
}

static void put_feedback(FILE *out, const void *data)
{
    const Marked *f = data;
    const Worksheet *s = f->sheet;
    const Marks *m = &f->marks;
    int counts[VERDICTS];
    fprintf(out, "%s, sheet %s: %.0f %%\n\n", f->tally->student, s->code, f->tally->percent);
    for (int i = 0; i < s->count; i++) {
        count_table(f, i, counts);
        if (!s->tables[i].is_given)
            put_counts(out, s->tables[i].title, counts);
    }
    for (int i = 0; i < s->task_count; i++)
        fprintf(out, "  %s: %s\n", s->tasks[i].title,
                s->tasks[i].kind == WHY && f->answers.task[i] ? "your teacher reads it"
                                                              : verdicts[m->task[i]]);
    for (int i = 0; i < m->named_count; i++)
        fprintf(out, "\n%s (%d of your numbers)\n", m->named[i]->says, m->explained[i]);
    for (int i = 0; i < m->slip_count; i++)
        fprintf(out, "\nThe signs in %s: %s.\n",
                place_text(s->arena, s, m->slips[i].table, m->slips[i].cell), m->slips[i].text);
    if (m->unexplained)
        fprintf(out,
                "\nTo be computed again, for it does not follow from what stands before: %d "
                "number%s.\n",
                m->unexplained, plural(m->unexplained));
    fprintf(out, "%s%s", *f->tally->remarks ? "\nNot read: " : "", f->tally->remarks);
}

/* ---- one form ---- */

/* What cannot be read is told, and stands among the marks. */
static void remark(const Class *c, Tally *form, const char *remark)
{
    text_format(c->run->warnings, "%s: %s\n", form->name, remark);
    form->remarks = arena_format(c->run->arena, "%s%s\n", form->remarks, remark);
}

static void count_form(Class *c, const Marked *f)
{
    const Worksheet *s = f->sheet;
    Tally *form = f->tally;
    bool fails = false;
    for (int i = 0; i < s->count; i++) {
        Tally *table = s->tables[i].is_given ? NULL : tally_of(c, &c->tables, s->tables[i].title);
        int counts[VERDICTS];
        count_table(f, i, counts);
        for (int v = 0; table && v < VERDICTS; v++) {
            table->counts[v] += counts[v];
            table->asked += counts[v];
        }
        if (table && counts[WRONG]) {
            table->first += !fails;
            fails = true;
        }
    }
    memcpy(form->counts, f->marks.counts, sizeof form->counts);
    for (int i = 0; i < s->task_count; i++)
        form->counts[f->marks.task[i]] += s->tasks[i].kind != WHY;
    for (int v = 0; v < VERDICTS; v++)
        form->asked += form->counts[v];
    double good =
        form->counts[RIGHT] + c->run->settings->check.follow_through * form->counts[FOLLOWED];
    form->percent = 100 * good / form->asked;
    for (int i = 0; i < f->marks.named_count; i++) {
        const Mistake *m = f->marks.named[i];
        form->misconceptions =
            arena_format(c->run->arena, "%s%s%s", form->misconceptions, i ? " " : "", m->id);
        tally_of(c, &c->mistakes, m->says)->first++;
    }
}

/* A second form of the same sheet has a number. */
static bool write_feedback(Class *c, const Marked *f, Error *error)
{
    Arena *arena = c->run->arena;
    const char *name = f->sheet->code;
    for (int k = 2; lexicon_find(&c->codes, name) >= 0; k++)
        name = arena_format(arena, "%s-%d", f->sheet->code, k);
    lexicon_add(&c->codes, name);
    return folder_write(c->folder, arena_format(arena, "%s-feedback.txt", name), put_feedback, f,
                        error);
}

static bool mark_form(Class *c, Arena *scratch, Bytes text, Form *form, Tally *tally, Error *error)
{
    Marked f = {.tally = tally};
    int level;
    unsigned variant;
    if (!code_read(form->code, &level, &variant)) {
        const char *why = *form->code == 'A' ? "a letter is wrong" : "this edition's begin with A";
        remark(c, tally,
               arena_format(c->run->arena, "there is no sheet '%s': %s", tally->code, why));
        return true;
    }
    f.sheet = worksheet_new(scratch, level, variant);
    f.answers = form_answers(scratch, text, f.sheet, form);
    Walk key = sheet_key(scratch, f.sheet, c->run->settings->check.is_strict ? STRICT : LENIENT);
    mark(scratch, f.sheet, &f.answers, &key, &f.marks);
    char *rest = form->remarks.data;
    for (const char *line; (line = strsep(&rest, "\n")) && *line;)
        remark(c, tally, arena_format(c->run->arena, "line %s", visible_text(scratch, line)));
    count_form(c, &f);
    return write_feedback(c, &f, error);
}

/* What was printed beside the forms is passed over. */
static bool mark_file(Class *c, const char *path, Error *error)
{
    Arena *arena = c->run->arena, *scratch = arena_new();
    Bytes text;
    Error reason;
    bool read = file_read(scratch, path, LONGEST_FORM, &text, &reason), done = true;
    Form form = read ? form_head(arena, text) : (Form){0};
    const FileKind *ours = worksheet_kind(path);
    if (form.code || !ours || !strcmp(ours->name, "*.txt")) {
        Tally *tally = tally_of(c, &c->forms, visible_text(arena, path));
        tally->code = form.code ? visible_text(arena, form.code) : "";
        tally->student = form.name ? visible_text(arena, form.name) : "";
        tally->misconceptions = tally->remarks = "";
        if (form.code)
            done = mark_form(c, scratch, text, &form, tally, error);
        else
            remark(c, tally,
                   read ? "no answer form: no line begins with 'sheet:'" : "cannot be read");
    }
    arena_free(scratch);
    return done;
}

/* A file, or those of a folder that are not hidden, by name. */
static bool mark_path(Class *c, const char *path, Error *error)
{
    struct dirent **found;
    bool done = true;
    int count = scandir(path, &found, NULL, alphasort);
    if (count < 0)
        return mark_file(c, path, error);
    for (int i = 0; i < count; i++) {
        if (done && *found[i]->d_name != '.')
            done =
                mark_file(c, arena_format(c->run->arena, "%s/%s", path, found[i]->d_name), error);
        free(found[i]);
    }
    free(found);
    return done;
}

/* ---- the class ---- */

/* asked, and each verdict */
static void put_numbers(Arena *arena, const Tally *t, const char **cells)
{
    static const Verdict order[] = {RIGHT, FOLLOWED, COARSE, WRONG, EMPTY};
    cells[0] = arena_format(arena, "%d", t->asked);
    for (int i = 0; i < VERDICTS; i++)
        cells[1 + i] = arena_format(arena, "%d", t->counts[order[i]]);
}

static void put_marks(FILE *out, const void *data)
{
    const Class *c = data;
    fputs("file,name,sheet,percent,asked,right,followed,one "
          "decimal,wrong,empty,misconceptions,remarks\r\n",
          out);
    for (int i = 0; i < c->forms.count; i++) {
        const Tally *t = &c->forms.items[i];
        const char *cells[12] = {t->name, t->student, t->code,
                                 arena_format(c->run->arena, "%.1f", t->percent)};
        put_numbers(c->run->arena, t, cells + 4);
        for (int k = 3; !t->asked && k < 10; k++)
            cells[k] = "";
        cells[10] = t->misconceptions;
        cells[11] = t->remarks;
        csv_put_row(out, cells, 12);
    }
}

static int by_first(const void *left, const void *right)
{
    const Tally *a = left, *b = right;
    return a->first != b->first ? b->first - a->first : strcmp(a->name, b->name);
}

static void tell_class(Class *c)
{
    static const int widths[] = {-28, 5, 5, 8, 11, 5, 5, 11}, counted[] = {3, -70};
    static const char *const heads[] = {"",      "asked", "right",      "followed", "one decimal",
                                        "wrong", "empty", "fails first"};
    Arena *arena = c->run->arena;
    double sum = 0;
    for (int i = 0; i < c->forms.count; i++)
        sum += c->forms.items[i].percent;
    int marked = c->codes.count;
    document_say(c->summary, BLOCK_RESULT,
                 arena_format(arena, "Marked %d form%s, %.0f %% right on average.\n", marked,
                              plural(marked), sum / larger(1, marked)));
    Listing *l = document_list(c->summary, widths, 8);
    listing_add(c->summary, l, heads);
    for (int i = 0; i < c->tables.count; i++) {
        const char *cells[8] = {c->tables.items[i].name};
        put_numbers(arena, &c->tables.items[i], cells + 1);
        cells[7] = arena_format(arena, "%d", c->tables.items[i].first);
        listing_add(c->summary, l, cells);
    }
    l = document_list(c->summary, counted, 2);
    qsort(c->mistakes.items, (size_t)c->mistakes.count, sizeof *c->mistakes.items, by_first);
    for (int i = 0; i < c->mistakes.count; i++) {
        const Tally *t = &c->mistakes.items[i];
        listing_add(c->summary, l, (const char *[]){arena_format(arena, "%d", t->first), t->name});
    }
}

static void put_summary(FILE *out, const void *data)
{
    text_write(out, ((const Class *)data)->summary, &(TextStyle){0});
}

static bool write_class(void *data, Error *error)
{
    Class *c = data;
    const Values *paths = &c->run->arguments->operands;
    for (int i = 0; i < paths->count; i++)
        if (!mark_path(c, paths->items[i], error))
            return false;
    tell_class(c);
    return folder_write(c->folder, "marks.csv", put_marks, c, error) &&
           folder_write(c->folder, "summary.txt", put_summary, c, error) &&
           folder_commit(c->folder, error);
}

static Trace *run_check(const Run *run, Error *error)
{
    Arena *arena = run->arena;
    const char *to = run->settings->check.out;
    Class c = {.run = run, .codes = lexicon_new(arena), .summary = document_new(arena, NULL)};
    if (!run->arguments->operands.count)
        fail_usage(error, "no forms are named: attnviz check FOLDER, or FILE...");
    else if ((c.folder = folder_open(arena, to, mark_files, error)) &&
             attempt(write_class, &c, error)) {
        print_warnings(arena, run->warnings);
        put_summary(stdout, &c);
        printf("\nWrote marks.csv, summary.txt and feedback on each form to %s.\n",
               visible_text(arena, to));
    }
    folder_abandon(c.folder);
    return NULL;
}

const Command check_command = {
    .title = "attnviz check",
    .operands = "FOLDER|FILE...",
    .options = {&check_options},
    .run = run_check,
};
