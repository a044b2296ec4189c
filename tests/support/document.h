/* trace.json as the program wrote it, read back by jansson. A test that fails does not return: what
 * it holds then is freed with the process. */
#pragma once

#include "support/scene.h"

#include <jansson.h>

/* The whole file; the caller gives it up with json_decref. The test fails if it is no JSON. */
json_t *document_of(Scene *scene, const char *path);

/* The document's step with this id, which there must be. */
json_t *step_of(json_t *document, const char *id);
