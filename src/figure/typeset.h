/* Text → lines of glyphs, each text set once and kept.
 *
 * Plain text is set by figure/line.h, a formula by figure/formula.h; any bytes may come. Lines
 * belong to the arena that typesetter_new was given. Nothing fails.
 */
#ifndef FIGURE_TYPESET_H
#define FIGURE_TYPESET_H

#include "figure/line.h"

typedef enum TextForm { TEXT_PLAIN, TEXT_FORMULA } TextForm;

typedef struct Typesetter Typesetter;

Typesetter *typesetter_new(Arena *arena, Font *font);
Font *typesetter_font(const Typesetter *typesetter);

const Line *typeset(Typesetter *typesetter, const char *text, TextForm form);

/* Of a line in a font of `size` 1/64 pixels: pixels, rounded up. */
int text_width(Typesetter *typesetter, const char *text, TextForm form, int size);

/* Plain text with its middle replaced by … where it is wider than `limit` pixels. */
const char *text_elide(Typesetter *typesetter, Arena *arena, const char *text, int size, int limit);

#endif
