/* `attnviz compare-models` as a user sees it: its numbers are those of the two commands that trace
   either model alone. */
#include "support/program.h"
#include "support/sample.h"

#include <jansson.h>
#include <string.h>

/* ---- beside the commands of either model ---- */

/* The steps of the trace that the last run left. */
static json_t *steps_in(Scene *scene, const char *folder)
{
    json_error_t error;
    const char *path = arena_format(scene->arena, "%s/trace.json", folder);
    json_t *document = json_loads(scene_read(scene, path).data, 0, &error);
    assert_non_null(document);
    json_t *steps = json_incref(json_object_get(document, "steps"));
    json_decref(document);
    return steps;
}

static const json_t *values_of(const json_t *steps, const char *id)
{
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const json_t *step = json_array_get(steps, i);
        if (!strcmp(json_string_value(json_object_get(step, "id")), id))
            return json_object_get(step, "values");
    }
    fail_msg("no step %s", id);
    return NULL;
}

static json_t *traced(Scene *scene, const char *command, const char *source, const char *target)
{
    const char *arguments[] = {
        command, "--source", source, "-f", "json", "-q", "-o", command, target ? "--target" : NULL,
        target,  NULL};
    check_success(program_run(scene, (Surroundings){0}, arguments));
    return steps_in(scene, command);
}

static void check_same_numbers(Scene *scene, const char *source, const char *target)
{
    static const char *const heads[] = {"decoder-1/cross/head-1/weights",
                                        "decoder-1/cross/head-3/weights", "decoder-1/cross/mean",
                                        "decoder-2/cross/head-2/weights", "decoder-2/cross/mean"};
    json_t *both = traced(scene, "compare-models", source, target);
    json_t *bahdanau = traced(scene, "bahdanau", source, target);
    json_t *transformer = traced(scene, "transformer", source, target);
    assert_true(
        json_equal(values_of(both, "bahdanau/alignment"), values_of(bahdanau, "alignment")));
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        assert_true(
            json_equal(values_of(both, arena_format(scene->arena, "transformer/%s", heads[i])),
                       values_of(transformer, heads[i])));
    json_decref(both);
    json_decref(bahdanau);
    json_decref(transformer);
}

TEST(the_numbers_are_those_of_the_two_commands)
{
    check_same_numbers(scene, "the european economic area", NULL);
    check_same_numbers(scene, "the cat sleeps", "le chat dort");
}
