/* A worksheet as it is handed out, as documents for write/sheets.h; and the form, a text file, on
 * which its answers come back.
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
#include "document/document.h"

/* ---- paper ---- */

/* The sheet for a student, or the key to it. */
void sheet_tell(Document *document, const Worksheet *sheet, const char *name);
void key_tell(Document *document, const Worksheet *sheet, const char *name, const Walk *key);

/* "Scores [sat, the]" */
const char *place_text(Arena *arena, const Worksheet *sheet, int table, int cell);

/* As sheets show it: two decimals unless it is whole. Returns `out`. */
const char *hand_number(char out[NUMBER_SIZE], double x);

/* ---- forms ---- */

#define FORM_MARK "# attnviz answer form"

/* What a form's text says of itself. */
typedef struct Form {
    const char *code; /* as it stands there; NULL: the text is no form */
    const char *name; /* "" for none */
    Text remarks;     /* what could not be read, a line each: "12: 'abc' is no number" */
} Form;

/* An empty form. */
void form_write(FILE *out, const Worksheet *sheet, const char *name);

/* The head of a form; then, with the sheet known, the answers. What cannot be read counts as empty,
   and is remarked. */
Form form_head(Arena *arena, Bytes text);
Answers form_answers(Arena *arena, Bytes text, const Worksheet *sheet, Form *form);

/* A number as people type it: 0.5, 0,5, 1/2, 50 %, 5e-1, 5·10^-1, −0.5, −∞; NaN where nothing is
   meant. `half` is half a unit of its last digit. False for anything else. */
bool number_typed(Arena *arena, const char *text, double *value, double *half);
