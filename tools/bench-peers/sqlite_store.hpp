// A ledger in SQLite as somebody would write it who knows SQLite well: the log as a table of lines, a table without
// rowid for each kind, ids of 16 bytes, a stamp of 63 bits beside each field, and statements that are prepared once
// and let the later stamp win.
#pragma once
#include <sqlite3.h>

#include <unordered_map>

#include "event.hpp"

class Store {
 public:
  sqlite3* db = nullptr;

  explicit Store(const std::string& path, int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) {
    check(sqlite3_open_v2(path.c_str(), &db, flags | SQLITE_OPEN_NOMUTEX, nullptr), path);
  }

  void execute(const std::string& sql) { check(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr), sql); }

  sqlite3_stmt* prepare(const std::string& sql) {
    sqlite3_stmt* statement;
    check(sqlite3_prepare_v3(db, sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr), sql);
    return statement;
  }

  void step(sqlite3_stmt* statement) {
    int result = sqlite3_step(statement);
    if (result != SQLITE_DONE && result != SQLITE_ROW) check(result, "step");
    sqlite3_reset(statement);
  }

  void check(int result, const std::string& what) {
    if (result != SQLITE_OK) fail(what + ": " + sqlite3_errmsg(db));
  }

  // Also what the log ahead of the file holds goes into the file.
  void close() {
    while (auto statement = sqlite3_next_stmt(db, nullptr)) sqlite3_finalize(statement);
    check(sqlite3_close(db), "close");
  }

  void tune(const char* synchronous) {
    execute("PRAGMA page_size=4096; PRAGMA journal_mode=WAL; PRAGMA cache_size=-262144; PRAGMA temp_store=MEMORY;"
            "PRAGMA wal_autocheckpoint=20000");
    execute(std::string("PRAGMA synchronous=") + synchronous);
  }

  void createLog() {
    execute("CREATE TABLE IF NOT EXISTS events(seq INTEGER PRIMARY KEY, stamp INTEGER NOT NULL, line TEXT NOT NULL)");
  }

  void createModel() {
    execute("CREATE TABLE IF NOT EXISTS links(id BLOB, relation TEXT, target BLOB, present INTEGER, stamp INTEGER,"
            " PRIMARY KEY(id, relation, target)) WITHOUT ROWID");
    for (auto& kind : workload::kinds) {
      std::string sql = std::string("CREATE TABLE IF NOT EXISTS ") + kind.table +
                        "(_id BLOB PRIMARY KEY, _deleted INTEGER, _dismissed INTEGER, _reason TEXT";
      for (auto field : kind.fields) sql += ", \"" + std::string(field) + "\", \"" + stampOf(field) + "\" INTEGER";
      execute(sql + ") WITHOUT ROWID");
    }
  }

  void dropModel() {
    for (auto& kind : workload::kinds) execute(std::string("DROP TABLE IF EXISTS ") + kind.table);
    execute("DROP TABLE IF EXISTS links");
  }

  void createIndexes() { execute("CREATE INDEX IF NOT EXISTS evidence_by_state ON evidence(state, occurredAt)"); }

  // Puts an event into the read model.
  void project(const workload::Event& event) {
    workload::Id id = workload::Id::of(event.id);
    if (!event.relation.empty()) return link(event, id);
    sqlite3_stmt* statement;
    if (event.op == "dismiss") {
      statement = cached(dismissals[event.kind], event, "_dismissed, _reason", "?,?",
                         "_dismissed=excluded._dismissed, _reason=excluded._reason WHERE"
                         " excluded._dismissed > ifnull(_dismissed, 0)");
      sqlite3_bind_text(statement, 3, event.reason.data(), event.reason.size(), SQLITE_STATIC);
      sqlite3_bind_int64(statement, 2, event.stamp);
    } else if (event.op == "delete") {
      statement = cached(deletions[event.kind], event, "_deleted", "?",
                         "_deleted=excluded._deleted WHERE excluded._deleted > ifnull(_deleted, 0)");
      sqlite3_bind_int64(statement, 2, event.stamp);
    } else {
      statement = upsert(event);
    }
    sqlite3_bind_blob(statement, 1, id.bytes, 16, SQLITE_STATIC);
    step(statement);
  }

 private:
  std::unordered_map<unsigned, sqlite3_stmt*> upserts[workload::kindCount];
  sqlite3_stmt *dismissals[workload::kindCount] = {}, *deletions[workload::kindCount] = {}, *linking = nullptr;

  static std::string stampOf(std::string_view field) { return "_" + std::string(field); }

  sqlite3_stmt* cached(sqlite3_stmt*& statement, const workload::Event& event, const char* columns,
                       const char* places, const char* update) {
    if (!statement)
      statement = prepare(std::string("INSERT INTO ") + workload::kinds[event.kind].table + "(_id, " + columns +
                          ") VALUES(?," + places + ") ON CONFLICT DO UPDATE SET " + update);
    return statement;
  }

  // One statement for each set of fields that occurs.
  sqlite3_stmt* upsert(const workload::Event& event) {
    auto& kind = workload::kinds[event.kind];
    sqlite3_stmt*& statement = upserts[event.kind][event.fields];
    if (!statement) {
      std::string columns = "_id", places = "?", update;
      for (size_t place = 0; place < kind.fields.size(); place++) {
        if (!(event.fields >> place & 1)) continue;
        std::string field = "\"" + std::string(kind.fields[place]) + "\"";
        std::string stamp = "\"" + stampOf(kind.fields[place]) + "\"";
        columns += "," + field + "," + stamp;
        places += ",?,?";
        update += (update.empty() ? "" : ",") + field + "=CASE WHEN excluded." + stamp + ">ifnull(" + stamp +
                  ",0) THEN excluded." + field + " ELSE " + field + " END," + stamp + "=max(excluded." + stamp +
                  ",ifnull(" + stamp + ",0))";
      }
      statement = prepare(std::string("INSERT INTO ") + kind.table + "(" + columns + ") VALUES(" + places +
                          ") ON CONFLICT(_id) DO UPDATE SET " + update);
    }
    int column = 2;
    for (size_t place = 0; place < kind.fields.size(); place++) {
      if (!(event.fields >> place & 1)) continue;
      const workload::Value& value = event.values[place];
      if (value.type == workload::Value::text)
        sqlite3_bind_text(statement, column, value.string.data(), value.string.size(), SQLITE_STATIC);
      else if (value.type == workload::Value::flag) sqlite3_bind_int(statement, column, int(value.amount));
      else sqlite3_bind_double(statement, column, value.amount);
      sqlite3_bind_int64(statement, column + 1, event.stamp);
      column += 2;
    }
    return statement;
  }

  void link(const workload::Event& event, const workload::Id& id) {
    if (!linking)
      linking = prepare("INSERT INTO links VALUES(?,?,?,?,?) ON CONFLICT DO UPDATE SET present=excluded.present,"
                        " stamp=excluded.stamp WHERE excluded.stamp > stamp");
    workload::Id target = workload::Id::of(event.target);
    sqlite3_bind_blob(linking, 1, id.bytes, 16, SQLITE_STATIC);
    sqlite3_bind_text(linking, 2, event.relation.data(), event.relation.size(), SQLITE_STATIC);
    sqlite3_bind_blob(linking, 3, target.bytes, 16, SQLITE_STATIC);
    sqlite3_bind_int(linking, 4, event.op == "link");
    sqlite3_bind_int64(linking, 5, event.stamp);
    step(linking);
  }
};
