/* A worksheet as it is handed out; and the form, a text file, on which its answers come back.
 *
 *     # attnviz answer form: …
 *     sheet: A3-053NN5
 *     name: Ada Lovelace
 *
 *     [scores]
 *     the: 1 ; 1 ; -2
 *     cat:   ;   ;
 */
#pragma once

#include "classroom/sheet.h"

/* ---- paper ---- */

typedef enum PaperFormat { PAPER_HTML, PAPER_LATEX, PAPER_MARKDOWN, PAPER_FORMATS } PaperFormat;

/* Sheets, or keys, one behind the other, as a file for the printer. */
typedef struct Paper {
    PaperFormat format;
    Text text;
    Arena *scratch;         /* the sheet's */
    const Worksheet *sheet; /* that is written now … */
    const Walk *key;        /* … and for its key that; or NULL */
} Paper;

Paper paper_new(Arena *arena, PaperFormat format, bool on_letter);

/* The sheet of a student, or with a key that. */
void paper_add(Paper *paper, const Worksheet *sheet, const char *name, const Walk *key);

/* All of it. */
const char *paper_end(Paper *paper);

/* What pdflatex makes of one for LaTeX: the same bytes each time. Fails where there is none. */
bool paper_pdf(Arena *arena, const char *tex, Bytes *pdf, Error *error);

/* "Scores [sat, the]" */
const char *place_text(Arena *arena, const Worksheet *sheet, int table, int cell);

/* As sheets show it: with two decimals unless it is whole. */
const char *hand_number(Arena *arena, double x);

/* ---- forms ---- */

#define FORM_MARK "# attnviz answer form"

/* What a form's text says of itself. */
typedef struct Form {
    const char *code; /* as it stands there; NULL: the text is no form */
    const char *name; /* "" for none */
    Text remarks;     /* what could not be read, a line each: "12: 'abc' is no number" */
} Form;

/* An empty form. */
const char *form_text(const Worksheet *sheet, const char *name);

/* The head of a form; then, with the sheet known, the answers. What cannot be read counts as empty,
   and is remarked. */
Form form_head(Arena *arena, Bytes text);
Answers form_answers(Arena *arena, Bytes text, const Worksheet *sheet, Form *form);

/* A number as people type it: 0.5, 0,5, 1/2, 50 %, 5e-1, 5·10^-1, −0.5, −∞; NaN where nothing is
   meant. `half` is half a unit of its last digit. False for anything else. */
bool number_typed(Arena *arena, const char *text, double *value, double *half);
