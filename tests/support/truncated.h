/* A file that was cut: wherever that was, reading it fails with its name, and nothing else happens.
 */
#pragma once

#include "support/scene.h"

typedef bool ParseBytes(Arena *arena, const char *path, Bytes bytes, Error *error);

/* Cuts a file that is read whole near its beginning at every byte, farther on in growing steps. */
void check_truncated(Scene *scene, Bytes whole, ParseBytes *parse);
