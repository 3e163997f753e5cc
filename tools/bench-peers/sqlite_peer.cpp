// The same work in SQLite.
//   sqlite_peer append  DB FILE EVENTS BATCH log|both   durable commits of so many, with the read model or without
//   sqlite_peer load    DB FILE                         the log in one transaction
//   sqlite_peer rebuild DB                              the read model from the log
//   sqlite_peer queries DB                              each once and then the median of many
//   sqlite_peer get     DB ID                           one message, as a process of its own
//   sqlite_peer newest  DB                              evidence that waits, the newest twenty
#include "sqlite_store.hpp"

#include <algorithm>
#include <functional>

static const char* newestSQL =
    "SELECT hex(_id), title, snippet, occurredAt, source, state FROM evidence WHERE state='needsReview' AND _deleted"
    " IS NULL AND _dismissed IS NULL ORDER BY occurredAt DESC LIMIT 20";
static const char* countSQL = "SELECT state, count(*) FROM evidence WHERE _deleted IS NULL GROUP BY state";
static const char* containsSQL =
    "SELECT (SELECT count(*) FROM message WHERE text LIKE '%renewal%' AND _deleted IS NULL) +"
    " (SELECT count(*) FROM note WHERE plainText LIKE '%renewal%' AND _deleted IS NULL)";

static void append(Store& store, const char* file, size_t limit, size_t batch, bool isLive) {
  using namespace workload;
  std::string bytes = contents(file, simdjson::SIMDJSON_PADDING);
  Parser parser;
  Event event;
  auto insert = store.prepare("INSERT INTO events(stamp, line) VALUES(?,?)");
  auto begin = store.prepare("BEGIN IMMEDIATE"), commit = store.prepare("COMMIT");
  Lines lines{bytes.data(), bytes.data() + bytes.size()};
  std::string_view line;
  size_t count = 0, pending = 0;
  double start = now();
  while (count < limit && lines.read(line)) {
    if (!pending) store.step(begin);
    if (isLive) {
      read(parser, line, bytes.data() + bytes.size() - line.data() + simdjson::SIMDJSON_PADDING, event);
      store.project(event);
    } else {
      event.stamp = packedStamp(line.data() + stampOffset);
    }
    sqlite3_bind_int64(insert, 1, event.stamp);
    sqlite3_bind_text(insert, 2, line.data(), line.size(), SQLITE_STATIC);
    store.step(insert);
    count++;
    if (++pending == batch) { store.step(commit); pending = 0; }
  }
  if (pending) store.step(commit);
  double seconds = now() - start;
  tell("seconds", seconds);
  tell("events_per_second", count / seconds);
  tell("commits_per_second", (count + batch - 1) / batch / seconds);
}

static void rebuild(Store& store) {
  using namespace workload;
  Parser parser;
  Event event;
  std::string line;
  line.reserve(1 << 16);
  store.dropModel();
  double start = now();
  store.execute("BEGIN");
  store.createModel();
  auto select = store.prepare("SELECT line FROM events ORDER BY seq");
  while (sqlite3_step(select) == SQLITE_ROW) {
    line.assign((const char*)sqlite3_column_text(select, 0), sqlite3_column_bytes(select, 0));
    read(parser, line, line.capacity(), event);
    store.project(event);
  }
  sqlite3_finalize(select);
  store.createIndexes();
  store.execute("COMMIT");
  store.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  tell("seconds", now() - start);
}

static size_t rows(sqlite3_stmt* statement, std::function<void(const std::string&)> each = {}) {
  size_t count = 0;
  std::string row;
  while (sqlite3_step(statement) == SQLITE_ROW) {
    row.clear();
    for (int column = 0; column < sqlite3_column_count(statement); column++) {
      auto text = (const char*)sqlite3_column_text(statement, column);
      if (column) row += '|';
      if (text) row += text;
    }
    if (each) each(row);
    count++;
  }
  sqlite3_reset(statement);
  return count;
}

static void queries(Store& store) {
  for (auto [name, sql] : {std::pair{"filter", newestSQL}, {"count", countSQL}, {"contains", containsSQL}}) {
    auto statement = store.prepare(sql);
    double start = now();
    rows(statement);
    tell((std::string(name) + "_first").c_str(), now() - start);
    std::vector<double> times;
    for (int run = 0; run < 15; run++) {
      start = now();
      rows(statement);
      times.push_back(now() - start);
    }
    std::sort(times.begin(), times.end());
    tell(name, times[times.size() / 2]);
  }
  rows(store.prepare(countSQL), [](const std::string& row) {
    size_t bar = row.find('|');
    if (bar > 0) tell(("state_" + row.substr(0, bar)).c_str(), atof(row.c_str() + bar + 1));
  });
  rows(store.prepare(containsSQL), [](const std::string& row) { tell("found", atof(row.c_str())); });
}

int main(int count, char** arguments) {
  if (count < 3) fail("usage: sqlite_peer append|load|rebuild|queries|get|newest DB …");
  std::string what = arguments[1];
  if (what == "get" || what == "newest" || what == "queries") {
    Store store(arguments[2], SQLITE_OPEN_READONLY);
    if (what == "queries") { store.execute("PRAGMA cache_size=-262144"); queries(store); return 0; }
    auto statement = store.prepare(what == "get" ? "SELECT * FROM message WHERE _id=?" : newestSQL);
    workload::Id id = workload::Id::of(count > 3 ? arguments[3] : "");
    if (what == "get") sqlite3_bind_blob(statement, 1, id.bytes, 16, SQLITE_STATIC);
    if (!rows(statement, [](const std::string& row) { puts(row.c_str()); })) fail("found nothing");
    return 0;
  }
  Store store(arguments[2]);
  bool isAppend = what == "append" && count == 7;
  store.tune(isAppend ? "FULL" : "OFF");
  store.createLog();
  if (what == "rebuild") { rebuild(store); store.close(); return 0; }
  if (isAppend) {
    bool isLive = !strcmp(arguments[6], "both");
    if (isLive) { store.createModel(); store.createIndexes(); }
    append(store, arguments[3], atol(arguments[4]), atol(arguments[5]), isLive);
  } else if (what == "load" && count == 4) {
    append(store, arguments[3], SIZE_MAX >> 1, SIZE_MAX >> 1, false);
    store.close();
  }
}
