/* A file that was cut: wherever that was, reading it fails with its name, and nothing else happens.
 */
#pragma once

#include "support/scene.h"

typedef void ParseBytes(Arena *arena, const char *path, Bytes bytes);

/* Cuts a file that is read whole near its beginning at every byte, farther on in growing steps. */
void check_truncated(Scene *scene, Bytes whole, ParseBytes *parse);
