import Daybook
import DaybookModel
import PurusHealth

// A resource as it came, for the entity that keeps it.

/// The source's own record, which is kept beside the entry.
struct SourceText {
  var format: String
  var type: String
  var id: String
  var url = ""
  var bytes: [UInt8]
  /// When the source changed it last.
  var time: Instant?

  static let fhir = "fhir"
  static let ccda = "ccda"
  static let appleHealth = "apple-health"

  /// - Parameters:
  ///   - entityID: of the entity that keeps it.
  ///   - record: the record that it belongs to; nil for none, or if it is unknown.
  ///   - entry: what was made of it.
  func entity(_ entityID: String, record: String?, entry: (kind: String, id: String)?) -> ImportedEntity {
    var fields: JSONObject = [
      "format": .string(format), "resourceType": .string(type), "sourceID": .string(id),
      "sourceURL": .string(url), "entryKind": .string(entry?.kind ?? ""), "entryID": .string(entry?.id ?? ""),
    ]
    if let record { fields["record"] = .string(record) }
    var blobs: [[UInt8]] = []
    if bytes.count <= SourceResource.textSizeBytesMax {
      fields["text"] = .string(String(decoding: bytes, as: UTF8.self))
      fields["data"] = .null
    } else {
      let (value, blob) = DataValue.stored(bytes)
      fields["text"] = ""
      fields["data"] = value
      if let blob { blobs.append(blob) }
    }
    var entity = ImportedEntity(SourceResource.kind, .id(entityID), fields: fields, blobs: blobs)
    if let time { entity.accompanying["sourceTime"] = .string(time.description) }
    return entity
  }
}

/// The line of a byte, asked for ascending places: each byte is looked at once.
struct LineCounter {
  private(set) var line: Int
  private var position = 0

  /// - Parameter line: of the first byte.
  init(line: Int) { self.line = line }

  mutating func line(at offset: Int, in bytes: [UInt8]) -> Int {
    guard offset > position, offset <= bytes.count else { return line }
    for index in position..<offset where bytes[index] == 0x0a { line += 1 }
    position = offset
    return line
  }

  /// Of one place, from the beginning.
  static func line(_ first: Int, at offset: Int, in bytes: [UInt8]) -> Int {
    var counter = LineCounter(line: first)
    return counter.line(at: offset, in: bytes)
  }
}

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
