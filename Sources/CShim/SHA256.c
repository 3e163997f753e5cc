// FIPS 180-4 by the x86 SHA extensions (Gulley et al., "Intel SHA Extensions", 2013).
#include "SHA256.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>
#include <string.h>

#define WITH_SHA __attribute__((target("sha,sse4.1,ssse3")))
#define BLOCK 64

static const uint32_t constants[64] __attribute__((aligned(16))) = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

int daybook_has_sha256(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
  if (!(c & bit_SSSE3) || !(c & bit_SSE4_1)) return 0;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return 0;
  return (b >> 29) & 1;
}

/// The state of one message: the words A B E F and C D G H, as the instructions want them.
typedef struct {
  __m128i abef, cdgh;
} state;

WITH_SHA static inline __attribute__((always_inline)) state initial(void) {
  return (state){_mm_set_epi32(0x6a09e667, (int)0xbb67ae85, 0x510e527f, (int)0x9b05688c),
                 _mm_set_epi32(0x3c6ef372, (int)0xa54ff53a, 0x1f83d9ab, 0x5be0cd19)};
}

WITH_SHA static inline __attribute__((always_inline)) void finish(state s, uint64_t hash[4]) {
  hash[0] = (uint64_t)_mm_extract_epi64(s.abef, 1);
  hash[1] = (uint64_t)_mm_extract_epi64(s.cdgh, 1);
  hash[2] = (uint64_t)_mm_extract_epi64(s.abef, 0);
  hash[3] = (uint64_t)_mm_extract_epi64(s.cdgh, 0);
}

/// One block of each of `count` messages, 1 or 2: a constant wherever it is called.
WITH_SHA static inline __attribute__((always_inline)) void compress(
    int count, state *states[], const uint8_t *const blocks[]) {
  const __m128i flip = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  __m128i words[2][4], abef[2], cdgh[2];
  for (int m = 0; m < count; m++) {
    abef[m] = states[m]->abef;
    cdgh[m] = states[m]->cdgh;
    for (int i = 0; i < 4; i++) {
      words[m][i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(blocks[m] + 16 * i)), flip);
    }
  }
#pragma clang loop unroll(full)
  for (int i = 0; i < 16; i++) {
    const __m128i constant = _mm_load_si128((const __m128i *)(constants + 4 * i));
#pragma clang loop unroll(full)
    for (int m = 0; m < count; m++) {
      __m128i sum = _mm_add_epi32(words[m][i & 3], constant);
      cdgh[m] = _mm_sha256rnds2_epu32(cdgh[m], abef[m], sum);
      abef[m] = _mm_sha256rnds2_epu32(abef[m], cdgh[m], _mm_shuffle_epi32(sum, 0x0e));
      if (i < 12) {
        __m128i next = _mm_sha256msg1_epu32(words[m][i & 3], words[m][(i + 1) & 3]);
        next = _mm_add_epi32(next, _mm_alignr_epi8(words[m][(i + 3) & 3], words[m][(i + 2) & 3], 4));
        words[m][i & 3] = _mm_sha256msg2_epu32(next, words[m][(i + 3) & 3]);
      }
    }
  }
  for (int m = 0; m < count; m++) {
    states[m]->abef = _mm_add_epi32(states[m]->abef, abef[m]);
    states[m]->cdgh = _mm_add_epi32(states[m]->cdgh, cdgh[m]);
  }
}

/// One message while it is hashed: its blocks as they lie in the text, but for the first, which the zero byte shifts, and
/// what is left for the padding.
typedef struct {
  state s;
  const uint8_t *text;
  uint64_t *hash;
  size_t next, whole, end;
  uint8_t first[BLOCK];
  uint8_t last[2 * BLOCK];
} message;

WITH_SHA static inline __attribute__((always_inline)) void begin(
    message *m, const uint8_t *text, daybook_leaf *leaf) {
  m->s = initial();
  m->text = text + leaf->start;
  m->hash = leaf->hash;
  size_t size = (size_t)(leaf->end - leaf->start) + 1, rest = size % BLOCK;
  m->next = 0;
  m->whole = size / BLOCK;
  m->end = m->whole + (rest < BLOCK - 8 ? 1 : 2);
  memset(m->last, 0, sizeof m->last);
  if (m->whole > 0) {
    m->first[0] = 0;
    memcpy(m->first + 1, m->text, BLOCK - 1);
    memcpy(m->last, m->text + size - 1 - rest, rest);
  } else {
    memcpy(m->last + 1, m->text, size - 1);
  }
  m->last[rest] = 0x80;
  uint64_t bits = __builtin_bswap64((uint64_t)size * 8);
  memcpy(m->last + (m->end - m->whole) * BLOCK - 8, &bits, 8);
}

static inline __attribute__((always_inline)) const uint8_t *block(message *m) {
  size_t index = m->next++;
  if (index >= m->whole) return m->last + (index - m->whole) * BLOCK;
  return index == 0 ? m->first : m->text + index * BLOCK - 1;
}

WITH_SHA void daybook_hash_leaves(const uint8_t *text, daybook_leaf *leaves, size_t count) {
  if (count == 0) return;
  message messages[2];
  begin(&messages[0], text, &leaves[0]);
  size_t taken = 1;
  int alone = 0;
  if (count > 1) {
    begin(&messages[1], text, &leaves[taken++]);
    int isOver = 0;
    while (!isOver) {
      state *states[] = {&messages[0].s, &messages[1].s};
      const uint8_t *const blocks[] = {block(&messages[0]), block(&messages[1])};
      compress(2, states, blocks);
      for (int m = 0; m < 2; m++) {
        if (messages[m].next < messages[m].end) continue;
        finish(messages[m].s, messages[m].hash);
        if (taken < count) {
          begin(&messages[m], text, &leaves[taken++]);
        } else {
          isOver += 1;
          alone = 1 - m;
        }
      }
    }
    if (isOver == 2) return;
  }
  message *rest = &messages[alone];
  while (rest->next < rest->end) {
    state *states[] = {&rest->s};
    const uint8_t *const blocks[] = {block(rest)};
    compress(1, states, blocks);
  }
  finish(rest->s, rest->hash);
}

/// A one byte, two hashes and the padding.
static inline __attribute__((always_inline)) void writeNode(uint8_t node[2 * BLOCK], uint64_t (*hashes)[4]) {
  for (int i = 0; i < 8; i++) {
    uint64_t word = __builtin_bswap64(hashes[i / 4][i % 4]);
    memcpy(node + 1 + 8 * i, &word, 8);
  }
}

WITH_SHA void daybook_hash_nodes(uint64_t (*hashes)[4], size_t count) {
  uint8_t nodes[2][2 * BLOCK] = {{0}};
  for (int m = 0; m < 2; m++) {
    nodes[m][0] = 1;
    nodes[m][1 + 2 * 32] = 0x80;
    // 65 bytes.
    nodes[m][2 * BLOCK - 2] = 520 >> 8;
    nodes[m][2 * BLOCK - 1] = 520 & 0xff;
  }
  size_t i = 0;
  for (; i + 2 <= count; i += 2) {
    state s[2] = {initial(), initial()};
    state *states[] = {&s[0], &s[1]};
    for (int m = 0; m < 2; m++) writeNode(nodes[m], hashes + 2 * (i + m));
    compress(2, states, (const uint8_t *const[]){nodes[0], nodes[1]});
    compress(2, states, (const uint8_t *const[]){nodes[0] + BLOCK, nodes[1] + BLOCK});
    for (int m = 0; m < 2; m++) finish(s[m], hashes[i + m]);
  }
  if (i < count) {
    state s = initial();
    state *states[] = {&s};
    writeNode(nodes[0], hashes + 2 * i);
    compress(1, states, (const uint8_t *const[]){nodes[0]});
    compress(1, states, (const uint8_t *const[]){nodes[0] + BLOCK});
    finish(s, hashes[i]);
  }
}

#else

int daybook_has_sha256(void) { return 0; }
void daybook_hash_leaves(const uint8_t *text, daybook_leaf *leaves, size_t count) {}
void daybook_hash_nodes(uint64_t (*hashes)[4], size_t count) {}

#endif
