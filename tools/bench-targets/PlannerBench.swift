import Daybook
import DaybookTestSupport
import Planner

/// The planner's search over many pieces of text: the first one ever, the first of a process, and later ones.
struct PlannerBench {
  private static let piecesOfNote = 5

  static func run(_ folder: String, pieces: Int) async throws -> Report {
    var report = Report()
    var options = LedgerOptions()
    options.stateDirectory = folder + "/state"
    options.cacheDirectory = folder + "/cache"
    let path = folder + "/ledger"
    if (try? await Ledger.open(at: path, systems: [.planner], options: options)) == nil {
      try await Ledger.create(at: path, options: options)
      let ledger = try await Ledger.open(at: path, systems: [.planner], options: options)
      try await write(pieces / piecesOfNote, to: ledger)
      await ledger.close()
    }
    try Folder.remove(folder + "/cache")
    func open() async throws -> Ledger {
      try await Ledger.open(at: path, systems: [.planner], options: options)
    }
    let ledger = try await open()
    let first = SemanticSearch(ledger: ledger)
    var cut = 0
    let time = try await Measurement.of("first search, no cache", count: 1, warms: false) { _ in
      cut = try await first.embed().pieces
      _ = try await first.find(question(0), limit: 10, in: ledger)
    }
    report.add(time)
    report.add("pieces", Double(cut), "")
    report.add("cache", try Folder.sizeMegabytes(folder + "/cache/search"), "MB")
    report.add(
      try await .of("a process's search, with opening the ledger") { number in
        let ledger = try await open()
        let search = SemanticSearch(ledger: ledger)
        try await search.embed()
        _ = try await search.find(question(abs(number)), limit: 10, in: ledger)
      })
    report.add(
      try await .of("a later search") { number in
        try await first.embed()
        _ = try await first.find(question(abs(number)), limit: 10, in: ledger)
      })
    return report
  }

  private static func question(_ number: Int) -> String {
    "what did \(name(number * 37 + 5)) say of the \(words[(number + 11) % words.count]) budget"
  }

  private static let words = """
    budget meeting engineers quarterly review travel office garden compiler contract insurance figures planning release
    customer interview hiring roadmap training invoice supplier delivery warehouse festival school harvest journey
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  private static func name(_ number: Int) -> String { "Person\(number % 997)" }

  private static func write(_ notes: Int, to ledger: Ledger) async throws {
    var random = SeededRandom(seed: 1)
    func sentence() -> String {
      let said = (0..<14).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
      return "The \(name(Int.random(in: 0..<997, using: &random))) said that \(said)."
    }
    for start in stride(from: 0, to: notes, by: 250) {
      try await ledger.append(
        (start..<min(notes, start + 250)).map { number in
          // Each part is about a piece long, and a heading begins one.
          let text = (0..<piecesOfNote).map { part in
            "## Part \(part)\n\n" + (0..<6).map { _ in sentence() }.joined(separator: " ")
          }.joined(separator: "\n\n")
          return Mutation(
            .upsert, kind: Note.kind, id: "note-\(number)",
            set: ["title": .string("About \(words[number % words.count])"), "plainText": .string(text)])
        })
    }
  }
}
