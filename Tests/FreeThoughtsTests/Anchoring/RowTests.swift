import Daybook
import DaybookTestSupport
import Testing

@testable import FreeThoughts

/// Rows of tables and entries of lists that change places, come and go: a note on a value stays with its row.
@Suite struct RowTests {
  enum Form: CaseIterable { case table, list, columns }

  private struct Row: Hashable {
    var label: String
    var value: String

    func line(_ form: Form) -> String {
      switch form {
      case .table: "| \(label) | \(value) |"
      case .list: "- \(label): \(value)"
      case .columns: "\(label)    \(value)"
      }
    }

    /// Where the value begins in the line.
    func valueOffset(_ form: Form) -> Int {
      line(form).count - value.count - (form == .table ? 2 : 0)
    }
  }

  private static let rest = "\nThe rest is for next week.\n"

  private static func text(_ rows: [Row], _ form: Form) -> String {
    let head = form == .table ? "| item | price |\n|---|---|\n" : ""
    return "# Shopping\n\nWhat it cost on Wednesday.\n\n" + head + rows.map { $0.line(form) + "\n" }.joined()
      + rest
  }

  /// The label of the row in which a note on a row's value is found after an edit; nil for an orphan.
  private static func found(_ index: Int, of rows: [Row], now: [Row], _ form: Form) throws -> String? {
    let finder = AnchorFinder(DocumentText(text(rows, form)))
    let start = text(Array(rows[..<index]), form).count - rest.count + rows[index].valueOffset(form)
    let place = try #require(finder.places(of: rows[index].value).first { $0.lowerBound == start })
    let made = try #require(finder.anchor(place))
    let there = DocumentText(text(now, form))
    guard
      case .found(let anchor, _) = AnchorFinder(there).find(
        made.anchor, rivalSimilarity: made.rivalSimilarity)
    else { return nil }
    let line = there.line(at: anchor.start)
    let lines = text(now, form).split(separator: "\n", omittingEmptySubsequences: false)
    return now.first { lines[line - 1] == $0.line(form) }?.label ?? ""
  }

  @Test(arguments: Form.allCases) func theFirstAndTheLastRowChangePlaces(form: Form) throws {
    let rows = [("apples", "3.20"), ("pears", "4.10"), ("plums", "3.20")].map {
      Row(label: $0.0, value: $0.1)
    }
    for index in [0, 2] {
      let label = try Self.found(index, of: rows, now: rows.reversed(), form)
      #expect(label == nil || label == rows[index].label)
    }
  }

  @Test(.seeded(also: 3_158_100_096_160_150_075), arguments: Form.allCases) func rowsChangePlaces(form: Form)
    throws
  {
    var random = SeededRandom(seed: TestSeed.current)
    let labels = [
      "apples", "pears", "plums", "bread", "milk", "rye bread", "oat milk", "tea", "red tea", "figs",
    ]
    let values = ["3.20", "4.10", "3.25", "12", "1"]
    var (notes, kept) = (0, 0)
    for round in 0..<60 {
      let rows = labels.shuffled(using: &random).prefix(Int.random(in: 2...10, using: &random)).map {
        Row(label: $0, value: values.randomElement(using: &random)!)
      }
      var now = rows
      for _ in 0..<Int.random(in: 1...3, using: &random) where !now.isEmpty {
        let (from, to) = (
          Int.random(in: 0..<now.count, using: &random), Int.random(in: 0..<now.count, using: &random)
        )
        switch Int.random(in: 0..<5, using: &random) {
        case 0: now.swapAt(from, to)
        case 1: now.insert(now.remove(at: from), at: to)
        case 2: now.remove(at: from)
        case 3:
          now.insert(Row(label: "nuts \(round)", value: values.randomElement(using: &random)!), at: from)
        default: now.shuffle(using: &random)
        }
      }
      for index in rows.indices {
        notes += 1
        guard let label = try Self.found(index, of: rows, now: now, form) else { continue }
        kept += 1
        #expect(label == rows[index].label, "\(rows.map(\.label)) → \(now.map(\.label)), \(rows[index])")
      }
    }
    print("\(form): \(kept) of \(notes) notes found")
    #expect(kept * 10 > notes)
  }
}
