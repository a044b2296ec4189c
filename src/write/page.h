/* A document as a page in a markup language: Markdown, LaTeX. The order of the parts is defined
 * once, in page.c; a language only gives the markup around each. */
#pragma once

#include "write/formats.h"

/* Markup before and after a text. */
typedef struct Around {
    const char *before, *behind;
} Around;

typedef struct Markup {
    Around page, blocks[BLOCK_KINDS]; /* a listing is written as a table */
    Around code;                      /* around a step's id */
    Around row;                       /* of a table or listing */
    const char *gap;                  /* between the cells of a row */
    const char *rule;                 /* between labels and numbers */
    const char *dots;                 /* stands for what a large table leaves out */
    int most_cols;                    /* of a table; more are elided in the middle */
    /* Escapes a text. */
    const char *(*text)(Arena *arena, const char *text);
    /* The column specification, with one `column` for each but the first: at the table's beginning
       if columns_first, else under its labels. */
    Around columns;
    const char *column;
    bool columns_first;
    const char *smaller; /* before the specification if there are many columns */
    int vectors;         /* the picture format it prefers to PNG */
    Around description;  /* of a picture; NULL: pictures are not shown */
    Around picture;      /* around its file name */
} Markup;

/* The page begins with the format's mark and the version. The caller checks the stream. */
void page_write(FILE *out, const Format *format, const Document *document,
                const WriteOptions *options);
