/* Work shared among threads that live for one call. */
#ifndef TENSOR_THREADS_H
#define TENSOR_THREADS_H

enum { MAX_THREADS = 8 };

/* ATTNVIZ_THREADS, else the processors that are online; from 1 to MAX_THREADS. */
int thread_limit(void);

/* Share number `part` of a job that is cut into `parts`. */
typedef void Share(const void *job, int part, int parts);

/* Does every share of the job, each on a thread of its own (the last on the caller's), and
   returns when all are done; at most MAX_THREADS of them. A thread that cannot be had is no
   failure: the caller does its share. */
void run_shares(Share *share, const void *job, int parts);

#endif
