/* matmul_into beside OpenBLAS's cblas_sgemm (cblas_dgemm in a build with doubles), one thread each,
 * in turns. For each product a line:
 *
 *     n k m attnviz_seconds openblas_seconds
 *
 * the medians of many rounds. Fails where OpenBLAS is not installed.
 */
#include "support/bench.h"

#include <dlfcn.h>

/* From cblas.h, which need not be installed. */
enum { ROW_MAJOR = 101, AS_IT_IS = 111, TRANSPOSED = 112 };
typedef void Gemm(int order, int transpose_a, int transpose_b, int m, int n, int k, real alpha,
                  const real *a, int lda, const real *b, int ldb, real beta, real *c, int ldc);
typedef void SetThreads(int count);

/* The function that a library names so; dlsym gives it as the address of an object. */
static void find(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);
    if (!symbol) {
        fprintf(stderr, "OpenBLAS has no %s\n", name);
        exit(EXIT_FAILURE);
    }
    memcpy(function, &symbol, sizeof symbol);
}

static Gemm *load_gemm(void)
{
    void *library = dlopen("libopenblas.so.0", RTLD_NOW);
    if (!library) {
        fputs("OpenBLAS is not installed\n", stderr);
        exit(EXIT_FAILURE);
    }
    Gemm *gemm;
    SetThreads *set_threads;
    find(library, sizeof(real) == sizeof(float) ? "cblas_sgemm" : "cblas_dgemm", &gemm);
    find(library, "openblas_set_num_threads", &set_threads);
    set_threads(1);
    return gemm;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_size);
    return values[count / 2];
}

enum { ROUNDS = 15 };

static void compare(Gemm *gemm, int n, int k, int m, bool turn_b)
{
    Arena *arena = arena_new();
    Random random = random_new(1);
    Tensor a = drawn_tensor(arena, &random, n, k, 1), c = tensor_new(arena, n, m);
    Tensor b =
        turn_b ? drawn_tensor(arena, &random, m, k, 1) : drawn_tensor(arena, &random, k, m, 1);
    int repeats = (int)(4e7 / ((double)n * k * m)) + 1;
    double ours[ROUNDS], theirs[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        double start = seconds();
        for (int i = 0; i < repeats; i++)
            matmul_into(view_of(c), view_of(a), turn_b ? view_transposed(b) : view_of(b),
                        OVERWRITE);
        double middle = seconds();
        for (int i = 0; i < repeats; i++)
            gemm(ROW_MAJOR, AS_IT_IS, turn_b ? TRANSPOSED : AS_IT_IS, n, m, k, 1, a.data, k, b.data,
                 b.cols, 0, c.data, m);
        ours[round] = (middle - start) / repeats;
        theirs[round] = (seconds() - middle) / repeats;
    }
    printf("%d %d %d %.9f %.9f\n", n, k, m, median(ours, ROUNDS), median(theirs, ROUNDS));
    arena_free(arena);
}

int main(void)
{
    setenv("ATTNVIZ_THREADS", "1", 1);
    Gemm *gemm = load_gemm();
    compare(gemm, 7, 48, 16, false);
    compare(gemm, 128, 64, 128, true);
    compare(gemm, 512, 512, 512, false);
    compare(gemm, 1024, 768, 768, false);
    compare(gemm, 1024, 64, 1024, true);
    compare(gemm, 1024, 1024, 64, false);
    return 0;
}
