#include "classroom/paper.h"

#include "classroom/recipe.h"
#include "document/document.h"

/* The kinds of blocks, and the markup of each format for them. */
#define MARK(name, ...) name,
typedef enum Mark {
#include "classroom/paper.list"
    MARKS
} Mark;

#define MARK(name, ...) {__VA_ARGS__},
static const char *const marks[MARKS][PAPER_FORMATS] = {
#include "classroom/paper.list"
};

/* The preambles of HTML and LaTeX. */
extern const char sheets_html_list[], sheets_latex_list[];

/* ---- words ---- */

/* Escapes text for HTML and Markdown: markup characters become numeric entities. */
static const char *text_entities(Arena *arena, const char *text)
{
    Text out = text_new(arena);
    for (; *text; text++)
        if (strchr("<>&\"'\\`*_[]|$~#!", *text))
            text_format(&out, "&#%d;", *text);
        else
            text_add_bytes(&out, text, 1);
    return out.data;
}

/* The note is already in the format's markup. Commands contain nothing that HTML would interpret,
   and are code in Markdown: they need no escaping. */
static void put_noted(Paper *p, Mark mark, const char *text, const char *note)
{
    if (p->format == PAPER_LATEX)
        text = text_tex(p->scratch, text);
    else if (mark != COMMAND)
        text = text_entities(p->scratch, text);
    text_format(&p->text, marks[mark][p->format], text, note);
}

static void put(Paper *p, Mark mark, const char *text)
{
    put_noted(p, mark, text, "");
}

static void put_formula(Paper *p, const char *formula)
{
    const char *set = (p->format == PAPER_HTML ? formula_mathml : formula_tex)(p->scratch, formula);
    if (*formula)
        text_format(&p->text, marks[FORMULA][p->format], set);
}

const char *hand_number(Arena *arena, double x)
{
    char number[NUMBER_SIZE];
    return arena_strdup(arena, number_fixed(number, x, x == rint(x) ? 0 : DECIMALS));
}

const char *place_text(Arena *arena, const Worksheet *sheet, int table, int cell)
{
    const Table *t = &sheet->tables[table];
    int cols = cols_of(t->node);
    return arena_format(arena, "%s [%s, %s]", t->title, t->rows[cell / cols], t->cols[cell % cols]);
}

/* ---- matrices ---- */

/* Markdown has no colour: nine shades of two block characters, so that what does not look alike
   (tasks.c) has different ones. */
static void put_shade(Paper *p, double x)
{
    static const char *const greys[] = {"··", "·░", "░░", "░▒", "▒▒", "▒▓", "▓▓", "▓█", "██"};
    put(p, SHADED,
        p->format == PAPER_MARKDOWN ? greys[smaller((int)(9 * x), 8)]
                                    : arena_format(p->scratch, "%.0f", 100 * x));
}

/* An asked cell is empty on a sheet; in a key its tolerance follows. */
static void put_cell(Paper *p, const Table *t, int cell)
{
    bool asked = is_asked(t, cell);
    double doubt = asked && p->key ? (double)p->key->doubt[t - p->sheet->tables].data[cell] : 0;
    const char *note = "", *number = "";
    if (!asked || p->key)
        number = hand_number(p->scratch, (double)t->shown.data[cell]);
    if (doubt > 0.0055)
        note = arena_format(p->scratch, marks[NOTE][p->format], doubt);
    put_noted(p, asked ? ASKED : t->is_given ? GIVEN : DONE, number, note);
}

/* A given table has its formula in the corner. A heatmap runs from 0, white, to 1, black, without
   numbers. */
static void put_table(Paper *p, const Table *t, bool is_shaded)
{
    int cols = t->shown.cols, size = (int)tensor_size(t->shown);
    put(p, GRID, "");
    put_formula(p, t->is_given ? t->formula : "");
    for (int j = 0; j < cols; j++)
        put(p, COLUMN, t->cols[j]);
    put(p, ROW_END, "");
    for (int j = 0; j <= cols; j++)
        put(p, RULE, "");
    put(p, RULE_END, "");
    for (int i = 0; i < size; i++) {
        if (i % cols == 0)
            put(p, ROW, t->rows[i / cols]);
        if (is_shaded)
            put_shade(p, (double)t->shown.data[i]);
        else
            put_cell(p, t, i);
        if ((i + 1) % cols == 0)
            put(p, ROW_END, "");
    }
    put(p, GRID_END, "");
}

/* A value table of eˣ or tanh x at the multiples of 1/2 from −most to most. */
static void put_values(Paper *p, const char *name, bool is_tanh, int most)
{
    Tensor values = tensor_new(p->scratch, 1, 4 * most + 1);
    const char **xs = arena_alloc(p->scratch, (size_t)values.cols, sizeof *xs);
    for (int i = 0; i < values.cols; i++) {
        double x = i / 2.0 - most;
        xs[i] = digits_text(p->scratch, x, 2);
        values.data[i] = (real)(is_tanh ? 1 - 2 / (portable_exp(2 * x) + 1) : portable_exp(x));
    }
    Table t = {.formula = "x", .rows = &name, .cols = xs, .is_given = true, .shown = values};
    put(p, WIDE, "");
    put_table(p, &t, false);
    put(p, WIDE_END, "");
}

/* ---- examples ---- */

/* The arithmetic of a cell with the numbers as printed; "" if it has none, or if an example would
   contain numbers that the sheet does not print. */
static const char *arithmetic(const Paper *p, int table, int cell, bool is_example)
{
    const Worksheet *s = p->sheet;
    Walk shown = {0};
    for (int i = 0; i < s->count; i++)
        shown.carried[i] = s->tables[i].shown;
    Bench b = bench_of(p->scratch, s, &shown, table);
    const Node *n = recompute(&b, NULL);
    Cell of = {n, cell / cols_of(n), cell % cols_of(n)};
    Explanation e = cell_told((Explanation){.arena = p->scratch, .digits = 5}, of);
    for (int u = 0; is_example && u < e.use_count; u++) {
        int from = 0, at = e.uses[u].row * cols_of(e.uses[u].node) + e.uses[u].col;
        while (from < s->count && b.leaves[from] != e.uses[u].node)
            from++;
        if (from == s->count || is_asked(&s->tables[from], at))
            return "";
    }
    return e.copies || !e.expression_count ? "" : e.expressions[0].data;
}

/* The arithmetic with its numbers removed, except under a root; function brackets stay. */
static const char *skeleton(Arena *arena, const char *text)
{
    Text out = text_new(arena);
    while (*text) {
        bool is_function = out.length && isalpha((unsigned char)out.data[out.length - 1]);
        bool has_bracket = begins_with(text, "(−") && !is_function;
        const char *number = text + (has_bracket ? strlen("(") : 0);
        number += begins_with(number, "−") ? strlen("−") : 0;
        size_t length = strspn(number, "0123456789.");
        bool is_blank = length && !ends_with(out.data, "√");
        text_add_bytes(&out, is_blank ? "____" : text, is_blank ? 4 : 1);
        text = is_blank ? number + length + has_bracket : text + 1;
    }
    return out.data;
}

static void put_told(Paper *p, const Table *t, int cell, const char *equals, const char *number)
{
    int cols = cols_of(t->node);
    put(p, LINE,
        arena_format(p->scratch, "%s, %s: %s = %s", t->rows[cell / cols], t->cols[cell % cols],
                     equals, number));
}

/* The longest arithmetic of a worked cell, and the first asked cell's with blanks. */
static void put_examples(Paper *p, const Table *t)
{
    int place = (int)(t - p->sheet->tables), best = 0;
    const char *longest = "";
    for (int i = 0; i < t->worked; i++) {
        const char *told = arithmetic(p, place, i, true);
        if (strlen(told) > strlen(longest)) {
            longest = told;
            best = i;
        }
    }
    if (!*longest)
        return;
    put_told(p, t, best, longest, hand_number(p->scratch, (double)t->shown.data[best]));
    const char *next = arithmetic(p, place, t->worked, false); /* a cell is always left */
    if (strlen(next) > 8)
        put_told(p, t, t->worked, skeleton(p->scratch, next), "____");
}

/* ---- a page ---- */

static void put_task(Paper *p, const Task *t)
{
    const char *told = t->rubric ? t->rubric : t->answer;
    bool is_wide = t->kind == MATCH; /* its figures are side by side */
    put(p, is_wide ? PART : STEP, t->title);
    put(p, UNDER, "");
    put(p, PARAGRAPH, t->text);
    for (int i = 0; i < MAX_FIGURES && t->figures[i].rows; i++)
        put_table(p, &t->figures[i], is_wide);
    for (int i = 0; !p->key && i < (t->rubric ? 3 : 1); i++)
        put(p, ROOM, "");
    for (char *rest = arena_strdup(p->scratch, told), *line;
         p->key && (line = strsep(&rest, "\n"));)
        put(p, LINE, arena_format(p->scratch, "→ %s", line));
    put(p, is_wide ? WIDE_END : STEP_END, "");
}

static void put_tasks(Paper *p, bool before)
{
    for (int i = 0; i < p->sheet->task_count; i++)
        if ((p->sheet->tasks[i].kind == PREDICT) == before)
            put_task(p, &p->sheet->tasks[i]);
}

static void put_steps(Paper *p)
{
    int number = 0;
    for (int i = 0; i < p->sheet->count; i++) {
        const Table *t = &p->sheet->tables[i];
        if (t->is_given)
            continue;
        put(p, STEP, arena_format(p->scratch, "%d. %s", ++number, t->title));
        put_formula(p, t->formula);
        put(p, UNDER, "");
        put_table(p, t, false);
        if (!p->key)
            put_examples(p, t);
        put(p, STEP_END, "");
    }
}

static void put_signs(Paper *p)
{
    int count;
    const Sign *s = sheet_signs(p->scratch, p->sheet, &count);
    put(p, PART, "If you see");
    for (int i = 0; i < count; i++)
        put(p, LINE,
            arena_format(p->scratch, "%s for %s in %s: %s", hand_number(p->scratch, s[i].seen),
                         hand_number(p->scratch, s[i].instead_of),
                         place_text(p->scratch, p->sheet, s[i].table, s[i].cell),
                         s[i].mistake->says));
    put(p, WIDE_END, "");
}

/* The result of a recipe in command-line syntax: "1,0; 0,1"; for a table after a colon, with row
   labels. */
static void add_numbers(Text *out, const Worksheet *s, const char *recipe)
{
    Bench b = bench_of(s->arena, s, NULL, s->count - 1);
    bool labelled = *recipe == ':';
    const char *made = recipe + labelled;
    Tensor t = recipe_make(&b, made)->value;
    for (int c = 0; c < t.rows * t.cols; c++) {
        if (c % t.cols == 0 && labelled)
            text_format(out, "%s%s,", c ? "; " : "",
                        s->tables[table_index(s, made)].rows[c / t.cols]);
        else if (c)
            text_add(out, c % t.cols ? "," : "; ");
        text_format(out, "%g", (double)t.data[c]);
    }
}

const char *sheet_commands(const Worksheet *s)
{
    Text out = text_new(s->arena);
    char *rest = arena_strdup(s->arena, levels[s->level - 1].commands);
    while (rest) {
        text_add(&out, strsep(&rest, "{"));
        if (rest)
            add_numbers(&out, s, strsep(&rest, "}"));
    }
    return out.data;
}

static void put_commands(Paper *p)
{
    char *rest = arena_strdup(p->scratch, sheet_commands(p->sheet));
    put(p, PART, levels[p->sheet->level - 1].traced);
    while (rest)
        put(p, COMMAND, strsep(&rest, "\n"));
    put(p, WIDE_END, "");
}

/* Additive scores are not divided by √dₖ, and their energies are not multiples of 1/2. */
static const char *instructions(const Paper *p)
{
    const Worksheet *s = p->sheet;
    return arena_format(p->scratch,
                        "Round each number to two decimals, and go on with what you wrote. %sAbout "
                        "%d products. %s",
                        s->variant % 4 ? marks[DONE_TOLD][p->format] : "", s->products,
                        table_index(s, "tanh") >= 0 ? "What the tables lack: by calculator."
                                                    : arena_format(p->scratch, "dₖ = %d.", D_K));
}

static void put_head(Paper *p, const char *name)
{
    const Worksheet *s = p->sheet;
    const char *title = p->format == PAPER_LATEX ? text_tex(p->scratch, s->title) : s->title;
    text_format(&p->text, marks[TITLE][p->format], s->code, title);
    put(p, OWNER, name);
    put(p, PARAGRAPH, s->intro);
    put(p, PARAGRAPH,
        p->key ? "The key: the numbers of careful work with two decimals. ± says how far honest "
                 "rounding may carry one from there."
               : instructions(p));
    put(p, WIDE, "");
    for (int i = 0; i < s->count; i++)
        if (s->tables[i].is_given)
            put_table(p, &s->tables[i], false);
    put(p, WIDE_END, "");
}

Paper paper_new(Arena *arena, PaperFormat format, bool on_letter)
{
    static const char *const lists[] = {sheets_html_list, sheets_latex_list, ""};
    Paper p = {.format = format, .text = text_new(arena)};
    text_format(&p.text, marks[PAPER][format], on_letter ? "letter" : "a4");
    text_add(&p.text, lists[format]);
    return p;
}

void paper_add(Paper *p, const Worksheet *sheet, const char *name, const Walk *key)
{
    p->scratch = sheet->arena;
    p->sheet = sheet;
    p->key = key;
    put_head(p, name);
    if (!key)
        put_values(p, "eˣ", false, 4);
    if (!key && table_index(sheet, "tanh") >= 0)
        put_values(p, "tanh x", true, 3);
    put_tasks(p, true);
    put_steps(p);
    put_tasks(p, false);
    if (key) {
        put_signs(p);
        put_commands(p);
    }
}

const char *paper_end(Paper *p)
{
    text_add(&p->text, marks[PAPER_END][p->format]);
    return p->text.data;
}
