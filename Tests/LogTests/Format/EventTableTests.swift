import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookLog

/// `EventKey` and `EventOperation.table` define the keys of an event and the operations. These tests hold the readers and the
/// writer that spell the keys out by hand, and the tables of the format's article, to them.
@Suite struct EventTableTests {
  private static let stamp = "2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d68"
  private static let later = "2026-11-22T06:13:00.123Z-0000-4f2a9c1e07b35d68"

  /// A value of the form, in JSON.
  private static func sample(_ key: EventKey) -> String {
    switch key.form {
    case .stamp, .stampOrNull: "\"\(key == .stamp ? stamp : later)\""
    case .positiveInteger, .integer: "7"
    case .time: "\"2026-11-21T06:13:00.123456789Z\""
    case .flag: "true"
    case .name: key == .op ? "\"sync\"" : "\"\(key.name)-1\""
    case .text: "\"\(key.name) text\""
    case .stampsOrNulls: "{\"a\":\"\(stamp)\",\"b\":null}"
    case .object: "{\"a\":1}"
    case .anything: "[]"
    }
  }

  private static let values = ["null", "1", "-1", "true", "\"\"", "\"x\"", "[]", "{}", "{\"a\":1}", "0.5"]

  /// Values that no key of the form may have.
  private static func wrong(_ key: EventKey) -> [String] {
    values.filter { value in
      switch key.form {
      case .stamp, .time: true
      case .stampOrNull: value != "null"
      case .positiveInteger: value != "1"
      case .integer: value != "1" && value != "-1"
      case .flag: value != "true"
      case .name: value != "\"x\""
      case .text: !value.hasPrefix("\"")
      case .stampsOrNulls: value != "{}"
      case .object: !value.hasPrefix("{")
      case .anything: false
      }
    }
  }

  private static func line(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  private static let whole = EventKey.known.map { ($0.name, sample($0)) }

  private static func parsed(_ text: String) -> EventLine? { try? EventLine.parse(Array(text.utf8).span) }

  @Test func aWholeLineIsWrittenAsItIsRead() throws {
    let text = Self.line(Self.whole + [("zz", "[1]")])
    let bytes = Array(text.utf8)
    let event = try EventLine.parse(bytes.span).event(bytes.span)
    #expect(event.mutation.other.keys == ["zz"])
    // The writer has the order of the table.
    #expect(String(decoding: EventLineWriter.line(event), as: UTF8.self) == text)
    let object = try #require(try JSONParser.parse(bytes).object)
    #expect(try Event(object) == event && event.json == object)
  }

  /// Both readers: the one of lines and the one of values.
  @Test(arguments: EventKey.known)
  func eachKeyHasItsForm(_ key: EventKey) throws {
    for value in Self.wrong(key) {
      let text = Self.line(Self.whole.map { $0.0 == key.name ? ($0.0, value) : $0 })
      #expect(Self.parsed(text) == nil, "\(key.name): \(value)")
      let object = try #require(try JSONParser.parse(Array(text.utf8)).object)
      #expect((try? Event(object)) == nil, "\(key.name): \(value)")
    }
    let without = Self.line(Self.whole.filter { $0.0 != key.name })
    #expect((Self.parsed(without) == nil) == key.isRequired, "\(key.name)")
    let object = try #require(try JSONParser.parse(Array(without.utf8)).object)
    #expect(((try? Event(object)) == nil) == key.isRequired, "\(key.name)")
  }

  /// Written with escapes it is the same key, and comes once.
  @Test(arguments: EventKey.known)
  func eachKeyIsKnownInEverySpelling(_ key: EventKey) {
    let escaped = "\\u00" + String(key.name.utf8.first!, radix: 16) + key.name.dropFirst()
    let text = Self.line(Self.whole.map { $0.0 == key.name ? (escaped, $0.1) : $0 })
    #expect(Self.parsed(text)?.hasOther == false, "\(key.name)")
    let twice = Self.line(Self.whole + [(escaped, Self.sample(key))])
    #expect(Self.parsed(twice) == nil, "\(key.name)")
  }

  /// What is to be written has every key but those that the ledger writes.
  @Test(arguments: EventKey.known)
  func mutationsHaveNoneOfTheLedgersKeys(_ key: EventKey) throws {
    let object = try #require(
      try JSONParser.parse(
        Array(Self.line(Self.whole.filter { ["op", "kind", "id", key.name].contains($0.0) }).utf8)
      ).object)
    #expect(((try? Mutation(object)) == nil) == key.isOfLedger, "\(key.name)")
  }

  /// It takes what is common: less, but nothing that the ledger writes.
  @Test func theScannerTakesNoKeyOfTheLedger() {
    var scanner = MutationScanner()
    let common = Self.line(Self.whole.filter { ["op", "kind", "id", "set"].contains($0.0) })
    let isTaken = scanner.scan(Array(common.utf8).span)
    #expect(isTaken)
    for key in EventKey.known where key.isOfLedger {
      let text = Self.line(Self.whole.filter { ["op", "kind", "id", key.name].contains($0.0) })
      let isTaken = scanner.scan(Array(text.utf8).span)
      #expect(!isTaken, "\(key.name)")
    }
  }

  /// They are numbered as the table has them, however they are written.
  @Test func eachOperationHasItsNumber() {
    for (index, row) in EventOperation.table.enumerated() {
      let name = row.operation.rawValue
      for spelling in [name, "\\u00" + String(name.utf8.first!, radix: 16) + name.dropFirst()] {
        let text = Self.line(Self.whole.map { $0.0 == "op" ? ("op", "\"\(spelling)\"") : $0 })
        #expect(Self.parsed(text)?.op.rawValue == UInt8(index), "\(spelling)")
      }
    }
    #expect(Self.parsed(Self.line(Self.whole.map { $0.0 == "op" ? ("op", "\"merge\"") : $0 }))?.op == .other)
    #expect(EventLine.Op.other.rawValue == UInt8(EventOperation.table.count))
  }

  // MARK: The article

  /// The rows of a table, each key by itself.
  private static func cells(of heading: String) throws -> [(names: [String], text: String)] {
    let article = try Article("FileFormat")
    let start = try #require(article.lines.firstIndex(of: heading)) + 2
    return article.lines[start...].prefix { $0.hasPrefix("|") }.map { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map(String.init)
      let names = cells[0].matches(of: #/`([a-z]+)`/#).map { String($0.output.1) }
      return (names, cells.dropFirst().joined(separator: "|"))
    }
  }

  @Test func theArticleHasEveryKeyInItsOrder() throws {
    let cells = try Self.cells(of: "| key | value |")
    #expect(cells.flatMap(\.names) == EventKey.known.map(\.name))
    for (names, text) in cells {
      for name in names {
        let key = try #require(EventKey(name: name))
        #expect(text.contains("required") == key.isRequired, "\(name)")
        #expect(text.contains("in `sync`") == (key.effect == .source), "\(name)")
      }
    }
    let operations = try #require(cells.first { $0.names == ["op"] }).text
    let named = operations.matches(of: #/`([a-z]+)`/#).map { String($0.output.1) }
    #expect(Set(named) == Set(EventOperation.known.map(\.rawValue)))
  }

  @Test func theArticleHasTheEffects() throws {
    let rows = try Self.cells(
      of: "| op | `set`, `was` | `rel` and `to` | `over` | `present`, `acks` | `server` |")
    let columns: [EventOperation.Effects] = [.fields, .edge, .over, .source, .source]
    for row in EventOperation.table {
      let name = row.operation.rawValue
      let text = try #require(rows.first { $0.names.contains(name) }).text
      let cells = text.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingPrefix(" ") }
      guard !row.effects.isEmpty else {
        #expect(cells[0].hasPrefix("nothing at all"))
        continue
      }
      for (effect, cell) in zip(columns, cells) {
        let isWritten = !cell.isEmpty && !cell.hasPrefix("ignored")
        #expect(isWritten == row.effects.contains(effect), "\(name): \(cell)")
      }
      #expect(cells[0].contains("`alive` true") == row.effects.contains(.life), "\(name)")
      #expect(cells[0].contains("`alive` false") == row.effects.contains(.death), "\(name)")
    }
  }
}
