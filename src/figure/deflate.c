#include "figure/deflate.h"

#include "base/number.h"
#include "tensor/vector.h"

#include <endian.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The alphabets and limits of RFC 1951. */
enum {
    END_OF_BLOCK = 256,
    LITERALS = 286, /* literals, the end of the block, lengths of matches */
    DISTANCES = 30,
    CODE_LENGTHS = 19, /* what describes the codes of the other two */
    CODE_BITS_MOST = 15,
    DESCRIPTION_BITS_MOST = 7,
    MATCH_LEAST = 3,
    MATCH_MOST = 258,
    DISTANCE_MOST = 32768,
};

/* Our own choices. */
enum {
    BLOCK_TOKENS = 1 << 14, /* with one set of codes */
    MATCH_WORTH = 4,        /* a shorter one costs as much as its bytes do */
    GOOD_MATCH = 32,        /* no search for a longer one */
    HASH_BITS = 12,
    HEAD_SIZE = 16, /* bytes, more than before and after the blocks */
};

/* A symbol for a range of numbers, and bits that say which. */
typedef struct Range {
    uint16_t symbol, extra;
    uint8_t extra_bits;
} Range;

/* A literal byte, whose distance has a code of no bits, or a match: in one form, so that putting
   them out needs no choice. */
typedef struct Token {
    Range value, distance;
} Token;

enum { NO_DISTANCE = DISTANCES };

typedef struct Code {
    uint16_t bits[LITERALS]; /* reversed: the stream is filled from the low bits */
    uint8_t lengths[LITERALS];
} Code;

/* Bits go out from the lowest. A value, so that it can stay in registers. */
typedef struct BitWriter {
    uint8_t *out;
    size_t size;
    uint64_t pending; /* bits not yet written, … */
    int pending_bits; /* … fewer than 8 */
} BitWriter;

/* Adler-32: the sum of all bytes, and the sum of that sum after each byte.   RFC 1950, §8.2 */
typedef struct Checksum {
    uint64_t sum, sum_of_sums;
} Checksum;

struct Deflater {
    Arena *arena;
    BitWriter writer;
    size_t capacity;
    Token tokens[BLOCK_TOKENS];
    int token_count;
    uint32_t last_seen[1 << HASH_BITS]; /* position and one of four bytes with this hash */
    size_t row_length, period;
    uint8_t *rows; /* the window: what matches may reach back to, and then the rows to compress */
    size_t begin, end; /* of the rows to compress */
    size_t passed;     /* bytes before the window */
    Checksum checksum;
};

/* ---- bits ---- */

static void make_room(Deflater *e, size_t more)
{
    BitWriter *w = &e->writer;
    if (w->size + more <= e->capacity)
        return;
    e->capacity = 2 * (e->capacity + more);
    uint8_t *out = arena_alloc(e->arena, e->capacity, 1);
    w->out = w->size ? memcpy(out, w->out, w->size) : out;
}

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

/* ---- Huffman codes ---- */

typedef struct Leaf {
    uint32_t count;
    int symbol;
} Leaf;

static int compare_leaves(const void *left, const void *right)
{
    const Leaf *a = left, *b = right;
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    return a->symbol - b->symbol;
}

/* The depths of Huffman's tree over leaves in rising order; returns the largest. Nodes are made in
   rising order too, so the two rarest are always at the front of the leaves or of the nodes. */
static int tree_depths(const Leaf *leaves, int count, uint8_t *depths)
{
    uint32_t counts[LITERALS];
    int parents[2 * LITERALS], leaf = 0, node = 0;
    for (int made = 0; made < count - 1; made++) {
        counts[made] = 0;
        for (int i = 0; i < 2; i++) {
            bool is_leaf = leaf < count && (node == made || leaves[leaf].count <= counts[node]);
            counts[made] += is_leaf ? leaves[leaf].count : counts[node];
            parents[is_leaf ? leaf++ : count + node++] = count + made;
        }
    }
    int node_depths[LITERALS] = {0}, deepest = 0;
    for (int i = count - 3; i >= 0; i--)
        node_depths[i] = node_depths[parents[count + i] - count] + 1;
    for (int i = 0; i < count; i++) {
        int depth = node_depths[parents[i] - count] + 1;
        depths[leaves[i].symbol] = (uint8_t)depth;
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest;
}

/* Code lengths of at most `limit` bits: where the best tree is deeper, rare symbols are taken for
   less rare ones until it is not. */
static void code_lengths(const uint32_t *counts, int symbols, int limit, uint8_t *lengths)
{
    Leaf leaves[LITERALS];
    int used = 0;
    memset(lengths, 0, (size_t)symbols);
    for (int i = 0; i < symbols; i++)
        if (counts[i])
            leaves[used++] = (Leaf){counts[i], i};
    if (used == 1)
        lengths[leaves[0].symbol] = 1;
    if (used < 2)
        return;
    qsort(leaves, (size_t)used, sizeof *leaves, compare_leaves);
    while (tree_depths(leaves, used, lengths) > limit)
        for (int i = 0; i < used; i++)
            leaves[i].count = leaves[i].count / 2 + 1;
}

static uint16_t reversed(unsigned bits, int count)
{
    unsigned result = 0;
    for (int i = 0; i < count; i++)
        result |= (bits >> i & 1) << (count - 1 - i);
    return (uint16_t)result;
}

/* Codes of one length follow each other in the order of the symbols.   RFC 1951, §3.2.2 */
static void code_new(Code *code, const uint32_t *counts, int symbols, int limit)
{
    unsigned next[CODE_BITS_MOST + 2] = {0}, of_length[CODE_BITS_MOST + 1] = {0};
    code_lengths(counts, symbols, limit, code->lengths);
    for (int i = 0; i < symbols; i++)
        of_length[code->lengths[i]]++;
    of_length[0] = 0;
    for (int length = 1; length <= CODE_BITS_MOST; length++)
        next[length + 1] = (next[length] + of_length[length]) << 1;
    for (int i = 0; i < symbols; i++)
        if (code->lengths[i])
            code->bits[i] = reversed(next[code->lengths[i]]++, code->lengths[i]);
}

static inline void put_range(BitWriter *w, const Code *code, Range range)
{
    int length = code->lengths[range.symbol];
    put_bits(w, code->bits[range.symbol] | (uint64_t)range.extra << length,
             length + range.extra_bits);
}

/* ---- matches as symbols ---- */

/* Numbers from 0 on: at first each has a symbol, then 2^shared symbols share each doubling; the
   high bits of x choose the symbol, the others follow it.   RFC 1951, §3.2.5 */
static Range range(int first, int x, int shared)
{
    int doubling = 31 - __builtin_clz((unsigned)x | 1), bits = larger(0, doubling - shared);
    return (Range){(uint16_t)(first + (bits << shared) + (x >> bits)),
                   (uint16_t)(x & ((1 << bits) - 1)), (uint8_t)bits};
}

/* The longest has a symbol of its own. */
static Range length_range(int length)
{
    return length == MATCH_MOST ? (Range){LITERALS - 1, 0, 0}
                                : range(END_OF_BLOCK + 1, length - MATCH_LEAST, 2);
}

/* ---- blocks ---- */

/* The code lengths of both alphabets, in a code of their own. The format could say how often one
   comes again; it would save some 40 bytes a block.   RFC 1951, §3.2.7 */
static void put_codes(BitWriter *w, const Code *literals, const Code *distances)
{
    static const uint8_t order[CODE_LENGTHS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[LITERALS + DISTANCES];
    uint32_t counts[CODE_LENGTHS] = {0};
    Code code;
    memcpy(lengths, literals->lengths, LITERALS);
    memcpy(lengths + LITERALS, distances->lengths, DISTANCES);
    for (size_t i = 0; i < sizeof lengths; i++)
        counts[lengths[i]]++;
    code_new(&code, counts, CODE_LENGTHS, DESCRIPTION_BITS_MOST);
    put_bits(w, LITERALS - END_OF_BLOCK - 1, 5);
    put_bits(w, DISTANCES - 1, 5);
    put_bits(w, CODE_LENGTHS - 4, 4);
    for (int i = 0; i < CODE_LENGTHS; i++)
        put_bits(w, code.lengths[order[i]], 3);
    for (size_t i = 0; i < sizeof lengths; i++)
        put_range(w, &code, (Range){lengths[i], 0, 0});
}

static void put_tokens(Deflater *e, const Code *literals, const Code *distances)
{
    BitWriter w = e->writer;
    for (int i = 0; i < e->token_count; i++) {
        put_range(&w, literals, e->tokens[i].value);
        put_range(&w, distances, e->tokens[i].distance);
    }
    put_range(&w, literals, (Range){END_OF_BLOCK, 0, 0});
    e->writer = w;
}

/* The tokens so far, in codes made for them. */
static void end_block(Deflater *e, bool last)
{
    enum { CODES_MOST = 1024, TOKEN_MOST = 6 }; /* bytes */
    uint32_t literal_counts[LITERALS] = {[END_OF_BLOCK] = 1}, distance_counts[DISTANCES + 1] = {0};
    Code literals = {0}, distances = {0};
    for (int i = 0; i < e->token_count; i++) {
        literal_counts[e->tokens[i].value.symbol]++;
        distance_counts[e->tokens[i].distance.symbol]++;
    }
    code_new(&literals, literal_counts, LITERALS, CODE_BITS_MOST);
    code_new(&distances, distance_counts, DISTANCES, CODE_BITS_MOST);
    make_room(e, CODES_MOST + TOKEN_MOST * (size_t)e->token_count);
    put_bits(&e->writer, last, 1);
    put_bits(&e->writer, 2, 2); /* codes of its own */
    put_codes(&e->writer, &literals, &distances);
    put_tokens(e, &literals, &distances);
    e->token_count = 0;
}

static inline void add_token(Deflater *e, Range value, Range distance)
{
    if (e->token_count == BLOCK_TOKENS)
        end_block(e, false);
    e->tokens[e->token_count++] = (Token){value, distance};
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
    here += MATCH_WORTH;
    size_t length = MATCH_WORTH + same_bytes(here, here - distance, e->end - at - MATCH_WORTH);
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

static void add_match(Deflater *e, Match match)
{
    Range distance = range(0, (int)match.distance - 1, 1);
    while (match.length) {
        size_t part = match.length < MATCH_MOST ? match.length : MATCH_MOST;
        if (match.length > part && match.length - part < MATCH_LEAST)
            part -= MATCH_LEAST;
        add_token(e, length_range((int)part), distance);
        match.length -= part;
    }
}

/* The row above comes first: most often it is the end of the search. */
static Match find_match(Deflater *e, size_t at)
{
    Match best = {0};
    if (e->end - at < MATCH_WORTH)
        return best;
    const size_t distances[] = {e->row_length, e->row_length * e->period, 1};
    for (int i = 0; i < 3 && best.length < GOOD_MATCH; i++)
        best = longer(best, e, at, distances[i]);
    if (best.length < GOOD_MATCH)
        best = longer(best, e, at, last_distance(e, at));
    return best;
}

static void add_bytes(Deflater *e)
{
    for (size_t at = e->begin; at < e->end;) {
        Match match = find_match(e, at);
        if (match.length)
            add_match(e, match);
        else
            add_token(e, (Range){e->rows[at], 0, 0}, (Range){NO_DISTANCE, 0, 0});
        at += match.length ? match.length : 1;
    }
}

enum { GROUP = 128, PRIME = 65521 };

/* With what a few rows add. Groups are added up in small numbers, for the sake of vector
   instructions: byte i of a group is in GROUP − i of the sums after each byte. */
FOR_EACH_PROCESSOR
static Checksum checksum(Checksum c, const uint8_t *bytes, const uint8_t *end)
{
    for (; end - bytes >= GROUP; bytes += GROUP) {
        uint16_t sum = 0;
        int missed = 0;
        for (int16_t i = 0; i < GROUP; i++) {
            sum = (uint16_t)(sum + bytes[i]);
            missed += i * (int16_t)bytes[i];
        }
        c.sum += sum;
        c.sum_of_sums += GROUP * c.sum - (uint64_t)missed;
    }
    for (; bytes < end; bytes++) {
        c.sum += *bytes;
        c.sum_of_sums += c.sum;
    }
    return (Checksum){c.sum % PRIME, c.sum_of_sums % PRIME};
}

/* ---- the whole ---- */

Deflater *deflate_begin(Arena *arena, size_t length, size_t most, size_t period)
{
    Deflater *e = arena_alloc(arena, 1, sizeof *e);
    e->arena = arena;
    e->row_length = length;
    e->period = period;
    e->rows = arena_alloc(arena, DISTANCE_MOST + most * length, 1);
    e->checksum.sum = 1;
    make_room(e, HEAD_SIZE);
    put_bits(&e->writer, 0x0178, 16); /* zlib: deflate, a window of 32 KiB, the fastest level */
    return e;
}

/* Forgets the rows that no match can reach any more. */
static void slide(Deflater *e)
{
    size_t kept = e->end < DISTANCE_MOST ? e->end : DISTANCE_MOST;
    memmove(e->rows, e->rows + e->end - kept, kept);
    e->passed += e->end - kept;
    e->begin = e->end = kept;
}

uint8_t *deflate_space(Deflater *e, size_t count)
{
    size_t size = count * e->row_length;
    memset(e->rows + e->end, 0, size);
    e->begin = e->end;
    e->end += size;
    return e->rows + e->begin;
}

void deflate_add(Deflater *e)
{
    add_bytes(e);
    e->checksum = checksum(e->checksum, e->rows + e->begin, e->rows + e->end);
    slide(e);
}

Bytes deflate_end(Deflater *e)
{
    end_block(e, true);
    make_room(e, HEAD_SIZE);
    put_bits(&e->writer, 0, -e->writer.pending_bits & 7); /* up to a whole byte */
    uint32_t sum = (uint32_t)(e->checksum.sum_of_sums << 16 | e->checksum.sum);
    put_bits(&e->writer, __builtin_bswap32(sum), 32); /* its high byte first */
    return (Bytes){(const char *)e->writer.out, e->writer.size};
}
