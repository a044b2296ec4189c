/* Worksheets as printable documents, and the answer form, a text file that students fill in.
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

/* A printable document of sheets, or of keys, one after the other. */
typedef struct Paper {
    PaperFormat format;
    Text text;
    Arena *scratch;         /* the sheet's arena */
    const Worksheet *sheet; /* being written … */
    const Walk *key;        /* … and its key, if the key is printed; else NULL */
} Paper;

Paper paper_new(Arena *arena, PaperFormat format, bool on_letter);

/* Adds a student's sheet; with a key, the solved one. */
void paper_add(Paper *paper, const Worksheet *sheet, const char *name, const Walk *key);

/* The finished document. */
const char *paper_end(Paper *paper);

/* Runs pdflatex on a LaTeX paper; reproducible bytes. Fails if pdflatex is missing or fails. */
Bytes paper_pdf(Arena *arena, const char *tex);

/* "Scores [sat, the]" */
const char *place_text(Arena *arena, const Worksheet *sheet, int table, int cell);

/* As printed on sheets: two decimals, none for integers. */
const char *hand_number(Arena *arena, double x);

/* ---- forms ---- */

#define FORM_MARK "# attnviz answer form"

/* The head of a form, and what could not be read. */
typedef struct Form {
    const char *code; /* as written; NULL: the text is no form */
    const char *name; /* "" for none */
    Text remarks;     /* one line per problem: "12: 'abc' is no number" */
} Form;

/* An empty form. */
const char *form_text(const Worksheet *sheet, const char *name);

/* Parsed in two steps: the head, which names the sheet; then, for that sheet, the answers.
   Unreadable cells count as empty and add a remark. */
Form form_head(Arena *arena, Bytes text);
Answers form_answers(Arena *arena, Bytes text, const Worksheet *sheet, Form *form);

/* What word processors and keyboards of other scripts put in a line, and what it is parsed with
   (respelled). */
extern const char *const typed_lines[];

/* Parses a number as people type it: 0.5, 0,5, 1/2, 50 %, 5e-1, 5·10^-1, −0.5, −∞; NaN for a blank.
   `half` is half a unit of its last digit. False for anything else. */
bool number_typed(Arena *arena, const char *text, double *value, double *half);
