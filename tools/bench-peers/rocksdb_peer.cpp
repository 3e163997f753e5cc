// The log in RocksDB, by number: durable commits of so many events, and what they take on disk when compacted.
//   rocksdb_peer DIR FILE EVENTS BATCH
#include <rocksdb/db.h>
#include <rocksdb/options.h>

#include <memory>

#include "measure.hpp"

static void require(const rocksdb::Status& status) {
  if (!status.ok()) fail(status.ToString());
}

int main(int count, char** arguments) {
  if (count != 5) fail("usage: rocksdb_peer DIR FILE EVENTS BATCH");
  size_t limit = atol(arguments[3]), batch = atol(arguments[4]);
  std::string bytes = contents(arguments[2], 0);
  rocksdb::Options options;
  options.create_if_missing = true;
  options.compression = rocksdb::kZSTD;
  options.write_buffer_size = 64 << 20;
  rocksdb::DB* opened;
  require(rocksdb::DB::Open(options, arguments[1], &opened));
  std::unique_ptr<rocksdb::DB> db(opened);

  rocksdb::WriteOptions durably;
  durably.sync = true;
  rocksdb::WriteBatch pending;
  Lines lines{bytes.data(), bytes.data() + bytes.size()};
  std::string_view line;
  size_t events = 0;
  double start = now();
  while (events < limit && lines.read(line)) {
    char key[8];
    for (int i = 0; i < 8; i++) key[i] = char(events >> (56 - 8 * i));
    pending.Put({key, 8}, {line.data(), line.size()});
    if (++events % batch == 0) {
      require(db->Write(durably, &pending));
      pending.Clear();
    }
  }
  require(db->Write(durably, &pending));
  double seconds = now() - start;
  tell("seconds", seconds);
  tell("events_per_second", events / seconds);
  tell("commits_per_second", (events + batch - 1) / batch / seconds);

  require(db->Flush({}));
  require(db->CompactRange({}, nullptr, nullptr));
  std::string size;
  db->GetProperty("rocksdb.total-sst-files-size", &size);
  tell("bytes_per_event", atof(size.c_str()) / events);
}
