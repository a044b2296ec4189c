/* Ctrl-C and its like: noticed, so that a run can clean up after itself and then end as the
 * signal asked. What was caught is the program's one mutable global, because a signal handler can
 * reach nothing else.
 */
#ifndef BASE_INTERRUPT_H
#define BASE_INTERRUPT_H

#include <stdbool.h>

/* Catches SIGINT, SIGTERM and SIGHUP (unless the caller had them ignored, as nohup does); a second
   one of a kind ends the program at once. A closed pipe becomes an error of the write. */
void interrupt_install(void);

/* Whether a signal was caught. Long work asks now and then; a blocking read fails with EINTR. */
bool interrupted(void);

/* Work that has a result worth keeping when it ends early says so: from here on interrupted() is
   false, until the next signal, and what there is can be written. */
void interrupt_heed(void);

/* If a signal was caught, heeded or not, ends the program by it, so that the shell sees why; else
   returns. */
void interrupt_finish(void);

#endif
