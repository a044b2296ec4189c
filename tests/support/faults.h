/* Runs of attnviz in which one call fails (tests/faults/shim.c): for want of memory, or of a file.
 *
 * Each is to do what was asked, to the byte; or to say in one true line why not, with exit status
 * 1, and leave what was there as it was. (Or, if it was the telling that failed, all its files
 * whole.)
 *
 * `make test` tries some of the calls, evenly spread; `make test-faults` each of them, or
 * `make test-faults FAULTS=100` so many a command. */
#pragma once

#include "support/scene.h"

/* That a fault at any call of the kind, "memory" or "file", is borne by every command. `stays`: all
   calls behind the first fail, too. The runs are told on standard output, and each that was not
   borne. */
void check_faults(Scene *scene, const char *kind, bool stays);
