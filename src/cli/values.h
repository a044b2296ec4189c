/* The values of options, each checked and in its own type. What is wrong fails as usage, with one
 * line that names the option. */
#ifndef CLI_VALUES_H
#define CLI_VALUES_H

#include "cli/options.h"

#include <stdint.h>

/* What is already told is wrong in the way that a value was given; always returns false. */
bool fail_as_usage(Error *error);

bool value_whole(const Arguments *a, OptionId id, long least, long most, int *value, Error *error);

/* A whole number, or a word that leaves the value as it is. */
bool value_whole_or(const Arguments *a, OptionId id, const char *word, long least, long most,
                    int *value, Error *error);

/* A finite decimal number. */
bool value_decimal(const Arguments *a, OptionId id, double least, double most, double *value,
                   Error *error);

bool value_seed(const Arguments *a, OptionId id, uint64_t *value, Error *error);

/* One of the names; *index is its place among them. */
bool value_choice(Arena *arena, const Arguments *a, OptionId id, const char *const *names,
                  int count, int *index, Error *error);

/* What a list of numbers may hold: at most so many of `what`, "gains", from least to most. */
typedef struct ListLimits {
    const char *what;
    int count;
    double least, most;
} ListLimits;

/* "1,4,16": each more than the one before; least and most are whole. */
bool value_ascending(Arena *arena, const Arguments *a, OptionId id, ListLimits limits, int *values,
                     int *count, Error *error);

/* "0.5,1,1.5" */
bool value_decimals(Arena *arena, const Arguments *a, OptionId id, ListLimits limits,
                    double *values, int *count, Error *error);

/* "text,png": whether each of the names is in the list; an empty list is an error. */
bool value_list(Arena *arena, const Arguments *a, OptionId id, const char *const *names, int count,
                bool *wanted, Error *error);

#endif
