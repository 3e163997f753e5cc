import Daybook
import Foundation

extension PeerPlace {
  private var bench: String { Program.own }

  /// The workload's two files.
  func makeWorkload() throws {
    guard !FileManager.default.fileExists(atPath: self["w.ndjson"]) else { return }
    try Program.run([bench, "workload", self["w"], "\(events)"])
  }

  /// The sealed ledger, its machine's state, and a cache of it.
  func makeLedger() throws {
    try makeInPlace("own") { folder in try Program.run([bench, "make-ledger", folder, "\(events)"]) }
  }

  func makeDatabases() throws {
    if Program.isThere(peer("sqlite_peer")) {
      try make("sqlite.log.db") { path in
        try Program.run([peer("sqlite_peer"), "load", path, self["w.ndjson"]])
      }
      try make("sqlite.db") { path in
        try FileManager.default.copyItem(atPath: self["sqlite.log.db"], toPath: path)
        try Program.run([peer("sqlite_peer"), "rebuild", path])
      }
    }
    if Program.isThere(peer("floor")) {
      try make("w.pack") { path in try Program.run([peer("floor"), "pack", self["w.ndjson"], path, "3"]) }
    }
    if hasDuckDB {
      try make("w.ndjson.zst") { path in try Program.run(["zstd", "-q", "-3", self["w.ndjson"], "-o", path]) }
      try make("duck.db") { path in
        try Program.run([python, peer("duckdb_peer.py"), "rebuild", path, self["w.ndjson.zst"]])
      }
    }
  }

  /// Two replicas that started from the same: as files, as ledgers and as a database. What is measured runs in
  /// `merge`, of which `merge.kept` is a copy: a machine knows its ledger by its path.
  func makeFork() throws {
    for (name, fork) in [("a", "own"), ("b", "fork")]
    where !FileManager.default.fileExists(atPath: self["\(name).ndjson"]) {
      try Program.run([bench, "workload", self[name], "\(mergeEvents)", fork])
    }
    try makeInPlace("foreign") { folder in
      try Program.run([bench, "make-ledger", folder, "\(mergeEvents)"])
      try Folder.copy(folder + "/ledger", to: self["half"])
      try Program.run([bench, "make-ledger", folder, "\(mergeEvents)", "fork", "other-state"])
    }
    try make("merge.kept") { path in
      try Folder.create(path)
      try Folder.copy(self["half"], to: path + "/ledger")
      try Folder.copy(self["foreign/state"], to: path + "/state")
    }
    if Program.isThere(peer("sqlite_peer")) {
      try make("a.db") { path in
        try Program.run([peer("sqlite_peer"), "load", path, self["a.ndjson"]])
        try Program.run([peer("sqlite_peer"), "rebuild", path])
      }
    }
    for name in ["a", "b"] where Program.isThere(peer("floor")) {
      try make("\(name).pack") { path in
        try Program.run([peer("floor"), "pack", self["\(name).ndjson"], path, "3"])
      }
    }
  }

  /// The merge's ledger as it was before.
  func restoreMerge() throws { try Folder.copy(self["merge.kept"], to: self["merge"]) }

  var hasDuckDB: Bool {
    (try? Program.run([python, "-c", "import duckdb"], isSilent: true)) != nil
  }
}
