#include "document/document.h"

/* ---- figures ---- */

enum { BARS_TOLD = 12, CURVE_DIGITS = 6 };

/* Lists the first BARS_TOLD bars. */
static void describe_bars(Text *out, const Step *step, int precision)
{
    NumberFormat format = fixed_format(step, precision);
    char digits[NUMBER_SIZE];
    bool list = bars_are_list(step);
    const Axis *bars = list ? &step->rows : &step->cols;
    int told = smaller(bars->count, BARS_TOLD);
    text_format(out, "Bars, %s: ", step_meaning(step));
    for (int i = 0; i < told; i++) {
        int row = list ? i : 0, col = list ? 0 : i;
        text_format(out, "%s%s %s", i ? ", " : "", bars->labels[i],
                    cell_is_masked(step, row, col)
                        ? "masked"
                        : number_text(&format, step_number(step, row, col), digits));
    }
    text_format(out, told < bars->count ? " … (%d in all)." : ".", bars->count);
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
    text_format(out, "%s: %s. ", step->title, formula_plain(out->arena, step->formula));
    if (step->form == FORM_CURVES)
        describe_curves(out, step);
    else if (step->form == FORM_BARS)
        describe_bars(out, step, precision);
    else
        text_format(out, "Heatmap of %d × %d cells, a row for each %s, a column for each %s.",
                    step->rows.count, step->cols.count, step->rows.name, step->cols.name);
    text_format(out, " %s", step->note);
}

bool panel_holds(const Panel *panel, StepForm form)
{
    for (int i = 0; i < panel->rows * panel->cols; i++)
        if (panel->places[i].step && panel->places[i].step->form == form)
            return true;
    return false;
}

/* The forms of a panel's steps: "Heatmaps and bars". */
static const char *panel_forms(Arena *arena, const Panel *panel)
{
    static const char *const names[] = {
        [FORM_CELLS] = "heatmaps", [FORM_BARS] = "bars", [FORM_CURVES] = "curves"};
    Text out = text_new(arena);
    for (StepForm form = FORM_CELLS; form <= FORM_CURVES; form++)
        if (panel_holds(panel, form))
            text_format(&out, "%s%s", out.length ? " and " : "", names[form]);
    out.data[0] = (char)(out.data[0] - 'a' + 'A');
    return out.data;
}

/* Names the panel's rows if they have titles, else its places. */
static void describe_panel(Text *out, const Panel *panel)
{
    Arena *arena = out->arena;
    int count = panel->row_titles ? panel->rows : panel->rows * panel->cols, named = 0;
    text_format(out, "%s: %s. %s %s: ", panel->title, formula_plain(arena, panel->formula),
                panel_forms(arena, panel), panel->row_titles ? "in rows" : "side by side");
    for (int i = 0; i < count; i++) {
        const char *title = panel->row_titles ? panel->row_titles[i] : panel->places[i].title;
        if (title)
            text_format(out, "%s%s", named++ ? ", " : "", formula_plain(arena, title));
    }
    text_format(out, ". %s", panel->note);
}

/* With the query's weights for the first keys. */
static void describe_sketch(Text *out, const Panel *panel, int precision)
{
    const Step *weights = panel->sketch->places->steps[0];
    NumberFormat format = fixed_format(weights, precision);
    char digits[NUMBER_SIZE];
    int row = panel->sketch->places->followed;
    text_format(out, "%s: %s. Diagram: %s. %s, %s: ", panel->title,
                formula_plain(out->arena, panel->formula), panel->sketch->diagram->shown,
                weights->title, weights->rows.labels[row]);
    for (int i = 0; i < smaller(weights->cols.count, BARS_TOLD); i++)
        text_format(out, "%s %s, ", weights->cols.labels[i],
                    weight_text(&format, step_number(weights, row, i), digits));
    text_format(out, "%d in all. %s", weights->cols.count, panel->note);
}

const char *figure_description(Arena *arena, const Block *figure, int precision)
{
    Text out = text_new(arena);
    if (figure->step)
        describe_step(&out, figure->step, precision);
    else if (figure->panel->sketch)
        describe_sketch(&out, figure->panel, precision);
    else
        describe_panel(&out, figure->panel);
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
    bool is_bare = *word && !word[strspn(word, bare)], printable = is_printable(word);
    text_add(out, is_bare ? "" : printable ? "'" : "$'");
    for (; *word; word++) {
        bool plain = *word >= 0x20 && *word < 0x7f && !strchr("'\\", *word);
        if (plain || (printable && *word != '\''))
            text_add_bytes(out, word, 1);
        else if (printable)
            text_add(out, "'\\''");
        else
            text_format(out, "\\x%02x", (unsigned char)*word);
    }
    text_add(out, is_bare ? "" : "'");
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
