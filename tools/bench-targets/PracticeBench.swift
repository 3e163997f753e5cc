import Daybook
import SAM

/// Makes a large ledger of the CRM and measures what its users wait for. An existing ledger from an earlier run is
/// measured as it is.
struct PracticeBench {
  static func run(_ folder: String, people: Int, evidence: Int, insights: Int) async throws -> Report {
    var report = Report()
    let path = folder + "/ledger"
    var options = LedgerOptions()
    options.stateDirectory = folder + "/state"
    if (try? await Ledger.open(at: path, systems: [.sam], options: options)) == nil {
      var practice = Practice(seed: 1, people: people, evidence: evidence, insights: insights)
      try await generate(&practice, path, options, &report)
    }
    try await measure(path, options, people, &report)
    return report
  }

  static func generate(
    _ practice: inout Practice, _ path: String, _ options: LedgerOptions, _ report: inout Report
  ) async throws {
    let start = ContinuousClock.now
    try await Ledger.create(at: path, options: options)
    let ledger = try await Ledger.open(at: path, systems: [.sam], options: options)
    var events = 0
    try await practice.write { mutations in
      events += try await ledger.append(mutations, options: AppendOptions(by: "bench")).events.count
    }
    _ = try await ledger.maintenance.seal()
    await ledger.close()
    let seconds = (ContinuousClock.now - start).milliseconds / 1000
    report.add("events written", Double(events), "")
    report.add("writing", seconds, "s")
    report.add("writing", Double(events) / seconds, "events/s")
  }

  private static func measure(
    _ path: String, _ options: LedgerOptions, _ people: Int, _ report: inout Report
  ) async throws {
    let open = { try await Ledger.open(at: path, systems: [.sam], options: options) }
    let events = Double(try await open().audit.replay(digests: false).events)
    let opening = try await Measurement.of("open", count: 3) { _ in _ = try await open() }
    report.add(opening)
    report.add("open", events / opening.median * 1000, "events/s")

    let ledger = try await open()
    try await generateInsights(ledger, &report)
    report.add(
      try await .of("first review", count: 1, warms: false) { _ in
        _ = try await ledger.sam.evidence(limit: 50)
      })
    report.add(
      try await .of("first person's page", count: 1, warms: false) { _ in
        _ = try await ledger.sam.personPage(Ref(Practice.personID(7)))
      })
    for (name, read) in reads(people) {
      let reading = try await Measurement.of(name) { try await read(ledger, $0) }
      report.add(reading)
      let after = try await Measurement.after(
        "\(name), after a commit",
        before: { number in
          try await ledger.append([
            Mutation(
              .upsert, kind: Person.kind, id: Practice.personID(number + 11),
              set: ["displayNameCache": .string("Somebody \(number)")]),
            Mutation(
              .upsert, kind: Insight.kind, id: "insight-\(number + 1)",
              set: ["message": .string("Written again \(number)")]),
          ])
        }, { try await read(ledger, 5) })
      report.add(after)
      report.add("\(name), after a commit", after.median / reading.median, "times the reading alone")
    }
    report.add(
      try await .of("commit of one event") { number in
        try await ledger.append([
          Mutation(
            .upsert, kind: Person.kind, id: Practice.personID(number + 100),
            set: ["displayNameCache": .string("Somebody \(number)")])
        ])
      })
  }

  /// The generator's first run, one with nothing to do, and one after a piece of evidence was linked.
  private static func generateInsights(_ ledger: Ledger, _ report: inout Report) async throws {
    let generator = InsightGenerator(ledger: ledger)
    let first = try await Measurement.of("insights drawn, first run", count: 1, warms: false) { _ in
      _ = try await generator.generate()
    }
    report.add(first.name, first.median / 1000, "s")
    report.add("insights, drawn and by hand", Double(try await ledger.count(Insight.self)), "")
    let byHand = try await ledger.count(Insight.self, where: .isNull("generatedBy"))
    report.add("of them by hand", Double(byHand), "")
    report.add(try await .of("insights drawn, nothing new") { _ in _ = try await generator.generate() })
    report.add(
      try await .after(
        "insights drawn, one more link",
        before: { number in
          try await ledger.append([
            Mutation(
              .link, kind: EvidenceItem.kind, id: Practice.evidenceID(number + 3), rel: "linkedPeople",
              to: Practice.personID(number))
          ])
        }, { _ = try await generator.generate() }))
  }

  private typealias Read = @Sendable (Ledger, Int) async throws -> Void

  private static func reads(_ people: Int) -> [(String, Read)] {
    [
      ("review, 50", { ledger, _ in _ = try await ledger.sam.evidence(limit: 50) }),
      (
        "a person's page",
        { ledger, number in
          _ = try await ledger.sam.personPage(Ref(Practice.personID(abs(number) * 97 % people)))
        }
      ),
      (
        "a context's page",
        { ledger, number in _ = try await ledger.sam.contextPage(Ref(Practice.contextID(abs(number)))) }
      ),
      ("insights, 50", { ledger, _ in _ = try await ledger.sam.insights(limit: 50) }),
      ("people, 50", { ledger, _ in _ = try await ledger.sam.people(limit: 50) }),
      (
        "people by a word, 50",
        { ledger, _ in _ = try await ledger.sam.people(matching: "greta", limit: 50) }
      ),
      ("evidence as structs, 50", { ledger, _ in _ = try await ledger.fetch(EvidenceItem.self, limit: 50) }),
    ]
  }
}
