extension PeerPlace {
  /// The same ledger plain and locked.
  func locking() throws -> Experiment {
    try makeWorkload()
    try makeLedger()
    // Each admission adds a device: the ledger that is read stays as it is.
    for name in ["locked", "admitting"] {
      try makeInPlace(name) { folder in
        try Program.run([Program.own, "make-ledger", folder, "\(events)"])
        try Program.run([Program.own, "measure", "lock", folder])
      }
    }
    return Experiment(
      name: "locked",
      contestants: [
        reader("Daybook", .daybook, "locked", isCold: true), reader("plain", .control, "own", isCold: true),
        try appender("Daybook, commits", .daybook, "append-locked"),
        try appender("plain, commits", .control, "append"),
        reader("Daybook, get", .daybook, "locked", isCold: false),
        reader("plain, get", .control, "own", isCold: false),
        Contestant("Daybook, admits", .daybook, [Program.own, "measure", "admit", self["admitting"]]),
      ],
      rows: [
        Row(
          title: "rebuild of a locked ledger", unit: .seconds, figure: "none",
          figures: ["Daybook": "process.wall", "plain": "process.wall"],
          aims: [.timesAsGood(1 / 1.15, as: "plain")]),
        Row(
          title: "durable commit of one event, locked", unit: .perSecond, figure: "none",
          figures: [
            "Daybook": "none", "Daybook, commits": "commits_per_second",
            "plain, commits": "commits_per_second",
          ],
          aims: [.timesAsGood(1 / 1.1, as: "plain, commits")]),
        Row(
          title: "cold process, snapshot there: get of a locked ledger", unit: .milliseconds, figure: "none",
          figures: ["Daybook": "none", "Daybook, get": "process.wall", "plain, get": "process.wall"],
          aims: [.timesAsGood(1 / 1.05, as: "plain, get")]),
        Row(
          title: "a device is admitted", unit: .seconds, figure: "none",
          figures: ["Daybook": "none", "Daybook, admits": "seconds"],
          aims: [.atMost(1)]),
      ])
  }

  private func reader(_ name: String, _ role: Contestant.Role, _ folder: String, isCold: Bool) -> Contestant {
    let cache = self["\(folder)/cache"]
    return Contestant(
      name, role, count: isCold ? 1 : 7, isQuiet: true, environment: environment(self[folder]),
      prepare: { if isCold { try Folder.remove(cache) } },
      [
        daybook, "get", WorkloadKind.message.name, (try? message()) ?? "", "--ledger",
        self["\(folder)/ledger"],
      ])
  }

  private func appender(_ name: String, _ role: Contestant.Role, _ measure: String) throws -> Contestant {
    let run = self["run"]
    return Contestant(
      name, role,
      prepare: {
        try Folder.remove(run)
        try Folder.create(run)
      },
      [Program.own, "measure", measure, run, self["w.mutations.jsonl"], "\(min(events, 1000))", "1"])
  }
}
