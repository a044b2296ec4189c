/* `attnviz projections`: what the learned projections do that XXᵀ does not, on one page. */
#ifndef CLI_PROJECTIONS_H
#define CLI_PROJECTIONS_H

#include "cli/commands.h"

bool projections_run(const Run *run, Error *error);

#endif
