/* trace.json as the program wrote it, read back by jansson. It is given up with the scene. */
#pragma once

#include "support/scene.h"

#include <jansson.h>

/* The whole file, or bytes of this name. The test fails if it is no JSON. */
json_t *document_in(Scene *scene, const char *name, Bytes bytes);
json_t *document_of(Scene *scene, const char *path);

/* The document's step with this id, which there must be. */
json_t *step_of(json_t *document, const char *id);
