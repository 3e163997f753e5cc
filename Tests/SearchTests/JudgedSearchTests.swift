import Daybook
import DaybookProviders
import DaybookTestSupport
import Foundation
import Testing

@testable import Planner

/// Whether a search finds what a reader would expect, on the real Markdown books under `$DAYBOOK_REALDATA`.
@Suite(.realData("markdown")) struct JudgedSearchTests {
  struct Figures {
    var recallAt5 = 0.0
    /// The mean of one over the place of the first file that answers, of the first 20.
    var meanReciprocalRank = 0.0
  }

  /// Each file a note, titled by its first heading or its name.
  private static func notes(_ folder: String) throws -> (notes: [Note], names: [String: String]) {
    var notes: [Note] = []
    var names: [String: String] = [:]
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    for path in paths where path.hasSuffix(".md") {
      let data = try Data(contentsOf: URL(filePath: folder + "/" + path))
      let text = String(decoding: data, as: UTF8.self)
      var note = Note()
      let file = (path as NSString).lastPathComponent
      let heading = text.split(separator: "\n").first { $0.hasPrefix("# ") || $0.hasPrefix("## ") }
      note.title = heading.map { String($0.drop { $0 == "#" || $0 == " " }) } ?? String(file.dropLast(3))
      note.plainText = RichText(data, .markdown).plainText ?? text
      notes.append(note)
      names[note.id.rawValue] = file
    }
    return (notes, names)
  }

  private static func figures(
    _ queries: [JudgedQuery], _ names: [String: String], _ find: (String) async throws -> [String]
  ) async throws -> Figures {
    var figures = Figures()
    for query in queries {
      let found = try await find(query.text).compactMap { names[$0] }
      func place(_ file: String) -> Int? { found.firstIndex { $0.hasPrefix(file) } }
      let places = query.files.map(place)
      figures.recallAt5 +=
        Double(places.count { $0 ?? .max < 5 }) / Double(query.files.count) / Double(queries.count)
      if let best = places.compactMap({ $0 }).min() {
        figures.meanReciprocalRank += 1 / Double(best + 1) / Double(queries.count)
      }
      if ProcessInfo.processInfo.environment["DAYBOOK_JUDGED"] == "each" {
        print(
          places.map { $0.map { "\($0 + 1)" } ?? "-" }.joined(separator: ","), query.text, found.prefix(3))
      }
    }
    return figures
  }

  /// Of each corpus that is there, one ledger: what is asked about one is not looked for in another.
  private static func figures(
    model: (any Embedder)?
  ) async throws -> [(name: String, count: Int, figures: Figures)] {
    var sums: [String: (count: Int, figures: Figures)] = [:]
    var names: [String] = []
    func add(_ name: String, _ count: Int, _ found: Figures) {
      if sums[name] == nil { names.append(name) }
      var sum = sums[name] ?? (0, Figures())
      sum.count += count
      sum.figures.recallAt5 += found.recallAt5 * Double(count)
      sum.figures.meanReciprocalRank += found.meanReciprocalRank * Double(count)
      sums[name] = sum
    }
    // A large one takes minutes in a debug build.
    for corpus in JudgedCorpus.all
    where RealData.isAvailable([corpus.folder]) && !(Self.isSlow && corpus.isLarge) {
      let (notes, files) = try Self.notes(RealData.path(corpus.folder))
      try #require(!notes.isEmpty, "\(corpus.folder) holds no notes")
      let ledger = try Ledger.inMemory(systems: [.planner])
      try await ledger.commit { batch in for note in notes { try batch.upsert(note) } }
      for (manners, embedder) in Self.manners(model) {
        let search = SemanticSearch(ledger: ledger, embedder: embedder)
        let summary = try await search.embed(writes: false)
        print("\(corpus.name): \(notes.count) notes, \(summary.pieces) pieces, \(embedder.name)")
        for (half, queries) in [
          ("tuning", corpus.tuning), ("held out", corpus.heldOut), ("fresh", corpus.fresh),
        ] where !queries.isEmpty {
          for (name, manner) in manners {
            let found = try await Self.figures(queries, files) { text in
              try await search.find(text, manner, limit: 20, in: ledger).map(\.owner.id)
            }
            add("\(half) \(name)", queries.count, found)
            Self.tell("\(corpus.name), \(half), \(name)", queries.count, found)
          }
        }
      }
    }
    return names.map { name in
      let (count, sum) = sums[name] ?? (0, Figures())
      var mean = Figures()
      mean.recallAt5 = sum.recallAt5 / Double(max(1, count))
      mean.meanReciprocalRank = sum.meanReciprocalRank / Double(max(1, count))
      return (name, count, mean)
    }
  }

  private static var isSlow: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  private typealias Manners = [(name: String, manner: SemanticSearch.Manner)]

  private static func manners(_ model: (any Embedder)?) -> [(Manners, any Embedder)] {
    let builtIn: Manners = [("words", .text), ("vectors", .semantic), ("fused", .both)]
    var all: [(Manners, any Embedder)] = [(builtIn, BuiltInEmbedder())]
    if let model { all.append(([("model", .semantic), ("words and model", .both)], model)) }
    return all
  }

  private static func tell(_ name: String, _ count: Int, _ figures: Figures) {
    func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
    print(
      "\(name): \(count) questions, recall@5 \(rounded(figures.recallAt5)), MRR \(rounded(figures.meanReciprocalRank))"
    )
  }

  /// `DAYBOOK_EMBED_COMMAND` names a model's command to be measured beside the built-in one.
  @Test func findsWhatAReaderWouldExpect() async throws {
    let command = ProcessInfo.processInfo.environment["DAYBOOK_EMBED_COMMAND"]
    let model = command.map { CommandEmbedder($0, name: "model", exchange: .lines, limit: .seconds(7200)) }
    let all = try await Self.figures(model: model)
    for (name, count, figures) in all { Self.tell("all, \(name)", count, figures) }
    let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.figures) })
    for half in ["tuning", "held out", "fresh"] {
      let (words, fused) = (try #require(byName["\(half) words"]), try #require(byName["\(half) fused"]))
      #expect(fused.recallAt5 >= words.recallAt5 && fused.meanReciprocalRank >= words.meanReciprocalRank)
      if half != "fresh" {
        #expect(fused.recallAt5 >= 0.7 && fused.meanReciprocalRank >= 0.6, "\(half)")
      }
    }
  }
}
