/* A reader of CSV after RFC 4180, to hold what is written against. */
#pragma once

#include "base/base.h"

/* Reads a field and what ends it, ',' or '\n' for the end of the line. NULL where quotes do not
   close, or something else follows. */
const char *csv_field(Arena *arena, const char **cursor, char *end);

/* The label that a field of attnviz's stands for: an apostrophe before it is a guard. NULL for what
   a spreadsheet might take for a formula. */
const char *csv_label(const char *field);
