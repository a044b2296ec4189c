#include "classroom/paper.h"

static const char digits[] = "0123456789";

/* ---- spellings ---- */

const char *const typed_lines[] = {
#include "classroom/typed_lines.list"
    NULL};

static const char *const typed_numbers[] = {
#include "classroom/typed.list"
    NULL};

/* Without what may stand around a number or a name, and says nothing. */
static char *trimmed(char *text)
{
    static const char around[] = " \t\r\"'`*_$";
    text += strspn(text, around);
    for (size_t n = strlen(text); n && strchr(around, text[n - 1]); n--)
        text[n - 1] = '\0';
    return text;
}

/* ---- a number ---- */

/* Parses a decimal number with exponent; *decimals is the place of its last significant digit. */
static bool decimal_typed(const char *text, double *value, int *decimals)
{
    const char *point = strchr(text, '.'), *power = strchr(text, 'e');
    int behind = point ? (int)strspn(point + 1, digits) : 0;
    *decimals = behind - (power ? (int)fmin(fmax(strtod(power + 1, NULL), -1e6), 1e6) : 0);
    for (; behind && *decimals > DECIMALS && point[behind] == '0'; behind--)
        --*decimals;
    return !text[strspn(text, "+-.e0123456789")] && is_decimal_number(text, -1e9, 1e9, value);
}

bool number_typed(Arena *arena, const char *text, double *value, double *half)
{
    text = lowered(arena, trimmed(respelled(arena, text, typed_lines)));
    char *top = respelled(arena, text, typed_numbers), *end = top, *below = top;
    double divisor = 1;
    int decimals, more = 0;
    for (const char *c = top; *c; c++) /* a space between digits is left, and no number has one */
        if (*c != ' ' || (end > top && strchr(digits, end[-1]) && strspn(c + 1, digits)))
            *end++ = *c;
    *end = '\0';
    *value = strcmp(top, "-inf") != 0 ? NAN : -INFINITY;
    *half = HALF_UNIT;
    if (isinf(*value) || strspn(top, "-?") == strlen(top)) /* infinite, or nothing */
        return true;
    bool shares = top[strlen(top) - 1] == '%';
    top[strlen(top) - shares] = '\0';
    top = strsep(&below, "/");
    if (!decimal_typed(top, value, &decimals) ||
        (below && (!decimal_typed(below, &divisor, &more) || !(fabs(divisor) > 0)))) {
        *value = NAN;
        return false;
    }
    *value /= shares ? 100 * divisor : divisor;
    decimals += shares ? 2 : 0;
    if (below && !decimals && !more)
        *half = 0; /* a fraction of integers is exact */
    else if (!below && decimals > DECIMALS)
        *half = 0.5 * power_of_ten(-smaller(decimals, 8));
    return true;
}

/* ---- lines ---- */

/* NULL at the end. */
static char *next_line(Arena *arena, Bytes *rest)
{
    Bytes line;
    return take_line(rest, '\n', &line) ? trimmed(arena_strndup(arena, line.data, line.size))
                                        : NULL;
}

/* The rest of a line after "NAME:" (case-insensitive); NULL if it begins otherwise. */
static char *field(Arena *arena, char *line, const char *name)
{
    line += begins_with(line, "\xef\xbb\xbf") ? 3 : 0;
    char *behind = line + strlen(name);
    bool named = begins_with(lowered(arena, line), name);
    behind += named ? strspn(behind, " ") : 0;
    return named && *behind && strchr(":;,\t", *behind) ? trimmed(behind + 1) : NULL;
}

Form form_head(Arena *arena, Bytes text)
{
    Form f = {.name = "", .remarks = text_new(arena)};
    for (char *line, *typed; (line = next_line(arena, &text)) && *line != '[';) {
        typed = respelled(arena, line, typed_lines);
        const char *code = field(arena, typed, "sheet"), *name = field(arena, line, "name");
        f.code = code ? code : f.code;
        f.name = name ? name : f.name;
    }
    return f;
}

/* Splits a row into cells: at ; | or tabs; else at commas, if they adjoin spaces or give `cols`
   cells; else at spaces, unless there is one cell. Returns their number without trailing empty
   ones; −1 for too many. */
static int cells_of(char *row, int cols, char **cells)
{
    int commas = 0, count = 0;
    bool marked = strpbrk(row, ";|\t"), spaced = strchr(row, ' ');
    row += *row && strchr("|\t", *row);
    for (const char *c = row; *c; c++)
        commas += *c == ',';
    for (char *c = row; !marked && *c; c++)
        if (*c == ',' && (spaced ? c[1] == ' ' || (c > row && c[-1] == ' ') : commas + 1 == cols))
            *c = ';';
    const char *between = cols == 1 || strpbrk(row, ";|\t") ? ";|\t" : " ";
    for (char *cell; (cell = strsep(&row, between));) {
        cell = trimmed(cell);
        if (!*cell && (*between == ' ' || count == cols))
            continue;
        if (count == cols)
            return -1;
        cells[count++] = cell;
    }
    return count < cols && count && *between == ' ' ? -1 : count;
}

/* ---- answers ---- */

typedef struct Reader {
    Arena *arena;
    const Worksheet *sheet;
    Answers *answers;
    Form *form;
    int line;  /* from 1 */
    int table; /* of the current block; −1 outside one … */
    int row;   /* … and its next row; −1 before the first block */
    const Task *task;
} Reader;

static void begin_block(Reader *r, char *line)
{
    const char *id = trimmed(strsep(&line, "]") + 1), *name = lowered(r->arena, id);
    const Table *t = r->sheet->tables;
    r->task = find_named(r->sheet->tasks, r->sheet->task_count, sizeof *r->task, name);
    for (r->table = r->sheet->count - 1; r->table >= 0; r->table--)
        if (!t[r->table].is_given && !strcmp(lowered(r->arena, t[r->table].id), name))
            break;
    r->row = 0;
    if (!r->task && r->table < 0)
        text_format(&r->form->remarks, "%d: sheet %s has no [%s]\n", r->line, r->sheet->code, id);
}

/* The name of an unlabelled row in a form. */
static const char *row_label(Arena *arena, const Table *t, int row)
{
    return *t->rows[row] ? t->rows[row] : arena_format(arena, "row %d", row + 1);
}

/* The row with a label, or the next one if it has none; −1 if there is no such row. */
static int row_named(const Reader *r, const Table *t, const char *label)
{
    for (int i = 0; label && i < rows_of(t->node); i++)
        if (!strcmp(lowered(r->arena, row_label(r->arena, t, i)), lowered(r->arena, label)))
            return i;
    return label || r->row >= rows_of(t->node) ? -1 : r->row;
}

static void read_cell(Reader *r, int cell, const char *typed)
{
    const Table *t = &r->sheet->tables[r->table];
    double *value = &r->answers->value[r->table][cell];
    if (!number_typed(r->arena, typed, value, &r->answers->half[r->table][cell])) {
        text_format(&r->form->remarks, "%d: '%s' is no number\n", r->line, typed);
    } else if (!is_asked(t, cell) && fabs(*value - (double)t->shown.data[cell]) > 2 * HALF_UNIT &&
               !strstr(r->form->remarks.data, "is not the example")) { /* reported once */
        text_format(&r->form->remarks, "%d: '%s' is not the example of sheet %s\n", r->line, typed,
                    r->sheet->code);
    }
}

static void read_row(Reader *r, char *line)
{
    const Table *t = &r->sheet->tables[r->table];
    int cols = cols_of(t->node);
    char **cells = arena_alloc(r->arena, (size_t)cols, sizeof *cells);
    char *label = strchr(line, ':') ? trimmed(strsep(&line, ":")) : NULL;
    int row = row_named(r, t, label), count = cells_of(line, cols, cells);
    if (row < 0)
        text_format(&r->form->remarks, "%d: [%s] has no such row\n", r->line, t->id);
    else if (count < 0)
        text_format(&r->form->remarks, "%d: not %d number%s\n", r->line, cols, plural(cols));
    for (int j = 0; row >= 0 && j < (count < 0 ? cols : count); j++)
        if (count < 0)
            r->answers->value[r->table][row * cols + j] = NAN;
        else
            read_cell(r, row * cols + j, cells[j]);
    r->row = row < 0 ? r->row : row + 1;
}

/* Appends a line to the current task's answer. */
static void read_task(Reader *r, char *line)
{
    const char **answer = &r->answers->task[r->task - r->sheet->tasks],
               *typed = field(r->arena, line, "answer");
    typed = typed ? typed : line;
    if (*typed)
        *answer = *answer ? arena_format(r->arena, "%s %s", *answer, typed) : typed;
}

Answers form_answers(Arena *arena, Bytes text, const Worksheet *sheet, Form *form)
{
    Answers answers = answers_new(arena, sheet);
    Reader r = {arena, sheet, &answers, form, .line = 1, .table = -1, .row = -1};
    for (char *line; (line = next_line(arena, &text)); r.line++) {
        line = respelled(arena, line, typed_lines);
        if (*line == '[')
            begin_block(&r, line);
        else if (*line && *line != '#' && r.table >= 0)
            read_row(&r, line);
        else if (*line && *line != '#' && r.task)
            read_task(&r, line);
        else if (r.row < 0 && strchr(line, ':') && strchr(line, ';')) /* numbers */
            text_format(&form->remarks, "%d: no table is named above '%s'\n", r.line, line);
    }
    return answers;
}

/* ---- an empty form ---- */

/* The beginning of a form: a format with the mark, the version, the code and the name. */
extern const char form_list[];

const char *form_text(const Worksheet *s, const char *name)
{
    Text out = text_new(s->arena);
    text_format(&out, form_list, FORM_MARK, ATTNVIZ_VERSION, s->code, name);
    for (int i = 0; i < s->count; i++) {
        const Table *t = &s->tables[i];
        for (int c = 0, cols = cols_of(t->node); !t->is_given && c < table_size(t); c++) {
            if (c == 0)
                text_format(&out, "\n[%s]\n", t->id);
            if (c % cols == 0)
                text_format(&out, "%s: ", row_label(s->arena, t, c / cols));
            text_add(&out,
                     is_asked(t, c) ? "    " : hand_number(s->arena, (double)t->shown.data[c]));
            text_add(&out, (c + 1) % cols ? " ; " : "\n");
        }
    }
    for (int i = 0; i < s->task_count; i++)
        text_format(&out, "\n[%s]\n# %s\nanswer: \n", s->tasks[i].id, s->tasks[i].title);
    return out.data;
}
