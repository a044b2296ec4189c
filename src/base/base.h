/* What every file of attnviz may use: the C library, memory, errors, text, numbers, files. Each
 * part has its source in the file of its name.
 */
#pragma once

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ==== memory ====
 *
 * Memory, and what happens when there is no more.
 *
 * attnviz's own comes from memory_take, which escapes (see attempt below) when there is none.
 * Libraries, the C library among them, call malloc and its kin; base/memory.c stands in
 * front of those and remembers that one was refused. A library may then report an error, or quietly
 * do without: draw no glyph, place no accent. So a refusal is not forgotten: from then on whatever
 * fails says "out of memory", a CHECK does not take it for a bug, and nothing is published: no file
 * gets its name, and the program does not end well.
 *
 * (Under the sanitizers, which bring their own malloc, only memory_take notices.)
 */

enum { MEMORY_ALIGNMENT = 64 };

extern const char memory_message[]; /* "out of memory; …" */

/* So many bytes, aligned for vectors, to be given back by free. */
void *memory_take(size_t size);

/* For what nobody can have. */
_Noreturn void out_of_memory(void);

/* Whether somebody was refused memory. */
bool memory_refused(void);

/* Escapes if so. To be asked before what a library made is used. */
void memory_check(void);

/* From here on a refusal ends the program at once, as a signal does: before libraries are called
   that without memory abort, crash, or wait for ever, when they are tidied up at its end, too. */
void memory_ends_program(void);

/* Forgets it: for work that can end without what was not to be had. */
void memory_forgive(void);

/* Bytes of memory that this process can still get, by what the machine has left, its control group
   and its own limit allow; ∞ where nobody says. To be asked before a run begins. */
double memory_left(void);

/* ---- memory that is freed all at once ----
 *
 * Every object of a run lives in one arena; nothing else frees. Memory comes zeroed and aligned
 * for vectors. Where there is none, memory_take escapes: no caller can do better. */

typedef struct Arena Arena;

Arena *arena_new(void);
void arena_free(Arena *arena);

/* Forgets everything allocated but keeps the memory for the next round (a training step). */
void arena_reset(Arena *arena);

/* count × size zeroed bytes, aligned to 64. */
void *arena_alloc(Arena *arena, size_t count, size_t size);

/* The same, but what was there before is left: for who writes all of it. */
void *arena_alloc_unset(Arena *arena, size_t count, size_t size);

/* A list with room behind its `count` items: it, or where it is full a copy that has twice the
   room. How much that is, the count tells, so a list must have grown from its first item on by
   this. */
void *arena_grow(Arena *arena, void *items, int count, size_t size);

/* The same with one more item, which is counted. */
void *arena_append(Arena *arena, void *items, int *count, const void *item, size_t size);

/* A copy of an object that stays. */
void *arena_copy(Arena *arena, const void *object, size_t size);

/* Strings lie side by side: a word aligned as numbers are would take several times its length. */
char *arena_strdup(Arena *arena, const char *string);
char *arena_strndup(Arena *arena, const char *string, size_t length);

/* The printf of strings that stay. */
char *arena_format(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ==== error ====
 *
 * What can fail returns bool and takes an Error last; math never fails.
 *
 *     if (!file_read(arena, path, &bytes, error))
 *         return false;
 *     if (!bytes.size)
 *         return fail(error, "%s: empty file", path);
 *
 * Only main prints an Error and exits. A message is one line, names what is at fault, and may
 * quote the user's text as it came: it is made safe for a terminal where it is printed.
 */

enum { EXIT_USAGE = 2 }; /* beside EXIT_SUCCESS 0 and EXIT_FAILURE 1 */

typedef struct Error {
    int exit_code;
    char message[2048];
} Error;

/* Writes the message with exit code 1, unless nobody wants to know (NULL); always returns false. */
bool fail(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same with exit code 2: the command line itself is wrong. */
bool fail_usage(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What is already told is wrong in the way that a value was given; always returns false. */
bool fail_as_usage(Error *error);

/* The name that was probably meant, for "did you mean": that with the fewest edits (a letter left
   out, put in, replaced or swapped with its neighbour) from `word`, the first of several. All that
   a name cut short lacks is one edit. NULL if there are more than one for every three letters of
   the word, rounded: then it is no typing error. */
const char *nearest(const char *word, const char *const *names, int count);

/* "; did you mean --color, --cost or --cell?": all names that begin with the word, or else the
   nearest, each behind the mark ("--"); "" for none. */
const char *did_you_mean(Arena *arena, const char *word, const char *mark, const char *const *names,
                         int count);

/* ---- Work that can be left ----
 *
 * Work can be left from any depth, on any thread: memory ran out, and what called has nothing
 * to go on with. Whoever must put something right then (a folder that was made, a thread to be
 * joined) attempts the work and does so in either case:
 *
 *     bool written = attempt(write_all, &job, error);
 *     folder_abandon(folder);
 *     return written;
 *
 * What the functions in between hold, but for files and folders that are seen from outside, is
 * given back with the process. Where a thread's attempts are is the program's one mutable global
 * beside the signal that was caught: a library's frames lie in between, and hand nothing through.
 */

typedef bool Attempted(void *data, Error *error);

/* What the work returns; false with an error, too, if it was left, or if a library was refused
   memory (above), whatever it made of that. Attempts nest. */
bool attempt(Attempted *work, void *data, Error *error);

/* Leaves the innermost attempt of this thread with the error. Where nothing is attempted, ends the
   program with it, as main does. */
_Noreturn void escape(const Error *error);

/* A broken promise between two of our own functions: prints where and why, and aborts. Always
   on. (Where memory ran out it is no bug, but what a library made of that: see memory above.) */
#define CHECK(condition, ...)                                                                      \
    ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition, __VA_ARGS__))

_Noreturn void check_failed(const char *file, int line, const char *condition, const char *format,
                            ...) __attribute__((format(printf, 4, 5)));

/* ==== text ====
 *
 * A string that grows, in an arena: always terminated, never fails; and what is asked of any
 * string, or of several.
 */

typedef struct Text {
    Arena *arena;
    char *data; /* "" when nothing was added */
    size_t length, capacity;
} Text;

Text text_new(Arena *arena);
void text_add(Text *text, const char *string);
void text_add_bytes(Text *text, const char *bytes, size_t length);
void text_format(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_clear(Text *text);

bool begins_with(const char *string, const char *beginning);
bool ends_with(const char *string, const char *ending);

/* The first of `count` structs that is called so; `count` −1: of those before one without a name.
   Each struct begins with its name. NULL for none. */
void *find_named(const void *structs, int count, size_t size, const char *name);

/* The first place of a string; −1 for none. */
int find_string(const char *const *strings, int count, const char *string);

bool same_strings(const char *const *a, int count, const char *const *b, int other_count);

/* "a, b or c": the strings with ", " between them, and " or " before the last one. */
char *join_strings(Arena *arena, const char *const *strings, int count, const char *between,
                   const char *last);

/* "a, b and 2 more": no more than so many of the strings; NULL for none. */
char *join_most(Arena *arena, const char *const *strings, int count, int most, const char *between);

/* "word" or "words": "" for one, else "s". */
const char *plural(long count);

/* A copy with the letters of ASCII in lower case, and all other bytes as they are. */
char *lowered(Arena *arena, const char *string);

/* ==== utf8 ====
 *
 * UTF-8 from outside: checked, measured, and made safe to show. Nothing here fails.
 */

enum { ZERO_WIDTH_NON_JOINER = 0x200c, ZERO_WIDTH_JOINER = 0x200d };

/* A code point and how many bytes it takes; a byte that begins none is −1 and one byte long. */
typedef struct CodePoint {
    int32_t value;
    size_t length;
} CodePoint;

/* The first code point of `size` bytes (of none: −1). Overlong forms, surrogates and what lies
   above U+10FFFF are not code points. */
CodePoint utf8_decode(const char *bytes, size_t size);

/* The next code point of a string, which goes on behind it; false at the end. */
bool utf8_next(const char **string, CodePoint *c);

static inline bool is_between(int32_t c, int32_t first, int32_t last)
{
    return first <= c && c <= last;
}

/* How many of the first bytes are valid: `size` when all are, else the offset of the first bad
   one. */
size_t utf8_valid_length(const char *bytes, size_t size);

/* The length in bytes of the first grapheme cluster (Unicode's Standard Annex 29): what a reader
   takes for one character. A flag or a family of emoji is one. */
size_t utf8_cluster(const char *bytes, size_t size);

/* The columns that a terminal needs: 2 for a wide character or an emoji, 0 for a combining mark. */
int utf8_width(const char *string);

/* A string as something every terminal and viewer can be given. Control characters become
   their pictures (␊), invalid bytes ⟨FF⟩; what is invisible, reorders the line or has no agreed
   meaning becomes its number (⟨U+202E⟩), except where spelling or an emoji needs it; a mark with
   nothing to sit on gets a dotted circle. */
const char *visible_text(Arena *arena, const char *string);

/* The same, its middle left out beyond so many columns; and as a label, of at most 100. */
const char *visible_within(Arena *arena, const char *string, int columns);
const char *visible_label(Arena *arena, const char *string);

/* A string made to fit `width` columns, its middle replaced by …; the string itself if it fits. */
const char *elide_middle(Arena *arena, const char *string, int width);

/* ==== number ====
 *
 * Numbers as people read and write them.
 */

enum { NUMBER_SIZE = 64 };

/* Fixed decimals for tables and figures: "−0.12", "−∞"; what rounds to zero has no sign. Rounds
   half to even, as printf does. Returns `out`. */
const char *number_fixed(char out[NUMBER_SIZE], double x, int decimals);

/* 10 to a whole power, by multiplication alone: the same on every machine, as pow is not. */
double power_of_ten(int exponent);

/* Significant digits, as %g: "−1.25e−07", "−∞". Returns `out`. */
const char *number_digits(char out[NUMBER_SIZE], double x, int digits);

/* The same in an arena. */
const char *digits_text(Arena *arena, double x, int digits);

/* A digit, decimals and a power of ten: "9.31e−10". Returns `out`. */
const char *number_scientific(char out[NUMBER_SIZE], double x, int decimals);

/* A whole number that counts something, in groups of three digits: "64,512". Returns `out`. */
const char *number_count(char out[NUMBER_SIZE], double x);

/* A whole number from min to max, and nothing after it. `what` names it in the message:
   "--heads: '3x' is not a whole number". */
bool parse_whole(const char *what, const char *text, long min, long max, long *value, Error *error);

/* A finite decimal number from min to max ("2", "0.5", "1e-3"); C's locale whatever the user's. */
bool parse_decimal(const char *what, const char *text, double min, double max, double *value,
                   Error *error);

/* Several, of one kind. */
typedef struct Numbers {
    union {
        const int *wholes;
        const double *decimals;
    };
    int count;
} Numbers;

static inline int larger(int a, int b)
{
    return a > b ? a : b;
}

static inline int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* a ≥ 0. */
static inline int divide_up(int a, int b)
{
    return (a + b - 1) / b;
}

/* Towards −∞. */
static inline int divide_down(int a, int b)
{
    return a / b - (a % b < 0);
}

/* ==== elementary ====
 *
 * Elementary functions whose bits are the same on every machine.
 *
 * The C library picks its exp or sin by processor, and two of them may differ in the last bit;
 * then the same command would not write the same file. These are plain arithmetic in double,
 * within 2 units in the last place of the true value.
 */

double portable_exp(double x); /* 0 for −∞, ∞ above 709.7827 */
double portable_log(double x); /* x > 0 */
double portable_erf(double x); /* 2/√π times the integral of exp(−t²) from 0 to x */

/* ln 2 in two pieces: the first is short enough that a multiple of it is exact. */
static const double DOUBLE_LN2_HIGH = 0x1.62e42fee00000p-1, DOUBLE_LN2_LOW = 0x1.a39ef35793c76p-33;

/* log(2ⁿ x) of a normal x, without a branch, so that a loop over it can become one over vectors.

   2ⁿ x = 2ⁿ m with another n, and m in [√½, √2). With f = m − 1 and s = f / (2 + f), log(1 + f) =
   2 artanh(s) = 2s + s(⅔s² + ⅖s⁴ + …), and 2s = f − s f: written as f less something small, so that
   the rounding of s hardly counts (as in Sun's fdlibm). */
static inline double portable_log_from(double x, double n)
{
    enum { FRACTION = 52, ADDED = 1024 }; /* to the exponent: none is negative */
    const double least = M_SQRT1_2;
    uint64_t bits, least_bits, exponent;
    memcpy(&bits, &x, sizeof bits);
    memcpy(&least_bits, &least, sizeof bits);
    exponent = (bits - least_bits + ((uint64_t)ADDED << FRACTION)) >> FRACTION;
    bits -= (exponent - ADDED) << FRACTION;
    memcpy(&x, &bits, sizeof x);
    n += (int)exponent - ADDED;
    double f = x - 1, s = f / (2 + f), square = s * s, rest = 0, half = f * f / 2;
    for (int k = 21; k >= 3; k -= 2)
        rest = (rest + 2.0 / k) * square;
    return n * DOUBLE_LN2_HIGH - ((half - (s * (half + rest) + n * DOUBLE_LN2_LOW)) - f);
}
double portable_sin(double x); /* NaN beyond |x| = 2²⁰ */
double portable_cos(double x);

/* ==== random ====
 *
 * Seeded random numbers: the same seed gives the same numbers on every machine.
 */

/* A stream of numbers (xoshiro256**, Blackman & Vigna 2018). A value: copy it to fork it. */
typedef struct Random {
    uint64_t state[4];
} Random;

Random random_new(uint64_t seed);

/* A stream of its own for a named thing (a word, a matrix) under a seed: it does not depend on
   what else was drawn. */
Random random_named(uint64_t seed, const char *name);

uint64_t random_bits(Random *random);
double random_uniform(Random *random);             /* [0, 1) */
double random_normal(Random *random);              /* N(0, 1), polar method */
uint32_t random_below(Random *random, uint32_t n); /* 0 … n−1, unbiased */

/* ==== lexicon ====
 *
 * Distinct words, numbered from 0 in the order in which they are first met. It grows, in an arena;
 * never fails.
 */

typedef struct Lexicon {
    Arena *arena;
    int count;
    const char **words; /* by number */
    int *slots;         /* a hash table of numbers + 1; 0 is free */
    unsigned slot_count;
    /* Instead of all that a text of distinct words, one a line, to which none can be added. Nothing
       is prepared: it is for few questions, each of which searches the text. */
    const char *lines;
} Lexicon;

Lexicon lexicon_new(Arena *arena);

/* The number of a word, or −1. */
int lexicon_find(const Lexicon *lexicon, const char *word);

/* The number of a word, which is copied if it is new. */
int lexicon_add(Lexicon *lexicon, const char *word);

/* One of these words, in this order; a word that comes again has its first number. */
Lexicon lexicon_of(Arena *arena, const char *const *words, int count);

/* The words, one a line. */
const char *lexicon_lines(Arena *arena, const Lexicon *lexicon);

/* A text as numbers of its own words. */
typedef struct NumberedText {
    Lexicon words;
    int count;
    int *tokens;
} NumberedText;

void numbered_text_add(NumberedText *text, const char *word);

/* Adds to the vocabulary the words of the greatest weights, equal ones by the alphabet, until it
   has `most`; a word without weight is left out. The tokens become numbers of the vocabulary:
   `unknown` for what it lacks. */
void numbered_text_choose(NumberedText *text, const long *weights, int most, int unknown,
                          Lexicon *vocabulary);

/* ==== interrupt ====
 *
 * Ctrl-C and its like end the program at once, wherever it is: the handler undoes what would be
 * left behind (temporary files, folders that were made), and then the signal does what it does. So
 * no work has to ask, however long it takes.
 *
 * Two things are different. While several changes belong together, a signal waits (interrupt_hold).
 * Work that has a result worth keeping when it ends early expects a signal and asks for it
 * (interrupt_expect); a second one ends the program at once.
 *
 * What was caught, and what is to be undone, is the program's one mutable global, because a signal
 * handler can reach nothing else. Signals arrive on the main thread: others have them blocked
 * (tensor/tensor.h), and so only the main thread makes what has to be undone.
 */

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

/* ==== file ====
 *
 * Files and standard input, read whole into the arena.
 */

/* Of a file, where a '\0' that is not counted follows the last one; or a stretch of it. */
typedef struct Bytes {
    const char *data;
    size_t size;
} Bytes;

/* Fails if there is no such file, it cannot be read, is a folder, or is larger than `limit`. A
   pipe, as <(command) makes one, is read to its end. */
bool file_read(Arena *arena, const char *path, size_t limit, Bytes *bytes, Error *error);

/* The same of an open descriptor; `name` is for messages ("standard input"). */
bool file_read_open(Arena *arena, int descriptor, const char *name, size_t limit, Bytes *bytes,
                    Error *error);

/* Opens a file to be read. To be closed also when this fails; that may be done twice. */
bool file_open(const char *path, int *descriptor, Error *error);
void file_close(int *descriptor);

/* Reads once, up to `room` bytes, from an offset, or for NULL from where the last one ended; `got`
   is 0 at the end. A signal that asks the program to end is a failure. */
bool read_some(int descriptor, const char *name, const size_t *offset, char *to, size_t room,
               size_t *got, Error *error);

/* `size` bytes from an offset of a regular file; fails if it has become shorter. */
bool file_read_at(int descriptor, const char *name, size_t offset, char *to, size_t size,
                  Error *error);

/* Whether they begin with these characters. */
bool bytes_begin_with(Bytes bytes, const char *beginning);

/* The next line of the bytes, without its line feed; `rest` goes on behind it. False at the end. */
bool take_line(Bytes *rest, Bytes *line);

/* Bytes that can still be written where this path, or the folder it would be made in, is; ∞ where
   nobody says. To be asked before a run begins. */
double disk_left(const char *path);

/* ==== version ==== */

#define ATTNVIZ_VERSION "0.1.0"
