/* A document as a page in a language of marks: Markdown, LaTeX. What stands where is said once; a
 * language says what stands around it. */
#pragma once

#include "write/formats.h"

/* What stands before and behind a text. */
typedef struct Around {
    const char *before, *behind;
} Around;

typedef struct Markup {
    Around page, blocks[BLOCK_KINDS]; /* a listing is a table */
    Around code;                      /* a step's id */
    Around row;                       /* of a table or a listing */
    const char *gap;                  /* between the cells of a row */
    const char *rule;                 /* between the labels and the numbers */
    const char *dots;                 /* what a large table leaves out */
    int most_cols;                    /* of a table; more are cut in the middle */
    /* A text so that it stands there as it is. */
    const char *(*text)(Arena *arena, const char *text);
    /* What says how many columns there are, with one of `column` for each but the first: behind the
       table's beginning, or under its labels. */
    Around columns;
    const char *column;
    bool columns_first;
    const char *smaller; /* before the columns where they are many */
    int vectors;         /* the format of pictures that it shows rather than PNG */
    Around description;  /* of a picture; or none is shown */
    Around picture;      /* its file's name */
} Markup;

/* Begins with the format's mark and the version. The caller checks the stream. */
void page_write(FILE *out, const Format *format, const Document *document,
                const WriteOptions *options);
