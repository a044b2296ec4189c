/* Forms of English words that no rule of endings leads back from (swam, mice, better), and those
 * that a rule would lead astray (bigger, dying); contractions with "not". Common words, by hand. */
#ifndef MODEL_IRREGULAR_FORMS_H
#define MODEL_IRREGULAR_FORMS_H

typedef struct IrregularForm {
    const char *form;
    const char *bases; /* the likeliest first, a space between two: "good well" */
} IrregularForm;

/* The bases of a form (a key, load/tokens.h); NULL if it is not listed. */
const char *irregular_bases(const char *form);

/* All of them, sorted by form. */
const IrregularForm *irregular_forms(int *count);

#endif
