#include "figure/figure.h"

#include "figure/raster.h"

#include <complex.h>

enum { FOCUS = 3 }; /* index into a theme's curves: like the accent colour of what is followed */

/* The keys shown, the number of the others, and the query. */
typedef struct Keys {
    int *items;
    int count, others;
    int query;
} Keys;

/* A leaf of a place, or a column of them, one per key. */
typedef struct Piece {
    const Leaf *leaf;
    const PanelPlace *place;
    const Step *step, *weights; /* the leaf's step, and the place's */
    const Step *const *plane;   /* as in SketchPlace */
    Keys keys;
    const Scale *scale;
    int row, col, rows;          /* in the grid; before put_in_grid, row is a line of places */
    int count;                   /* repetitions, each in the next line */
    Plot plot;                   /* of each, if it shows a plot */
    int width, height;           /* of each */
    Labels row_names, col_names; /* beside the plot */
} Piece;

/* Maxima: places per line, rows and columns of leaves in a place, products of a sum. */
enum { ABREAST = 4, ROWS_MOST = 16, COLS_MOST = 10, PRODUCTS_MOST = 4 };

typedef struct Chalk {
    const Sheet *sheet;
    const Panel *panel;
    const Diagram *diagram;
    int level, keys_most;
    int first, places; /* the panel's places in this part: the first, and their number */
    int line, across;  /* position of the current place */
    Piece *pieces;
    int count;
    Band *rows, cols[ABREAST * COLS_MOST]; /* of the grid */
    int row_count;
    double whole; /* what a line of full width, and a full bar, stand for */
    bool *omits;  /* set if numbers that print as 0 are left out */
} Chalk;

/* ---- words and numbers ---- */

/* The leaf's own row, or the query's. */
static int row_of(const Piece *p, const Step *step)
{
    return p->leaf->line ? p->leaf->line - 1 : smaller(p->keys.query, step->rows.count - 1);
}

/* A word's index among the keys shown; count if it is not one of them. */
static int key_of(const Keys *keys, int word)
{
    int k = 0;
    while (k < keys->count && keys->items[k] != word)
        k++;
    return k;
}

/* The query's number for a key. For the keys not shown (k = count): the row sum minus the numbers
   shown, as printed, so that the printed column adds up; or their true sum, if that leaves
   nothing. */
static double number_for(const Chalk *c, const Piece *p, const Step *step, int k)
{
    double left = 0, rest = 0;
    int row = row_of(p, step);
    if (k < p->keys.count)
        return step_number(step, row, p->keys.items[k]);
    for (int j = 0; j < step->cols.count; j++) {
        double number = step_is_masked(step, row, j) ? 0 : step_number(step, row, j);
        left += number;
        rest += key_of(&p->keys, j) < p->keys.count ? 0 : number;
    }
    for (int i = 0; i < p->keys.count; i++)
        left -= as_printed(number_for(c, p, step, i), c->sheet->style->precision);
    return as_printed(left, c->sheet->style->precision) > 0 ? left : rest;
}

static bool is_hidden(const Piece *p, int k)
{
    return k < p->keys.count ? cell_is_masked(p->step, row_of(p, p->step), p->keys.items[k])
                             : !is_weight_kind(p->step->kind);
}

static const char *digits_for(const Chalk *c, const Piece *p, int k)
{
    NumberFormat format = fixed_format(p->step, c->sheet->style->precision);
    char digits[NUMBER_SIZE];
    if (is_hidden(p, k))
        return k < p->keys.count ? "·" : "";
    return arena_strdup(c->sheet->arena,
                        weight_text(&format, number_for(c, p, p->step, k), digits));
}

/* The maximum width of a name. */
static int name_most(const Chalk *c)
{
    return sheet_pixels(c->sheet, c->level > 3 ? NAME_MOST / 2 : NAME_MOST);
}

static const char *name_at(const Chalk *c, const Axis *axis, int i)
{
    return label_text(c->sheet, axis->labels[i], sheet_font(c->sheet, LABEL_SIZE), name_most(c));
}

/* "head 2: up to 0.90"; with `once`, also which layer, query and key. */
static const char *peak_text(const Chalk *c, const Piece *p)
{
    Arena *arena = c->sheet->arena;
    StepCell peak = step_peak(p->step);
    NumberFormat format = fixed_format(p->step, c->sheet->style->precision);
    char digits[NUMBER_SIZE];
    const char *weight = weight_text(&format, step_number(p->step, peak.row, peak.col), digits);
    const char *whose = place_words(arena, p->step->id) + strlen(", ");
    if (!p->leaf->once)
        return arena_format(arena, "%s: up to %s", strstr(whose, "head"), weight);
    return arena_format(arena, "%s: “%s” gives %s to “%s”", whose,
                        name_at(c, &p->step->rows, peak.row), weight,
                        name_at(c, &p->step->cols, peak.col));
}

static const char *string_of(const Chalk *c, const Piece *p, int k)
{
    if (p->leaf->form == LEAF_TEXT)
        return p->leaf->text ? p->leaf->text : p->place->title ? p->place->title : "";
    if (p->leaf->form == LEAF_QUERY || p->leaf->form == LEAF_LAYER)
        return name_at(c, &p->step->rows, k);
    if (p->leaf->form == LEAF_NUMBER)
        return digits_for(c, p, k);
    if (p->leaf->form == LEAF_SUM)
        return arena_format(c->sheet->arena, p->leaf->text,
                            product_sum(c->sheet->arena, p->step, row_of(p, p->step),
                                        *p->keys.items, larger(1, PRODUCTS_MOST - c->level),
                                        c->sheet->style->precision),
                            p->step->cols.labels[*p->keys.items]);
    if (p->leaf->form == LEAF_PEAK)
        return peak_text(c, p);
    return k < p->keys.count ? name_at(c, &p->step->cols, p->keys.items[k])
                             : arena_format(c->sheet->arena, "%d others", p->keys.others);
}

/* A colour that is not that of what is followed; so many eighths of it are the text's, for words
   have to stand out more than lines. */
static Colour own_colour(const Chalk *c, int number, int eighths)
{
    const Theme *theme = c->sheet->theme;
    int curve = number % (THEME_CURVES - 1);
    return colour_mix(theme->curves[curve + (curve >= FOCUS)], theme->text, eighths, 8);
}

/* Each arrow's own; of many arrows, another one. */
static Colour arrow_colour(const Chalk *c, const Piece *p, int k, Colour of_many)
{
    return p->keys.count < THEME_CURVES ? own_colour(c, k, 2) : of_many;
}

static TextItem look_of(const Chalk *c, const Piece *p, int k)
{
    const Theme *theme = c->sheet->theme;
    bool followed = p->leaf->form == LEAF_QUERY
                        ? k == p->keys.query
                        : p->leaf->frame && k == key_of(&p->keys, p->keys.query);
    TextItem look = sheet_small(c->sheet, (Align)p->leaf->side);
    if (p->leaf->form == LEAF_TEXT) {
        look.form = p->leaf->text || !c->panel->quotes ? TEXT_FORMULA : TEXT_PLAIN;
        Colour plain = c->diagram->by_heads ? own_colour(c, (int)(p->place - c->panel->places), 2)
                                            : look.colour;
        look.colour = p->leaf->frame ? theme->accent : plain;
        return look;
    }
    look.size = sheet_font(c->sheet, p->leaf->form == LEAF_SUM ? SMALL_SIZE : LABEL_SIZE);
    look.colour = followed ? theme->accent : theme->text;
    if (c->diagram->plane[0] && p->leaf->form == LEAF_KEY)
        look.colour = arrow_colour(c, p, k, theme->text);
    return look;
}

static void draw_string(const Chalk *c, const Piece *p, int k, Box box)
{
    TextItem look = look_of(c, p, k);
    sheet_text(c->sheet, look, string_of(c, p, k), box.x + (int)look.align * box.width / 2,
               box.y + box.height / 2 + middle_to_base(look.size));
}

/* ---- numbers as colours ---- */

/* Lengths in CSS pixels; cell 0: any size. */
static Lane lane_within(const Sheet *sheet, int count, int size, int cell)
{
    size = sheet_plot(sheet, size);
    Room room = {.cell = cell ? sheet_plot(sheet, cell) : size, .cell_least = 1, .side_most = size};
    return lane_fit(count, &room, size);
}

/* Frames the followed row or column of a plot, or their cell, or the whole plot. */
static void draw_frame(const Chalk *c, const Piece *p, Box box)
{
    Lane rows = p->plot.rows, cols = p->plot.cols;
    if (p->leaf->frame & ROWS) {
        box.y += row_of(p, p->step) / rows.merged * rows.pitch;
        box.height = rows.pitch;
    }
    if (p->leaf->frame & COLS) {
        box.x += *p->keys.items / cols.merged * cols.pitch;
        box.width = cols.pitch;
    }
    sheet_outline(c->sheet, box, 2, c->sheet->theme->accent);
}

/* Draws the plot's first row as vertical bars; full height is the end of its scale. */
static void draw_upright(const Sheet *sheet, Plot *plot)
{
    const Scale *scale = plot->scale;
    const real *numbers = plot_read(sheet->arena, plot, 0);
    Box box = {0, 0, plot_width(plot), plot_height(plot)};
    int middle = box.height / 2;
    sheet_frame(sheet, box);
    sheet_fill(sheet, box, sheet->theme->background);
    for (int i = 0; i < plot->cols.count; i++) {
        double x = (double)numbers[i];
        int size = (int)rint(fmin(fabs(x) / scale->most, 1) * middle);
        Box bar = {i * plot->cols.pitch, middle - (x > 0 ? size : 0), plot->cols.pitch - plot->gap,
                   size};
        sheet_fill(sheet, bar, scale->fills[scale_level(scale, x)]);
    }
    sheet_fill(sheet, (Box){0, middle, box.width, 1}, sheet->theme->muted);
}

static void draw_plot(const Chalk *c, const Piece *p, int k, Box box)
{
    Sheet part = sheet_of_part(c->sheet);
    LeafForm form = p->leaf->form;
    Plot plot = p->plot;
    if (k == p->keys.count)
        return;
    Scale *scale = arena_copy(c->sheet->arena, p->scale, sizeof *scale);
    if (form < LEAF_TILE)
        plot.first = form == LEAF_ROW ? row_of(p, p->step) : p->keys.items[k];
    if (form == LEAF_SHARE) /* instead of multiplying the numbers by the weight */
        scale->most /= number_for(c, p, p->weights, k);
    plot.scale = scale;
    (c->diagram->upright ? draw_upright : plot_draw)(&part, &plot);
    plots_read(part.arena, &part.drawing, 1);
    *c->omits |= plot.omits_numbers;
    box.x += labels_extent(&p->row_names);
    box.y += box.height - plot_height(&plot);
    sheet_put(c->sheet, part.drawing, box.x, box.y);
    labels_draw(c->sheet, &p->row_names, SIDE_LEFT, box.x, box.y);
    labels_draw(c->sheet, &p->col_names, SIDE_ABOVE, box.x, box.y);
    if (form <= LEAF_TILE && (form == LEAF_ROW || p->leaf->frame))
        draw_frame(c, p, (Box){box.x, box.y, plot_width(&plot), plot_height(&plot)});
}

/* ---- weights as lengths and widths ---- */

/* The whole of which a weight is a part: 1, or without a softmax the largest sum of a row's numbers
   above 0. */
static double whole_of(const Chalk *c)
{
    double whole = 1;
    for (const Piece *p = c->pieces; p < c->pieces + c->count; p++) {
        if (p->step->kind != VALUE_SHARE)
            continue;
        bool all = p->leaf->form == LEAF_LINES;
        int row = all ? 0 : row_of(p, p->step), end = all ? p->step->rows.count : row + 1;
        for (; row < end; row++) {
            double sum = 0;
            for (int j = 0; j < p->step->cols.count; j++)
                sum += step_is_masked(p->step, row, j) ? 0 : fmax(step_number(p->step, row, j), 0);
            whole = fmax(whole, sum);
        }
    }
    return whole;
}

/* The part that a key's weight is; below 0 it has no length and no width. */
static double part_for(const Chalk *c, const Piece *p, int k)
{
    return is_hidden(p, k) ? 0 : fmax(number_for(c, p, p->step, k), 0) / c->whole;
}

/* A masked key gets stripes. */
static void draw_bar(const Chalk *c, const Piece *p, int k, Box box)
{
    const Theme *theme = c->sheet->theme;
    if (is_hidden(p, k)) {
        sheet_sample(c->sheet, CELL_MASKED, box);
        return;
    }
    sheet_fill(c->sheet, box, theme->masked);
    box.width = (int)(box.width * fmin(part_for(c, p, k), 1) + 0.5);
    if (box.width)
        sheet_fill(c->sheet, box, scale_bar_colour(p->scale, false, theme->background));
}

/* A curve between two points: level at both ends, or vertical if `upright`; or half an ellipse that
   rises to `arch` above them. */
static void put_curve(const Sheet *sheet, Point a, Point b, bool upright, double arch,
                      double thickness, Colour colour)
{
    enum { POINTS = 25, OF_AN_ARCH = 41 };
    Point points[OF_AN_ARCH];
    int count = arch > 0 ? OF_AN_ARCH : POINTS;
    for (int i = 0; i < count; i++) {
        double t = i / (count - 1.0), rise = t * t * (3 - 2 * t);
        double x = a.x + (b.x - a.x) * (upright || arch > 0 ? rise : t);
        double y = a.y + (b.y - a.y) * (upright ? t : rise) - arch * 2 * sqrt(rise - rise * rise);
        points[i] = (Point){(int)(x * STROKE_PIXEL), (int)(y * STROKE_PIXEL)};
    }
    sheet_stroke(sheet, points, count, thickness, colour);
}

/* The same with an arrowhead; vertical if the end is right above or below. */
static void put_arrow(const Sheet *sheet, Point a, Point b, double thickness, Colour colour)
{
    int size = sheet_pixels(sheet, HEAD_WIDER + thickness / 2);
    int x = b.x > a.x ? 1 : -1, y = b.y > a.y ? 1 : -1;
    Point end = a.x == b.x ? (Point){b.x, b.y - y * size} : (Point){b.x - x * size, b.y};
    put_curve(sheet, a, end, false, 0, thickness, colour);
    for (int i = 0; i < size; i++)
        sheet_fill(sheet,
                   a.x == b.x ? (Box){b.x - i, b.y - y * i, 2 * i + 1, 1}
                              : (Box){b.x - x * i, b.y - i, 1, 2 * i + 1},
                   colour);
}

/* A small weight gets a pale hairline. */
static void draw_arrow(const Chalk *c, const Piece *p, int k, Box box)
{
    const Theme *theme = c->sheet->theme;
    double thickness = part_for(c, p, k) * THICK;
    int y = box.y + box.height / 2, end = sheet_pixels(c->sheet, thickness / 2 + 1);
    Point a = {box.x + end, y}, b = {box.x + box.width - end, y};
    if (k < p->keys.count && thickness > 0)
        put_arrow(c->sheet, a, b, fmax(thickness, 0.6),
                  thickness < 0.6 ? theme->frame
                                  : scale_bar_colour(p->scale, false, theme->background));
}

/* The lines of the followed query are drawn last, over the others. */
static void draw_lines(const Chalk *c, const Piece *p, int k, Box box)
{
    const Theme *theme = c->sheet->theme;
    int rows = p->step->rows.count, cols = p->step->cols.count, followed = row_of(p, p->step);
    Colour pale = colour_mix(theme->background, theme->frame, 3, 5);
    const Band *col = &c->cols[p->col];
    (void)k, (void)box; /* the lines span the column */
    for (int i = 0; i < rows * cols; i++) {
        int row = (followed + 1 + i / cols) % rows, key = i % cols;
        double weight = step_number(p->step, row, key) / c->whole;
        const Band *from = &c->rows[p->row + row], *to = &c->rows[p->row + key];
        Point a = {col->start, from->start + from->size / 2};
        Point b = {col->start + col->size, to->start + to->size / 2};
        if (weight >= c->diagram->line_least)
            put_curve(c->sheet, a, b, false, 0, weight * THICK,
                      row == followed ? theme->accent : pale);
    }
}

/* Arcs end side by side in such an order that none cross: on the left from the nearest to the
   farthest key, on the right the other way round, and last the word's own, a loop. */
static void draw_arcs(const Chalk *c, const Piece *p, int k, Box box)
{
    const Band *cols = &c->cols[p->col];
    int own = key_of(&p->keys, p->keys.query), count = p->keys.count, thick = 2 * THICK;
    double far = 1, end = cols[own].start + (cols[own].size - sheet_pixels(c->sheet, thick)) / 2;
    for (k = 0; k < count; k++)
        far = fmax(far, abs(cols[k].start - cols[own].start));
    for (int i = 1; i <= count; i++) {
        k = (own + count - i) % count;
        double weight = part_for(c, p, k);
        double width = sheet_pixels(c->sheet, thick * weight);
        double height = 0.2 + 0.7 * abs(cols[k].start - cols[own].start) / far;
        int loop = sheet_pixels(c->sheet, p->leaf->width + thick * weight);
        int from = k == own ? (int)end + loop : cols[k].start + cols[k].size / 2;
        Point left = {from, box.y + box.height - (int)width / 2};
        Point right = {(int)(end + width / 2), left.y};
        if (weight >= c->diagram->line_least)
            put_curve(c->sheet, left, right, false, box.height * height, thick * weight,
                      own_colour(c, (int)(p->place - c->panel->places), 0));
        end += width;
    }
}

/* Bands from each key's column merge side by side into one stream, as wide as all together. */
static void draw_bands(const Chalk *c, const Piece *p, int k, Box box)
{
    const Sheet *sheet = c->sheet;
    Colour colour = scale_bar_colour(p->scale, false, sheet->theme->background);
    int half = box.height / 5, start = box.x + box.width / 2 - half, left = start;
    int end = box.y + box.height - 2 * half;
    for (k = 0; k < p->keys.count + (p->keys.others > 0); k++) {
        const Band *col = &c->cols[p->col + k];
        int width = (int)(part_for(c, p, k) * 2 * half + 0.5);
        Point from = {col->start + col->size / 2, box.y + width / 2};
        Point to = {left + width / 2, end};
        put_curve(sheet, from, to, true, 0, fmax((double)width / sheet_pixels(sheet, 1), 0.6),
                  width ? colour : sheet->theme->frame);
        left += width;
    }
    for (int i = 0, aside = 0; i < 2 * half; i++, aside = larger(0, i - half))
        sheet_fill(sheet, (Box){start + aside, end + i, 2 * (half - aside), 1}, colour);
}

/* ---- vectors by their lengths and angles ---- */

/* Columns of the step `geometry`, which has a row for each key. */
enum { QUERY_LENGTH, KEY_LENGTH, COSINE };

/* A 2-dimensional vector as a complex number. */
static double complex row_vector(const Step *step, int row)
{
    return step_number(step, row, 0) + I * step_number(step, row, 1);
}

/* A key in the plane: its own features if there are two; else its components along the query and
   orthogonal to it. */
static double complex key_vector(const Piece *p, int key)
{
    double cosine = step_number(p->step, key, COSINE);
    double length = step_number(p->step, key, KEY_LENGTH);
    return *p->plane ? row_vector(*p->plane, key)
                     : length * (cosine + I * sqrt(fmax(0, 1 - cosine * cosine)));
}

static double complex query_vector(const Piece *p)
{
    return *p->plane ? row_vector(p->plane[1], row_of(p, p->plane[1]))
                     : step_number(p->step, 0, QUERY_LENGTH);
}

/* The projection of a key onto the line of the query. */
static double complex foot_of(const Piece *p, int key)
{
    double complex query = query_vector(p), turned = conj(query);
    double square = creal(query * turned);
    return square > 0 ? query * (creal(key_vector(p, key) * turned) / square) : 0;
}

/* Sorts keys from top to bottom, so that their leader lines hardly cross. */
static void sort_by_height(const Piece *p)
{
    for (int i = 1, k; i < p->keys.count; i++) {
        int key = p->keys.items[i];
        double height = cimag(key_vector(p, key));
        for (k = i; k > 0 && cimag(key_vector(p, p->keys.items[k - 1])) < height; k--)
            p->keys.items[k] = p->keys.items[k - 1];
        p->keys.items[k] = key;
    }
}

/* Maps vectors to the picture: the origin and the unit length, in 1/64 pixel. */
typedef struct Plane {
    double complex least, most; /* bounding box of all vectors and the origin */
    Point origin;
    double unit;
    Box box; /* within which it is drawn */
} Plane;

static Point point_on(const Plane *plane, double complex v)
{
    return (Point){plane->origin.x + (int)(plane->unit * creal(v)),
                   plane->origin.y - (int)(plane->unit * cimag(v))};
}

static void widen(Plane *p, double complex v)
{
    p->least = fmin(creal(p->least), creal(v)) + I * fmin(cimag(p->least), cimag(v));
    p->most = fmax(creal(p->most), creal(v)) + I * fmax(cimag(p->most), cimag(v));
}

/* The plane centred in a box, as large as fits, with room left of it and above, and a line of text
   right of it and below. */
static Plane plane_within(const Piece *p, Box box, int line, int left, int above)
{
    Plane plane = {.box = box};
    widen(&plane, query_vector(p));
    for (int k = 0; k < p->keys.count; k++) {
        widen(&plane, key_vector(p, p->keys.items[k]));
        widen(&plane, foot_of(p, p->keys.items[k]));
    }
    box = (Box){box.x + left, box.y + above, larger(1, box.width - left - line),
                larger(1, box.height - above - line * 3 / 2)};
    double width = creal(plane.most - plane.least), height = cimag(plane.most - plane.least);
    if (width > 0 || height > 0)
        plane.unit = fmin(box.width / width, box.height / height) * STROKE_PIXEL;
    int aside = (box.width * STROKE_PIXEL - (int)(plane.unit * width)) / 2;
    plane.origin = (Point){box.x * STROKE_PIXEL + aside, (box.y + box.height) * STROKE_PIXEL};
    plane.origin = point_on(&plane, -plane.least);
    return plane;
}

/* A leader line from an arrow's tip to its name in a row of the grid. */
static void draw_leader(const Chalk *c, const Piece *p, int row, Point tip, Box box)
{
    const Band *band = &c->rows[p->row + row];
    Point end = {(box.x + box.width) * STROKE_PIXEL, (band->start + band->size / 2) * STROKE_PIXEL};
    sheet_stroke(c->sheet, (Point[]){tip, end}, 2, 1, c->sheet->theme->frame);
}

/* Whether nothing was drawn in a box. */
static bool is_clear(const Drawing *d, Box box)
{
    ENDED_BY(arena_end) Arena *scratch = arena_new();
    size_t stride = (size_t)d->width + 1; /* PNG's filter byte first */
    uint8_t *rows = arena_alloc(scratch, (size_t)box.height * stride, 1);
    raster_draw(raster_new(scratch, d), box.y, box.height, rows);
    for (int i = 0; i < box.width * box.height; i++)
        if (rows[(size_t)(i / box.width) * stride + 1 + (size_t)(box.x + i % box.width)])
            return false;
    return true;
}

/* Writes a text on a side of a point (−1, 0 or 1 to the right, and down), so many gaps away, if it
   is clear there, and to its left and right. */
static bool put_beside(const Sheet *sheet, const Plane *plane, TextItem look, const char *text,
                       Point point, int right, int down, int gaps)
{
    int height = line_height(look.size), width = sheet_text_width(sheet, text, look.size);
    int around = sheet_pixels(sheet, LABEL_GAP), gap = around * gaps;
    int x = point.x / STROKE_PIXEL + right * (width / 2 + gap);
    int y = point.y / STROKE_PIXEL + down * (height / 2 + gap);
    Box box = {x - (width + around) / 2, y - height / 2, width + around, height};
    if (box.x < plane->box.x || box.x + box.width > plane->box.x + plane->box.width ||
        !is_clear(sheet->drawing, box))
        return false;
    sheet_text(sheet, look, text, x, y + middle_to_base(look.size));
    return true;
}

/* Lines at round numbers of two features; of more, the axes. */
static void draw_grid(const Sheet *sheet, const Plane *plane, bool numbered)
{
    enum { PARTS = 4 };
    const double least[] = {creal(plane->least), cimag(plane->least)};
    const double most[] = {creal(plane->most), cimag(plane->most)};
    const double complex units[] = {1, I};
    for (int axis = 0, other = 1; axis < 2; axis++, other--) {
        Ticks ticks = {.count = 1}; /* 0 */
        if (numbered && most[axis] > least[axis])
            ticks = ticks_linear(least[axis], most[axis], PARTS);
        for (const Tick *tick = ticks.marks; tick < ticks.marks + ticks.count; tick++) {
            double complex at = units[axis] * tick->value;
            Point ends[] = {point_on(plane, at + units[other] * least[other]),
                            point_on(plane, at + units[other] * most[other])};
            sheet_stroke(sheet, ends, 2, 1,
                         fabs(tick->value) > 0 ? sheet->theme->masked : sheet->theme->frame);
            if (*tick->text)
                put_beside(sheet, plane, sheet_small(sheet, ALIGN_MIDDLE),
                           arena_strdup(sheet->arena, tick->text), *ends, -axis, other, 1);
        }
    }
}

/* v / |v|; 1 for 0 */
static double complex direction(double complex v)
{
    double square = creal(v) * creal(v) + cimag(v) * cimag(v);
    return square > 0 ? v / sqrt(square) : 1;
}

/* The angle from the query to a key as an arc, halved again and again, also if they are opposite;
   those of later keys are wider. */
static void draw_angle(const Chalk *c, const Piece *p, int k, const Plane *plane, Colour colour)
{
    enum { LAST = 32 };
    double complex key = key_vector(p, p->keys.items[k]), query = query_vector(p);
    double complex v[LAST + 1] = {direction(query), [LAST] = direction(key)};
    double complex aside = cimag(v[LAST] * conj(*v)) < 0 ? -I * *v : I * *v;
    double length = sqrt(fmin(creal(key * conj(key)), creal(query * conj(query))));
    Point points[LAST + 1];
    for (int step = LAST / 2; step; step /= 2)
        for (int i = step; i < LAST; i += 2 * step)
            v[i] = direction(v[i - step] + v[i + step] + 1e-9 * aside);
    for (int i = 0; i <= LAST; i++)
        points[i] = point_on(plane, v[i] * length * (0.2 + 0.4 * (k + 1) / p->keys.count));
    if (length > 0)
        sheet_stroke(c->sheet, points, LAST + 1, 1, colour);
}

/* A key's arrow, its foot on the line of the query, and the angle between them. Of many keys, those
   above the uniform weight are coloured. */
static void draw_key(const Chalk *c, const Piece *p, int k, const Plane *plane)
{
    const Theme *theme = c->sheet->theme;
    int key = p->keys.items[k];
    double even = 1.0 / p->weights->cols.count;
    bool strong = step_number(p->weights, row_of(p, p->weights), key) > even;
    Colour colour = arrow_colour(
        c, p, k, strong ? scale_bar_colour(p->scale, false, theme->background) : theme->muted);
    Point tip = point_on(plane, key_vector(p, key)), foot = point_on(plane, foot_of(p, key));
    sheet_stroke(c->sheet, (Point[]){tip, foot}, 2, 0.5, colour);
    sheet_stroke(c->sheet, (Point[]){foot, plane->origin}, 2, 0.5, theme->accent);
    sheet_arrow(c->sheet, plane->origin, tip, strong ? 2 : 1, colour);
    if (p->keys.count < THEME_CURVES)
        draw_angle(c, p, k, plane, colour);
    sheet_stroke(c->sheet, &foot, 1, FOOT, colour);
}

/* Writes a name beside the tip of a vector, outwards or as near to that as is clear; false if
   nothing is. */
static bool name_tip(const Sheet *sheet, const Plane *plane, double complex v, TextItem look,
                     const char *name)
{
    static const double r = 0.70710678118654752, side = 0.38; /* cos 45°, cos 67.5° */
    const double complex turns[] = {1, r + I * r, r - I * r, I, -I, -r + I * r, -r - I * r, -1};
    for (int i = 0; i < 2 * COUNT_OF(turns); i++) {
        double complex out = direction(v) * turns[i / 2];
        int right = (creal(out) > side) - (creal(out) < -side);
        int down = (cimag(out) < -side) - (cimag(out) > side);
        if (put_beside(sheet, plane, look, name, point_on(plane, v), right, down, 1 + i % 2))
            return true;
    }
    return false;
}

/* The query and its keys as arrows, with names at their tips, if they have room there, or with
   leaders to their names in the grid. Returns whether they had room. */
static bool draw_vectors(const Chalk *c, const Piece *p, const Plane *plane, bool leaders)
{
    const Sheet *sheet = c->sheet;
    TextItem look = sheet_small(sheet, ALIGN_MIDDLE);
    double complex query = query_vector(p);
    draw_grid(sheet, plane, *p->plane && !leaders);
    if (leaders && *p->plane)
        draw_leader(c, p, 0, point_on(plane, query), plane->box);
    for (int k = 0; k < p->keys.count && leaders; k++)
        draw_leader(c, p, 1 + k, point_on(plane, key_vector(p, p->keys.items[k])), plane->box);
    for (int k = 0; k < p->keys.count; k++)
        draw_key(c, p, k, plane);
    sheet_arrow(sheet, plane->origin, point_on(plane, query), 2, sheet->theme->accent);
    look.colour = sheet->theme->accent;
    const char *name = name_at(c, &p->weights->rows, p->keys.query);
    bool named = !leaders ? name_tip(sheet, plane, query, look, name)
                          : *p->plane || put_beside(sheet, plane, look, name,
                                                    point_on(plane, query / 2), 0, 1, 1);
    for (int k = 0; k < p->keys.count && named && !leaders; k++) {
        int key = p->keys.items[k];
        look.colour = arrow_colour(c, p, k, sheet->theme->text);
        named = name_tip(sheet, plane, key_vector(p, key), look, name_at(c, &p->step->rows, key));
    }
    return named;
}

/* The query and its keys at true lengths and angles. With more than two features the query points
   to the right. */
static void draw_fan(const Chalk *c, const Piece *p, UNUSED int k, Box box)
{
    int line = line_height(sheet_font(c->sheet, SMALL_SIZE));
    int *count = &c->sheet->drawing->count, begin = *count;
    Plane plane = plane_within(p, box, line, *p->plane ? 2 * line : line, line);
    if (!draw_vectors(c, p, &plane, false)) {
        *count = begin;
        plane = plane_within(p, box, line, 0, 0);
        draw_vectors(c, p, &plane, true);
    }
}

/* ---- boxes ---- */

/* The number of columns it spans. */
static int reach_of(const Piece *p)
{
    int keys = p->keys.count + (p->keys.others > 0);
    return p->leaf->cols < 0 ? keys : larger(1, p->leaf->cols);
}

/* Its cells of the grid for a key. */
static Box lines_of(const Chalk *c, const Piece *p, int k)
{
    const Band *row = &c->rows[p->row + (c->diagram->across ? 0 : k)];
    const Band *col = &c->cols[p->col + (c->diagram->across ? k : 0)];
    const Band *last_row = row + p->rows - 1, *last_col = col + reach_of(p) - 1;
    return (Box){col->start, row->start, last_col->start + last_col->size - col->start,
                 last_row->start + last_row->size - row->start};
}

/* The outline around its cells. */
static Box outline_of(const Chalk *c, const Piece *p)
{
    int pad = sheet_pixels(c->sheet, BOX_PAD);
    Box lines = lines_of(c, p, 0);
    return (Box){lines.x - pad, lines.y - pad, lines.width + 2 * pad, lines.height + 2 * pad};
}

static void draw_box(const Chalk *c, const Piece *p, int k, Box box)
{
    const Theme *theme = c->sheet->theme;
    Colour tint = is_weight_kind(p->step->kind) ? theme->curves[FOCUS] : theme->text;
    (void)k, (void)box; /* a box has no size of its own */
    sheet_frame(c->sheet, outline_of(c, p));
    sheet_fill(c->sheet, outline_of(c, p), colour_mix(theme->background, tint, 1, 24));
}

/* An arrow in right angles: from a horizontally to x, vertically to y, horizontally to `via`, and
   to the end, from above or from the left. */
static void put_route(const Sheet *sheet, Point a, int x, int y, int via, Point end,
                      double thickness, Colour colour)
{
    const Point points[] = {a, {x, a.y}, {x, y}, {via, y}, {via, end.y}, end};
    int last = via == end.x ? 4 : 5;
    for (int i = 0; i + 1 < last; i++)
        put_curve(sheet, points[i], points[i + 1], false, 0, thickness, colour);
    put_arrow(sheet, points[last - 1], points[last], thickness, colour);
}

/* An arrow from one box to the next: straight within a line, else to the right of everything and
   back between the lines. */
static void draw_next(const Chalk *c, Box from, Box to, int right)
{
    int x = right - sheet_pixels(c->sheet, NEXT_RIGHT);
    int y = to.y - sheet_pixels(c->sheet, NEXT_ABOVE),
        left = to.x - sheet_pixels(c->sheet, NEXT_LEFT);
    Point a = {from.x + from.width, from.y + from.height / 2}, b = {to.x, to.y + to.height / 2};
    if (from.y == to.y && a.x < b.x)
        put_arrow(c->sheet, a, b, 1, c->sheet->theme->muted);
    else
        put_route(c->sheet, a, x, y, left, b, 1, c->sheet->theme->muted);
}

/* Draws all connections: from each box to the next, residual connections, and those from the
   memory, which come from the right if it is in another part of the figure. */
static void draw_flow(const Chalk *c, int right)
{
    const Sheet *sheet = c->sheet;
    Box *boxes = arena_alloc(sheet->arena, (size_t)c->count, sizeof *boxes);
    const Colour *curves = sheet->theme->curves;
    int count = 0, aside = right - sheet_pixels(sheet, MEMORY_RIGHT);
    Box memory = {aside, c->rows[0].start, 0, 0};
    for (const Piece *p = c->pieces; p < c->pieces + c->count; p++) {
        if (p->leaf->form != LEAF_BOX)
            continue;
        Box to = boxes[count] = outline_of(c, p), from = boxes[larger(0, count - 1)];
        Box first = boxes[larger(0, count - p->leaf->round)];
        Point entry = {first.x - sheet_pixels(sheet, ROUND_LEFT), first.y + first.height / 2};
        Point top = {to.x + to.width / 2, to.y};
        Point end = {memory.x + memory.width, memory.y + memory.height / 2};
        if (p->leaf->begins)
            memory = count ? from : memory;
        else if (count)
            draw_next(c, from, to, right);
        if (p->leaf->round)
            put_route(sheet, entry, entry.x, to.y - sheet_pixels(sheet, ROUND_ABOVE), top.x, top, 1,
                      curves[0]);
        if (p->leaf->remembers)
            put_route(sheet, end, aside, to.y - sheet_pixels(sheet, MEMORY_ABOVE), top.x, top, 2,
                      curves[1]);
        count++;
    }
}

/* ---- stacked rows ---- */

/* Stacks the rows from the top down. */
static void draw_stack(const Chalk *c, const Piece *p, int k, Box box)
{
    LeafForm form = p->leaf->form;
    Piece layer = *p;
    double sum = 0;
    layer.plot.bare = true;
    if (form == LEAF_STACK)
        sheet_frame(c->sheet, box);
    for (k = 0; k < p->step->rows.count; k++) {
        double weight = step_number(p->weights, row_of(p, p->weights), k);
        int top = (int)(sum * box.height + 0.5), middle = (2 * k + 1) * p->plot.rows.pitch / 2;
        sum += weight;
        Box place = {box.x, box.y + top, box.width, (int)(sum * box.height + 0.5) - top};
        layer.plot.first = k;
        layer.plot.rows = (Lane){1, 1, place.height};
        if (form == LEAF_STACK && place.height)
            draw_plot(c, &layer, 0, place);
        else if (form == LEAF_FLOW && weight > 0)
            put_curve(c->sheet, (Point){box.x, box.y + middle / p->plot.rows.merged},
                      (Point){box.x + box.width, place.y + place.height / 2}, false, 0,
                      fmax(weight * THICK, 0.6), c->sheet->theme->frame);
        else if (form == LEAF_LAYER && place.height >= line_height(look_of(c, p, k).size))
            draw_string(c, p, k, place);
    }
    if (p->leaf->frame)
        draw_frame(c, p, box);
}

/* ---- forms ---- */

#define LEAF(name, draw) [LEAF_##name] = draw,
static void (*const draw_leaf[])(const Chalk *c, const Piece *piece, int k, Box box) = {
#include "document/leaves.list"
};

/* Whether a leaf is repeated for each query or key. */
static bool is_repeated(const Leaf *leaf)
{
    return leaf->form >= LEAF_QUERY && leaf->form <= LEAF_SHARE;
}

/* ---- pieces ---- */

/* The size of a plot, with the labels left of it and above it. */
static void measure_plot(const Chalk *c, Piece *p)
{
    const Sheet *sheet = c->sheet;
    const Leaf *leaf = p->leaf;
    int rows = leaf->form < LEAF_TILE ? 1 : p->step->rows.count, cols = p->step->cols.count;
    p->plot = (Plot){.step = p->step,
                     .followed_row = leaf->frame & ROWS ? 1 + row_of(p, p->step) : 0,
                     .followed_col = leaf->frame & COLS ? 1 + *p->keys.items : 0,
                     .rows = lane_within(sheet, rows, leaf->height, leaf->cell_height),
                     .cols = lane_within(sheet, cols, leaf->width, leaf->cell_width)};
    bool numbered = c->diagram->across || larger(rows, cols) <= leaf->numbered;
    if (numbered && sheet->style->values)
        p->plot.number_font = plot_number_font(sheet, &p->plot);
    if (leaf->names & ROWS)
        p->row_names = labels_of_rows(sheet, &p->plot, name_most(c));
    if (leaf->names & COLS)
        p->col_names = labels_of_columns(sheet, &p->plot, name_most(c), 0);
    p->width = plot_width(&p->plot) + labels_extent(&p->row_names) +
               labels_overhang(&p->col_names, SIDE_ABOVE);
    p->height = plot_height(&p->plot) + labels_extent(&p->col_names);
}

static void measure(const Chalk *c, Piece *p)
{
    TextItem look = look_of(c, p, 0);
    if (p->leaf->form == LEAF_BOX)
        return;
    bool is_shape = p->leaf->form < LEAF_QUERY; /* bars and arrows are scaled like text */
    p->width = sheet_plot(c->sheet, p->leaf->width);
    p->height = !p->leaf->width ? line_height(look.size)
                : is_shape      ? sheet_plot(c->sheet, p->leaf->height)
                                : sheet_pixels(c->sheet, p->leaf->height);
    if (p->leaf->form >= LEAF_STRIP)
        measure_plot(c, p);
    int strings = p->leaf->form == LEAF_LAYER ? p->step->rows.count : p->count;
    for (int k = 0; k < strings && !p->leaf->width; k++)
        p->width = larger(
            p->width, text_width(c->sheet->typesetter, string_of(c, p, k), look.form, look.size));
}

/* The keys to show: all if they are few or the diagram shows lines; else those above the uniform
   weight 1/n, at most keys_most, and at least the largest. For a followed cell, its column. */
static Keys keys_of(const Chalk *c, const Step *step, int row, int column)
{
    int n = step->cols.count;
    Keys keys = {arena_alloc(c->sheet->arena, (size_t)n, sizeof *keys.items), .query = row};
    if (c->diagram->cell) {
        keys.items[keys.count++] = column;
        return keys;
    }
    bool among = c->diagram->together && c->diagram->across; /* the query is a key */
    bool all = n <= c->keys_most || (c->diagram->together && !among);
    for (int j = 0; j < n; j++) {
        double weight = step_number(step, row, j);
        int before = 0;
        for (int k = 0; k < n; k++)
            before += step_number(step, row, k) > weight ||
                      (k < j && step_number(step, row, k) >= weight);
        if (all || (among && j == row) || (before < c->keys_most && (weight * n > 1 || !before))) {
            keys.items[c->diagram->ranked ? before : keys.count] = j;
            keys.count++;
        }
    }
    keys.others = n - keys.count;
    return keys;
}

/* The scale for all leaves with this scale number. */
static const Scale *scale_of(const Chalk *c, int number)
{
    const SketchPlace *places = c->panel->sketch->places;
    double range = 0;
    for (int i = 0; i < c->panel->cols; i++)
        for (int k = 0; k < LEAVES_MOST; k++)
            if (places[i].steps[k] && c->diagram->leaves[k].scale == number)
                range = fmax(range, step_range(places[i].steps[k]));
    return scale_chosen(c->sheet->arena, number ? VALUE_SIGNED : VALUE_PROBABILITY, range,
                        places->steps[0]->cols.count, false, c->sheet->style);
}

/* Whether a place continues the previous one, as encoder 2 continues encoder 1. */
static bool goes_on(const Chalk *c, int number)
{
    const PanelPlace *place = &c->panel->places[c->first + number];
    if (!number || number == c->places)
        return false;
    const char *id = place->step->id, *before = place[-1].step->id;
    return !strncmp(before, id, strcspn(id, "-") + 1);
}

/* Whether a place is abbreviated: of many places, all but the first and last of their kind; if
   there is no room, all but the first. */
static bool is_brief(const Chalk *c, int number)
{
    enum { WHOLE_MOST = 4 };
    int since = c->diagram->brief_since;
    return c->diagram->brief_most && goes_on(c, number) &&
           ((since && c->level >= since) || (c->places > WHOLE_MOST && goes_on(c, number + 1)));
}

/* Assigns a place its line and column; full and abbreviated places do not share a line. */
static void find_place(Chalk *c, int number)
{
    bool brief = is_brief(c, number);
    bool alone = c->diagram->alone || c->diagram->brief_most;
    int most = brief ? c->diagram->brief_most : alone ? 1 : ABREAST - c->level;
    bool beside = number && c->across + 1 < most && brief == is_brief(c, number - 1);
    c->across = beside ? c->across + 1 : 0;
    c->line += number && !beside;
}

static void add_pieces(Chalk *c, int number)
{
    const SketchPlace *place = &c->panel->sketch->places[number];
    const Step *const *steps = place->steps;
    Keys keys = keys_of(c, steps[0], place->followed, place->column);
    const Diagram *d = c->diagram;
    bool brief = is_brief(c, number - c->first);
    find_place(c, number - c->first);
    for (int i = 0; d->leaves[i].form; i++) {
        const Leaf *leaf = &d->leaves[i];
        bool early = c->level < leaf->since, late = leaf->until && c->level >= leaf->until;
        if (!steps[i] || early || late || (leaf->planar && !place->plane[0]) ||
            (leaf->once && c->first < number) ||
            (brief ? !leaf->brief && !leaf->brief_alone : leaf->brief_alone))
            continue;
        int col =
            brief ? d->brief_first + c->across * d->brief_apart : c->across * COLS_MOST + leaf->col;
        Piece p = {leaf, &c->panel->places[number], steps[i], steps[0], place->plane,
                   keys, scale_of(c, leaf->scale),  c->line,  col,      .count = 1};
        if (is_repeated(leaf))
            p.count =
                leaf->form == LEAF_QUERY ? steps[i]->rows.count : keys.count + (keys.others > 0);
        if (leaf->form == LEAF_FAN)
            sort_by_height(&p);
        measure(c, &p);
        c->pieces = arena_append(c->sheet->arena, c->pieces, &c->count, &p, sizeof p);
    }
}

/* ---- the grid ---- */

static int name_height(const Chalk *c)
{
    return line_height(sheet_font(c->sheet, SMALL_SIZE)) + sheet_pixels(c->sheet, LINE_GAP);
}

/* CSS pixels to pixels; 0 stays 0. */
static int offset_of(const Chalk *c, int length)
{
    return length ? sheet_plot(c->sheet, length) : 0;
}

/* Assigns grid rows and columns to all pieces, alike for every line of places, and sizes them; a
   piece that spans several contributes an equal part to each. */
static void put_in_grid(Chalk *c)
{
    int first[ROWS_MOST + 1] = {0}, down = c->line + 1;
    const Diagram *d = c->diagram;
    int fifths = c->level > 2 && !d->gathered ? 3 : 5, gap = d->gap * fifths / 5;
    int lines_gap = ABREAST_GAP * fifths / 5;
    for (int i = 0; i < c->count; i++) {
        const Leaf *leaf = c->pieces[i].leaf;
        int *lines = &first[leaf->row + 1];
        *lines = leaf->once ? *lines : larger(*lines, d->across ? 1 : c->pieces[i].count);
    }
    for (int row = 0; row < ROWS_MOST; row++)
        first[row + 1] += first[row];
    c->row_count = first[ROWS_MOST] * down;
    c->rows = arena_alloc(c->sheet->arena, (size_t)c->row_count, sizeof *c->rows);
    for (int i = 0; i < c->count; i++) {
        Piece *p = &c->pieces[i];
        const Leaf *leaf = p->leaf;
        int reach = larger(1, leaf->rows);
        p->row = leaf->once ? leaf->row * down : p->row * first[ROWS_MOST] + first[leaf->row];
        p->rows = leaf->once          ? reach * down
                  : is_repeated(leaf) ? 1
                                      : first[leaf->row + reach] - first[leaf->row];
        int height = p->height + (leaf->once ? 2 * name_height(c) : 0) + offset_of(c, leaf->down);
        int width = leaf->form == LEAF_SUM ? 0 : p->width + offset_of(c, leaf->right);
        for (int k = 0; k < (d->across ? p->count : 1) * reach_of(p); k++)
            c->cols[p->col + k].size =
                larger(c->cols[p->col + k].size, divide_up(width, reach_of(p)));
        int lines = larger(d->across ? 1 : p->count, p->rows);
        for (Band *row = &c->rows[p->row]; row < &c->rows[p->row + lines]; row++)
            row->size = larger(row->size, divide_up(height, p->rows));
    }
    for (int i = 1; i < c->row_count; i++)
        c->rows[i].before = sheet_pixels(c->sheet, i % first[ROWS_MOST] ? LINE_GAP : lines_gap);
    for (int i = 1; i < ABREAST * COLS_MOST; i++)
        c->cols[i].before = sheet_pixels(c->sheet, i % COLS_MOST ? gap : ABREAST_GAP);
}

/* The box of a piece: centred vertically in its rows, or at their bottom for a name above a tile. A
   piece with `once` has its share of the whole height, below its name. */
static Box box_of(const Chalk *c, const Piece *p, int k)
{
    Box lines = lines_of(c, p, k);
    const Band *top = c->rows, *bottom = &c->rows[c->row_count - 1];
    bool is_name = p->leaf->form <= LEAF_PEAK && p->leaf->side == TO_MIDDLE;
    int below = lines.height - p->height, y = lines.y + (is_name ? below : below / 2);
    if (p->leaf->once)
        y = top->start + (bottom->start + bottom->size - top->start) * p->row / c->row_count +
            (is_name ? 0 : name_height(c));
    if (p->leaf->is_in_corner)
        y = lines.y + offset_of(c, p->leaf->down);
    int x = lines.x + (int)p->leaf->side * (lines.width - p->width) / 2;
    return (Box){x + offset_of(c, p->leaf->right), y, p->width, p->height};
}

/* ---- drawing ---- */

/* An arrow to the right; downwards to a piece below; or along the row and up to one above. */
static void draw_arrow_between(const Chalk *c, const Piece *from, const Piece *to)
{
    int gap = sheet_pixels(c->sheet, 3);
    Box a = box_of(c, from, 0), b = box_of(c, to, 0);
    Point start = {a.x + a.width + gap, a.y + a.height / 2};
    Point end = {b.x - gap, b.y + b.height / 2}, turn = {b.x + b.width / 2, start.y};
    if (from->col == to->col) {
        start = (Point){turn.x, a.y + a.height + gap};
        end = (Point){turn.x, b.y - name_height(c)};
    } else if (!to->leaf->once && !from->leaf->once && from->row >= to->row + to->rows) {
        put_curve(c->sheet, start, turn, false, 0, 1, c->sheet->theme->muted);
        start = turn;
        end = (Point){turn.x, b.y + b.height + gap};
    }
    end.y = abs(end.y - start.y) < gap ? start.y : end.y; /* level out rounding errors */
    put_arrow(c->sheet, start, end, 1, c->sheet->theme->muted);
}

/* Arrows within a place; to or from a piece with `once`, from or to every place. */
static void draw_arrows(const Chalk *c, const Piece *to)
{
    for (const Piece *from = c->pieces; to->leaf->after && from < c->pieces + c->count; from++)
        if (from->leaf->form == LEAF_TILE && id_matches(to->leaf->after, from->step->id) &&
            (from->place == to->place || from->leaf->once || to->leaf->once))
            draw_arrow_between(c, from, to);
}

/* Arrows between keys that are adjacent in the sentence. */
static void draw_leads(const Chalk *c, const Piece *p)
{
    for (int k = 0; p->leaf->leads && k + 1 < p->keys.count; k++) {
        Box a = box_of(c, p, k), b = box_of(c, p, k + 1);
        Point left = {a.x + a.width, a.y + a.height / 2}, right = {b.x, left.y};
        if (p->keys.items[k + 1] == p->keys.items[k] + 1)
            put_arrow(c->sheet, p->leaf->leads > 0 ? left : right,
                      p->leaf->leads > 0 ? right : left, 1, c->sheet->theme->muted);
    }
}

/* Adds colour bars right of the grid, and samples and remarks below it. */
static void add_legends(const Chalk *c, int right)
{
    const Sheet *sheet = c->sheet;
    const Diagram *diagram = c->diagram;
    Drawing *d = sheet->drawing;
    ColourBar bars[3];
    bool masked = false, lacking = false;
    int count = 0, margin = sheet_pixels(sheet, MARGIN), top = c->rows[0].start;
    for (int i = 0; i < 3 && c->level < larger(1, diagram->scales_until); i++)
        if (diagram->scales[i]) /* relative: matrices have their own ranges */
            bars[count++] =
                (ColourBar){scale_of(c, i), diagram->scales[i], i && diagram->brief_most};
    for (int i = 0; i < d->count; i++) {
        const Cells *cells = &d->items[i].cells;
        masked |= d->items[i].kind == ITEM_CELLS &&
                  memchr(cells->levels, CELL_MASKED, (size_t)cells->rows * (size_t)cells->cols);
        lacking |= d->items[i].kind == ITEM_TEXT && ends_with(d->items[i].text.string, "†");
    }
    const char *remark = arena_format(sheet->arena, "%s%s", lacking ? "† no vector   " : "",
                                      *c->omits ? "no number: 0 when rounded   " : "");
    if (diagram->line_least > 0)
        remark = arena_format(
            sheet->arena, "%sas wide as the weight%s; without a line: less than %s", remark,
            c->whole > 1 ? arena_format(sheet->arena, " beside %.3g", c->whole) : "",
            digits_text(sheet->arena, diagram->line_least * c->whole, 2));
    const Drawing *samples = samples_draw(
        sheet, false, masked ? hides_by(sheet, VALUE_PROBABILITY) : 0, *remark ? remark : NULL);
    const Drawing *scales = colour_bars_draw(
        sheet, bars, count, smaller(d->height - margin - top, sheet_pixels(sheet, SCALE_MOST)));
    sheet_put(sheet, scales, right, top);
    const Drawing *lines = samples_draw(sheet, false, false, diagram->remark);
    sheet_put(sheet, samples, margin, d->height);
    d->height = larger(d->height, top + scales->height + margin);
    d->height += samples->height ? samples->height + margin : 0;
    sheet_put(sheet, lines, margin, d->height);
    d->height += lines->height ? lines->height + margin : 0;
    right += scales->width + margin;
    d->width = larger(larger(d->width, right), larger(samples->width, lines->width) + 2 * margin);
}

Drawing *diagram_draw(const Sheet *sheet, const Panel *panel, int width, int level)
{
    enum { LEAVES_LEVELS = DIAGRAM_LEVELS / 2 };
    bool omits = false;
    Chalk c = {sheet, panel, panel->sketch->diagram, .omits = &omits};
    Drawing *d = sheet->drawing;
    int margin = sheet_pixels(sheet, MARGIN);
    c.level = level % LEAVES_LEVELS;
    c.keys_most = level < LEAVES_LEVELS ? c.diagram->keys_most : c.diagram->keys_few;
    while (panel->places[c.first].elsewhere)
        c.first++;
    for (int i = 0; i < panel->cols; i++)
        c.places += !panel->places[i].elsewhere;
    for (int i = 0; i < c.places; i++)
        add_pieces(&c, c.first + i);
    put_in_grid(&c);
    c.whole = whole_of(&c);
    int right = bands_line_up(c.cols, ABREAST * COLS_MOST, margin, 0);
    for (const Piece *p = c.pieces; p < c.pieces + c.count; p++) /* a sum may be wider */
        right = larger(right, c.cols[p->col].start + p->width);
    if (c.diagram->gathered)
        right += sheet_pixels(sheet, FLOW_MOST);
    const Drawing *caption = caption_draw(sheet, panel, false, right - margin, width);
    int top = margin + caption->height + margin;
    d->width = larger(right + margin, caption->width + 2 * margin);
    d->height = bands_line_up(c.rows, c.row_count, top, 0) + margin;
    sheet_put(sheet, caption, margin, margin);
    for (int i = 0; i < c.count; i++) {
        for (int k = 0; k < c.pieces[i].count; k++)
            draw_leaf[c.pieces[i].leaf->form](&c, &c.pieces[i], k, box_of(&c, &c.pieces[i], k));
        draw_arrows(&c, &c.pieces[i]);
        draw_leads(&c, &c.pieces[i]);
    }
    draw_flow(&c, right);
    add_legends(&c, right);
    return d;
}
