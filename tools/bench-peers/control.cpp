// What the disk does at best: a commit is 4096 bytes into blocks that were written before, and fdatasync.
//   control FOLDER SECONDS
#include <fcntl.h>
#include <unistd.h>

#include <vector>

#include "measure.hpp"

int main(int count, char** arguments) {
  if (count != 3) fail("usage: control FOLDER SECONDS");
  std::string path = std::string(arguments[1]) + "/control";
  int file = open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
  const size_t size = 16 << 20;
  std::vector<char> block(size, 'x');
  if (file < 0 || write(file, block.data(), size) != ssize_t(size) || fsync(file) != 0) fail("cannot write " + path);
  double seconds = atof(arguments[2]), start = now();
  size_t commits = 0;
  for (; now() - start < seconds; commits++)
    if (pwrite(file, block.data(), 4096, commits * 4096 % size) != 4096 || fdatasync(file) != 0) fail("cannot flush");
  tell("commits_per_second", commits / (now() - start));
  close(file);
  unlink(path.c_str());
}
