#include "cli/projections.h"

#include "cli/model.h"
#include "cli/output.h"
#include "trace/projections.h"

bool projections_run(const Run *run, Error *error)
{
    ModelSettings model;
    OutputSettings output;
    Readings readings;
    Text warnings = text_new(run->arena);
    const char *sentence = run->arguments->value[OPTION_SENTENCE];
    if (!model_settings_read(run->arena, run->arguments, &model, error) ||
        !output_settings_read(run->arena, run->arguments, &output, error) ||
        !model_read(run, &model, &sentence, 1, &readings, &warnings, error))
        return false;
    const Reading *reading = &readings.items[0];
    Graph *g = graph_new(run->arena);
    SelfAttention attention = self_attention(g, &readings.weights, reading->words.vectors,
                                             reading->words.tokens.count, reading->settings);
    ProjectionMeasures measures = projection_measures(g, &attention);
    Trace *trace = narrate_projections(run->arena, &attention, &measures, &reading->subject);
    return output_trace(run->arena, &output, trace, &warnings, error);
}
