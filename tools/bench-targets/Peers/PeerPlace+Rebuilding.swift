extension PeerPlace {
  /// Everything read from the sealed log, by the command, in a process that finds no snapshot.
  func rebuilding() throws -> Experiment {
    try makeWorkload()
    try makeLedger()
    try makeDatabases()
    let millions = Double(events) / 1e6
    return Experiment(
      name: "rebuild",
      contestants: [
        Contestant(
          "Daybook", .daybook, isQuiet: true, environment: environment(self["own"]),
          prepare: { try Folder.remove(self["own/cache"]) }, try get()),
        Contestant("SQLite", .peer, [peer("sqlite_peer"), "rebuild", self["sqlite.db"]]),
        Contestant(
          "DuckDB", .peer,
          [python, peer("duckdb_peer.py"), "rebuild", self["duck-run.db"], self["w.ndjson.zst"]]),
        Contestant("floor", .floor, [peer("floor"), "run", "2", self["w.pack"], self["checkpoint"]]),
      ],
      rows: [
        Row(
          title: "rebuild from the sealed log, snapshot written", unit: .seconds,
          figures: ["Daybook": "process.wall"],
          aims: [.atMost(1.0 * millions), .timesAsGood(3.5, as: "SQLite")]),
        Row(
          title: "memory of the rebuild", unit: .mebibytes, figure: "process.memory",
          aims: [.atMost(300)]),
      ])
  }

  /// Processes that find a snapshot.
  func starting() throws -> Experiment {
    try makeWorkload()
    try makeLedger()
    try makeDatabases()
    let environment = environment(self["own"])
    // Where there is no snapshot the first run leaves one.
    try Program.run(try get(), environment: environment)
    let id = try message()
    let hexadecimal = id.split(separator: "-").joined()
    return Experiment(
      name: "get",
      contestants: [
        Contestant("Daybook", .daybook, count: 7, isQuiet: true, environment: environment, try get()),
        Contestant(
          "sqlite3", .peer, count: 7, isQuiet: true,
          ["sqlite3", self["sqlite.db"], "SELECT * FROM message WHERE _id=x'\(hexadecimal)'"]),
        Contestant(
          "SQLite in C++", .peer, count: 7, isQuiet: true,
          [peer("sqlite_peer"), "get", self["sqlite.db"], id]),
        Contestant("floor", .floor, count: 7, isQuiet: true, [Program.runner, "nothing"]),
      ],
      rows: [
        Row(
          title: "cold process, snapshot there: get", unit: .milliseconds, figure: "process.wall",
          aims: [.timesAsGood(1 / 2, as: "sqlite3")]),
        Row(title: "memory of a cold get", unit: .mebibytes, figure: "process.memory", aims: [.atMost(20)]),
      ])
  }

  /// The same for a question with a filter and an order.
  func filtering() throws -> Experiment {
    try makeWorkload()
    try makeLedger()
    try makeDatabases()
    let environment = environment(self["own"])
    try Program.run(try get(), environment: environment)
    let newest = """
      SELECT hex(_id), title, snippet, occurredAt, source, state FROM evidence WHERE state='needsReview' AND _deleted \
      IS NULL AND _dismissed IS NULL ORDER BY occurredAt DESC LIMIT 20
      """
    return Experiment(
      name: "newest",
      contestants: [
        Contestant(
          "Daybook", .daybook, count: 7, isQuiet: true, environment: environment,
          [
            daybook, "query", "sam.evidenceItem", "--where", "state = 'needsReview'", "--sort", "-occurredAt",
            "--limit", "20", "--ledger", self["own/ledger"],
          ]),
        Contestant("sqlite3", .peer, count: 7, isQuiet: true, ["sqlite3", self["sqlite.db"], newest]),
        Contestant(
          "SQLite in C++", .peer, count: 7, isQuiet: true, [peer("sqlite_peer"), "newest", self["sqlite.db"]]),
        Contestant("floor", .floor, count: 7, isQuiet: true, [Program.runner, "nothing"]),
      ],
      rows: [
        Row(
          title: "cold process, needsReview, newest 20", unit: .milliseconds, figure: "process.wall",
          aims: [.timesAsGood(1 / 2.5, as: "sqlite3")])
      ])
  }

  func get() throws -> [String] {
    [daybook, "get", WorkloadKind.message.name, try message(), "--ledger", self["own/ledger"]]
  }
}
