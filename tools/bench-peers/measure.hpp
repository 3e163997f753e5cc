// Times, memory and files, and how a measured program tells its figures: `NAME VALUE` lines. Times are in seconds.
#pragma once
#include <sys/resource.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

inline void tell(const char* name, double value) { printf("%s %.9g\n", name, value); }

[[noreturn]] inline void fail(const std::string& what) {
  fprintf(stderr, "%s\n", what.c_str());
  exit(1);
}

inline size_t sizeOf(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 ? status.st_size : 0;
}

// A whole file, with room behind it for readers that look ahead.
inline std::string contents(const char* path, size_t padding) {
  FILE* file = fopen(path, "rb");
  if (!file) fail(std::string("cannot read ") + path);
  std::string bytes;
  size_t size = sizeOf(path);
  bytes.reserve(size + padding);
  bytes.resize(size);
  if (fread(bytes.data(), 1, size, file) != size) fail(std::string("cannot read ") + path);
  fclose(file);
  return bytes;
}

// The lines of a text, each without its LF.
struct Lines {
  const char* next;
  const char* end;

  bool read(std::string_view& line) {
    if (next >= end) return false;
    const char* stop = (const char*)memchr(next, '\n', end - next);
    if (!stop) stop = end;
    line = {next, size_t(stop - next)};
    next = stop + 1;
    return true;
  }
};
