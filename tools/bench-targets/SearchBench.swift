import Daybook
import SAM

/// Full-text search over a large ledger of the CRM: making the index, keeping it, asking it.
struct SearchBench {
  static func run(_ folder: String, people: Int, evidence: Int, insights: Int) async throws -> Report {
    var report = Report()
    let path = folder + "/ledger"
    var options = LedgerOptions()
    options.stateDirectory = folder + "/state"
    if (try? await Ledger.open(at: path, systems: [.sam], options: options)) == nil {
      var practice = Practice(seed: 1, people: people, evidence: evidence, insights: insights)
      try await PracticeBench.generate(&practice, path, options, &report)
    }
    let without = options
    options.cacheDirectory = folder + "/cache"
    try Folder.remove(folder + "/cache")
    func open(_ options: LedgerOptions) async throws -> Ledger {
      try await Ledger.open(at: path, systems: [.sam], options: options)
    }
    report.add(try await .of("open", count: 3) { _ in _ = try await open(options) })

    var uncached = without
    uncached.cacheDirectory = "/dev/null/none"
    try await measureFirst("first search, no file", 3, { try await open(uncached) }, &report)
    // Writes the file.
    _ = try await open(options).search("greta")
    report.add("index file", try Folder.sizeMegabytes(folder + "/cache/search"), "MB")
    try await measureFirst("first search, with the file", 5, { try await open(options) }, &report)

    let ledger = try await open(options)
    for (name, text) in [
      ("a rare word", "person.77"), ("a frequent word", "budget"), ("three words", "greta call policy"),
      ("a beginning", "gr*"), ("a phrase", "\"annual review\""),
    ] {
      report.add(try await .of("search, \(name)") { _ in _ = try await ledger.search(text) })
    }
    report.add(
      try await .after(
        "search, after a commit of two events",
        before: { number in
          try await ledger.append([
            Mutation(
              .upsert, kind: Person.kind, id: Practice.personID(number + 11),
              set: ["displayNameCache": .string("Somebody \(number)")]),
            Mutation(
              .upsert, kind: EvidenceItem.kind, id: Practice.evidenceID(number + 1),
              set: ["title": .string("Written again \(number)")]),
          ])
        }, { _ = try await ledger.search("somebody") }))
    await ledger.close()
    try await measureFirst("first search, with an older file", 3, { try await open(options) }, &report)
    return report
  }

  /// What the first search of a process takes besides opening the ledger.
  private static func measureFirst(
    _ name: String, _ count: Int, _ open: () async throws -> Ledger, _ report: inout Report
  ) async throws {
    var times: [Double] = []
    for _ in 0..<count {
      let ledger = try await open()
      let start = ContinuousClock.now
      _ = try await ledger.search("greta")
      times.append((ContinuousClock.now - start).milliseconds)
    }
    report.add(Measurement(name: name, milliseconds: times))
  }
}
