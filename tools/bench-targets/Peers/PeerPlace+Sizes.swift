import Foundation

extension PeerPlace {
  /// Bytes on disk, an event.
  func sizing() throws -> Experiment {
    try makeWorkload()
    try makeLedger()
    try makeDatabases()
    try makeCompacted()
    // The command's snapshot alone: each program has one of its own.
    try Folder.remove(self["own/cache"])
    try Program.run(try get(), environment: environment(self["own"]))
    let log = size("own/ledger")
    var figures = [
      "Daybook": ["log": log, "all": log + size("own/cache")],
      "SQLite": ["log": size("sqlite.log.db"), "all": size("sqlite.db")],
      "floor": ["log": size("w.pack")],
    ]
    figures["Daybook"]?["compacted"] = size("compact/ledger")
    figures["Daybook"]?["packed"] = size("compact-max/ledger")
    if hasDuckDB {
      try make("duck.log.db") { path in
        try Program.run([python, peer("duckdb_peer.py"), "import", path, self["w.ndjson.zst"]])
      }
      figures["DuckDB"] = ["log": size("duck.log.db"), "all": size("duck.log.db") + size("duck.db")]
    }
    if Program.isThere(peer("rocksdb_peer")) {
      try Folder.remove(self["rocks"])
      let told = try Program.measure(
        [peer("rocksdb_peer"), self["rocks"], self["w.ndjson"], "\(events)", "1000"], count: 1,
        isQuiet: false,
        environment: [:])
      try Folder.remove(self["rocks"])
      figures["RocksDB"] = ["log": told["bytes_per_event"]?.first ?? 0]
    }
    return Experiment(
      name: "sizes", rounds: 1,
      contestants: figures.sorted { $0.key < $1.key }.map { name, figures in
        Contestant(name, name == "Daybook" ? .daybook : name == "floor" ? .floor : .peer) {
          figures.filter { $0.value > 0 }.mapValues { [$0] }
        }
      },
      rows: [
        Row(title: "bytes an event, sealed", unit: .bytes, figure: "log", aims: [.atMost(68)]),
        Row(
          title: "bytes an event, compacted", unit: .bytes, figure: "log", figures: ["Daybook": "compacted"]),
        Row(
          title: "bytes an event, compacted --max", unit: .bytes, figure: "log",
          figures: ["Daybook": "packed"],
          aims: [.atMost(61)]),
        Row(title: "log and read model, bytes an event", unit: .bytes, figure: "all", aims: [.atMost(140)]),
      ])
  }

  /// An event's part; 0 where there is nothing.
  private func size(_ name: String) -> Double { PeerPlace.size(self[name]) / Double(events) }

  /// Where the command can compact: ledgers of their own, since it changes what it compacts.
  private func makeCompacted() throws {
    guard (try? Program.run([daybook, "compact", "--help"], isSilent: true)) != nil else { return }
    for (name, options) in [("compact", []), ("compact-max", ["--max"])] {
      try makeInPlace(name) { folder in
        try Program.run([Program.own, "make-ledger", folder, "\(events)"])
        try Program.run(
          [daybook, "compact", "--ledger", folder + "/ledger"] + options, environment: environment(folder))
      }
    }
  }
}
