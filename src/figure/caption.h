/* What stands over a figure: its title, its formula, and in small where it comes from. */
#ifndef FIGURE_CAPTION_H
#define FIGURE_CAPTION_H

#include "figure/sheet.h"

typedef struct Caption {
    TextItem *lines; /* from the upper left corner of the caption */
    int count;
    int width, height;
} Caption;

/* In lines of at most `limit` pixels: words go to the next line, and a word that is longer is
   elided. `sentences`, with \n between, stand in one line if they fit, and may be NULL. */
Caption caption_new(const Sheet *sheet, const char *title, const char *formula,
                    const char *sentences, const char *provenance, int limit);

/* How wide it would like to be, but at most some 60 letters. */
int caption_comfort(const Sheet *sheet);

void caption_draw(const Sheet *sheet, const Caption *caption, int x, int y);

#endif
