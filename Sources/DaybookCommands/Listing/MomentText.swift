import Daybook

// One rule for every table: times are in the reader's time zone, which is --tz, else $TZ, else the machine's. Formats
// for programs have them in UTC, as the ledger does.

extension TimeZoneRule {
  /// The time of a write: `2026-09-14 10:00:05.120`, which every option that takes a time accepts.
  func text(_ instant: Instant) -> String {
    let local = local(instant)
    return "\(local.day) \(local.minute):\(local.second)"
  }

  /// A time in a field, no longer than necessary: `2026-09-14 10:00`, `2026-09-14 10:00:05.120`.
  func shortText(_ instant: Instant) -> String {
    let local = local(instant)
    return "\(local.day) \(local.minute)" + (local.second == "00.000" ? "" : ":\(local.second)")
  }

  private func local(_ instant: Instant) -> (day: CivilDay, minute: String, second: String) {
    let milliseconds = instant.milliseconds + offset(instant) * 1000
    let rest = milliseconds - milliseconds.floored(by: 86_400_000) * 86_400_000
    func digits(_ value: Int64, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let minute = "\(digits(rest / 3_600_000, 2)):\(digits(rest / 60_000 % 60, 2))"
    return (day(at: instant), minute, "\(digits(rest / 1000 % 60, 2)).\(digits(rest % 1000, 3))")
  }
}

extension SchemaRegistry {
  /// A field's value as a table shows it: a time in the reader's time zone, everything else as it is.
  ///
  /// - Parameter path: a field, possibly across relations: `person.birthday`.
  func told(_ value: JSONValue, of path: String, kind: String, in zone: TimeZoneRule) -> JSONValue {
    guard let text = value.string, let instant = Instant(text) else { return value }
    var kind = kind
    let names = path.split(separator: ".").map(String.init)
    for name in names.dropLast() {
      switch self[kind]?.field(name)?.type {
      case .one(let target), .many(let target): kind = target
      default: return value
      }
    }
    guard let field = self[kind]?.field(names.last ?? ""), field.type == .instant else { return value }
    if field.mayBeDay, let day = instant.wholeDay { return .string(day.description) }
    return .string(zone.shortText(instant))
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
