/* Where the values of options go that several commands share, each list's into its part. A command
 * with options of its own puts them behind, in a struct that begins with this one. */
#pragma once

#include "cli/model.h"
#include "cli/output.h"
#include "cli/training.h"
#include "cli/translating.h"

struct Settings {
    OutputSettings output;
    ModelSettings model;
    VariationSettings variation;
    TranslatingSettings translating;
    LearningSettings learning;
};
