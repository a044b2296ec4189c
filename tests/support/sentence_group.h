/* Sentences that are learned from side by side, to be compared with each of them alone. */
#pragma once

#include "model/model.h"

enum { SENTENCES = 3, SOURCE_LENGTH = 4, TARGET_LENGTH = 5 };

/* Source words 0 … 4 and target words 0 … 5. */
extern const SentencePairs sentence_group;

/* Sentence i of the group alone. */
SentencePairs sentence_alone(Arena *arena, int i);
