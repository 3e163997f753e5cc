import Daybook
import DaybookProviders
import Foundation
import Planner
import Testing

/// Whether a search finds what a reader would expect, on the real Markdown books under `$DAYBOOK_REALDATA`.
@Suite struct JudgedSearchTests {
  private static let root = ProcessInfo.processInfo.environment["DAYBOOK_REALDATA"]

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

  @Test func findsWhatAReaderWouldExpect() async throws {
    guard let root = Self.root else {
      print("skipped: DAYBOOK_REALDATA is not set, so no search was judged")
      return
    }
    let (notes, names) = try Self.notes(root + "/markdown")
    let ledger = try Ledger.inMemory(systems: [.planner])
    try await ledger.commit { batch in for note in notes { try batch.upsert(note) } }
    let search = SemanticSearch(ledger: ledger)
    let summary = try await search.embed(writes: false)
    print("\(notes.count) notes, \(summary.pieces) pieces")
    var all: [String: Figures] = [:]
    for (half, queries) in [("tuning", JudgedQuery.tuning), ("held out", JudgedQuery.heldOut)] {
      for (name, manner) in [("text", .text), ("semantic", .semantic), ("both", .both)]
        as [(String, SemanticSearch.Manner)]
      {
        let found = try await Self.figures(queries, names) { text in
          try await search.find(text, manner, limit: 20, in: ledger).map(\.owner.id)
        }
        all["\(half) \(name)"] = found
        let (recall, rank) = (found.recallAt5, found.meanReciprocalRank)
        print("\(half), \(name): recall@5 \(round(recall * 100) / 100), MRR \(round(rank * 100) / 100)")
      }
    }
    for half in ["tuning", "held out"] {
      let both = try #require(all["\(half) both"])
      #expect(both.recallAt5 >= 0.8, "\(half)")
      #expect(both.meanReciprocalRank >= 0.7, "\(half)")
    }
  }
}
