// System calls that Swift's Glibc overlay does not give.
#ifndef DAYBOOK_CSHIM_H
#define DAYBOOK_CSHIM_H

#include <stddef.h>
#include <stdint.h>

#include "SHA256.h"
#include "Scan.h"

/// Renames without replacing. Returns 0, or the errno (EEXIST if `to` is there).
int daybook_rename_exclusive(int from_directory, const char *from, int to_directory, const char *to);

/// Flushes the file system of `folder`. Returns 0, or the errno: ENOTSUP where the system has no such call.
int daybook_sync_all(int folder);

/// The birth time of `name` in `directory` (or of `directory` itself if `name` is empty) in
/// nanoseconds since 1970, following no link; 0 where the file system keeps none.
int64_t daybook_birth_time(int directory, const char *name);

/// Where in `text` the bytes of `piece` first stand; NULL where they do not.
const void *daybook_find(const void *text, size_t text_bytes, const void *piece, size_t piece_bytes);

/// Brings the memory at `place`, which need not be valid, nearer to the processor.
static inline void daybook_prefetch(const void *place) { __builtin_prefetch(place); }

/// Whether the byte at `place` is set; what was written before it was set is then seen.
static inline int daybook_is_set(const uint8_t *place) { return __atomic_load_n(place, __ATOMIC_ACQUIRE) != 0; }

/// Sets the byte at `place` behind everything that was written.
static inline void daybook_set(uint8_t *place) { __atomic_store_n(place, 1, __ATOMIC_RELEASE); }

#endif
