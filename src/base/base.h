/* Shared by every file: the C library, memory, errors, text, numbers, files. Each part is
 * implemented in the file of its name.
 */
#pragma once

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Stands before a parameter that a function has only because all of its kind have it. */
#define UNUSED __attribute__((unused))

/* ==== memory ====
 *
 * Memory, and what happens when it runs out.
 *
 * Our own memory comes from memory_take, which fails (see error below) when there is none.
 * Libraries, the C library among them, call malloc and its kin; base/memory.c wraps those and
 * remembers that an allocation was refused. The library may then report an error, or quietly do
 * without: draw no glyph, place no accent. So once an allocation was refused, every failure says
 * "out of memory", a failed CHECK is not reported as a bug, no file is moved to its final name, and
 * the program does not exit with success.
 *
 * (The sanitizers bring their own malloc: there only memory_take notices.)
 */

enum { MEMORY_ALIGNMENT = 64 };

#define MEMORY_MESSAGE "out of memory; a smaller task takes less"

/* `size` bytes, aligned for vector instructions; the caller frees them with free. */
void *memory_take(size_t size);

/* Fails with "out of memory": for a size that no machine can provide. */
_Noreturn void out_of_memory(void);

/* Whether any allocation was refused. */
bool memory_refused(void);

/* Fails if any allocation was refused. Call it before using what a library returned. */
void memory_check(void);

/* From here on a refused allocation ends the program at once, as a signal does. Call it before
   using libraries that abort, crash or hang without memory, even in their cleanup at exit. */
void memory_ends_program(void);

/* Forgets the refusal: for work that has a way to do without that memory. */
void memory_forgive(void);

/* Bytes of memory that this process can still get: the least of what the machine has free, its
   control group's limit and its own; ∞ where none is known. Checked before a run begins. */
double memory_left(void);

/* Fails if what is named would take more than that, and says what would take less. */
void memory_ask(const char *what, double bytes, const char *instead);

/* ---- arenas: memory that is freed all at once ----
 *
 * Every object of a run lives in one arena; nothing else is freed. Memory is zeroed and aligned for
 * vector instructions. Allocation never returns NULL: memory_take fails.
 */

typedef struct Arena Arena;

Arena *arena_new(void);
void arena_free(Arena *arena);

/* An arena that can be reset alone, and is freed when the outer one is freed or reset. */
Arena *arena_within(Arena *outer);

/* Declares a variable that is cleaned up by `function` at the end of its block, even where a
   failure leaves it:

       ENDED_BY(arena_end) Arena *scratch = arena_new(); */
#define ENDED_BY(function) __attribute__((cleanup(function), unused))

void arena_end(Arena **arena);

/* Frees everything allocated but keeps the blocks for the next round (a training step). */
void arena_reset(Arena *arena);

/* count × size zeroed bytes, aligned to 64. */
void *arena_alloc(Arena *arena, size_t count, size_t size);

/* The same without zeroing: for a caller that overwrites all of it. */
void *arena_alloc_unset(Arena *arena, size_t count, size_t size);

/* Room for one more item behind the first `count`: returns `items`, with twice the capacity when
   they are full: a copy, if something else was allocated since. The capacity follows from `count`,
   so a list must be grown by this function from its first item on. */
void *arena_grow(Arena *arena, void *items, int count, size_t size);

/* Grows the list by one item and increments *count. */
void *arena_append(Arena *arena, void *items, int *count, const void *item, size_t size);

/* A copy of an object in the arena. */
void *arena_copy(Arena *arena, const void *object, size_t size);

/* Strings are packed without alignment: aligned as numbers are, a word would take several times its
   length. */
char *arena_strdup(Arena *arena, const char *string);
char *arena_strndup(Arena *arena, const char *string, size_t length);

/* printf into a string of the arena. */
char *arena_format(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ==== error ====
 *
 * What goes wrong leaves the work at once, from any depth, on any thread: a wrong command line, a
 * bad file, memory that ran out. Functions return what they are for, and no caller passes a failure
 * on; math never fails.
 *
 *     Bytes bytes = file_read(arena, path, limit);
 *     if (!bytes.size)
 *         fail("%s: empty file", path);
 *
 * Blocks that are left on the way are ended (ENDED_BY above). Whoever can go on without the work,
 * or has to tell another thread, attempts it:
 *
 *     Error error;
 *     if (!attempt(run_value, &sweep, &error))
 *         text_format(warnings, "%s\n", error.message);
 *
 * Only main prints an Error and exits. A message is one line, names what is at fault, and may quote
 * the user's text unchanged: it is escaped for the terminal where it is printed.
 */

enum { EXIT_USAGE = 2 }; /* beside EXIT_SUCCESS 0 and EXIT_FAILURE 1 */

typedef struct Error {
    int exit_code;
    char message[8192];
} Error;

/* Leaves this thread's innermost attempt with a message and exit code 1. */
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same with exit code 2: the command line itself is wrong. */
_Noreturn void fail_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same with what errno says of a file: "keys.csv: No such file or directory". */
_Noreturn void fail_file(const char *path);

/* What is said of a failure besides its message. */
typedef struct Blame {
    bool usage;         /* the command line is wrong, whatever fails */
    const char *prefix; /* of the message */
    const struct Blame *outer;
} Blame;

/* Both hold from here to the end of the block, and in what it calls; outer prefixes come first. */
#define FAILS_AS_USAGE BLAMES(true, "")
#define FAILS_WITH(prefix) BLAMES(false, prefix)

#define BLAMES(usage, prefix)                                                                      \
    ENDED_BY(blame_end) Blame blamed_here = {usage, prefix, blame_begin(&blamed_here)}
const Blame *blame_begin(const Blame *blame);
void blame_end(const Blame *blame);

/* Leaves the innermost attempt with this error. Outside of any attempt, prints it and ends the
   program, as main does. */
_Noreturn void escape(const Error *error);

/* Does the work. False with an error if it was left, or if a library was refused memory (above) and
   carried on. Attempts nest; the innermost of each thread is a global variable, since library
   frames in between could not pass it through. */
typedef void Attempted(void *data);
bool attempt(Attempted *work, void *data, Error *error);

/* The closest name, for "did you mean": the one with the fewest edits from `word` (a letter
   deleted, inserted, replaced or swapped with its neighbour), the first of several. A prefix of a
   name is one edit away from it. NULL if more than a third of the word's length (rounded) would
   have to be edited: then it is no typing error. */
const char *nearest(const char *word, const char *const *names, int count);

/* "; did you mean --color, --cost or --cell?": all names that begin with the word, or else the
   nearest, each after the mark ("--"); "" if there is none. */
const char *did_you_mean(Arena *arena, const char *word, const char *mark, const char *const *names,
                         int count);

/* An invariant between our own functions: if it is broken, prints where and why, and aborts. Always
   on. (After a refused allocation it fails instead, as out of memory: see memory above.) */
#define CHECK(condition, ...)                                                                      \
    ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition, __VA_ARGS__))

_Noreturn void check_failed(const char *file, int line, const char *condition, const char *format,
                            ...) __attribute__((format(printf, 4, 5)));

/* ==== text ====
 *
 * A growing string in an arena, always terminated, which never fails; and functions on strings.
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

/* What is behind the last slash: "scores" of "head-1/scores". */
const char *base_name(const char *path);

/* Splits off the next item of "a, b, c", without the blanks before it, as strsep does; NULL after
   the last. */
char *next_item(char **list);

/* The first of `count` structs with this name; with `count` −1 the array ends at a struct without a
   name. The name is the first member of the struct. NULL if there is none. */
void *find_named(const void *structs, int count, size_t size, const char *name);

/* A list; and a string added to it, not copied. */
typedef struct Strings {
    const char **items;
    int count;
} Strings;

void strings_add(Arena *arena, Strings *strings, const char *string);

/* The index of a string; −1 if it is not there. */
int find_string(const char *const *strings, int count, const char *string);

bool same_strings(const char *const *a, int count, const char *const *b, int other_count);

/* "a, b or c": the strings with ", " between them, and " or " before the last one. */
char *join_strings(Arena *arena, const char *const *strings, int count, const char *between,
                   const char *last);

/* "a, b and 2 more": at most `most` of the strings; NULL if there are none. */
char *join_most(Arena *arena, const char *const *strings, int count, int most, const char *between);

/* "word" or "words": "" for one, else "s". */
const char *plural(long count);

/* An environment variable; another value if there is none, or it is empty. */
const char *environment(const char *name, const char *otherwise);

/* A copy in which strings are replaced by others: pairs of them, with a NULL at the end. Where
   several match, the first does. */
char *respelled(Arena *arena, const char *string, const char *const *pairs);

/* A copy with ASCII letters in lower case; other bytes are unchanged. */
char *lowered(Arena *arena, const char *string);

/* ==== utf8 ====
 *
 * UTF-8 from outside: validated, measured, and made safe to show. Nothing here fails.
 */

enum { ZERO_WIDTH_NON_JOINER = 0x200c, ZERO_WIDTH_JOINER = 0x200d };

/* A code point and its length in bytes; an invalid byte is −1 with length 1. */
typedef struct CodePoint {
    int32_t value;
    size_t length;
} CodePoint;

/* The first code point of `size` bytes (−1 if there are none). Overlong forms, surrogates and
   values above U+10FFFF are invalid. */
CodePoint utf8_decode(const char *bytes, size_t size);

/* Reads the next code point of a string and moves the pointer past it; false at the end. */
bool utf8_next(const char **string, CodePoint *c);

static inline bool is_between(int32_t c, int32_t first, int32_t last)
{
    return first <= c && c <= last;
}

/* The length of the longest valid prefix: `size`, or the offset of the first invalid byte. */
size_t utf8_valid_length(const char *bytes, size_t size);

/* Whether a text begins with the mark of UTF-16, which is not read. */
bool is_utf16(const char *bytes, size_t size);
#define UTF16_MESSAGE "UTF-16; save it as UTF-8"

/* The length in bytes of the first grapheme cluster (Unicode Standard Annex 29): what a reader sees
   as one character. A flag or a family of emoji is one. */
size_t utf8_cluster(const char *bytes, size_t size);

/* The columns it takes on a terminal: 2 for a wide character or an emoji, 0 for a combining
   mark. */
int utf8_width(const char *string);

/* A string that is safe for every terminal and viewer. Control characters become their pictures
   (␊), invalid bytes ⟨FF⟩; characters that are invisible, reorder the line or have no agreed
   meaning become their number (⟨U+202E⟩), except where spelling or an emoji needs them; a combining
   mark without a base gets a dotted circle. */
const char *visible_text(Arena *arena, const char *string);

/* The same, elided in the middle to so many columns; and as a label, elided to 100. */
const char *visible_within(Arena *arena, const char *string, int columns);
const char *visible_label(Arena *arena, const char *string);

/* A string made to fit `width` columns, its middle replaced by …; the string itself if it fits. */
const char *elide_middle(Arena *arena, const char *string, int width);

/* A string that has right-to-left characters (Hebrew, Arabic, etc.) in isolates (FSI … PDI), so
   that it does not reorder the words and numbers beside it; any other string as it is. */
const char *isolated(Arena *arena, const char *string);

/* ==== number ====
 *
 * Numbers as people read and write them.
 */

enum { NUMBER_SIZE = 64 };

/* Fixed decimals for tables and figures: "−0.12", "−∞"; zero has no sign, even after rounding.
   Rounds half to even, as printf does. Returns `out`. */
const char *number_fixed(char out[NUMBER_SIZE], double x, int decimals);

/* 10^exponent by multiplication alone: the same on every machine, which pow is not. */
double power_of_ten(int exponent);

/* Significant digits, as %g: "−1.25e−07", "−∞". Returns `out`. */
const char *number_digits(char out[NUMBER_SIZE], double x, int digits);

/* The same in an arena. */
const char *digits_text(Arena *arena, double x, int digits);

/* Scientific notation: "9.31e−10". Returns `out`. */
const char *number_scientific(char out[NUMBER_SIZE], double x, int decimals);

/* A count with thousands separators: "64,512". Returns `out`. */
const char *number_count(char out[NUMBER_SIZE], double x);

/* A whole number from min to max; nothing may follow it. `what` names it in the message: "--heads:
   '3x' is not a whole number". */
intmax_t parse_whole(const char *what, const char *text, intmax_t min, intmax_t max);

/* A finite decimal number from min to max ("2", "0.5", "1e-3"), in the C locale whatever the
   user's. */
double parse_decimal(const char *what, const char *text, double min, double max);

/* Whether it is such a number, and which. */
bool is_whole_number(const char *text, intmax_t min, intmax_t max, intmax_t *value);
bool is_decimal_number(const char *text, double min, double max, double *value);

/* An array of numbers of one type. */
typedef struct Numbers {
    union {
        const int *wholes;
        const double *decimals;
    };
    int count;
} Numbers;

/* The number of an array's elements. */
#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))

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

/* Rounds towards −∞. */
static inline int divide_down(int a, int b)
{
    return a / b - (a % b < 0);
}

/* The integer of `count` bytes, the lowest first: a single load on most processors. */
static inline uint64_t little_endian(const void *bytes, int count)
{
    uint64_t word = 0;
    memcpy(&word, bytes, (size_t)count);
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? word : __builtin_bswap64(word);
}

/* ==== elementary ====
 *
 * Elementary functions whose bits are the same on every machine.
 *
 * The C library chooses its exp or sin by processor, and two versions may differ in the last bit;
 * then the same command would write different files. These are plain arithmetic in double, within 2
 * ulp of the true value.
 */

double portable_exp(double x); /* 0 for −∞, ∞ above 709.7827 */
double portable_log(double x); /* x > 0 */
double portable_erf(double x); /* 2/√π ∫₀ˣ exp(−t²) dt */

/* ln 2 = high + low; high has trailing zeros, so that n · high is exact. */
static const double DOUBLE_LN2_HIGH = 0x1.62e42fee00000p-1, DOUBLE_LN2_LOW = 0x1.a39ef35793c76p-33;

/* log(2ⁿ x) of a normal x. It has no branch, so that a loop over it can be vectorised.

   n is adjusted so that x becomes m in [√½, √2). With f = m − 1 and s = f / (2 + f),
   log(1 + f) = 2 artanh(s) = 2s + s(⅔s² + ⅖s⁴ + …). As 2s = f − s f, the result is written as f
   minus a small term, so that the rounding error of s hardly matters (as in Sun's fdlibm). */
static inline double portable_log_from(double x, double n)
{
    enum { FRACTION = 52, ADDED = 1024 }; /* bias added to the exponent to keep it positive */
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

/* An independent stream for a named thing (a word, a matrix) under a seed: its numbers do not
   depend on what else was drawn. */
Random random_named(uint64_t seed, const char *name);

uint64_t random_bits(Random *random);
double random_uniform(Random *random);             /* [0, 1) */
double random_normal(Random *random);              /* N(0, 1), polar method */
uint32_t random_below(Random *random, uint32_t n); /* 0 … n−1, unbiased */

/* ==== lexicon ====
 *
 * A set of words, numbered from 0 in order of first appearance. It grows, in an arena; never fails.
 */

typedef struct Lexicon {
    Arena *arena;
    int count;
    const char **words; /* indexed by number */
    int *slots;         /* open hash table of number + 1; 0 is free */
    unsigned slot_count;
} Lexicon;

Lexicon lexicon_new(Arena *arena);

/* With room for so many words at first. */
Lexicon lexicon_for(Arena *arena, int words);

/* The lexicon whose words lie one after the other, each with its zero byte, and whose slots take
   two bytes each, the lower one first. */
Lexicon lexicon_prepared(Arena *arena, int count, const char *words, const uint8_t *slots);

/* The number of a word; −1 if it is not in the lexicon. */
int lexicon_find(const Lexicon *lexicon, const char *word);

/* The number of a word; a new one is copied and added. */
int lexicon_add(Lexicon *lexicon, const char *word);

/* A lexicon of these words in this order; a repeated word keeps its first number. */
Lexicon lexicon_of(Arena *arena, const char *const *words, int count);

/* The words, one per line. */
const char *lexicon_lines(Arena *arena, const Lexicon *lexicon);

/* A text as indices into a lexicon of its own words. */
typedef struct NumberedText {
    Lexicon words;
    int count;
    int *tokens;
} NumberedText;

void numbered_text_add(NumberedText *text, const char *word);

/* Adds words to the vocabulary by decreasing weight, ties in alphabetical order, until it has
   `most`; words of weight 0 are left out. The tokens are renumbered to indices into the vocabulary:
   `unknown` for words that are not in it. */
void numbered_text_choose(NumberedText *text, const long *weights, int most, int unknown,
                          Lexicon *vocabulary);

/* ==== interrupt ====
 *
 * Ctrl-C and its like end the program at once, wherever it is: the handler removes what would be
 * left behind (temporary files, folders that were made) and re-raises the signal. So no work has to
 * poll, however long it takes.
 *
 * There are two exceptions. A signal is deferred while several changes belong together
 * (interrupt_hold). Work whose partial result is worth keeping polls for the signal instead
 * (interrupt_expect); a second signal still ends the program at once.
 *
 * The caught signal and the list of undo actions are the program's one mutable global, because a
 * signal handler can reach nothing else. Signals arrive on the main thread, since all others block
 * them (tensor/tensor.h); so only the main thread may create what has to be undone.
 */

/* Catches SIGINT, SIGTERM and SIGHUP (unless the caller had them ignored, as nohup does), and
   SIGPIPE, which ends the program quietly when nobody reads its output. */
void interrupt_install(void);

/* ---- undo actions ---- */

/* One undo action. `undo` may call only async-signal-safe functions. */
typedef struct Undoing {
    void (*undo)(const void *what);
    const void *what;
    struct Undoing *_Atomic before;
} Undoing;

/* Registers the action until interrupt_forgets. Its memory must stay valid in between. */
void interrupt_undoes(Undoing *undoing);
void interrupt_forgets(const Undoing *undoing);

/* Runs the undo actions, prints MEMORY_MESSAGE and ends the program with status 1; allocates no
   memory. */
_Noreturn void interrupt_end_refused(void);

/* From here to the end of the block signals are deferred, and interrupted() is false. Blocks nest;
   for short work only. */
#define INTERRUPTS_HELD ENDED_BY(interrupt_release) int held_here = interrupt_hold()

int interrupt_hold(void);
void interrupt_release(const int *held);

/* ---- work that polls ---- */

/* true: from here on the first signal is only recorded. false: no longer, because the work has
   ended, perhaps early, and its result is about to be written. */
void interrupt_expect(bool expected);

/* Whether a signal is expected and one was recorded. A blocking read fails with EINTR. */
bool interrupted(void);

/* If a signal was caught, re-raises it to end the program, so that the shell sees why; else
   returns. */
void interrupt_finish(void);

/* ==== file ====
 *
 * Files and standard input, read into the arena as a whole.
 */

/* The bytes of a file, followed by a '\0' that `size` does not count; or a slice of them. */
typedef struct Bytes {
    const char *data;
    size_t size;
} Bytes;

/* Fails if the file does not exist, cannot be read, is a folder, or is larger than `limit`. A pipe,
   as from <(command), is read to its end. */
Bytes file_read(Arena *arena, const char *path, size_t limit);

/* The same from an open descriptor; `name` is for messages ("standard input"). */
Bytes file_read_open(Arena *arena, int descriptor, const char *name, size_t limit);

/* Opens a file for reading. Closing it twice is harmless. */
int file_open(const char *path);
void file_close(int *descriptor);

/* One read of up to `room` bytes, from an offset or, if that is NULL, from the current position.
   Returns how many were read, 0 at the end. A signal that asks the program to end is a failure. */
size_t read_some(int descriptor, const char *name, const uintmax_t *offset, char *to, size_t room);

/* Reads `size` bytes at an offset of a regular file; fails if it has become shorter. */
void file_read_at(int descriptor, const char *name, uintmax_t offset, char *to, size_t size);

/* Whether the bytes begin with this string. */
bool bytes_begin_with(Bytes bytes, const char *beginning);

/* Takes the next line off `rest`, without the character (`end`) that terminates it. False when
   nothing is left. */
bool take_line(Bytes *rest, char end, Bytes *line);

/* Free bytes on the disk of this path, or of the folder it would be created in; ∞ where that is
   unknown. Checked before a run begins. */
double disk_left(Arena *arena, const char *path);

/* ==== version ==== */

#define ATTNVIZ_VERSION "0.1.0"
