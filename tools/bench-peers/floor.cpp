// How fast it could be: zstd, simdjson and the later stamp wins, in memory. No durability, no checks, no ledger.
//   floor pack FILE OUT LEVEL              the lines in frames of a MiB
//   floor run THREADS PACK [CHECKPOINT]    the read model, written out where a name is given, and the queries
//   floor merge THREADS PACK PACK          two replicas' events into one read model
//   floor verify THREADS PACK              every line hashed
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include <algorithm>

#include "floor_decode.hpp"

using namespace floor_model;

static void pack(const char* path, const char* out, int level) {
  std::string text = contents(path, 0);
  const size_t frameSize = 1 << 20;
  std::string frame(ZSTD_compressBound(frameSize), 0);
  FILE* file = fopen(out, "wb");
  if (!file) fail(std::string("cannot write ") + out);
  auto context = ZSTD_createCCtx();
  size_t total = 0, events = std::count(text.begin(), text.end(), '\n');
  for (size_t start = 0; start < text.size();) {
    size_t end = std::min(start + frameSize, text.size());
    if (end < text.size()) end = text.rfind('\n', end - 1) + 1;
    size_t size = ZSTD_compressCCtx(context, frame.data(), frame.size(), text.data() + start, end - start, level);
    if (ZSTD_isError(size)) fail("zstd");
    fwrite(frame.data(), 1, size, file);
    total += size;
    start = end;
  }
  fclose(file);
  tell("bytes_per_event", double(total) / events);
}

// Ids, stamps and values as they come: what writing a checkpoint costs, and its size.
static void writeCheckpoint(const char* path, const std::vector<Shard>& shards) {
  FILE* file = fopen(path, "wb");
  if (!file) fail(std::string("cannot write ") + path);
  for (auto& shard : shards) {
    for (auto& entity : shard.entities.rows) {
      fwrite(&entity.id, 1, 17, file);
      for (auto& cell : entity.cells)
        if (cell.stamp) { fwrite(&cell.stamp, 1, 8, file); fwrite(&cell.size, 1, 4, file); fwrite(cell.bytes, 1, cell.size, file); }
    }
    for (auto& link : shard.links.rows) fwrite(&link, 1, 42, file);
  }
  fflush(file);
  fdatasync(fileno(file));
  fclose(file);
  tell("checkpoint_bytes", sizeOf(path));
}

static bool isAlive(const Entity& entity) { return !entity.cells[deleted].stamp; }

static void countStates(const std::vector<Shard>& shards, size_t counts[2]) {
  counts[0] = counts[1] = 0;
  for (auto& shard : shards)
    for (auto& entity : shard.entities.rows)
      if (entity.kind == workload::evidence && isAlive(entity) && entity.cells[4].bytes)
        counts[entity.cells[4].bytes[1] == 'd']++;
}

// Whatever the case of its first letter: the workload has no other.
static size_t countContaining(const std::vector<Shard>& shards) {
  size_t found = 0;
  for (auto& shard : shards)
    for (auto& entity : shard.entities.rows) {
      int field = entity.kind == workload::message ? 2 : entity.kind == workload::note ? 1 : -1;
      if (field < 0 || !isAlive(entity)) continue;
      const Cell& cell = entity.cells[field];
      if (cell.bytes && memmem(cell.bytes, cell.size, "enewal", 6)) found++;
    }
  return found;
}

static void tellQueries(const std::vector<Shard>& shards) {
  size_t counts[2], found = 0;
  double counting = 1e9, searching = 1e9;
  for (int run = 0; run < 5; run++) {
    double start = now();
    countStates(shards, counts);
    counting = std::min(counting, now() - start);
    start = now();
    found = countContaining(shards);
    searching = std::min(searching, now() - start);
  }
  tell("count", counting);
  tell("contains", searching);
  tell("state_needsReview", counts[0]);
  tell("state_done", counts[1]);
  tell("found", found);
}

static void run(int threads, std::vector<const char*> packs, const char* checkpoint) {
  double start = now();
  Frames frames;
  for (auto path : packs) frames.add(path);
  auto decoded = decode(frames, threads);
  std::vector<Shard> shards(threads);
  inThreads(threads, [&](int index) {
    for (auto& frame : decoded) {
      for (auto& write : frame.writes[index]) shards[index].apply(write);
      for (auto& write : frame.links[index]) shards[index].apply(write);
    }
    shards[index].gather();
  });
  tell("model_seconds", now() - start);
  if (checkpoint) writeCheckpoint(checkpoint, shards);
  tell("seconds", now() - start);
  size_t entities = 0;
  for (auto& shard : shards) entities += shard.entities.rows.size();
  tell("entities", entities);
  tellQueries(shards);
  fflush(stdout);
  _exit(0);
}

static void verify(int threads, const char* path) {
  double start = now();
  Frames frames;
  frames.add(path);
  std::atomic<size_t> next{0}, leaves{0};
  inThreads(threads, [&](int) {
    auto context = ZSTD_createDCtx();
    unsigned char hash[32];
    for (size_t index; (index = next++) < frames.all.size();) {
      size_t size;
      auto bytes = decompressed(context, frames.all[index], size);
      Lines lines{bytes.get(), bytes.get() + size};
      std::string_view line;
      while (lines.read(line)) {
        SHA256_CTX state;
        SHA256_Init(&state);
        SHA256_Update(&state, "", 1);
        SHA256_Update(&state, line.data(), line.size());
        SHA256_Final(hash, &state);
        leaves++;
      }
    }
  });
  tell("seconds", now() - start);
  tell("leaves", leaves);
}

int main(int count, char** arguments) {
  std::string what = count > 3 ? arguments[1] : "";
  if (what == "pack" && count == 5) pack(arguments[2], arguments[3], atoi(arguments[4]));
  else if (what == "run") run(atoi(arguments[2]), {arguments[3]}, count > 4 ? arguments[4] : nullptr);
  else if (what == "merge" && count == 5) run(atoi(arguments[2]), {arguments[3], arguments[4]}, nullptr);
  else if (what == "verify") verify(atoi(arguments[2]), arguments[3]);
  else fail("usage: floor pack FILE OUT LEVEL | run THREADS PACK [CHECKPOINT] | merge THREADS PACK PACK | verify THREADS PACK");
}
