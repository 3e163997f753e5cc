import Daybook
import DaybookModel

/// Numbers as a source's texts have them.
enum SourceNumber {
  /// The number of a text: a whole one exactly, another one as the nearest double. Nil of what is not a decimal number,
  /// or is larger than every double.
  static func read(_ text: String) -> JSONValue? {
    guard text.utf8.allSatisfy(isDecimal), let value = Double(text), value.isFinite else { return nil }
    guard NumberText.isWhole(text) else { return .double(value) }
    if let int = Int64(text) { return .int(int) }
    guard !NumberText.isExact(text, value) else { return .double(value) }
    return .number((value < 0 ? "-" : "") + text.drop { "+-0".contains($0) })
  }

  /// Whether a field of doubles stores the number as it is. The import refuses any other by name.
  static func isStorable(_ number: JSONValue) -> Bool { (try? FieldType.double.stored(number)) != nil }

  private static func isDecimal(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
  }
}
