#include "document/document.h"

/* ---- figures ---- */

enum { BARS_TOLD = 12, CURVE_DIGITS = 6 };

/* Lists the first BARS_TOLD numbers of a row; row −1: of the only column. */
static void list_numbers(Text *out, const Step *step, int row, int precision)
{
    NumberFormat format = fixed_format(step, precision);
    char digits[NUMBER_SIZE];
    const Axis *axis = row < 0 ? &step->rows : &step->cols;
    int told = smaller(axis->count, BARS_TOLD);
    for (int i = 0; i < told; i++) {
        int r = row < 0 ? i : row, c = row < 0 ? 0 : i;
        text_format(out, "%s%s %s", i ? ", " : "", axis->labels[i],
                    cell_is_masked(step, r, c)
                        ? "masked"
                        : weight_text(&format, step_number(step, r, c), digits));
    }
    text_format(out, told < axis->count ? " … (%d in all)." : ".", axis->count);
}

static void describe_curves(Text *out, const Step *step)
{
    const Curves *curves = step->curves;
    double first = step_row_number(step, 0), last = step_row_number(step, step->rows.count - 1);
    text_format(out, "Curve%s of %s: %s over %s, %s to %s%s.", plural(step->cols.count),
                join_strings(out->arena, step->cols.labels, step->cols.count, ", ", ", "),
                curves->y_name, curves->x_name, digits_text(out->arena, first, CURVE_DIGITS),
                digits_text(out->arena, last, CURVE_DIGITS),
                curves->log_x || curves->log_y ? ", logarithmic" : "");
}

static void describe_step(Text *out, const Step *step, int precision)
{
    if (step->form == FORM_CELLS) {
        text_format(out, "Heatmap of %d × %d cells, a row for each %s, a column for each %s.",
                    step->rows.count, step->cols.count, step->rows.name, step->cols.name);
    } else if (step->form == FORM_CURVES) {
        describe_curves(out, step);
    } else {
        text_format(out, "Bars, %s: ", step_meaning(step));
        list_numbers(out, step, bars_are_list(step) ? -1 : 0, precision);
    }
}

bool panel_holds(const Panel *panel, StepForm form)
{
    for (int i = 0; i < panel->rows * panel->cols; i++)
        if (panel->places[i].step && panel->places[i].step->form == form)
            return true;
    return false;
}

/* "Heatmaps and bars in rows: …". Names the panel's rows if they have titles, else its places. */
static void describe_panel(Text *out, const Panel *panel)
{
    static const char *const names[][2] = {[FORM_CELLS] = {"Heatmaps", " and heatmaps"},
                                           [FORM_BARS] = {"Bars", " and bars"},
                                           [FORM_CURVES] = {"Curves", " and curves"}};
    int count = panel->row_titles ? panel->rows : panel->rows * panel->cols, named = 0, told = 0;
    for (StepForm form = FORM_CELLS; form <= FORM_CURVES; form++)
        if (panel_holds(panel, form))
            text_add(out, names[form][told++ > 0]);
    text_add(out, panel->row_titles ? " in rows: " : " side by side: ");
    for (int i = 0; i < count; i++) {
        const char *title = panel->row_titles ? panel->row_titles[i] : panel->places[i].title;
        if (title)
            text_format(out, "%s%s", named++ ? ", " : "", formula_plain(out->arena, title));
    }
    text_add(out, ".");
}

/* With the first of the told query's weights. */
static void describe_sketch(Text *out, const Sketch *sketch, int precision)
{
    StepCell told = sketch->told;
    text_format(out, "Diagram: %s. %s, %s: ", sketch->diagram->shown, told.step->title,
                told.step->rows.labels[told.row]);
    list_numbers(out, told.step, told.row, precision);
}

const char *figure_description(Arena *arena, const Panel *panel, int precision)
{
    Text out = text_new(arena);
    text_format(&out, "%s: %s. ", panel->title, formula_plain(arena, panel->formula));
    if (panel->sketch)
        describe_sketch(&out, panel->sketch, precision);
    else if (panel->rows * panel->cols == 1)
        describe_step(&out, panel->places->step, precision);
    else
        describe_panel(&out, panel);
    text_format(&out, " %s", panel->note);
    return visible_text(arena, out.data);
}

/* ---- the command ---- */

static bool is_printable(const char *word)
{
    for (CodePoint c; utf8_next(&word, &c);)
        if (c.value < 0x20 || c.value == 0x7f) /* a control character, or invalid UTF-8 (< 0) */
            return false;
    return true;
}

/* Plain words as they are; others quoted, 'it'\''s'; unprintable ones as $'\x1b[1m', which bash,
   zsh and ksh understand. */
static void add_argument(Text *out, const char *word)
{
    static const char bare[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "_-+=./,:@%";
    static const char *const quotes[] = {"'", "'\\''", NULL};
    bool is_bare = *word && !word[strspn(word, bare)];
    if (is_printable(word)) {
        text_format(out, is_bare ? "%s" : "'%s'", respelled(out->arena, word, quotes));
        return;
    }
    text_add(out, "$'");
    for (; *word; word++) {
        bool is_plain = *word >= 0x20 && *word < 0x7f && !strchr("'\\", *word);
        text_format(out, is_plain ? "%c" : "\\x%02x", (unsigned char)*word);
    }
    text_add(out, "'");
}

const char *shell_command(Arena *arena, int argc, const char *const *argv)
{
    Text out = text_new(arena);
    for (int i = 0; i < argc; i++) {
        text_add(&out, i ? " " : "");
        add_argument(&out, argv[i]);
    }
    return out.data;
}
