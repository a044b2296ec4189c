#include "support/document.h"

static void give_up(void *document)
{
    json_decref(document);
}

json_t *document_in(Scene *scene, const char *name, Bytes bytes)
{
    json_error_t error;
    json_t *document = json_loadb(bytes.data, bytes.size, JSON_REJECT_DUPLICATES, &error);
    fail_if(!document, "%s:%d: %s", name, error.line, error.text);
    scene_at_end(scene, give_up, document);
    return document;
}

json_t *document_of(Scene *scene, const char *path)
{
    return document_in(scene, path, scene_read(scene, path));
}

json_t *step_of(json_t *document, const char *id)
{
    size_t i;
    json_t *step;
    json_array_foreach (json_object_get(document, "steps"), i, step) {
        if (!strcmp(json_string_value(json_object_get(step, "id")), id))
            return step;
    }
    fail_msg("no step %s", id);
    return NULL;
}
