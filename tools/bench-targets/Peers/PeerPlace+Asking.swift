extension PeerPlace {
  /// Queries on what is already open.
  func asking() throws -> Experiment {
    try makeWorkload()
    try makeLedger()
    try makeDatabases()
    return Experiment(
      name: "queries", rounds: 3,
      contestants: [
        Contestant("Daybook", .daybook, [Program.own, "measure", "queries", self["own"]]),
        Contestant("SQLite", .peer, [peer("sqlite_peer"), "queries", self["sqlite.db"]]),
        Contestant("DuckDB", .peer, [python, peer("duckdb_peer.py"), "queries", self["duck.db"]]),
        Contestant("floor", .floor, [peer("floor"), "run", "2", self["w.pack"]]),
      ],
      rows: [
        Row(
          title: "count grouped by state, warm", unit: .milliseconds, figure: "count", aims: [.atMost(0.010)]),
        Row(
          title: "text contains a word, warm", unit: .milliseconds, figure: "contains", aims: [.atMost(0.015)]
        ),
        Row(title: "needsReview, newest 20, warm", unit: .milliseconds, figure: "filter"),
      ])
  }

  /// Imports another machine's events into a ledger that already has as many.
  func merging() throws -> Experiment {
    try makeFork()
    let millions = Double(events) / 1e6
    let aim = Aim.atMost(0.9 * millions)
    return Experiment(
      name: "merge", rounds: 3,
      contestants: [
        Contestant(
          "Daybook", .daybook, prepare: restoreMerge,
          [Program.own, "measure", "apply", self["merge"], self["foreign/ledger"]]),
        Contestant(
          "Daybook, pulled", .daybook, prepare: restoreMerge,
          [Program.own, "measure", "pull", self["merge"], self["foreign/ledger"]]),
        Contestant(
          "SQLite", .peer,
          prepare: {
            for end in ["", "-wal", "-shm"] { try Folder.remove(self["merge.db"] + end) }
            try Folder.copy(self["a.db"], to: self["merge.db"])
          },
          [
            peer("sqlite_peer"), "append", self["merge.db"], self["b.ndjson"], "\(mergeEvents)",
            "\(mergeEvents)",
            "both",
          ]),
        Contestant("floor", .floor, [peer("floor"), "merge", "2", self["a.pack"], self["b.pack"]]),
      ],
      rows: [
        Row(title: "foreign events, as many as own ones, applied", unit: .seconds, aims: [aim]),
        Row(
          title: "the same, pulled: copied, checked, applied", unit: .seconds, figures: ["Daybook": "none"],
          aims: [aim]),
      ])
  }

  /// Every line is hashed, and every root and signature is checked again.
  func verifying() throws -> Experiment {
    try makeWorkload()
    try makeLedger()
    try makeDatabases()
    return Experiment(
      name: "verify",
      contestants: [
        Contestant(
          "Daybook", .daybook, isQuiet: true, environment: environment(self["own"]),
          [daybook, "verify", "--deep", "--ledger", self["own/ledger"]]),
        Contestant("floor", .floor, [peer("floor"), "verify", "2", self["w.pack"]]),
      ],
      rows: [
        Row(
          title: "verify --deep", unit: .seconds, figures: ["Daybook": "process.wall"],
          aims: [.atMost(1.0 * Double(events) / 1e6)]),
        Row(title: "memory of verify --deep", unit: .mebibytes, figure: "process.memory"),
      ])
  }
}
