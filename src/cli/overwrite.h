/* What a trained model is written to must not be a file of another kind: a user's novel is not
 * written over by a slip of the keyboard. */
#ifndef CLI_OVERWRITE_H
#define CLI_OVERWRITE_H

#include "base/error.h"

/* Fails if there is a file of that name that holds no weights. */
bool check_overwritten(const char *path, Error *error);

#endif
