/* An English sentence of the toy language → the clause that it says. */
#ifndef TRAIN_LANGUAGE_PARSE_H
#define TRAIN_LANGUAGE_PARSE_H

#include "train/language_clause.h"

/* False if the language has no such sentence. The words are in lower case. */
bool clause_parse(const char *const *words, int count, Clause *clause);

#endif
