/* What the processor can do, found out at run time, and work shared among threads: one binary runs
 * everywhere. Neither changes a result, only how fast it is there. */
#pragma once

/* From the least to the most. BASELINE is what every machine of the architecture has. */
typedef enum { BASELINE, AVX2, AVX512 } InstructionSet;

/* The best set this processor has, or a lesser one that ATTNVIZ_KERNEL=baseline|avx2|avx512 asks
   for when the program starts. */
InstructionSet instruction_set(void);

/* Asks the environment again: for a test that has set ATTNVIZ_KERNEL. No thread may be at work. */
void find_instruction_set(void);

enum { MAX_THREADS = 8 };

/* ATTNVIZ_THREADS, else the processors that are online; from 1 to MAX_THREADS. */
int thread_limit(void);

/* How many are worth starting for so many multiply-adds: one for some 100 µs of work. */
int threads_for(double multiply_adds);

/* Share number `part` of a job that is cut into `parts`. */
typedef void Share(const void *job, int part, int parts);

/* Does every share of the job, each on a thread of its own that lives for this call (the last on
   the caller's), and returns when all are done; at most MAX_THREADS of them. A thread that cannot
   be had is no failure: the caller does its share. A share that escapes (base/error.h) does so
   from here, when the others are done. Signals are for the caller's thread. */
void run_shares(Share *share, const void *job, int parts);
