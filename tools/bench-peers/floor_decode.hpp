// Frames of zstd to what their events write, by as many threads as asked for.
#pragma once
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

#include <atomic>
#include <thread>

#include "floor_model.hpp"

namespace floor_model {

// Runs it in `count` threads, this one among them.
template <class Body>
void inThreads(int count, Body body) {
  std::vector<std::thread> threads;
  for (int index = 1; index < count; index++) threads.emplace_back(body, index);
  body(0);
  for (auto& thread : threads) thread.join();
}

struct Frames {
  std::vector<std::pair<const char*, size_t>> all;

  // The file stays mapped.
  void add(const char* path) {
    int file = open(path, O_RDONLY);
    size_t size = sizeOf(path);
    auto bytes = (const char*)mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (file < 0 || bytes == MAP_FAILED) fail(std::string("cannot map ") + path);
    for (const char *next = bytes, *end = bytes + size; next < end;) {
      size_t length = ZSTD_findFrameCompressedSize(next, end - next);
      if (ZSTD_isError(length)) fail("not zstd");
      all.push_back({next, length});
      next += length;
    }
  }
};

inline std::unique_ptr<char[]> decompressed(ZSTD_DCtx* context, std::pair<const char*, size_t> frame, size_t& size) {
  size = ZSTD_getFrameContentSize(frame.first, frame.second);
  std::unique_ptr<char[]> bytes(new char[size + simdjson::SIMDJSON_PADDING]);
  if (ZSTD_isError(ZSTD_decompressDCtx(context, bytes.get(), size, frame.first, frame.second))) fail("a bad frame");
  return bytes;
}

// What one frame's events write, by the thread that will apply it.
struct Decoded {
  std::vector<std::vector<Write>> writes;
  std::vector<std::vector<LinkWrite>> links;
  std::unique_ptr<char[]> bytes;
  size_t events = 0;
};

// The keys of the workload are told apart by their first letters, strings stay escaped: a floor, not a reader.
inline void decode(workload::Parser& parser, std::string_view line, size_t capacity, int shards, Decoded& decoded) {
  simdjson::ondemand::document document;
  if (parser.iterate(line.data(), line.size(), capacity).get(document)) fail("a line that is no JSON");
  int64_t stamp = workload::packedStamp(line.data() + workload::stampOffset);
  Id id, target;
  const char* operation = "";
  int kind = 0, shard = 0;
  uint8_t relation = 0;
  for (auto member : document.get_object()) {
    const char* key = member.key().value_unsafe().raw();
    auto value = member.value();
    if (key[0] == 's' && key[1] == 'e' && key[2] == 't') {
      auto& names = workload::kinds[kind].fields;
      for (auto field : value.get_object()) {
        const char* name = field.key().value_unsafe().raw();
        simdjson::ondemand::value written = field.value();
        simdjson::ondemand::json_type type = written.type();
        std::string_view token = type == simdjson::ondemand::json_type::array
                                     ? std::string_view(simdjson::to_json_string(written))
                                     : written.raw_json_token();
        size_t place = 0;
        while (place < names.size() &&
               (memcmp(name, names[place].data(), names[place].size()) || name[names[place].size()] != '"'))
          place++;
        decoded.writes[shard].push_back(
            {id, stamp, token.data(), uint32_t(token.size()), uint8_t(kind), uint8_t(place)});
      }
      continue;
    }
    const char* text = std::string_view(value.raw_json_token()).data() + 1;
    if (key[0] == 'o') operation = text;
    else if (key[0] == 'k') {
      kind = 0;
      for (;; kind++) {
        std::string_view name = workload::kinds[kind].name;
        if (!memcmp(text, name.data(), name.size()) && text[name.size()] == '"') break;
      }
    } else if (key[0] == 'i') {
      id = Id::of(text);
      shard = id.low % shards;
    } else if (key[0] == 'r') relation = text[0] + text[6];
    else if (key[0] == 't') target = Id::of(text);
    else if (key[0] == 's' && key[2] == 'r')
      decoded.writes[shard].push_back({id, stamp, text - 1, 32, uint8_t(kind), workload::serverField});
  }
  if (operation[0] == 'd')
    decoded.writes[shard].push_back(
        {id, stamp, nullptr, 0, uint8_t(kind), uint8_t(operation[1] == 'e' ? deleted : dismissed)});
  else if (operation[0] == 'l' || operation[1] == 'n')
    decoded.links[shard].push_back({id, target, stamp, operation[0] == 'l', relation});
  decoded.events++;
}

inline std::vector<Decoded> decode(const Frames& frames, int threads) {
  std::vector<Decoded> all(frames.all.size());
  std::atomic<size_t> next{0};
  inThreads(threads, [&](int) {
    workload::Parser parser;
    auto context = ZSTD_createDCtx();
    for (size_t index; (index = next++) < all.size();) {
      Decoded& decoded = all[index];
      decoded.writes.resize(threads);
      decoded.links.resize(threads);
      for (auto& writes : decoded.writes) writes.reserve(9000 / threads);
      size_t size;
      decoded.bytes = decompressed(context, frames.all[index], size);
      Lines lines{decoded.bytes.get(), decoded.bytes.get() + size};
      std::string_view line;
      while (lines.read(line))
        decode(parser, line, lines.end - line.data() + simdjson::SIMDJSON_PADDING, threads, decoded);
    }
    ZSTD_freeDCtx(context);
  });
  return all;
}

}  // namespace floor_model
