/* The program as a user sees it: a process of its own in the scene's folder, given arguments and
 * no shell; what it prints, and how it ends. */
#ifndef SUPPORT_PROGRAM_H
#define SUPPORT_PROGRAM_H

#include "support/scene.h"

#include <stdbool.h>
#include <sys/types.h>

typedef struct Surroundings {
    Bytes input;          /* standard input; empty for none */
    const char *output;   /* what standard output is: a path, opened for writing; NULL: kept */
    bool closed_pipe;     /* standard output is a pipe that nobody reads */
    const char *variable; /* "NAME=value" in its environment, or NULL */
} Surroundings;

typedef struct Run {
    int status; /* the exit status; −n when signal n ended it */
    const char *output, *errors;
} Run;

/* Runs attnviz with these arguments, the last followed by NULL. */
Run program(Scene *scene, ...) __attribute__((sentinel));
Run program_in(Scene *scene, Surroundings surroundings, ...) __attribute__((sentinel));

/* The same with an array that ends with NULL. */
Run program_run(Scene *scene, Surroundings surroundings, const char *const *arguments);

/* Starts it and does not wait; both of its outputs go nowhere. */
pid_t program_start(const char *const *arguments);

/* Waits for it; like Run.status. */
int program_wait(pid_t process);

#endif
