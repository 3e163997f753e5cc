extension PeerPlace {
  /// One event a commit, each waited for: no more than the disk allows, for anybody.
  func committing() throws -> Experiment {
    try makeWorkload()
    return Experiment(
      name: "commit", rounds: 7,
      contestants: appenders("append", "log", limit: min(events, 1000), batch: 1) + [
        Contestant("control", .control, [peer("control"), folder, "0.3"])
      ],
      rows: [
        Row(
          title: "durable commit of one event, signed", unit: .perSecond, figure: "commits_per_second",
          aims: [.timesAsGood(1, as: "SQLite")])
      ])
  }

  func logging() throws -> Experiment {
    try makeWorkload()
    return Experiment(
      name: "log",
      contestants: appenders("log", "log", limit: min(events, 100_000), batch: 1000),
      rows: [
        Row(
          title: "append, batches of 1000, durable, the log alone", unit: .perSecond,
          figure: "events_per_second",
          aims: [.atLeast(800_000)])
      ])
  }

  /// Into the log and into what is read.
  func appending() throws -> Experiment {
    try makeWorkload()
    return Experiment(
      name: "append", rounds: 3,
      contestants: appenders("append", "both", limit: events, batch: 1000),
      rows: [
        Row(
          title: "append and read model, batches of 1000, durable", unit: .perSecond,
          figure: "events_per_second",
          aims: [.atLeast(300_000)])
      ])
  }

  private func appenders(_ measure: String, _ sqlite: String, limit: Int, batch: Int) -> [Contestant] {
    let run = self["run"]
    func fresh() throws {
      try Folder.remove(run)
      try Folder.create(run)
    }
    let numbers = ["\(limit)", "\(batch)"]
    return [
      Contestant(
        "Daybook", .daybook, prepare: fresh,
        [Program.own, "measure", measure, run, self["w.mutations.jsonl"]] + numbers),
      Contestant(
        "SQLite", .peer, prepare: fresh,
        [peer("sqlite_peer"), "append", run + "/w.db", self["w.ndjson"]] + numbers + [sqlite]),
    ]
      + (sqlite == "both"
        ? []
        : [
          Contestant(
            "RocksDB", .peer, prepare: fresh,
            [peer("rocksdb_peer"), run + "/rocks", self["w.ndjson"]] + numbers)
        ])
  }
}
