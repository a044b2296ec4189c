#include "figure/figure.h"

enum { NUMBER_PIXELS_LEAST = 9 };

static const double number_size_least = 6.5; /* CSS pixels */
static const double large = 1e5; /* numbers that have powers of ten rather than no room */

/* ---- fitting ---- */

Lane lane_fit(int count, const Room *room, int comfortable)
{
    int pitch = smaller(room->cell, larger(comfortable / count, room->cell_least));
    pitch = smaller(pitch, room->side_most / count);
    int merged = pitch ? 1 : divide_up(count, room->side_most);
    return (Lane){divide_up(count, merged), merged, larger(1, pitch)};
}

/* With a power of ten a number has two digits: "5.0e+06". */
static NumberFormat format_of(const Sheet *sheet, const Plot *plot)
{
    NumberFormat format = fixed_format(plot->step, sheet->style->precision);
    format.scientific = plot->by_powers;
    format.decimals = plot->by_powers ? 1 : format.decimals;
    return format;
}

static int widest_number(const Sheet *sheet, const Plot *plot, int font)
{
    NumberFormat format = format_of(sheet, plot);
    const Step *step = plot->step;
    int widest = 1;
    for (int r = 0; r < step->rows.count; r++)
        for (int c = 0; c < step->cols.count; c++)
            if (!cell_is_masked(step, r, c)) {
                char digits[NUMBER_SIZE];
                const char *number = number_text(&format, step_number(step, r, c), digits);
                widest = larger(widest, sheet_text_width(sheet, number, font));
            }
    return widest;
}

int plot_number_font(const Sheet *sheet, const Plot *plot)
{
    int most = sheet_font(sheet, LABEL_SIZE);
    int least = larger(sheet_font(sheet, number_size_least), NUMBER_PIXELS_LEAST * 64);
    int inner_width = plot->cols.pitch - plot->gap, inner_height = plot->rows.pitch - plot->gap;
    int room = inner_width - larger(2, inner_width / 8);
    int font = smaller(most, inner_height * 64 * 2 / 3);
    if (font < least || room * 64 < 2 * least) /* too small even for two digits */
        return 0;
    int widest = widest_number(sheet, plot, font);
    if (widest > room)
        font = (int)((int64_t)font * room / widest);
    return font < least ? 0 : font;
}

Plot *plot_fit(const Sheet *sheet, const Step *step, const Scale *scale, Room room)
{
    CHECK(step->rows.count > 0 && step->cols.count > 0, "%s has no cells", step->id);
    Lane rows = lane_fit(step->rows.count, &room, room.height);
    Lane cols = lane_fit(step->cols.count, &room, room.width);
    if (step->rows.named == step->cols.named) { /* square cells, merged alike */
        rows.pitch = cols.pitch = smaller(rows.pitch, cols.pitch);
        rows.merged = cols.merged = larger(rows.merged, cols.merged);
        rows.count = divide_up(step->rows.count, rows.merged);
        cols.count = divide_up(step->cols.count, cols.merged);
    } else {
        /* Features are many and labelled by numbers, so their cells may be narrow. */
        cols.pitch = smaller(cols.pitch, larger(rows.pitch, room.cell / 4));
    }
    int cell = smaller(rows.pitch, cols.pitch), wide = sheet_pixels(sheet, WIDE_GAP_FROM);
    int thin = larger(3, sheet_pixels(sheet, THIN_GAP_FROM));
    int gap = cell >= wide ? sheet_pixels(sheet, 1) : cell >= thin ? 1 : 0;
    Plot plot = {.step = step, .scale = scale, .rows = rows, .cols = cols, .gap = gap};
    bool numbered = room.numbers && !step->patches && rows.merged == 1 && cols.merged == 1;
    plot.number_font = numbered ? plot_number_font(sheet, &plot) : 0;
    plot.by_powers = numbered && !plot.number_font && step_range(step) >= large;
    plot.number_font = plot.by_powers ? plot_number_font(sheet, &plot) : plot.number_font;
    return arena_copy(sheet->arena, &plot, sizeof plot);
}

int plot_width(const Plot *plot)
{
    return plot->cols.count * plot->cols.pitch - plot->gap;
}

int plot_height(const Plot *plot)
{
    return plot->rows.count * plot->rows.pitch - plot->gap;
}

/* ---- drawing ---- */

/* How many columns the cells of a row may have, the last filled up. */
static int room_cols(const Plot *plot)
{
    return plot->step->cols.count + plot->cols.merged;
}

/* Room for the highest and for the lowest number of each column, and for a row of cells. */
static real *room_for(Arena *arena, const Plot *plot)
{
    return arena_alloc(arena, (size_t)(2 * room_cols(plot) + plot->cols.count), sizeof(real));
}

/* Takes a row of the step into the row of cells that begins with it, or began before it. */
static void take_row(const Plot *plot, int row, real *room)
{
    const Step *step = plot->step;
    int n = room_cols(plot);
    real *high = room, *low = high + n;
    if ((row - plot->first) % plot->rows.merged == 0)
        for (int c = 0; c < n; c++)
            high[c] = -(real)INFINITY, low[c] = (real)INFINITY;
    vector_widen(high, low, node_row(step->node, row).data, step_mask_row(step, row),
                 step->cols.count);
}

/* Compilers vectorise it if they know how many columns a cell has. */
static inline void take_cells(real *cells, int count, const real *high, const real *low, int merged)
{
    for (int c = 0; c < count; c++, high += merged, low += merged) {
        real most = *high, least = *low;
        for (int k = 1; k < merged; k++) {
            most = high[k] > most ? high[k] : most;
            least = low[k] < least ? low[k] : least;
        }
        cells[c] = most < least ? (real)NAN : most >= -least ? most : least;
    }
}

FOR_EACH_PROCESSOR
static const real *cells_taken(const Plot *plot, real *room)
{
    int count = plot->cols.count, merged = plot->cols.merged;
    real *high = room, *low = high + room_cols(plot), *cells = low + room_cols(plot);
    if (merged == 1)
        take_cells(cells, count, high, low, 1);
    else if (merged == 2)
        take_cells(cells, count, high, low, 2);
    else
        take_cells(cells, count, high, low, merged);
    return cells;
}

static int rows_until(const Plot *plot, int row)
{
    return smaller(plot->first + row * plot->rows.merged, plot->step->rows.count);
}

const real *plot_read(Arena *arena, const Plot *plot, int row)
{
    real *room = room_for(arena, plot);
    for (int r = rows_until(plot, row); r < rows_until(plot, row + 1); r++)
        take_row(plot, r, room);
    return cells_taken(plot, room);
}

static void read_rows(const Plot *plot, int first, int end)
{
    int cols = plot->cols.count;
    end = smaller(end, rows_until(plot, plot->rows.count));
    for (int row = larger(first, plot->first); row < end; row++) {
        int at = (row - plot->first) / plot->rows.merged;
        take_row(plot, row, plot->room);
        if (row + 1 == rows_until(plot, at + 1))
            scale_levels(plot->scale, cells_taken(plot, plot->room), cols,
                         plot->levels + (size_t)at * (size_t)cols);
    }
}

void plots_read(Arena *arena, Drawing *const *drawings, int count)
{
    Plot **all = NULL;
    int plots = 0, rows = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < drawings[i]->count; k++) {
            Item *item = &drawings[i]->items[k];
            if (!item->unread)
                continue;
            all = arena_append(arena, all, &plots, &item->unread, sizeof(Plot *));
            item->unread->room = room_for(arena, item->unread);
            rows = larger(rows, rows_until(item->unread, item->unread->rows.count));
            item->unread = NULL;
        }
    for (int row = 0; row < rows; row += ROWS_AT_ONCE)
        for (int i = 0; i < plots; i++)
            read_rows(all[i], row, row + ROWS_AT_ONCE);
}

/* Whether a column holds totals, which are not comparable with the other columns. */
static bool is_total(const Plot *plot, int col)
{
    return plot->step->cols.ends_in_total && col == plot->cols.count - 1;
}

static void draw_numbers(const Sheet *sheet, Plot *plot)
{
    const Step *step = plot->step;
    const Scale *scale = plot->scale;
    NumberFormat format = format_of(sheet, plot);
    TextItem look = {.size = plot->number_font, .align = ALIGN_MIDDLE};
    int x = (plot->cols.pitch - plot->gap) / 2;
    int y = (plot->rows.pitch - plot->gap) / 2 + middle_to_base(plot->number_font);
    for (int r = 0; r < plot->rows.count; r++)
        for (int c = 0; c < plot->cols.count; c++) {
            int row = plot->first + r;
            bool masked = cell_is_masked(step, row, c);
            double told = step_number(step, row, c);
            bool faint =
                cell_is_faint(&format, row, c) || (scale->powers > 0 && told <= scale->least);
            plot->omits_numbers |= faint && !masked;
            if (masked || faint)
                continue;
            char digits[NUMBER_SIZE];
            const char *number =
                told == 0 ? "0" : number_text(&format, told, digits); /* no wall of 0.00 */
            int level = plot->levels[r * plot->cols.count + c];
            look.colour = is_total(plot, c) ? sheet->theme->text : colour_ink(scale->fills[level]);
            sheet_text(sheet, look, arena_strdup(sheet->arena, number), x + c * plot->cols.pitch,
                       y + r * plot->rows.pitch);
        }
}

/* A patch without weight remains visible. */
static const double least_light = 0.2;

/* The colours of three pictures with 64 patches fit into a palette (figure/raster.h); for more
   patches, brightness and channels are quantized. */
static Colour patch_colour(const Step *step, int row, int col, double most)
{
    Tensor colours = node_value(step->patches);
    const real *colour = tensor_row(colours, col * step->rows.count + row);
    double steps = colours.rows <= 64 ? 255 : 5, light = 1;
    if (step->lit && most > 0)
        light = least_light + (1 - least_light) * step_number(step, row, col) / most;
    light = rint(light * steps) / steps;
    int of[3];
    for (int i = 0; i < 3; i++)
        of[i] = (int)rint(rint((double)colour[i] * steps) / steps * light * 255);
    return colour_of((Channels){of[0], of[1], of[2]});
}

/* A merged cell shows its first patch. */
static void draw_patches(const Sheet *sheet, const Plot *plot)
{
    Lane rows = plot->rows, cols = plot->cols;
    Box cell = {0, 0, cols.pitch - plot->gap, rows.pitch - plot->gap};
    double most = step_range(plot->step);
    for (int i = 0; i < rows.count * cols.count; i++) {
        int r = i / cols.count, c = i % cols.count;
        cell.x = c * cols.pitch;
        cell.y = r * rows.pitch;
        sheet_fill(sheet, cell, patch_colour(plot->step, r * rows.merged, c * cols.merged, most));
    }
}

bool plot_frames_largest(const Plot *plot)
{
    enum { FEW_WORDS = 40 };
    return is_weight_kind(plot->step->kind) && !plot->step->patches && plot->gap &&
           !plot->number_font && plot->step->cols.named && plot->cols.count > FEW_WORDS;
}

static void frame_largest(const Sheet *sheet, const Plot *plot)
{
    int places[FRAMED], cols = plot->cols.count;
    int width = plot->cols.pitch, height = plot->rows.pitch;
    const real *numbers = node_value(plot->step->node).data;
    int count = largest_places(numbers, plot->rows.count * cols, NULL, FRAMED, places);
    for (int i = 0; i < count; i++)
        sheet_outline(sheet,
                      (Box){places[i] % cols * width, places[i] / cols * height, width, height},
                      1.5, sheet->theme->curves[1]);
}

void plot_draw(const Sheet *sheet, Plot *plot)
{
    const Theme *theme = sheet->theme;
    Lane rows = plot->rows, cols = plot->cols;
    Box all = {0, 0, plot_width(plot), plot_height(plot)};
    if (!plot->bare)
        sheet_frame(sheet, all); /* so that cells as pale as the background have an edge */
    sheet_fill(sheet, all, theme->background);
    if (plot->step->patches) {
        draw_patches(sheet, plot);
        return;
    }
    plot->levels = arena_alloc_unset(sheet->arena, (size_t)rows.count, (size_t)cols.count);
    Cells cells = {0,           0,         rows.count,   cols.count,         cols.pitch,
                   rows.pitch,  plot->gap, plot->levels, plot->scale->fills, theme->masked,
                   theme->hatch};
    drawing_add(sheet->drawing, (Item){.kind = ITEM_CELLS, .cells = cells, .unread = plot});
    if (plot_frames_largest(plot))
        frame_largest(sheet, plot);
    if (!plot->number_font)
        return;
    plots_read(sheet->arena, &sheet->drawing, 1);
    int last = cols.count - 1;
    if (is_total(plot, last))
        sheet_fill(sheet, (Box){last * cols.pitch, 0, cols.pitch - plot->gap, all.height},
                   theme->background);
    draw_numbers(sheet, plot);
}
