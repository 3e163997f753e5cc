#define _GNU_SOURCE
#include "CShim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int daybook_rename_exclusive(int from_directory, const char *from, int to_directory, const char *to) {
#if defined(__linux__)
  if (renameat2(from_directory, from, to_directory, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  // A file system without the flag: link() refuses an existing name too.
  if (linkat(from_directory, from, to_directory, to, 0) != 0) {
    // Sticks know no links; there the name is looked at first, which is as good as it gets.
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) return errno;
    struct stat status;
    if (fstatat(to_directory, to, &status, AT_SYMLINK_NOFOLLOW) == 0) return EEXIST;
    if (errno != ENOENT) return errno;
    return renameat(from_directory, from, to_directory, to) == 0 ? 0 : errno;
  }
  return unlinkat(from_directory, from, 0) == 0 ? 0 : errno;
#else
  return renameatx_np(from_directory, from, to_directory, to, RENAME_EXCL) == 0 ? 0 : errno;
#endif
}

int daybook_sync_all(int folder) {
#if defined(__linux__)
  return syncfs(folder) == 0 ? 0 : errno;
#else
  (void)folder;
  return ENOTSUP;
#endif
}

int64_t daybook_birth_time(int directory, const char *name) {
#if defined(__linux__)
  struct statx status;
  int flags = AT_SYMLINK_NOFOLLOW | (*name == 0 ? AT_EMPTY_PATH : 0);
  if (statx(directory, name, flags, STATX_BTIME, &status) != 0) return 0;
  if (!(status.stx_mask & STATX_BTIME)) return 0;
  return (int64_t)status.stx_btime.tv_sec * 1000000000 + status.stx_btime.tv_nsec;
#else
  struct stat status;
  int result = *name == 0 ? fstat(directory, &status) : fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW);
  if (result != 0) return 0;
  return (int64_t)status.st_birthtimespec.tv_sec * 1000000000 + status.st_birthtimespec.tv_nsec;
#endif
}

const void *daybook_find(const void *text, size_t text_bytes, const void *piece, size_t piece_bytes) {
  return memmem(text, text_bytes, piece, piece_bytes);
}
