import Daybook
import Foundation

@testable import DaybookSearch

/// The same search without an index: every row is read for every question.
struct NaiveSearch {
  struct Document {
    var kind: String
    var id: String
    /// The words of each text, with what each counts.
    var texts: [(words: [String], weight: Int)] = []
    var length: Int { texts.reduce(0) { $0 + $1.words.count * $1.weight } }
  }

  var documents: [Document] = []

  /// From the rows of the view.
  init(_ ledger: Ledger, kinds: [String], reveals: Bool, at cut: Cut = .now) async throws {
    for kind in kinds {
      guard let rows = try? await ledger.query(Query(kind), at: cut).rows else { continue }
      for row in rows {
        var document = Document(kind: kind, id: row.id)
        func add(_ value: JSONValue?, _ weight: Int = 1) {
          switch value {
          case .string(let text)?: document.texts.append((TermText.terms(text), weight))
          case .array(let values)?: for value in values { add(value, weight) }
          case .object(let object)? where kind == "raw.thing":
            for member in object where member.key != "itemID" { add(member.value, weight) }
          default: break
          }
        }
        switch kind {
        case "library.shelf": add(row["name"], 4)
        case "library.book":
          add(row["title"], 4)
          add(row["body"])
          add(row["tags"])
          add(row["place"]?.object?["room"])
          // What a later version wrote is hidden beside a hidden field.
          if reveals { for name in ["secret", "later"] { add(row[name]) } }
        default:
          for field in row.fields where !["fileHash", "friends"].contains(field.name) {
            add(field.value, field.name == "title" ? 4 : 1)
          }
        }
        document.texts.removeAll { $0.words.isEmpty }
        if !document.texts.isEmpty { documents.append(document) }
      }
    }
  }

  private static func count(_ unit: TextQuery.Unit, _ document: Document, isPrefix: Bool) -> Int {
    let terms = unit.terms.map { String(decoding: $0, as: UTF8.self) }
    var count = 0
    for text in document.texts where text.words.count >= terms.count {
      for start in 0...(text.words.count - terms.count) {
        let fits = terms.indices.allSatisfy { place in
          let word = text.words[start + place]
          return isPrefix && place == terms.count - 1
            ? word.utf8.starts(with: terms[place].utf8) : word.utf8.elementsEqual(terms[place].utf8)
        }
        if fits { count += text.weight }
      }
    }
    return count
  }

  func answer(_ query: TextQuery, takesAny: Bool = false) -> TextAnswer {
    let average = Double(documents.reduce(0) { $0 + $1.length }) / Double(max(1, documents.count))
    var scores = [Double](repeating: 0, count: documents.count)
    var found = [Int](repeating: 0, count: documents.count)
    func add(_ counts: [Int], _ weight: Double, without others: [Int] = []) {
      let holders = Double(counts.count { $0 > 0 })
      let rarity = log(1 + (Double(documents.count) - holders + 0.5) / (holders + 0.5))
      for (place, count) in counts.enumerated() where count > 0 && (others.isEmpty || others[place] == 0) {
        let length = Double(documents[place].length) / average
        scores[place] += weight * rarity * Double(count) * 2.2 / (Double(count) + 1.2 * (0.4 + 0.6 * length))
        found[place] += 1
      }
    }
    for unit in query.units {
      let counts = documents.map { Self.count(unit, $0, isPrefix: unit.isPrefix && !unit.isSoft) }
      add(counts, 1)
      if unit.isSoft {
        add(documents.map { Self.count(unit, $0, isPrefix: true) }, 0.5, without: counts)
      }
    }
    let whole = documents.indices.filter { found[$0] == query.units.count }
    let any = documents.indices.filter { found[$0] > 0 }
    var answer = TextAnswer()
    answer.isSome = whole.isEmpty && !any.isEmpty
    let taken = answer.isSome || takesAny ? any : whole
    answer.count = taken.count
    answer.matches = taken.map {
      TextAnswer.Match(kind: documents[$0].kind, id: documents[$0].id, score: scores[$0])
    }
    return answer
  }
}

extension TextQuery.Unit {
  /// A last word that may only begin so, and is better found whole.
  fileprivate var isSoft: Bool { prefersWhole && terms.count == 1 }
}
