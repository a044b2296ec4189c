#include "figure/raster.h"

#include "tensor/tensor.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

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
    MATCH_WORTH = 4, /* shorter matches cost as much as literals */
    GOOD_MATCH = 32, /* long enough to end the search */
    HASH_BITS = 12,
    STRIDE = 32,    /* bytes compared at once */
    HEAD_SIZE = 16, /* bytes; more than what precedes and follows the block */
};

typedef struct Code {
    uint32_t bits; /* reversed: the stream is filled from the low bits */
    uint8_t length;
} Code;

/* Writes bits from the lowest. Passed by value, so that it can stay in registers. */
typedef struct BitWriter {
    uint8_t *out;
    size_t size;
    uint64_t pending;      /* bits not yet written, … */
    unsigned pending_bits; /* … fewer than 8 */
} BitWriter;

typedef struct Deflater {
    BitWriter writer;
    Code codes[SYMBOLS], lengths[MATCH_MOST + 1]; /* of symbols; of match lengths */
    uint32_t last_seen[1 << HASH_BITS]; /* position + 1 of the last four bytes with this hash */
    size_t row_length, period;
    size_t above, stripes; /* distances of the row above and of the row one period above */
    uint8_t *rows;     /* the window that matches may refer to, followed by the rows to compress */
    size_t begin, end; /* of the rows to compress */
    size_t passed;     /* bytes before the window */
    uint64_t sum, sum_of_sums; /* Adler-32: of all bytes, of that sum after each   RFC 1950, §8.2 */
} Deflater;

/* ---- bits ---- */

/* Puts at most 56 bits. Writes a whole word, of which only the complete bytes count. */
static inline void put_bits(BitWriter *w, uint64_t bits, unsigned count)
{
    w->pending |= bits << w->pending_bits;
    w->pending_bits += count;
    uint64_t word = little_endian(&w->pending, sizeof w->pending);
    memcpy(w->out + w->size, &word, sizeof word);
    w->size += w->pending_bits / 8;
    w->pending >>= w->pending_bits & ~7u;
    w->pending_bits &= 7;
}

/* ---- symbols ---- */

/* The fixed Huffman code; a dynamic one would save a fifth of the bytes but take longer.   RFC
   1951, §3.2.6 */
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
        reversed.bits = reversed.bits << 1 | (code >> bit & 1);
    return reversed;
}

static inline void put_symbol(BitWriter *w, const Deflater *e, int symbol)
{
    put_bits(w, e->codes[symbol].bits, e->codes[symbol].length);
}

/* The code of a number: small ones have their own symbol, then 2^shared symbols share each
   doubling; the high bits of x choose the symbol, the others follow as extra bits.   RFC 1951,
   §3.2.5 */
static inline Code code_of_number(const Deflater *e, int first, unsigned x, int shared)
{
    int bits = 31 - __builtin_clz(x | 1u << shared) - shared;
    Code code = e->codes[first + (bits << shared) + (int)(x >> bits)];
    code.bits |= (x & ((1u << bits) - 1)) << code.length;
    code.length = (uint8_t)(code.length + bits);
    return code;
}

static void make_codes(Deflater *e)
{
    for (int i = 0; i < SYMBOLS; i++)
        e->codes[i] = code_of(i);
    for (int i = MATCH_LEAST; i < MATCH_MOST; i++)
        e->lengths[i] = code_of_number(e, END_OF_BLOCK + 1, (unsigned)(i - MATCH_LEAST), 2);
    e->lengths[MATCH_MOST] = e->codes[LITERALS - 1]; /* the longest has its own symbol */
}

/* ---- matches ---- */

typedef struct Match {
    size_t length, distance;
} Match;

/* The number of equal bytes at two places, up to STRIDE. Most matches are short, and a branch on
   their lengths is often guessed wrong: where the processor can, there is none. */
static inline size_t same_in_stride(const uint8_t *a, const uint8_t *b)
{
#ifdef __SSE2__
    uint64_t same = 0;
    for (int i = 0; i < STRIDE; i += 16) {
        __m128i left = _mm_loadu_si128((const void *)(a + i));
        __m128i right = _mm_loadu_si128((const void *)(b + i));
        same |= (uint64_t)_mm_movemask_epi8(_mm_cmpeq_epi8(left, right)) << i;
    }
    return (size_t)__builtin_ctzll(~same);
#else
    uint64_t difference = 0;
    size_t i = 0;
    for (; i < STRIDE && !difference; i += sizeof difference)
        difference = little_endian(a + i, 8) ^ little_endian(b + i, 8);
    return difference ? i - sizeof difference + (size_t)__builtin_ctzll(difference) / 8 : STRIDE;
#endif
}

/* The number of equal bytes at two places, up to MATCH_MOST; reads less than a stride beyond. */
static inline size_t same_bytes(const uint8_t *a, const uint8_t *b)
{
    size_t same = same_in_stride(a, b);
    for (size_t i = STRIDE; same == i && i < MATCH_MOST; i += STRIDE)
        same = i + same_in_stride(a + i, b + i);
    return same < MATCH_MOST ? same : MATCH_MOST;
}

/* The match at a distance if it is longer than `best`. Most differ in the first bytes. */
static inline Match longer(Match best, const uint8_t *here, size_t distance)
{
    if (little_endian(here, 4) != little_endian(here - distance, 4))
        return best;
    size_t length = same_bytes(here, here - distance);
    return length > best.length ? (Match){length, distance} : best;
}

/* The distance to the last occurrence of these four bytes, and records this one; beyond the window
   if there is none. */
static inline size_t last_distance(Deflater *e, const uint8_t *here)
{
    uint32_t position = (uint32_t)(e->passed + (size_t)(here - e->rows));
    uint32_t hash = (uint32_t)little_endian(here, 4) * 2654435761u >> (32 - HASH_BITS);
    uint32_t *last = &e->last_seen[hash];
    uint32_t distance = position - *last;
    *last = position;
    return distance;
}

/* Tries the nearest first, as its distance takes the fewest bits; usually one of the first two ends
   the search. */
static inline Match find_match(Deflater *e, const uint8_t *here)
{
    Match best = longer((Match){0}, here, 1);
    if (best.length < MATCH_MOST)
        best = longer(best, here, e->above);
    if (best.length < GOOD_MATCH)
        best = longer(best, here, e->stripes);
    if (best.length < GOOD_MATCH) {
        size_t last = last_distance(e, here);
        best = last <= DISTANCE_MOST ? longer(best, here, last) : best;
    }
    return best;
}

static inline void put_match(BitWriter *w, const Deflater *e, Match match)
{
    Code length = e->lengths[match.length];
    Code distance = code_of_number(e, LITERALS, (unsigned)match.distance - 1, 1);
    put_bits(w, length.bits | (uint64_t)distance.bits << length.length,
             (unsigned)length.length + distance.length);
}

/* The distance of so many rows; if 0 or beyond the window, one byte, which was tried already. */
static size_t rows_back(const Deflater *e, size_t at, size_t rows)
{
    size_t distance = e->row_length * rows, reach = at < DISTANCE_MOST ? at : DISTANCE_MOST;
    return distance - 1 < reach ? distance : 1;
}

/* The first byte has no predecessor, and what is left at the end may be too short: literals.
   BMI2 has shifts by the number in any register. */
FOR_PROCESSORS("bmi2")
static void add_bytes(Deflater *e)
{
    BitWriter w = e->writer;
    const uint8_t *here = e->rows + e->begin, *end = e->rows + e->end;
    if (e->begin == 0)
        put_symbol(&w, e, *here++);
    for (size_t row = e->begin; row < e->end; row += e->row_length) {
        const uint8_t *next = e->rows + row + e->row_length;
        e->above = rows_back(e, row, 1);
        e->stripes = rows_back(e, row, e->period);
        while (here < next) {
            Match match = find_match(e, here);
            size_t left = (size_t)(end - here);
            match.length = match.length < left ? match.length : left;
            if (match.length >= MATCH_WORTH) {
                put_match(&w, e, match);
                here += match.length;
            } else {
                put_symbol(&w, e, *here++);
            }
        }
    }
    e->writer = w;
}

/* Adler-32 in vector lanes: adds rows of LANES bytes lane by lane. Byte i of n occurs in n − i of
   the running sums: LANES times for its own row and each later one in the block, minus its lane
   index. A lane's total over DEPTH rows, at most 255 · 22 · 23 / 2, fits into 16 bits. */
FOR_EACH_PROCESSOR
static void add_to_checksum(Deflater *e)
{
    enum { LANES = 64, DEPTH = 22, PRIME = 65521 };
    size_t at = e->begin;
    for (size_t depth; (depth = (e->end - at) / LANES) > 0; at += depth * LANES) {
        uint16_t sums[LANES], sums_of_sums[LANES];
        uint32_t sum = 0, sum_of_sums = 0;
        depth = depth < DEPTH ? depth : DEPTH;
        for (size_t lane = 0; lane < LANES; lane++)
            sums[lane] = sums_of_sums[lane] = e->rows[at + lane];
        for (size_t row = 1; row < depth; row++)
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

/* Keeps the window before the next rows. */
static void slide(Deflater *e)
{
    size_t kept = e->end < DISTANCE_MOST ? e->end : DISTANCE_MOST;
    memmove(e->rows, e->rows + e->end - kept, kept);
    e->passed += e->end - kept;
    e->begin = kept;
}

Bytes deflate_rows(Arena *arena, size_t length, int rows, int most, int period, RowsDrawn *draw,
                   void *picture)
{
    size_t room = (size_t)most * length;
    Deflater *e = arena_alloc(arena, 1, sizeof *e);
    e->row_length = length;
    e->period = (size_t)period;
    e->rows = arena_alloc_unset(arena, DISTANCE_MOST + room + MATCH_MOST + STRIDE, 1);
    e->passed = DISTANCE_MOST + 1; /* so that position 0, never seen, is out of reach */
    e->sum = 1;
    /* a literal takes at most 9 bits, a byte of a match 11; most of this memory is never touched */
    e->writer.out = arena_alloc_unset(arena, HEAD_SIZE + 2 * length * (size_t)rows, 1);
    make_codes(e);
    put_bits(&e->writer, 0x0178, 16); /* zlib: deflate, a window of 32 KiB, the fastest level */
    put_bits(&e->writer, 3, 3);       /* one block, in the fixed code */
    for (int top = 0, count; top < rows; top += count) {
        count = smaller(most, rows - top);
        e->end = e->begin + (size_t)count * length;
        uint8_t *begin = e->rows + e->begin; /* plus what the search may read */
        draw(picture, top, count, memset(begin, 0, e->end - e->begin + MATCH_MOST + STRIDE));
        add_bytes(e);
        add_to_checksum(e);
        slide(e);
    }
    put_symbol(&e->writer, e, END_OF_BLOCK);
    put_bits(&e->writer, 0, -e->writer.pending_bits & 7u); /* pads to a whole byte */
    uint32_t sum = (uint32_t)(e->sum_of_sums << 16 | e->sum);
    put_bits(&e->writer, __builtin_bswap32(sum), 32); /* big-endian */
    return (Bytes){(char *)e->writer.out, e->writer.size};
}
