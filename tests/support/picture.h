/* Figures to test with: what draws them, and PNG files read back by libpng. */
#pragma once

#include "figure/drawing.h"
#include "support/scene.h"
#include "trace/trace.h"

/* As the command line has it: twice a screen's resolution. */
static inline FigureStyle figure_style_default(void)
{
    return (FigureStyle){.theme = &themes[0],
                         .colormap = &colormaps[0],
                         .dpi = 192,
                         .values = true,
                         .precision = 2,
                         .graphics = 100};
}

/* A font and the default style, for as long as the scene. */
typedef struct Studio {
    Scene *scene;
    Arena *arena; /* the scene's */
    Font *font;
    Typesetter *typesetter;
    FigureStyle style;
} Studio;

Studio *studio_open(Scene *scene);
Sheet studio_sheet(const Studio *studio);

/* NULL for none. */
const Theme *theme_named(const char *name);
const Colormap *colormap_named(const char *name);

/* A panel; what has this id, a panel or else a step; a step in a trace of its own. */
Drawing *figure_of_panel(Studio *studio, const Trace *trace, int panel);
Drawing *figure_of(Studio *studio, const Trace *trace, const char *id);
Drawing *figure_of_step(Studio *studio, Step step);

/* The n-th item of a kind from 0, in the order of painting, or NULL; and how many there are. */
const Item *item_at(const Drawing *drawing, ItemKind kind, int n);
int count_items(const Drawing *drawing, ItemKind kind);

/* The first text that says this, or NULL; and how many there are. */
const TextItem *text_at(const Drawing *drawing, const char *string);
int count_text(const Drawing *drawing, const char *string);

typedef struct Picture {
    int width, height;
    Colour *pixels;
    int pixels_per_metre;
    int text_count;
    const char **keys, **texts;
} Picture;

/* The test fails unless it is a sound PNG file. */
Picture picture_read(Scene *scene, Bytes png);

Colour picture_at(const Picture *picture, int x, int y);

/* The text of a key, or NULL. */
const char *picture_text(const Picture *picture, const char *key);

/* A drawing as a PNG file. */
Bytes picture_write(Studio *studio, const Drawing *drawing);
