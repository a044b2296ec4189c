/* --threads: among how many threads learning shares its work. They change no number. */
#ifndef CLI_THREADS_H
#define CLI_THREADS_H

#include "cli/options.h"

/* 0 for auto. */
bool threads_read(const Arguments *arguments, int *threads, Error *error);

/* Tells all that ask thread_limit (tensor/threads.h), until the process ends; 0 leaves it as it is.
   Before any thread is begun. */
void threads_set(int threads);

#endif
