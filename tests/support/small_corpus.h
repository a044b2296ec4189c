/* A text that is quick to learn from: two topics, whose words keep to themselves. */
#pragma once

#include "support/scene.h"
#include "train/texts.h"

/* 600 sentences of the words a0 … a19 or b0 … b19, with "the" and "of" among them. */
Corpus small_corpus(Scene *scene);
