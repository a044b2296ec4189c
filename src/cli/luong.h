/* `attnviz luong`: a sentence translated with the scores and the windows of Luong et al. 2015. */
#ifndef CLI_LUONG_H
#define CLI_LUONG_H

#include "cli/commands.h"

bool luong_run(const Run *run, Error *error);

#endif
