/* Ctrl-C and its like end the program at once, wherever it is: the handler undoes what would be
 * left behind (temporary files, folders that were made), and then the signal does what it does. So
 * no work has to ask, however long it takes.
 *
 * Two things are different. While several changes belong together, a signal waits (interrupt_hold).
 * Work that has a result worth keeping when it ends early expects a signal and asks for it
 * (interrupt_expect); a second one ends the program at once.
 *
 * What was caught, and what is to be undone, is the program's one mutable global, because a signal
 * handler can reach nothing else. Signals arrive on the main thread: others have them blocked
 * (tensor/processor.h), and so only the main thread makes what has to be undone.
 */
#pragma once

#include <stdbool.h>

/* Catches SIGINT, SIGTERM and SIGHUP (unless the caller had them ignored, as nohup does), and
   SIGPIPE: what nobody reads ends the program, quietly. */
void interrupt_install(void);

/* ---- what is undone ---- */

/* Part of what it undoes. `undo` may call only what a signal handler may. */
typedef struct Undoing {
    void (*undo)(const void *what);
    const void *what;
    struct Undoing *_Atomic before;
} Undoing;

/* From here on, until it is forgotten. It stays where it is meanwhile. */
void interrupt_undoes(Undoing *undoing);
void interrupt_forgets(const Undoing *undoing);

/* Ends the program at once with this message and status 1, having undone the same; asks for no
   memory. */
_Noreturn void interrupt_end(const char *message);

/* No signal ends the program between these two, which may be nested, and interrupted() is false:
   only what takes little time. */
void interrupt_hold(void);
void interrupt_release(void);

/* ---- work that asks ---- */

/* From here on the first signal is only noted; or no longer. */
void interrupt_expect(bool expected);

/* Whether a signal was noted and not heeded. A blocking read fails with EINTR. */
bool interrupted(void);

/* The work has ended early: from here on interrupted() is false, until the next signal, and what
   there is can be written. */
void interrupt_heed(void);

/* If a signal was caught, heeded or not, ends the program by it, so that the shell sees why; else
   returns. */
void interrupt_finish(void);
