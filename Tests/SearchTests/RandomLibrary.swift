import Daybook
import DaybookTestSupport

/// Random writes to a library, and random questions about it, of few words so that they meet.
struct RandomLibrary {
  var random: SeededRandom
  private static let words = [
    "ann", "Ann", "ANNA", "annual", "Ärger", "arger", "café", "CAFE", "cafe\u{301}", "budget", "bud", "会議",
    "会社", "report-card", "re", "x", "Straße", "strasse", "naïve", "o'clock", "12", "1234", "ﬁne", "Йод", "🙂",
    "…", "हिन्दी", "한국어",
  ]

  init(_ seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func text() -> String {
    (0..<Int.random(in: 0...6, using: &random)).map { _ in Self.words.randomElement(using: &random) ?? "" }
      .joined(separator: [" ", ", ", "\n"].randomElement(using: &random) ?? " ")
  }

  private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func question() -> String {
    var words: [String] = []
    for _ in 0...number(3) {
      let word = Self.words.randomElement(using: &random) ?? ""
      switch number(6) {
      case 0: words.append("\"\(word) \(Self.words.randomElement(using: &random) ?? "")\"")
      case 1: words.append(word.prefix(2) + "*")
      default: words.append(word)
      }
    }
    return words.joined(separator: " ")
  }

  mutating func mutation() -> Mutation {
    let book = "book-\(number(12))"
    switch number(14) {
    case 0: return Mutation(.delete, kind: Book.kind, id: book)
    case 1: return Mutation(.restore, kind: Book.kind, id: book)
    case 2: return Mutation(.delete, kind: Shelf.kind, id: "shelf-\(number(3))")
    case 3, 4:
      return Mutation(.upsert, kind: Shelf.kind, id: "shelf-\(number(3))", set: ["name": .string(text())])
    case 5, 6:
      return Mutation(
        .upsert, kind: "raw.thing", id: "thing-\(number(4))",
        set: [
          "title": .string(text()), "notes": .array([.string(text()), .int(3)]), "fileHash": .string("ann"),
          "inner": ["a": .string(text()), "itemID": "ann"],
          "when": "2026-11-21T10:00:00.000Z", "what": "0193a7c2-0000-7000-8000-000000000000",
        ])
    case 7:
      return Mutation(
        .upsert, kind: Book.kind, id: book, set: ["shelf": .string("shelf-\(number(3))")])
    case 8:
      var gone = Mutation(.sync, kind: Book.kind, id: book)
      gone.present = number(2) == 0
      return gone
    default:
      var set: JSONObject = [:]
      if number(2) == 0 { set["title"] = .string(text()) }
      if number(2) == 0 { set["body"] = number(5) == 0 ? .null : .string(text()) }
      if number(3) == 0 { set["tags"] = .array([.string(text()), .string(text())]) }
      if number(3) == 0 { set["place"] = ["room": .string(text()), "number": 4, "itemID": "budget"] }
      if number(3) == 0 { set["secret"] = .string(text()) }
      set["genre"] = "novel"
      set["sourceUID"] = "budget"
      return Mutation(.upsert, kind: Book.kind, id: book, set: set)
    }
  }
}
