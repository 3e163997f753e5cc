import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How tables show moments and ids: in the reader's time zone, and as short as possible.
struct TableStyle: Sendable {
  let zone: TimeZoneRule
  /// When the reader's today began.
  let today: Date
  /// The whole id -> its shortest unique beginning.
  var shortIDs: [String: String] = [:]

  init(zone: TimeZoneRule, now: Instant) {
    self.zone = zone
    today = Date(zone.start(of: zone.day(at: now)))
  }

  func shortID(_ id: String) -> String { shortIDs[id] ?? id }

  /// `2026-09-14 10:00`
  func time(_ date: Date?) -> String? {
    guard let date else { return nil }
    let instant = Instant(date)
    let minutes = (instant.milliseconds + zone.offset(instant) * 1000).floored(by: 60_000) % 1440
    let minute = minutes < 0 ? minutes + 1440 : minutes
    func digits(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(zone.day(at: instant)) \(digits(minute / 60)):\(digits(minute % 60))"
  }

  /// `2026-09-14`
  func day(_ date: Date?) -> String? { date.map { "\(zone.day(at: Instant($0)))" } }

  /// The day of a time that may be a day without a time.
  func dayOf(_ date: Date?) -> String? { date.map { "\(zone.day(of: Instant($0)))" } }

  /// A time that may be a day without a time.
  func timeOrDay(_ date: Date?) -> String? { timeOfDay(date, orDay: date.flatMap { Instant($0).wholeDay }) }

  /// An all-day entry has no time.
  func time(_ date: Date?, orDay day: CivilDay?) -> String? { day.map { "\($0)" } ?? time(date) }

  /// A day that was typed without a time begins at midnight, so that time is not shown.
  func timeOfDay(_ date: Date?, orDay day: CivilDay?) -> String? {
    guard let text = time(date, orDay: day), text.hasSuffix(" 00:00") else { return time(date, orDay: day) }
    return String(text.dropLast(6))
  }

  /// `since 2019-05-01`, `2019-05-01 to 2024-01-31`
  func span(_ start: Date?, _ end: Date?) -> String? {
    guard let end = dayOf(end) else { return dayOf(start).map { "since \($0)" } }
    return dayOf(start).map { "\($0) to \(end)" } ?? "until \(end)"
  }

  /// `80%`
  static func percent(_ fraction: Double) -> String { "\(Int((fraction * 100).rounded()))%" }

  /// `1 consent`, `2 consents`; nil for none.
  static func count(_ count: Int, _ one: String, _ several: String) -> String? {
    count == 0 ? nil : "\(count) \(count == 1 ? one : several)"
  }

  static func list(_ parts: [String?]) -> String { parts.compactMap { $0 }.joined(separator: ", ") }
}

/// Limits how much a terminal shows at once, and says that there is more. Output for programs is never cut.
enum TerminalLimit {
  /// About a screenful.
  static let count = 50

  /// The limit of an answer that has no other; nil unless it is a table on a terminal.
  static func count(_ output: Output) -> Int? {
    output.isTerminal && output.format == .table ? count : nil
  }

  /// Says on the standard error how many more there are.
  static func showRest(_ rest: Int, _ messages: Messages) {
    if rest > 0 { messages.show(Notice("more", "\(rest) more; --limit N or --all shows them")) }
  }
}

// One rule for every table: times are in the reader's time zone, which is --tz, else $TZ, else the machine's. Formats
// for programs have them in UTC, as the ledger does.

extension SchemaRegistry {
  /// A field's value as a table shows it: a time in the reader's time zone, everything else as it is.
  ///
  /// - Parameter path: a field, possibly across relations: `person.birthday`.
  func told(_ value: JSONValue, of path: String, kind: String, in zone: TimeZoneRule) -> JSONValue {
    guard value.string != nil else { return value }
    var kind = kind
    let names = path.split(separator: ".").map(String.init)
    for name in names.dropLast() {
      switch self[kind]?.field(name)?.type {
      case .one(let target), .many(let target): kind = target
      default: return value
      }
    }
    return (self[kind]?.field(names.last ?? "")?.shownTime(value, in: zone)).map { .string($0) } ?? value
  }
}

extension Row {
  /// Its fields as a table shows them.
  func told(_ schemas: SchemaRegistry, in zone: TimeZoneRule) -> Row {
    var row = self
    for index in row.fields.indices {
      row.fields[index].value = schemas.told(
        row.fields[index].value, of: row.fields[index].name, kind: row.kind, in: zone)
    }
    return row
  }
}

// Values of lists as JSON: instants in UTC, mentions as `{"_id":…,"name":…}`.

extension JSONValue {
  static func mention<Target: Entity>(_ mention: Mention<Target>?) -> JSONValue {
    mention.map { ["_id": .string($0.id.rawValue), "name": .string($0.name)] } ?? .null
  }

  static func mentions<Target: Entity>(_ mentions: [Mention<Target>]) -> JSONValue {
    .array(mentions.map { .mention($0) })
  }

  static func date(_ date: Date?) -> JSONValue {
    date.map { .string(Instant($0).description) } ?? .null
  }

  static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  static func names<Value: RawRepresentable<String>>(_ values: [Value]) -> JSONValue {
    .array(values.map { .string($0.rawValue) })
  }

  /// Rows without the kind, which the list's name says.
  static func rows<Item: Listed>(_ items: [Item]) -> JSONValue {
    .array(
      items.map { item in
        .object(JSONObject(item.row.members.filter { $0.name != "_kind" }.map { ($0.name, $0.value) }))
      })
  }
}

extension OutputRow {
  /// With names in place of mentions, and lists of names as one text: a cell should not hold JSON.
  var forSpreadsheet: OutputRow { OutputRow(members.map { ($0.name, Self.cell($0.value)) }) }

  private static func cell(_ value: JSONValue) -> JSONValue {
    if let name = value.object?["name"] { return name }
    guard let values = value.array?.map(cell), values.allSatisfy({ $0.string != nil }) else { return value }
    return values.isEmpty ? .null : .string(values.compactMap(\.string).joined(separator: "; "))
  }
}
