/* A weights file before it is written, so that a test can change one thing of it:
 *
 *     Draft draft = {.arena = scene->arena};
 *     draft_text(&draft, "vocabulary", "the\nbat");
 *     draft_tensor(&draft, "embeddings", table);
 *     draft_change(&draft, "embeddings", "3 × 4");
 *     draft_write(&draft, "w.safetensors");
 */
#pragma once

#include "load/weights.h"
#include "support/scene.h"

enum { MOST_DRAFTED = 100 };

typedef struct Draft {
    Arena *arena;
    int text_count, tensor_count;
    NamedText texts[MOST_DRAFTED];
    Parameter tensors[MOST_DRAFTED];
} Draft;

/* Adds it. */
void draft_text(Draft *draft, const char *name, const char *text);
void draft_tensor(Draft *draft, const char *name, Tensor tensor);

/* The text with this name becomes another one, the tensor has another shape ("3 × 4") and zeros for
   numbers; "missing" takes it out. */
void draft_change(Draft *draft, const char *name, const char *change);

void draft_write(const Draft *draft, const char *path);

/* A file of these bytes, which are not copied. */
Safetensors safetensors_parse(Arena *arena, const char *path, Bytes bytes);

/* Of these rows and columns, in the arena: first, first + 1, … */
Tensor counting_tensor(Arena *arena, int rows, int cols, real first);
