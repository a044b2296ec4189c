#include "tensor/tensor.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

/* ---- instructions ---- */

static InstructionSet available(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f"))
        return AVX512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return AVX2;
#endif
    return BASELINE;
}

static InstructionSet wanted(void)
{
    static const char *const lesser[] = {[BASELINE] = "baseline", [AVX2] = "avx2"};
    const char *name = getenv("ATTNVIZ_KERNEL");
    int place = name ? find_string(lesser, AVX512, name) : -1;
    return place < 0 ? AVX512 : (InstructionSet)place;
}

/* Set before main runs and read by every product: asking the system each time would take as long as
   a small product. */
static InstructionSet found;
static long processors;

__attribute__((constructor)) void find_instruction_set(void)
{
    InstructionSet most = available(), asked = wanted();
    found = asked < most ? asked : most;
    processors = sysconf(_SC_NPROCESSORS_ONLN);
}

InstructionSet instruction_set(void)
{
    return found;
}

/* ---- threads ---- */

int thread_limit(void)
{
    const char *text = getenv("ATTNVIZ_THREADS");
    intmax_t threads;
    if (text && is_whole_number(text, 1, MAX_THREADS, &threads))
        return (int)threads;
    return processors < 1 ? 1 : processors > MAX_THREADS ? MAX_THREADS : (int)processors;
}

int threads_for(double multiply_adds)
{
    const double worthwhile = 16e6;
    if (multiply_adds < 2 * worthwhile)
        return 1;
    return (int)fmin(thread_limit(), multiply_adds / worthwhile);
}

typedef struct Worker {
    Share *share;
    const void *job;
    int part, parts;
    bool started;
    pthread_t thread;
    Error error; /* exit code 0 if there was none */
} Worker;

static void do_share(void *data)
{
    const Worker *worker = data;
    worker->share(worker->job, worker->part, worker->parts);
}

static void *work(void *argument)
{
    Worker *worker = argument;
    attempt(do_share, worker, &worker->error);
    return NULL;
}

void run_shares(Share *share, const void *job, int parts)
{
    Worker workers[MAX_THREADS];
    sigset_t all, before;
    CHECK(parts >= 1 && parts <= MAX_THREADS, "%d parts", parts);
    if (parts == 1) {
        share(job, 0, 1);
        return;
    }
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    for (int i = 0; i < parts; i++) {
        Worker *worker = &workers[i];
        *worker = (Worker){.share = share, .job = job, .part = i, .parts = parts};
        worker->started = i < parts - 1 && pthread_create(&worker->thread, NULL, work, worker) == 0;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL); /* the threads inherited the blocked mask */
    for (int i = parts - 1; i >= 0; i--)
        if (workers[i].started)
            pthread_join(workers[i].thread, NULL);
        else
            work(&workers[i]);
    for (int i = 0; i < parts; i++)
        if (workers[i].error.exit_code)
            escape(&workers[i].error);
}
