#define _GNU_SOURCE /* memfd_create */

#include "fuzz/targets.h"

#include <ftw.h>
#include <sys/mman.h>
#include <unistd.h>

#define TARGET_ROW(target) {#target, fuzz_##target},
const NamedTarget fuzz_targets[] = {FUZZ_TARGETS(TARGET_ROW){NULL, NULL}};

FuzzTarget *fuzz_target(const char *name)
{
    const NamedTarget *target = fuzz_targets;
    while (target->name && strcmp(target->name, name) != 0)
        target++;
    return target->run;
}

void fuzz_refused(const Error *error, const char *name)
{
    CHECK(begins_with(error->message, name), "not of %s: %s", name, error->message);
}

const char *fuzz_string(Arena *arena, Bytes input)
{
    return arena_strndup(arena, input.data, input.size);
}

int fuzz_byte(Bytes *input)
{
    if (!input->size)
        return 0;
    int byte = (unsigned char)*input->data;
    *input = (Bytes){input->data + 1, input->size - 1};
    return byte;
}

const char *fuzz_path(Bytes input)
{
    static int descriptor = -1;
    static char path[40];
    if (descriptor < 0)
        descriptor = memfd_create("fuzz", MFD_CLOEXEC);
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    CHECK(descriptor >= 0 && ftruncate(descriptor, 0) == 0 &&
              pwrite(descriptor, input.data, input.size, 0) == (ssize_t)input.size,
          "no file in memory");
    return path;
}

/* ---- the folder ---- */

static char folder[64];

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status, (void)kind, (void)walk;
    return remove(path);
}

static void remove_folder(void)
{
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

const char *fuzz_folder(void)
{
    if (*folder)
        return folder;
    strcpy(folder, "/dev/shm/attnviz-fuzz-XXXXXX");
    if (!mkdtemp(folder)) {
        strcpy(folder, "/tmp/attnviz-fuzz-XXXXXX");
        CHECK(mkdtemp(folder), "no folder");
    }
    atexit(remove_folder);
    return folder;
}
