/* Students who are made up: how they round and what they get wrong. */
#pragma once

#include "classroom/sheet.h"

typedef enum Carry { CARRY_ROUNDED, CARRY_FULL, CARRY_MIXED } Carry;

typedef struct Habit {
    int decimals;
    Carry carry; /* goes on with what was written, with all digits, or now this, now that */
    bool cuts;   /* digits off, instead of rounding */
} Habit;

/* Careful work but for some mistakes. */
void student(Arena *arena, const Worksheet *sheet, const Mistake *const *made, int count,
             Habit habit, Random *random, Answers *answers);
