#include "support/explained.h"

#include "lesson/lesson.h"
#include "support/sample.h"
#include "write/formats.h"

const char *document_text(Scene *scene, const Document *document, int width)
{
    WriteOptions style = {.width = width, .precision = 2};
    return recorded(scene->arena, text_write(recorder, document, &style)).data;
}

const char *explained(Scene *scene, const Trace *trace, const char *id, int row, int col, int depth)
{
    Document *document = document_new(scene->arena, trace);
    explain_cell(document, (StepCell){step_named(trace, id), row, col}, depth, 6);
    return document_text(scene, document, 0);
}

void check_all_named(Scene *scene, const Trace *trace, const char *explanation)
{
    int named = 0;
    for (char *rest = arena_strdup(scene->arena, explanation), *line;
         (line = strsep(&rest, "\n"));) {
        const char *bracket = strchr(line, '[');
        if (line[0] == ' ' || !bracket || !strstr(line, "] = "))
            continue;
        const char *id = arena_strndup(scene->arena, line, (size_t)(bracket - line));
        fail_if(!trace_any_step(trace, id), "no step %s: %s", id, line);
        named++;
    }
    assert_true(named > 0);
    assert_lacks(explanation, "numbers without a step");
}
