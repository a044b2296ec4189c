#include "figure/place.h"

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
};

static const double arrow_thickness = 1.5;

static int small_font(const Sheet *sheet)
{
    return sheet_font(sheet, SMALL_SIZE);
}

static int title_font(const Sheet *sheet)
{
    return sheet_font(sheet, LABEL_SIZE);
}

/* ---- arrows ---- */

/* A lone sign (+, =, ·) stands for itself: X + PE. */
static bool is_sign(const char *word)
{
    static const char *const signs[] = {"+", "=", "·", "−", "×"};
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
    const Theme *theme = sheet->style->theme;
    int font = arrow_font(sheet, to->arrow), space = sheet_pixels(sheet, ARROW_SPACE);
    int left = from->x + plot_width(&from->plot) + space;
    int y = to->y + plot_height(&to->plot) / 2;
    bool sign = is_sign(to->arrow);
    int base = y + (sign ? middle_to_base(font) : -sheet_pixels(sheet, ARROW_WORD_GAP));
    sheet_text(sheet, (TextItem){.string = to->arrow,
                                 .form = TEXT_FORMULA,
                                 .size = font,
                                 .x = middle,
                                 .y = base,
                                 .align = ALIGN_MIDDLE,
                                 .colour = theme->text});
    if (sign)
        return;
    Arrow arrow = {.x = left,
                   .y = y,
                   .length = to->x - space - left,
                   .thickness = sheet_pixels(sheet, arrow_thickness),
                   .head = sheet_pixels(sheet, ARROW_HEAD),
                   .colour = theme->muted};
    drawing_add(sheet->drawing, (Item){.kind = ITEM_ARROW, .arrow = arrow});
}

/* ---- sizes ---- */

static int word_width(const Sheet *sheet, const char *word)
{
    return word ? sheet_text_width(sheet, word, small_font(sheet)) : 0;
}

int place_width(const Sheet *sheet, const Place *place)
{
    int title = 0;
    if (place->title)
        title = text_width(sheet->typesetter, place->title, TEXT_FORMULA, title_font(sheet));
    return larger(plot_width(&place->plot), larger(title, word_width(sheet, place->col_word)));
}

int place_space_before(const Sheet *sheet, const Place *place, int gap)
{
    int space = gap;
    if (place->has_rows)
        space += labels_of_rows_extent(&place->rows);
    if (place->row_word)
        space += line_height(small_font(sheet)) + sheet_pixels(sheet, ROW_WORD_GAP);
    return place->arrow ? larger(space, arrow_width(sheet, place->arrow)) : space;
}

int place_space_above(const Sheet *sheet, const Place *place)
{
    int space = 0;
    if (place->title)
        space += line_height(title_font(sheet)) + sheet_pixels(sheet, TITLE_GAP);
    if (place->has_cols)
        space += labels_of_columns_extent(&place->cols);
    if (place->col_word)
        space += line_height(small_font(sheet)) + sheet_pixels(sheet, COLUMN_WORD_GAP);
    return space;
}

int place_space_below(const Sheet *sheet, const Place *place)
{
    int space = place->range ? line_height(small_font(sheet)) * 5 / 4 : 0;
    return larger(space, word_width(sheet, place->row_word) - plot_height(&place->plot));
}

/* ---- drawing ---- */

/* In the middle of the rows; from the top down where they are shorter than the word, for above them
   are the columns' names. */
static void draw_row_word(const Sheet *sheet, const Place *place, TextItem word)
{
    word.string = place->row_word;
    word.angle = 90;
    word.x = place->x - labels_of_rows_extent(&place->rows) - sheet_pixels(sheet, ROW_WORD_GAP);
    word.y = place->y + larger(plot_height(&place->plot), word_width(sheet, place->row_word)) / 2;
    sheet_text(sheet, word);
}

/* What stands over the plot, from below: labels, the word of their axis, the title. */
static void draw_above(const Sheet *sheet, const Place *place, TextItem word)
{
    int y = place->y;
    if (place->has_cols)
        y -= labels_of_columns_extent(&place->cols);
    if (place->col_word) {
        y -= sheet_pixels(sheet, COLUMN_WORD_GAP);
        word.string = place->col_word;
        word.y = y;
        sheet_text(sheet, word);
        y -= line_height(word.size);
    }
    if (place->title) {
        word.string = place->title;
        word.form = TEXT_FORMULA;
        word.size = title_font(sheet);
        word.y = y - sheet_pixels(sheet, TITLE_GAP);
        word.colour = sheet->style->theme->text;
        sheet_text(sheet, word);
    }
}

void place_draw(const Sheet *sheet, const Place *place)
{
    plot_draw(sheet, &place->plot, place->x, place->y);
    if (place->has_rows)
        labels_of_rows_draw(sheet, &place->rows, place->x, place->y);
    if (place->has_cols)
        labels_of_columns_draw(sheet, &place->cols, place->x, place->y);
    TextItem word = {.size = small_font(sheet),
                     .x = place->x + plot_width(&place->plot) / 2,
                     .align = ALIGN_MIDDLE,
                     .colour = sheet->style->theme->muted};
    draw_above(sheet, place, word);
    if (place->row_word)
        draw_row_word(sheet, place, word);
    if (place->range) {
        word.string = place->range;
        word.y = place->y + plot_height(&place->plot) + line_height(word.size);
        sheet_text(sheet, word);
    }
}
