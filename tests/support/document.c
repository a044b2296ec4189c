#include "support/document.h"

json_t *document_of(Scene *scene, const char *path)
{
    Bytes bytes = scene_read(scene, path);
    json_error_t error;
    json_t *document = json_loadb(bytes.data, bytes.size, JSON_REJECT_DUPLICATES, &error);
    fail_if(!document, "%s:%d: %s", path, error.line, error.text);
    return document;
}

json_t *step_of(json_t *document, const char *id)
{
    size_t i;
    json_t *step;
    json_array_foreach(json_object_get(document, "steps"), i, step)
    {
        if (!strcmp(json_string_value(json_object_get(step, "id")), id))
            return step;
    }
    fail_msg("no step %s", id);
    return NULL;
}
