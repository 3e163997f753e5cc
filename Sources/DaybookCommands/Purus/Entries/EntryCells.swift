import Daybook
import PurusHealth

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Fields of a row as a table shows them; a hidden one is already masked.
enum EntryCells {
  /// The heading of a field's column.
  static func heading(_ field: String) -> String {
    switch field {
    case "date": "when"
    case "documentName": "document"
    case "documentType": "type"
    case "documentData": "size"
    case "contactName": "contact"
    default: field
    }
  }

  static func cell(_ row: Row, _ field: String, _ style: TableStyle) -> JSONValue {
    let value = row[field] ?? .null
    switch field {
    case "documentData": return size(value)
    case "year" where value == 0: return .null
    default: break
    }
    guard let text = value.string else { return value }
    if let instant = Instant(text) {
      let shown = style.timeOrDay(Date(instant))
      let isPlanned = style.zone.day(of: instant) > style.zone.day(at: Instant(style.today))
      return .text(isPlanned ? shown.map { "\($0) (planned)" } : shown)
    }
    let line = OneLine.of(text)
    return line.isEmpty ? .null : .string(line)
  }

  /// The size of data, whether it is in the event or beside the log.
  private static func size(_ value: JSONValue) -> JSONValue {
    if let size = value.object?["size"]?.int { return .string(ByteCount.text(size)) }
    guard let text = value.string, text != Disclosure.mask else { return value }
    return .string(ByteCount.text(Int64(Data(base64Encoded: text)?.count ?? 0)))
  }
}

/// Sizes for people.
enum ByteCount {
  /// `812 B`, `1.4 MiB`
  static func text(_ bytes: Int64) -> String {
    var (value, unit) = (Double(bytes), 0)
    let units = ["B", "KiB", "MiB", "GiB"]
    while value >= 1024, unit < units.count - 1 { (value, unit) = (value / 1024, unit + 1) }
    let tenths = Int64((value * 10).rounded())
    return unit == 0 || tenths % 10 == 0 || tenths >= 1000
      ? "\((tenths + 5) / 10) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
