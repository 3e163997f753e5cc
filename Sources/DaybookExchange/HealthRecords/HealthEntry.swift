// A record of any foreign format as an entry of Purus Health, without its owner.

import Daybook
import DaybookModel
import DaybookText
import PurusHealth

/// An entry as a source reports it. The importer decides its owner and its id.
struct HealthEntry: Sendable, Equatable {
  var kind: String
  /// As the ledger stores them; without the record.
  var fields: JSONObject
  /// What fields refer to by hashes.
  var blobs: [[UInt8]] = []
  /// The part that distinguishes it from its siblings, if one resource becomes several entries.
  var part = ""
  /// False if its source marks it as entered in error.
  var isPresent = true

  init(_ kind: String, _ fields: JSONObject, part: String = "") {
    (self.kind, self.part) = (kind, part)
    self.fields = JSONObject(
      fields.map { member in (member.key, Self.limited(member.value)) })
  }

  /// The maximum size of a text of an entry: an event has its limits, and the source is kept whole beside it.
  static let textSizeBytesMax = 32 << 10

  private static func limited(_ value: JSONValue) -> JSONValue {
    guard case .string(let text) = value, text.utf8.count > textSizeBytesMax else { return value }
    return .string(text.prefix(sizeBytes: textSizeBytesMax) + "…")
  }

  /// Adds to the comment.
  mutating func remark(_ remarks: Remarks) {
    let parts = [fields["comment"]?.string ?? "", remarks.text].filter { !$0.isEmpty }
    if !remarks.text.isEmpty { fields["comment"] = .string(parts.joined(separator: "; ")) }
  }

  /// Bytes as a field holds them; not limited.
  mutating func keep(_ bytes: [UInt8], as field: String) {
    let (value, blob) = DataValue.stored(bytes)
    fields[field] = value
    if let blob { blobs.append(blob) }
  }
}

/// Sentences of a comment, in the order in which they were added.
struct Remarks {
  private(set) var parts: [String] = []

  mutating func add(_ text: String?) {
    if let text, !text.isEmpty { parts.append(text) }
  }

  mutating func add(_ label: String, _ text: String?) {
    if let text, !text.isEmpty { parts.append("\(label): \(text)") }
  }

  var text: String { parts.joined(separator: "; ") }
}

// What the kinds of Purus Health say of their fields.

enum HealthFields {
  private static let registry = try? SchemaRegistry([.purus])

  static func schema(_ kind: String) -> KindSchema? { registry?[kind] }

  /// The fields in which a source's words are kept: none that is computed, none that leads elsewhere.
  static func written(_ kind: String) -> [FieldSchema] {
    (schema(kind)?.fields ?? []).filter { field in
      if field.name == "id" || field.isProjection || field.stampDefault != nil { return false }
      switch field.type {
      case .one, .many: return false
      default: return true
      }
    }
  }

  static func holdsNumbers(_ kind: String, _ field: String) -> Bool {
    switch written(kind).first(where: { $0.name == field })?.type {
    case .int, .double, .decimal: true
    default: false
    }
  }

  /// Whether a value may stand in a field.
  static func admits(_ kind: String, _ field: String, _ value: JSONValue) -> Bool {
    guard let field = written(kind).first(where: { $0.name == field }) else { return false }
    if value.isNull { return field.isOptional }
    return (try? field.stored(value)) != nil
  }
}
