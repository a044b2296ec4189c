/* `attnviz compare-models`: one sentence, as Bahdanau's translator and a transformer translate it.
 */
#ifndef CLI_COMPARE_MODELS_H
#define CLI_COMPARE_MODELS_H

#include "cli/commands.h"

bool compare_models_run(const Run *run, Error *error);

#endif
