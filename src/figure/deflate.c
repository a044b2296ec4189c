#include "figure/raster.h"

#include "tensor/tensor.h"

#include <endian.h>

/* The alphabets and limits of RFC 1951. */
enum {
    END_OF_BLOCK = 256,
    LITERALS = 286, /* literals, the end of the block, lengths of matches; then distances */
    SYMBOLS = LITERALS + 30,
    MATCH_LEAST = 3,
    MATCH_MOST = 258,
    DISTANCE_MOST = 32768,
};

/* Our own choices. */
enum {
    MATCH_WORTH = 4, /* a shorter one costs as much as its bytes do */
    GOOD_MATCH = 32, /* no search for a longer one */
    HASH_BITS = 12,
    HEAD_SIZE = 16, /* bytes, more than before and after the block */
};

typedef struct Code {
    uint16_t bits; /* reversed: the stream is filled from the low bits */
    uint8_t length;
} Code;

/* Bits go out from the lowest. A value, so that it can stay in registers. */
typedef struct BitWriter {
    uint8_t *out;
    size_t size;
    uint64_t pending; /* bits not yet written, … */
    int pending_bits; /* … fewer than 8 */
} BitWriter;

typedef struct Deflater {
    Text stream;
    BitWriter writer; /* of what is added to the stream after each few rows */
    Code codes[SYMBOLS];
    uint32_t last_seen[1 << HASH_BITS]; /* position and one of four bytes with this hash */
    size_t row_length, period;
    uint8_t *rows; /* the window: what matches may reach back to, and then the rows to compress */
    size_t begin, end;         /* of the rows to compress */
    size_t passed;             /* bytes before the window */
    uint64_t sum, sum_of_sums; /* Adler-32: of all bytes, of that sum after each   RFC 1950, §8.2 */
} Deflater;

/* ---- bits ---- */

/* At most 56 bits. There is room for a whole word, of which only the whole bytes count. */
static inline void put_bits(BitWriter *w, uint64_t bits, int count)
{
    w->pending |= bits << w->pending_bits;
    w->pending_bits += count;
    uint64_t word = htole64(w->pending);
    memcpy(w->out + w->size, &word, sizeof word);
    w->size += (size_t)w->pending_bits / 8;
    w->pending >>= w->pending_bits & ~7;
    w->pending_bits &= 7;
}

/* ---- symbols ---- */

/* The code that is the same in all streams: one made for each picture would save a fifth of its
   bytes, and take longer.   RFC 1951, §3.2.6 */
static Code code_of(int symbol)
{
    static const struct {
        int symbol, code;
        uint8_t length;
    } firsts[] = {
        {LITERALS, 0, 5}, {280, 0xc0, 8}, {END_OF_BLOCK, 0, 7}, {144, 0x190, 9}, {0, 0x30, 8}};
    int i = 0;
    while (symbol < firsts[i].symbol)
        i++;
    int code = firsts[i].code + symbol - firsts[i].symbol;
    Code reversed = {0, firsts[i].length};
    for (int bit = 0; bit < reversed.length; bit++)
        reversed.bits = (uint16_t)(reversed.bits << 1 | (code >> bit & 1));
    return reversed;
}

static inline void put_symbol(BitWriter *w, const Deflater *e, int symbol)
{
    put_bits(w, e->codes[symbol].bits, e->codes[symbol].length);
}

/* Numbers from 0 on: at first each has a symbol, then 2^shared symbols share each doubling; the
   high bits of x choose the symbol, the others follow it.   RFC 1951, §3.2.5 */
static inline void put_number(BitWriter *w, const Deflater *e, int first, int x, int shared)
{
    int doubling = 31 - __builtin_clz((unsigned)x | 1), bits = larger(0, doubling - shared);
    Code code = e->codes[first + (bits << shared) + (x >> bits)];
    put_bits(w, code.bits | (uint64_t)(x & ((1 << bits) - 1)) << code.length, code.length + bits);
}

/* ---- matches ---- */

typedef struct Match {
    size_t length, distance;
} Match;

/* How many bytes are the same at two places, at most so many. */
static size_t same_bytes(const uint8_t *a, const uint8_t *b, size_t most)
{
    size_t i = 0;
    for (uint64_t x, y; i + sizeof x <= most; i += sizeof x) {
        memcpy(&x, a + i, sizeof x);
        memcpy(&y, b + i, sizeof y);
        if (x != y)
            return i + (size_t)__builtin_ctzll(le64toh(x ^ y)) / 8;
    }
    while (i < most && a[i] == b[i])
        i++;
    return i;
}

/* The match at a distance if it is longer. Most places differ at once. */
static inline Match longer(Match best, const Deflater *e, size_t at, size_t distance)
{
    const uint8_t *here = e->rows + at;
    if (distance - 1 >= DISTANCE_MOST || distance > at ||
        memcmp(here, here - distance, MATCH_WORTH) != 0)
        return best;
    size_t most = e->end - at < MATCH_MOST ? e->end - at : MATCH_MOST;
    size_t length = same_bytes(here, here - distance, most);
    return length > best.length ? (Match){length, distance} : best;
}

/* Where these four bytes were seen last, and from now on here; further than there are bytes when
   they never were. */
static inline size_t last_distance(Deflater *e, size_t at)
{
    uint32_t bytes, position = (uint32_t)(e->passed + at) + 1;
    memcpy(&bytes, e->rows + at, sizeof bytes);
    uint32_t *last = &e->last_seen[le32toh(bytes) * 2654435761u >> (32 - HASH_BITS)];
    uint32_t distance = position - *last;
    *last = position;
    return distance;
}

/* The longest has a symbol of its own. */
static inline void put_match(BitWriter *w, const Deflater *e, Match match)
{
    if (match.length == MATCH_MOST)
        put_symbol(w, e, LITERALS - 1);
    else
        put_number(w, e, END_OF_BLOCK + 1, (int)match.length - MATCH_LEAST, 2);
    put_number(w, e, LITERALS, (int)match.distance - 1, 1);
}

/* The nearest comes first, as its distance takes the fewest bits; most often one of the first two
   is the end of the search. */
static Match find_match(Deflater *e, size_t at)
{
    Match best = {0};
    if (e->end - at < MATCH_WORTH)
        return best;
    best = longer(best, e, at, 1);
    if (best.length < MATCH_MOST)
        best = longer(best, e, at, e->row_length);
    if (best.length < GOOD_MATCH)
        best = longer(best, e, at, e->row_length * e->period);
    if (best.length < GOOD_MATCH)
        best = longer(best, e, at, last_distance(e, at));
    return best;
}

static void add_bytes(Deflater *e)
{
    BitWriter w = e->writer;
    for (size_t at = e->begin; at < e->end;) {
        Match match = find_match(e, at);
        if (match.length)
            put_match(&w, e, match);
        else
            put_symbol(&w, e, e->rows[at]);
        at += match.length ? match.length : 1;
    }
    e->writer = w;
}

/* Rows of LANES bytes are added up lane by lane, as vector instructions do it. Byte i of n is in
   n − i of the sums after each byte: LANES of them for its own row and for each that follows it in
   the block, less the lanes before it. What a lane adds up in DEPTH rows, 255 · 22 · 23 / 2 at
   most, fits into 16 bits. */
FOR_EACH_PROCESSOR
static void add_to_checksum(Deflater *e)
{
    enum { LANES = 64, DEPTH = 22, PRIME = 65521 };
    size_t at = e->begin;
    for (size_t depth; (depth = (e->end - at) / LANES) > 0; at += depth * LANES) {
        uint16_t sums[LANES] = {0}, sums_of_sums[LANES] = {0};
        uint32_t sum = 0, sum_of_sums = 0;
        depth = depth < DEPTH ? depth : DEPTH;
        for (size_t row = 0; row < depth; row++)
            for (size_t lane = 0; lane < LANES; lane++) {
                sums[lane] = (uint16_t)(sums[lane] + e->rows[at + row * LANES + lane]);
                sums_of_sums[lane] = (uint16_t)(sums_of_sums[lane] + sums[lane]);
            }
        for (uint32_t lane = 0; lane < LANES; lane++) {
            sum += sums[lane];
            sum_of_sums += LANES * sums_of_sums[lane] - lane * sums[lane];
        }
        e->sum_of_sums = (e->sum_of_sums + depth * LANES * e->sum + sum_of_sums) % PRIME;
        e->sum = (e->sum + sum) % PRIME;
    }
    for (; at < e->end; at++)
        e->sum_of_sums += e->sum += e->rows[at];
    e->sum_of_sums %= PRIME;
    e->sum %= PRIME;
}

/* ---- the whole ---- */

/* What matches may reach stays before the next rows. */
static void slide(Deflater *e)
{
    size_t kept = e->end < DISTANCE_MOST ? e->end : DISTANCE_MOST;
    memmove(e->rows, e->rows + e->end - kept, kept);
    e->passed += e->end - kept;
    e->begin = kept;
}

/* What is written so far. */
static void add_to_stream(Deflater *e)
{
    text_add_bytes(&e->stream, (const char *)e->writer.out, e->writer.size);
    e->writer.size = 0;
}

Bytes deflate_rows(Arena *arena, size_t length, int rows, int most, int period, RowsDrawn *draw,
                   void *picture)
{
    size_t room = (size_t)most * length;
    Deflater *e = arena_alloc(arena, 1, sizeof *e);
    e->stream = text_new(arena);
    e->row_length = length;
    e->period = (size_t)period;
    e->rows = arena_alloc(arena, DISTANCE_MOST + room, 1);
    e->sum = 1;
    /* a byte takes 9 bits at most, and as part of a match 11 */
    e->writer.out = arena_alloc_unset(arena, HEAD_SIZE + 2 * room, 1);
    for (int i = 0; i < SYMBOLS; i++)
        e->codes[i] = code_of(i);
    put_bits(&e->writer, 0x0178, 16); /* zlib: deflate, a window of 32 KiB, the fastest level */
    put_bits(&e->writer, 3, 3);       /* one block, in the fixed code */
    for (int top = 0, count; top < rows; top += count) {
        count = smaller(most, rows - top);
        e->end = e->begin + (size_t)count * length;
        draw(picture, top, count, memset(e->rows + e->begin, 0, e->end - e->begin));
        add_bytes(e);
        add_to_stream(e);
        add_to_checksum(e);
        slide(e);
    }
    put_symbol(&e->writer, e, END_OF_BLOCK);
    put_bits(&e->writer, 0, -e->writer.pending_bits & 7); /* up to a whole byte */
    uint32_t sum = (uint32_t)(e->sum_of_sums << 16 | e->sum);
    put_bits(&e->writer, __builtin_bswap32(sum), 32); /* its high byte first */
    add_to_stream(e);
    return (Bytes){e->stream.data, e->stream.length};
}
