/* The program as a user sees it: a process of its own in the scene's folder, given arguments and
 * no shell; what it prints, and how it ends.
 *
 *     Run run = check_success(attnviz(scene, "weights -w random"));
 *     assert_non_null(strstr(run.output, "random, not learned"));
 *     check_refused(attnviz(scene, "weights -w none"), EXIT_FAILURE,
 *                   "none: No such file or directory");
 */
#pragma once

#include "support/scene.h"

#include <sys/types.h>

typedef struct Surroundings {
    Bytes input;          /* standard input; empty for none */
    const char *output;   /* what standard output is: a path, opened for writing; NULL: kept */
    bool closed_pipe;     /* standard output is a pipe that nobody reads */
    const char *variable; /* "NAME=value" in its environment, or NULL */
    int columns;          /* standard input and output are a terminal so wide; 0: they are none */
} Surroundings;

typedef struct Run {
    int status; /* the exit status; −n when signal n ended it */
    const char *output, *errors;
    const char *said; /* the errors without_progress */
} Run;

/* Runs attnviz with the arguments of a line, which printf puts together: words between blanks, or
   all between two quotes of a kind (', ", or \1 for a text that may have both): "-s 'He hit' -n 3".
 */
Run attnviz(Scene *scene, const char *format, ...) __attribute__((format(printf, 2, 3)));
Run attnviz_in(Scene *scene, Surroundings surroundings, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with an array that ends with NULL. */
Run program_run(Scene *scene, Surroundings surroundings, const char *const *arguments);

/* Starts it with a line and does not wait; both of its outputs go nowhere. */
pid_t program_start(Scene *scene, const char *line);

/* Waits for it; like Run.status. */
int program_wait(pid_t process);

/* Interrupts it as Ctrl-C does, again and again after a longer time, for machines differ, until it
   has written this file before it ended. */
void program_break_off(Scene *scene, const char *line, const char *file);

/* ---- how a run ended ---- */

/* That it did what was asked, and said nothing on standard error but how far it was. Returns the
   run. */
Run check_success(Run run);

/* The same where standard error may tell how far it is, or warn. */
Run check_finished(Run run);

/* The same where standard error is one line: "attnviz: warning: ", then the warning. */
Run check_warned(Run run, const char *warning);

/* That it ended with this exit status and printed nothing but one line on standard error:
   "attnviz: ", then the message. */
void check_refused(Run run, int status, const char *message);

/* The same where only how the message begins matters. */
void check_refused_with(Run run, int status, const char *beginning);
