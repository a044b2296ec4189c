/* A sentence → its translation by a transformer and the trace of it, as cli/translating.h has it
 * for recurrent translators. What the commands of transformers share. */
#ifndef CLI_TRANSFORMING_H
#define CLI_TRANSFORMING_H

#include "cli/commands.h"
#include "cli/sentences.h"
#include "cli/transformer_choice.h"
#include "trace/trace.h"

/* A translation, chosen or asked for. */
typedef struct Transformed {
    Graph *graph;
    TransformerParameters parameters;
    TransformerTranslation translation;
    Sentence target;
    bool forced;
} Transformed;

/* `longest` as TranslatingSettings has it; with `asked`, after these words; NULL: the transformer's
   own. Lives in the graph, which is given names. */
const Transformed *transforming_translate(Graph *g, const KnownTransformer *known,
                                          const Sentence *source, int longest,
                                          const Sentence *asked);

/* Its trace, one layer (from 0) being told whole. `seed` as TransformerSubject has it. */
Trace *transforming_trace(const Run *run, const KnownTransformer *known, const Sentence *source,
                          const Transformed *t, int layer, const char *seed);

#endif
