import Daybook

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
