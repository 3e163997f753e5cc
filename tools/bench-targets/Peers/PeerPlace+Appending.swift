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

  /// Commits of one event by 64 tasks, which share flushes.
  func committingAtOnce() throws -> Experiment {
    let run = self["run"]
    return Experiment(
      name: "concurrent",
      contestants: [
        Contestant(
          "Daybook", .daybook,
          prepare: {
            try Folder.remove(run)
            try Folder.create(run)
          },
          [Program.own, "measure", "concurrent", run, "\(min(events, 100_000))", "64"])
      ],
      rows: [
        Row(
          title: "durable commits of one event, 64 tasks", unit: .perSecond, figure: "commits_per_second",
          aims: [.atLeast(50_000)])
      ])
  }

  /// The same events by one process and by two that take turns.
  func takingTurns() throws -> Experiment {
    let run = self["run"]
    func contestant(_ name: String, _ role: Contestant.Role, processes: Int) -> Contestant {
      Contestant(
        name, role,
        prepare: {
          try Folder.remove(run)
          try Folder.create(run)
        }, [Program.own, "measure", "turns", run, "\(min(events, 4000))", "\(processes)"])
    }
    return Experiment(
      name: "turns",
      contestants: [
        contestant("Daybook", .daybook, processes: 2), contestant("one process", .control, processes: 1),
      ],
      rows: [
        Row(
          title: "durable commits of one event, two processes in turn", unit: .perSecond,
          figure: "commits_per_second", aims: [.timesAsGood(0.7, as: "one process")])
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

  /// Structs of an app, as many as a tenth of the events.
  func typing() throws -> Experiment {
    let count = max(1000, events / 10)
    let run = self["run"]
    func contestant(_ name: String, _ role: Contestant.Role, _ measure: String) -> Contestant {
      Contestant(
        name, role,
        prepare: {
          try Folder.remove(run)
          try Folder.create(run)
        }, [Program.own, "measure", measure, run, "\(count)"])
    }
    return Experiment(
      name: "typed", rounds: 3,
      contestants: [contestant("Daybook", .daybook, "typed"), contestant("GRDB", .peer, "grdb")],
      rows: [
        Row(
          title: "structs saved, a thousand a commit", unit: .perSecond, figure: "saved_per_second",
          aims: [.atLeast(100_000)]),
        Row(
          title: "structs by a predicate, one in a hundred", unit: .milliseconds, figure: "predicate",
          aims: [.atMost(0.005)]),
        Row(
          title: "a thousand structs, filtered and sorted", unit: .milliseconds, figure: "sorted",
          aims: [.atMost(0.015)]),
        Row(
          title: "one struct by its unique key", unit: .milliseconds, figure: "key", aims: [.atMost(0.00005)]),
        Row(title: "all structs", unit: .seconds, figure: "all", aims: [.atMost(0.5)]),
        Row(
          title: "one struct beside a fetch of all, at most", unit: .milliseconds, figure: "beside_all",
          aims: []
        ),
        Row(
          title: "one struct beside a deep verification, at most", unit: .milliseconds,
          figure: "beside_verify", aims: []),
        Row(
          title: "one struct beside a listing of the log, at most", unit: .milliseconds, figure: "beside_log",
          aims: []),
        Row(
          title: "one struct beside a history, at most", unit: .milliseconds, figure: "beside_history",
          aims: []),
        Row(
          title: "one struct beside a first search, at most", unit: .milliseconds, figure: "beside_search",
          aims: []),
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
