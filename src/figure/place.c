#include "figure/places.h"

#include <string.h>

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

static int title_font(const Sheet *sheet)
{
    return sheet_font(sheet, LABEL_SIZE);
}

/* ---- arrows ---- */

/* A lone sign (+, =, ·) stands for itself: X + PE. */
static bool is_sign(const char *word)
{
    static const char *const signs[] = {"+", "=", "·", "−", "×", "⊙"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strcmp(word, signs[i]) == 0)
            return true;
    return false;
}

static int arrow_font(const Sheet *sheet, const char *word)
{
    return sheet_font(sheet, is_sign(word) ? TITLE_SIZE : SMALL_SIZE);
}

/* With the space around it. */
static int arrow_width(const Sheet *sheet, const char *word)
{
    int text = text_width(sheet->typesetter, word, TEXT_FORMULA, arrow_font(sheet, word));
    int least = is_sign(word) ? 0 : sheet_pixels(sheet, ARROW_LEAST);
    return larger(text, least) + 2 * sheet_pixels(sheet, ARROW_SPACE);
}

void place_draw_arrow(const Sheet *sheet, const Place *from, const Place *to, int middle)
{
    int space = sheet_pixels(sheet, ARROW_SPACE), y = to->y + plot_height(&to->plot) / 2;
    int left = from->x + plot_width(&from->plot) + space;
    bool sign = is_sign(to->arrow);
    TextItem look = {.form = TEXT_FORMULA,
                     .size = arrow_font(sheet, to->arrow),
                     .align = ALIGN_MIDDLE,
                     .colour = sheet->theme->text};
    sheet_text(sheet, look, to->arrow, middle,
               y + (sign ? middle_to_base(look.size) : -sheet_pixels(sheet, ARROW_WORD_GAP)));
    if (sign)
        return;
    Arrow arrow = {.x = left,
                   .y = y,
                   .length = to->x - space - left,
                   .thickness = sheet_pixels(sheet, arrow_thickness),
                   .head = sheet_pixels(sheet, ARROW_HEAD),
                   .colour = sheet->theme->muted};
    drawing_add(sheet->drawing, (Item){.kind = ITEM_ARROW, .arrow = arrow});
}

/* ---- sizes ---- */

static int word_width(const Sheet *sheet, const char *word)
{
    return word ? sheet_text_width(sheet, word, sheet_font(sheet, SMALL_SIZE)) : 0;
}

static int title_width(const Sheet *sheet, const Place *place)
{
    if (!place->title)
        return 0;
    int width = text_width(sheet->typesetter, place->title, place->title_form, title_font(sheet));
    bool quoted = place->title_form == TEXT_PLAIN;
    return quoted ? smaller(width, sheet_pixels(sheet, QUOTE_LEAST)) : width;
}

void place_limit_title(const Sheet *sheet, Place *place, int width)
{
    if (place->title && place->title_form == TEXT_PLAIN)
        place->title =
            text_elide(sheet->typesetter, sheet->arena, place->title, title_font(sheet), width);
}

int place_width(const Sheet *sheet, const Place *place)
{
    int words = larger(word_width(sheet, place->col_word), word_width(sheet, place->beneath));
    return larger(plot_width(&place->plot), larger(title_width(sheet, place), words));
}

/* Directly left of the plot: labels, or the axis of bars and labels that slant beneath them. */
static int rows_extent(const Sheet *sheet, const Place *place)
{
    int extent = place->has_rows ? labels_extent(&place->rows) : 0;
    if (place->bars)
        extent = larger(extent, bars_space_before(sheet, place->bars));
    if (place->bars && place->has_cols)
        extent = larger(extent, labels_overhang(&place->cols, LABELS_BELOW));
    return extent;
}

/* The columns' labels, above the plot or below bars. */
static int cols_extent(const Place *place, bool below)
{
    bool is_there = place->has_cols && (place->bars != NULL) == below;
    return is_there ? labels_extent(&place->cols) : 0;
}

/* Directly below it: the axis of bars, and their labels. */
static int below_extent(const Sheet *sheet, const Place *place)
{
    int axis = place->bars ? bars_space_below(sheet, place->bars) : 0;
    return axis + cols_extent(place, true);
}

static int beneath_height(const Sheet *sheet, const Place *place)
{
    return place->beneath ? small_line(sheet) * 5 / 4 : 0;
}

/* How much taller the upright word of the rows would be than all that stands beside it. */
static int row_word_excess(const Sheet *sheet, const Place *place)
{
    return word_width(sheet, place->row_word) - plot_height(&place->plot) -
           below_extent(sheet, place) - beneath_height(sheet, place);
}

/* Whether it lies: upright it would leave more than a line empty. */
static bool row_word_lies(const Sheet *sheet, const Place *place)
{
    return row_word_excess(sheet, place) > small_line(sheet);
}

int place_space_before(const Sheet *sheet, const Place *place, int gap)
{
    int space = gap + rows_extent(sheet, place);
    if (place->row_word)
        space +=
            sheet_pixels(sheet, ROW_WORD_GAP) +
            (row_word_lies(sheet, place) ? word_width(sheet, place->row_word) : small_line(sheet));
    return place->arrow ? larger(space, arrow_width(sheet, place->arrow)) : space;
}

int place_space_above(const Sheet *sheet, const Place *place)
{
    int space = cols_extent(place, false);
    if (place->title)
        space += line_height(title_font(sheet)) + sheet_pixels(sheet, TITLE_GAP);
    if (place->col_word)
        space += small_line(sheet) + sheet_pixels(sheet, COLUMN_WORD_GAP);
    return space;
}

int place_space_below(const Sheet *sheet, const Place *place)
{
    int space = below_extent(sheet, place) + beneath_height(sheet, place);
    bool lies = row_word_lies(sheet, place);
    return space + (lies ? 0 : larger(0, row_word_excess(sheet, place)));
}

/* ---- drawing ---- */

/* In the middle of the rows; from the top down where they are a little shorter than the word, for
   above them are the columns' names. */
static void draw_row_word(const Sheet *sheet, const Place *place)
{
    bool lies = row_word_lies(sheet, place);
    TextItem look = sheet_small(sheet, lies ? ALIGN_END : ALIGN_MIDDLE);
    int x = place->x - rows_extent(sheet, place) - sheet_pixels(sheet, ROW_WORD_GAP);
    int height = plot_height(&place->plot);
    look.angle = lies ? 0 : 90;
    sheet_text(sheet, look, place->row_word, x,
               place->y + (lies ? height / 2 + middle_to_base(look.size)
                                : larger(height, word_width(sheet, place->row_word)) / 2));
}

/* What stands over the plot, from below: labels, the word of their axis, the title. */
static void draw_above(const Sheet *sheet, const Place *place, int middle)
{
    TextItem look = sheet_small(sheet, ALIGN_MIDDLE);
    int y = place->y - cols_extent(place, false);
    if (place->col_word) {
        y -= sheet_pixels(sheet, COLUMN_WORD_GAP);
        sheet_text(sheet, look, place->col_word, middle, y);
        y -= small_line(sheet);
    }
    look.form = place->title_form;
    look.size = title_font(sheet);
    look.colour = sheet->theme->text;
    if (place->title)
        sheet_text(sheet, look, place->title, middle, y - sheet_pixels(sheet, TITLE_GAP));
}

static void draw_plot(const Sheet *sheet, const Place *place)
{
    int x = place->x, y = place->y;
    if (place->bars)
        bars_draw(sheet, place->bars, x, y);
    else if (place->chart)
        chart_draw(sheet, place->chart, x, y);
    else
        plot_draw(sheet, &place->plot, x, y);
    if (place->has_rows)
        labels_draw(sheet, &place->rows, LABELS_LEFT, x, y);
    if (place->has_cols && place->bars)
        labels_draw(sheet, &place->cols, LABELS_BELOW, x, y + plot_height(&place->plot));
    else if (place->has_cols)
        labels_draw(sheet, &place->cols, LABELS_ABOVE, x, y);
}

/* What the numbers are stands in the middle of what shows how large they are. */
void place_draw(const Sheet *sheet, const Place *place)
{
    int half = plot_width(&place->plot) / 2;
    int below = place->y + plot_height(&place->plot) + below_extent(sheet, place);
    draw_plot(sheet, place);
    draw_above(sheet, place, place->x + half);
    if (place->row_word)
        draw_row_word(sheet, place);
    if (place->beneath)
        sheet_text(sheet, sheet_small(sheet, ALIGN_MIDDLE), place->beneath,
                   place->x + (place->bars ? bars_middle(place->bars) : half),
                   below + small_line(sheet));
}
