/* trace.json alone is enough to compute a translation's energies again: NumPy does so, from the
   vectors of the words and the matrices in the file (tests/write/reference/rebuild.py). */
#include "support/shell.h"

TEST(energies_can_be_computed_again_from_json_alone)
{
    static const char *const commands[] = {
        "bahdanau",
        "bahdanau --cell rnn --encoder causal",
        "luong --score dot",
        "luong --score concat",
        "luong --score general",
        "luong --local monotonic --window 1",
        "luong --local predictive --window 2",
    };
    int status;
    shell_prepare(scene);
    shell_run(scene, "/usr/bin/python3 -c 'import numpy'", &status);
    if (status != 0)
        skip(); /* no NumPy here */
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        shell_succeed(scene,
                      arena_format(scene->arena,
                                   "attnviz %s -f json --out out -q && /usr/bin/python3 "
                                   "'" TESTS_FOLDER "/write/reference/rebuild.py' out/trace.json",
                                   commands[i]));
}
