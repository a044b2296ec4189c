#include "figure/figure.h"

/* CSS pixels. */
enum {
    ROW_WORD_GAP = 9, /* between the word of an axis and its labels */
    COLUMN_WORD_GAP = 7,
    TITLE_GAP = 5,
    ARROW_LEAST = 26, /* its length */
    ARROW_SPACE = 7,  /* before and after it */
    ARROW_HEAD = 6,
    ARROW_WORD_GAP = 8, /* from the shaft to its word */
    QUOTE_LEAST = 160,  /* a quoted title has so much room at least */
};

static const double arrow_thickness = 1.5;

static int small_line(const Sheet *sheet)
{
    return line_height(sheet_font(sheet, SMALL_SIZE));
}

/* ---- arrows ---- */

/* A lone sign (+, =, ·) stands for itself: X + PE. */
static bool is_sign(const char *word)
{
    static const char *const signs[] = {"+", "=", "·", "−", "×", "⊙"};
    return find_string(signs, sizeof signs / sizeof *signs, word) >= 0;
}

static int arrow_font(const Sheet *sheet, const char *word)
{
    return sheet_font(sheet, is_sign(word) ? TITLE_SIZE : SMALL_SIZE);
}

int place_space_before(const Sheet *sheet, const Place *place, int gap)
{
    const char *word = place->arrow;
    int arrow = 0;
    if (word) {
        int text = text_width(sheet->typesetter, word, TEXT_FORMULA, arrow_font(sheet, word));
        int least = is_sign(word) ? 0 : sheet_pixels(sheet, ARROW_LEAST);
        arrow = larger(text, least) + 2 * sheet_pixels(sheet, ARROW_SPACE);
    }
    return larger(gap, arrow) + place->reach.left;
}

void place_draw_arrow(const Sheet *sheet, const Place *from, const Place *to, int middle)
{
    int space = sheet_pixels(sheet, ARROW_SPACE), y = to->y + plot_height(to->plot) / 2;
    int left = from->x + plot_width(from->plot) + space;
    bool sign = is_sign(to->arrow);
    TextItem look = {.form = TEXT_FORMULA,
                     .size = arrow_font(sheet, to->arrow),
                     .align = ALIGN_MIDDLE,
                     .colour = sheet->theme->text};
    sheet_text(sheet, look, to->arrow, middle,
               y + (sign ? middle_to_base(look.size) : -sheet_pixels(sheet, ARROW_WORD_GAP)));
    if (sign)
        return;
    int head = sheet_pixels(sheet, ARROW_HEAD) * STROKE_PIXEL,
        right = (to->x - to->reach.left - space) * STROKE_PIXEL;
    Point tip = {right, y * STROKE_PIXEL}, shaft[] = {{left * STROKE_PIXEL, tip.y}, tip};
    Point ends[] = {{right - head, tip.y - head / 2}, tip, {right - head, tip.y + head / 2}};
    sheet_stroke(sheet, shaft, 2, arrow_thickness, sheet->theme->muted);
    sheet_stroke(sheet, ends, 3, arrow_thickness, sheet->theme->muted);
}

/* ---- what stands around a plot ---- */

static int word_width(const Sheet *sheet, const char *word)
{
    return word ? sheet_text_width(sheet, word, sheet_font(sheet, SMALL_SIZE)) : 0;
}

/* The plot, and its labels: directly left of it, above it or below bars. */
static void draw_plot(const Sheet *sheet, Place *place)
{
    if (place->bars)
        place->reach = bars_draw(sheet, place->bars);
    else if (place->chart)
        chart_draw(sheet, place->chart);
    else
        plot_draw(sheet, place->plot);
    if (place->rows.axis) {
        labels_draw(sheet, &place->rows, SIDE_LEFT, 0, 0);
        place->reach.left = larger(place->reach.left, labels_extent(&place->rows));
    }
    if (place->cols.axis && place->bars) {
        labels_draw(sheet, &place->cols, SIDE_BELOW, 0, plot_height(place->plot));
        place->reach.left = larger(place->reach.left, labels_overhang(&place->cols, SIDE_BELOW));
        place->reach.below += labels_extent(&place->cols);
    } else if (place->cols.axis) {
        labels_draw(sheet, &place->cols, SIDE_ABOVE, 0, 0);
        place->reach.above = labels_extent(&place->cols);
        place->reach.right = labels_overhang(&place->cols, SIDE_ABOVE);
    }
}

/* A text over what is there already, around the middle of the plot. */
static void put_above(const Sheet *sheet, Place *place, TextItem look, const char *string, int gap)
{
    place->reach.above += sheet_pixels(sheet, gap);
    sheet_text(sheet, look, string, plot_width(place->plot) / 2, -place->reach.above);
    place->reach.above += line_height(look.size);
}

/* What stands over the labels, from below: the word of their axis, the title. */
static void draw_above(const Sheet *sheet, Place *place)
{
    TextItem look = sheet_small(sheet, ALIGN_MIDDLE);
    int width = word_width(sheet, place->col_word);
    if (place->col_word)
        put_above(sheet, place, look, place->col_word, COLUMN_WORD_GAP);
    if (place->title) {
        look.form = place->title_form;
        look.size = sheet_font(sheet, LABEL_SIZE);
        look.colour = sheet->theme->text;
        int title = text_width(sheet->typesetter, place->title, look.form, look.size);
        if (sheet->style->width > 0) /* a third of it, as text is measured */
            title = smaller(title, sheet_pixels(sheet, sheet->style->width * SMALL_SIZE * 24 /
                                                           sheet->style->points));
        else if (look.form == TEXT_PLAIN)
            title = smaller(title, sheet_pixels(sheet, QUOTE_LEAST));
        width = larger(width, title);
        place->title_item = sheet->drawing->count;
        put_above(sheet, place, look, place->title, TITLE_GAP);
    }
    place->width = larger(place->width, width);
}

/* The word of the rows, upright in their middle, or from the top down where they are a little
   shorter, for above them are the columns' names; it lies where it would leave more than a line
   empty, unless the figure is narrow. `beneath`: what else stands below the plot. */
static void draw_row_word(const Sheet *sheet, Place *place, int beneath)
{
    int width = word_width(sheet, place->row_word), height = plot_height(place->plot);
    int excess = width - height - place->reach.below - beneath;
    bool lies = excess > small_line(sheet) && !sheet_is_narrow(sheet);
    TextItem look = sheet_small(sheet, lies ? ALIGN_END : ALIGN_MIDDLE);
    look.angle = lies ? 0 : 90;
    place->reach.left += sheet_pixels(sheet, ROW_WORD_GAP);
    sheet_text(sheet, look, place->row_word, -place->reach.left,
               lies ? height / 2 + middle_to_base(look.size) : larger(height, width) / 2);
    place->reach.left += lies ? width : small_line(sheet);
    place->reach.below += lies ? 0 : larger(0, excess);
}

/* What the numbers are stands in the middle of what shows how large they are. */
void place_draw(const Sheet *sheet, Place *place)
{
    Sheet part = sheet_of_part(sheet);
    int half = plot_width(place->plot) / 2, line = small_line(sheet);
    place->drawing = part.drawing;
    place->width = larger(plot_width(place->plot), word_width(sheet, place->beneath));
    place->reach = (Overhang){0};
    draw_plot(&part, place);
    draw_above(&part, place);
    int base = plot_height(place->plot) + place->reach.below + line;
    int beneath = place->beneath ? line * 5 / 4 : 0;
    if (place->row_word)
        draw_row_word(&part, place, beneath);
    if (place->beneath)
        sheet_text(&part, sheet_small(sheet, ALIGN_MIDDLE), place->beneath,
                   place->bars ? bars_middle(place->bars) : half, base);
    place->reach.below += beneath;
}

void place_limit_title(const Sheet *sheet, Place *place, int width)
{
    if (!place->title)
        return;
    TextItem *title = &place->drawing->items[place->title_item].text;
    int own = text_width(sheet->typesetter, place->title, place->title_form, title->size);
    if (own <= width)
        return;
    title->form = TEXT_PLAIN;
    title->string = text_elide(sheet->typesetter, sheet->arena, place->title, title->size, width);
    title->line = typeset(sheet->typesetter, title->string, TEXT_PLAIN);
}
