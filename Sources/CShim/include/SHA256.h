// SHA-256 of many short messages, as hashing the lines of a log needs it: two at a time, since one message's rounds
// wait for one another and leave half of the processor's SHA instructions idle; nothing is allocated.
#ifndef DAYBOOK_SHA256_H
#define DAYBOOK_SHA256_H

#include <stddef.h>
#include <stdint.h>

/// A line within a text, from `start` up to, not including, `end`, and the place for its hash: the digest's 32 bytes as
/// four big-endian numbers.
typedef struct {
  uint32_t start;
  uint32_t end;
  uint64_t hash[4];
} daybook_leaf;

/// Whether this processor has what the functions below need; without it they must not be called.
int daybook_has_sha256(void);

/// The hash of a zero byte and its line, for each of `count` leaves; every line lies within `text`.
void daybook_hash_leaves(const uint8_t *text, daybook_leaf *leaves, size_t count);

/// Replaces each two of `2 * count` hashes by that of a one byte and both; the first half of the hashes' places
/// then holds the results.
void daybook_hash_nodes(uint64_t (*hashes)[4], size_t count);

#endif
