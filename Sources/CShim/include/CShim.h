// System calls that Swift's Glibc overlay does not give.
#ifndef DAYBOOK_CSHIM_H
#define DAYBOOK_CSHIM_H

#include <stdint.h>

/// Renames without replacing. Returns 0, or the errno (EEXIST if `to` is there).
int daybook_rename_exclusive(int from_directory, const char *from, int to_directory, const char *to);

/// The file's birth time in nanoseconds since 1970, or 0 where the file system keeps none.
int64_t daybook_birth_time(int descriptor);

#endif
