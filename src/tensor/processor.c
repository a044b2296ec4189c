#include "tensor/processor.h"

#include <stdlib.h>
#include <string.h>

static InstructionSet available(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        return AVX512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return AVX2;
#endif
    return BASELINE;
}

static InstructionSet wanted(void)
{
    const char *name = getenv("ATTNVIZ_KERNEL");
    if (name && strcmp(name, "baseline") == 0)
        return BASELINE;
    if (name && strcmp(name, "avx2") == 0)
        return AVX2;
    return AVX512;
}

InstructionSet instruction_set(void)
{
    InstructionSet most = available(), asked = wanted();
    return asked < most ? asked : most;
}
