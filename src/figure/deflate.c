#include "figure/deflate.h"

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
    BLOCK_TOKENS = 1 << 15, /* with one set of codes */
    MATCH_WORTH = 4,        /* a shorter one costs as much as its bytes do */
    GOOD_MATCH = 32,        /* no search for a longer one */
    HASH_BITS = 12,
};

/* A literal byte (distance 0) or a match. */
typedef struct Token {
    uint16_t value; /* the byte, or the length */
    uint16_t distance;
} Token;

typedef struct Code {
    uint16_t bits[LITERALS]; /* reversed: the stream is filled from the low bits */
    uint8_t lengths[LITERALS];
} Code;

/* A symbol for a range of numbers, and bits that say which. */
typedef struct Range {
    uint16_t symbol;
    uint16_t extra;
    uint8_t extra_bits;
} Range;

typedef struct Encoder {
    Arena *arena;
    uint8_t *out;
    size_t size, capacity;
    uint64_t pending; /* bits not yet written, … */
    int pending_bits; /* … fewer than 32 */
    Token tokens[BLOCK_TOKENS];
    int token_count;
    uint32_t literal_counts[LITERALS], distance_counts[DISTANCES];
    Range length_ranges[MATCH_MOST + 1];
    uint32_t last_seen[1 << HASH_BITS]; /* position and one of four bytes with this hash */
} Encoder;

/* ---- bits ---- */

static void make_room(Encoder *e, size_t more)
{
    if (e->size + more <= e->capacity)
        return;
    size_t capacity = 2 * (e->capacity + more);
    uint8_t *out = arena_alloc(e->arena, capacity, 1);
    if (e->size)
        memcpy(out, e->out, e->size);
    e->out = out;
    e->capacity = capacity;
}

/* At most 32 bits; there is room for them. */
static inline void put_bits(Encoder *e, uint64_t bits, int count)
{
    e->pending |= bits << e->pending_bits;
    e->pending_bits += count;
    if (e->pending_bits < 32)
        return;
    for (int i = 0; i < 4; i++)
        e->out[e->size++] = (uint8_t)(e->pending >> 8 * i);
    e->pending >>= 32;
    e->pending_bits -= 32;
}

/* What is pending, up to a whole byte. */
static void put_rest(Encoder *e)
{
    for (; e->pending_bits > 0; e->pending_bits -= 8) {
        e->out[e->size++] = (uint8_t)e->pending;
        e->pending >>= 8;
    }
    e->pending_bits = 0;
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

static void put_symbol(Encoder *e, const Code *code, int symbol)
{
    put_bits(e, code->bits[symbol], code->lengths[symbol]);
}

/* ---- matches as symbols ---- */

static int floor_log2(unsigned x)
{
    return 31 - __builtin_clz(x);
}

/* The high bits of x choose the symbol, the others follow it. */
static Range range(int first, int x, int bits)
{
    return (Range){(uint16_t)(first + (x >> bits)), (uint16_t)(x & ((1 << bits) - 1)),
                   (uint8_t)bits};
}

/* Lengths 3 … 10 have a symbol each, then four symbols share each doubling, and 258 has its own.
   RFC 1951, §3.2.5 */
static Range length_range(int length)
{
    if (length == MATCH_MOST)
        return (Range){LITERALS - 1, 0, 0};
    int x = length - MATCH_LEAST;
    int bits = x < 4 ? 0 : floor_log2((unsigned)x) - 2;
    return range(END_OF_BLOCK + 1 + 4 * bits, x, bits);
}

/* Distances 1 … 4 have a symbol each, then two symbols share each doubling. */
static Range distance_range(int distance)
{
    int x = distance - 1;
    int bits = x < 2 ? 0 : floor_log2((unsigned)x) - 1;
    return range(2 * bits, x, bits);
}

/* ---- blocks ---- */

/* The code lengths of both alphabets as symbols: 0 … 15 themselves, 16 the last one again 3–6
   times, 17 and 18 zeros 3–10 and 11–138 times.   RFC 1951, §3.2.7 */
static int describe(const uint8_t *lengths, int count, Range *out)
{
    int made = 0;
    for (int i = 0, run; i < count; i += run) {
        for (run = 1; i + run < count && lengths[i + run] == lengths[i]; run++)
            ;
        if (lengths[i] == 0 && run >= 3) {
            run = run > 138 ? 138 : run;
            out[made++] = run < 11 ? (Range){17, (uint16_t)(run - 3), 3}
                                   : (Range){18, (uint16_t)(run - 11), 7};
        } else if (i > 0 && lengths[i] == lengths[i - 1] && run >= 3) {
            run = run > 6 ? 6 : run;
            out[made++] = (Range){16, (uint16_t)(run - 3), 2};
        } else {
            run = 1;
            out[made++] = (Range){lengths[i], 0, 0};
        }
    }
    return made;
}

static int used_symbols(const uint8_t *lengths, int count, int least)
{
    while (count > least && !lengths[count - 1])
        count--;
    return count;
}

static void put_codes(Encoder *e, const Code *literals, const Code *distances)
{
    static const uint8_t order[CODE_LENGTHS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[LITERALS + DISTANCES], ordered[CODE_LENGTHS];
    Range parts[LITERALS + DISTANCES];
    uint32_t counts[CODE_LENGTHS] = {0};
    Code code;
    int literal_count = used_symbols(literals->lengths, LITERALS, END_OF_BLOCK + 1);
    int distance_count = used_symbols(distances->lengths, DISTANCES, 1);
    memcpy(lengths, literals->lengths, (size_t)literal_count);
    memcpy(lengths + literal_count, distances->lengths, (size_t)distance_count);
    int part_count = describe(lengths, literal_count + distance_count, parts);
    for (int i = 0; i < part_count; i++)
        counts[parts[i].symbol]++;
    code_new(&code, counts, CODE_LENGTHS, DESCRIPTION_BITS_MOST);
    for (int i = 0; i < CODE_LENGTHS; i++)
        ordered[i] = code.lengths[order[i]];
    int ordered_count = used_symbols(ordered, CODE_LENGTHS, 4);
    put_bits(e, (uint64_t)(literal_count - END_OF_BLOCK - 1), 5);
    put_bits(e, (uint64_t)(distance_count - 1), 5);
    put_bits(e, (uint64_t)(ordered_count - 4), 4);
    for (int i = 0; i < ordered_count; i++)
        put_bits(e, ordered[i], 3);
    for (int i = 0; i < part_count; i++) {
        put_symbol(e, &code, parts[i].symbol);
        put_bits(e, (uint64_t)parts[i].extra, parts[i].extra_bits);
    }
}

/* A symbol's code with the bits that follow it. */
typedef struct Bits {
    uint32_t bits;
    int count;
} Bits;

static Bits with_extra(const Code *code, Range range)
{
    int length = code->lengths[range.symbol];
    return (Bits){code->bits[range.symbol] | (uint32_t)range.extra << length,
                  length + range.extra_bits};
}

static void put_tokens(Encoder *e, const Code *literals, const Code *distances)
{
    Bits lengths[MATCH_MOST + 1];
    for (int i = MATCH_LEAST; i <= MATCH_MOST; i++)
        lengths[i] = with_extra(literals, e->length_ranges[i]);
    for (int i = 0; i < e->token_count; i++) {
        Token token = e->tokens[i];
        if (token.distance) {
            Bits distance = with_extra(distances, distance_range(token.distance));
            put_bits(e, lengths[token.value].bits, lengths[token.value].count);
            put_bits(e, distance.bits, distance.count);
        } else {
            put_symbol(e, literals, token.value);
        }
    }
}

/* The tokens so far, in codes made for them. */
static void end_block(Encoder *e, bool last)
{
    enum { CODES_MOST = 1024, TOKEN_MOST = 6 }; /* bytes */
    Code literals, distances;
    e->literal_counts[END_OF_BLOCK] = 1;
    code_new(&literals, e->literal_counts, LITERALS, CODE_BITS_MOST);
    code_new(&distances, e->distance_counts, DISTANCES, CODE_BITS_MOST);
    make_room(e, CODES_MOST + TOKEN_MOST * (size_t)e->token_count);
    put_bits(e, last, 1);
    put_bits(e, 2, 2); /* codes of its own */
    put_codes(e, &literals, &distances);
    put_tokens(e, &literals, &distances);
    put_symbol(e, &literals, END_OF_BLOCK);
    e->token_count = 0;
    memset(e->literal_counts, 0, sizeof e->literal_counts);
    memset(e->distance_counts, 0, sizeof e->distance_counts);
}

static void add_token(Encoder *e, Token token)
{
    if (e->token_count == BLOCK_TOKENS)
        end_block(e, false);
    e->tokens[e->token_count++] = token;
    if (token.distance) {
        e->literal_counts[e->length_ranges[token.value].symbol]++;
        e->distance_counts[distance_range(token.distance).symbol]++;
    } else {
        e->literal_counts[token.value]++;
    }
}

/* ---- matches ---- */

typedef struct Match {
    size_t length, distance;
} Match;

/* How many bytes lie before the first of these eight that is not zero. */
static size_t zero_bytes(uint64_t difference)
{
    int bits = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? __builtin_ctzll(difference)
                                                         : __builtin_clzll(difference);
    return (size_t)bits / 8;
}

/* How many bytes are the same at two places, at most so many. */
static size_t same_bytes(const uint8_t *a, const uint8_t *b, size_t most)
{
    size_t i = 0;
    for (uint64_t x, y; i + sizeof x <= most; i += sizeof x) {
        memcpy(&x, a + i, sizeof x);
        memcpy(&y, b + i, sizeof y);
        if (x != y)
            return i + zero_bytes(x ^ y);
    }
    while (i < most && a[i] == b[i])
        i++;
    return i;
}

/* Most places differ at once: one comparison of a few bytes settles it. */
static inline bool begin_alike(const uint8_t *a, const uint8_t *b)
{
    return memcmp(a, b, MATCH_WORTH) == 0;
}

static inline Match longer(Match best, const uint8_t *data, size_t at, size_t end, size_t distance)
{
    if (distance > at || distance > DISTANCE_MOST || !begin_alike(data + at, data + at - distance))
        return best;
    size_t length = same_bytes(data + at, data + at - distance, end - at);
    return length > best.length ? (Match){length, distance} : best;
}

/* Where these four bytes were seen last, and from now on here. */
static size_t last_distance(Encoder *e, const uint8_t *data, size_t at)
{
    uint32_t bytes;
    memcpy(&bytes, data + at, sizeof bytes);
    uint32_t *last = &e->last_seen[bytes * 2654435761u >> (32 - HASH_BITS)];
    size_t distance = *last ? at + 1 - *last : 0;
    *last = (uint32_t)at + 1;
    return distance;
}

static void add_match(Encoder *e, size_t length, size_t distance)
{
    while (length) {
        size_t part = length < MATCH_MOST ? length : MATCH_MOST;
        if (length > part && length - part < MATCH_LEAST)
            part -= MATCH_LEAST;
        add_token(e, (Token){(uint16_t)part, (uint16_t)distance});
        length -= part;
    }
}

static Match find_match(Encoder *e, const uint8_t *data, size_t at, size_t end, size_t stride)
{
    Match best = {0};
    if (end - at < MATCH_WORTH)
        return best;
    best = longer(best, data, at, end, stride);
    if (best.length < GOOD_MATCH)
        best = longer(best, data, at, end, 1);
    if (best.length < GOOD_MATCH)
        best = longer(best, data, at, end, stride - 1);
    if (best.length < GOOD_MATCH) {
        size_t distance = last_distance(e, data, at);
        if (distance)
            best = longer(best, data, at, end, distance);
    }
    return best;
}

static void add_bytes(Encoder *e, const uint8_t *data, size_t at, size_t end, size_t stride)
{
    while (at < end) {
        Match match = find_match(e, data, at, end, stride);
        if (match.length)
            add_match(e, match.length, match.distance);
        else
            add_token(e, (Token){data[at], 0});
        at += match.length ? match.length : 1;
    }
}

/* ---- the whole ---- */

/* Adler-32: the sum of all bytes, and the sum of that sum after each byte. A row that comes again
   need not be read again.   RFC 1950, §8.2 */
typedef struct Checksum {
    uint64_t sum, sum_of_sums;
} Checksum;

enum { PRIME = 65521 };

/* As if nothing came before. In groups, for the sake of vector instructions. */
static Checksum row_checksum(const uint8_t *row, size_t length)
{
    enum { GROUP = 64 };
    Checksum c = {0};
    size_t at = 0;
    for (; at + GROUP <= length; at += GROUP) {
        uint32_t sum = 0, weighted = 0;
        for (uint32_t i = 0; i < GROUP; i++) {
            sum += row[at + i];
            weighted += (GROUP - i) * row[at + i];
        }
        c.sum_of_sums += GROUP * c.sum + weighted;
        c.sum += sum;
    }
    for (; at < length; at++) {
        c.sum += row[at];
        c.sum_of_sums += c.sum;
    }
    return c;
}

static void add_row(Checksum *c, Checksum row, size_t length)
{
    c->sum_of_sums = (c->sum_of_sums + length % PRIME * c->sum + row.sum_of_sums) % PRIME;
    c->sum = (c->sum + row.sum) % PRIME;
}

static void put_rows(Encoder *e, const uint8_t *rows, size_t length, size_t count, Checksum *sum)
{
    Checksum row_sum = {0};
    size_t repeated = 0;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *row = rows + i * length;
        if (i > 0 && MATCH_LEAST <= length && length <= DISTANCE_MOST &&
            memcmp(row, row - length, length) == 0) {
            repeated += length;
        } else {
            add_match(e, repeated, length);
            repeated = 0;
            add_bytes(e, rows, i * length, (i + 1) * length, length);
            row_sum = row_checksum(row, length);
        }
        add_row(sum, row_sum, length);
    }
    add_match(e, repeated, length);
}

Bytes deflate_rows(Arena *arena, const uint8_t *rows, size_t length, size_t count)
{
    Encoder *e = arena_alloc(arena, 1, sizeof *e);
    e->arena = arena;
    Checksum sum = {.sum = 1};
    for (int i = MATCH_LEAST; i <= MATCH_MOST; i++)
        e->length_ranges[i] = length_range(i);
    make_room(e, 16);
    put_bits(e, 0x0178, 16); /* zlib: deflate, a window of 32 KiB, the fastest level */
    put_rows(e, rows, length, count, &sum);
    end_block(e, true);
    make_room(e, 16);
    put_rest(e);
    for (int shift = 24; shift >= 0; shift -= 8)
        e->out[e->size++] = (uint8_t)((sum.sum_of_sums << 16 | sum.sum) >> shift);
    return (Bytes){(const char *)e->out, e->size};
}
