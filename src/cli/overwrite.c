#include "cli/overwrite.h"

#include <fcntl.h>
#include <unistd.h>

bool check_overwritten(const char *path, Error *error)
{
    char start[9] = {0};
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0)
        return true; /* whole_file_check says why, if it is no new one */
    ssize_t got = read(descriptor, start, sizeof start);
    close(descriptor);
    if (got == 0 || (got == sizeof start && start[8] == '{')) /* as load/safetensors.h has it */
        return true;
    return fail(error, "%s: there is a file of that name that holds no weights; choose another",
                path);
}
