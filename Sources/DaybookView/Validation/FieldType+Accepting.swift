public import DaybookModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// What a field accepts, and the canonical form in which it is stored.

/// Why a value does not fit a field, as the end of the sentence "sam.person.lastSyncedAt …".
public struct ValueProblem: Error, Equatable {
  /// Such as `must be a UUID`, without a full stop; it may quote the value.
  public var what: String

  /// A problem in the words that complete the sentence.
  public init(what: String) { self.what = what }
}

extension FieldSchema {
  /// The value as it is stored. Optional fields accept null; others read it as "back to the default".
  public func stored(_ value: JSONValue) throws(ValueProblem) -> JSONValue {
    value.isNull ? .null : try type.stored(value)
  }
}

extension FieldType {
  /// The canonical form in which a value of the type is stored: times in UTC, UUIDs in lower case. Only `any` accepts
  /// null.
  /// - Throws: ``ValueProblem`` for a value of another type, and for any value of a to-many relation.
  public func stored(_ value: JSONValue) throws(ValueProblem) -> JSONValue {
    switch self {
    case .any: return value
    case .string, .enumeration: return try string(value, "a text")
    case .one: return try string(value, "an id")
    case .bool:
      guard value.bool != nil else { throw ValueProblem(what: "must be true or false") }
      return value
    case .int:
      guard let int = value.int else {
        let isLarge = value.double?.magnitude ?? 0 >= 0x1p63
        throw ValueProblem(what: isLarge ? "must be an integer of 64 bits" : "must be an integer")
      }
      return .int(int)
    case .double: return try double(value)
    case .decimal:
      guard FieldForm.decimal(value) != nil else {
        throw ValueProblem(what: "must be a number of at most 38 digits")
      }
      return value
    case .instant:
      guard let instant = value.string.flatMap({ DateText.instant($0) }) else {
        throw ValueProblem(what: "must be a time such as 2026-11-21T06:13:00Z")
      }
      return .string(instant.description)
    case .day:
      guard let day = value.string.flatMap({ CivilDay($0) }) else {
        throw ValueProblem(what: "must be a day such as 1980-03-01")
      }
      return .string(day.description)
    case .uuid:
      guard let uuid = value.string.flatMap({ UUID(uuidString: $0) }) else {
        throw ValueProblem(what: "must be a UUID")
      }
      return .string(uuid.uuidString.lowercased())
    case .data:
      if BlobReference(value) != nil { return value }
      guard let text = value.string, Data(base64Encoded: text) != nil else {
        throw ValueProblem(what: "must be base64")
      }
      return value
    case .many: throw ValueProblem(what: "is a relation to many: use link and unlink")
    case .array(let element):
      guard let items = value.array else { throw ValueProblem(what: "must be an array") }
      var stored: [JSONValue] = []
      for (index, item) in items.enumerated() {
        stored.append(try element.stored(item, within: "[\(index)]"))
      }
      return .array(stored)
    case .dictionary(let element):
      guard var object = value.object else { throw ValueProblem(what: "must be an object") }
      for member in object { object[member.key] = try element.stored(member.value, within: "." + member.key) }
      return .object(object)
    case .object(let fields):
      guard var object = value.object else { throw ValueProblem(what: "must be an object") }
      for member in object {
        // Members that this version does not know are kept.
        guard let field = fields.first(where: { $0.name == member.key }) else { continue }
        object[member.key] =
          member.value.isNull ? .null : try field.type.stored(member.value, within: "." + member.key)
      }
      return .object(object)
    }
  }

  /// A decimal becomes the nearest double, as this type implies; an integer that would change is refused.
  private func double(_ value: JSONValue) throws(ValueProblem) -> JSONValue {
    guard let double = value.double, double.isFinite else { throw ValueProblem(what: "must be a number") }
    var isExact = true
    if case .int(let int) = value { isExact = Double(exactly: int) != nil }
    if case .number(let text) = value { isExact = !NumberText.isWhole(text) }
    guard isExact else {
      throw ValueProblem(
        what: "must be a number that a double holds: \(value) would become \(JSONValue.double(double))")
    }
    return .double(double)
  }

  private func stored(_ value: JSONValue, within place: String) throws(ValueProblem) -> JSONValue {
    do throws(ValueProblem) {
      return try stored(value)
    } catch {
      throw ValueProblem(what: "at \(place) " + error.what)
    }
  }

  private func string(_ value: JSONValue, _ name: String) throws(ValueProblem) -> JSONValue {
    guard value.string != nil else { throw ValueProblem(what: "must be \(name)") }
    return value
  }
}

/// `{"$blob":"<sha256>","size":n}`: a value kept in the ledger's `blobs` folder.
public struct BlobReference: Equatable, Sendable {
  package var hash: Hash256
  package var sizeBytes: Int64

  /// Data above this size is stored as a blob.
  public static let inlineSizeBytesMax = 16 << 10

  package init(hash: Hash256, sizeBytes: Int64) { (self.hash, self.sizeBytes) = (hash, sizeBytes) }

  /// Reads an object of this form, its hash in 64 lower-case hex digits; nil for any other value. Opens no file.
  public init?(_ value: JSONValue) {
    guard let object = value.object, let hash = object["$blob"]?.string.flatMap({ Hash256($0) }),
      let size = object["size"]?.int, size >= 0
    else { return nil }
    self.init(hash: hash, sizeBytes: size)
  }

  package var json: JSONValue { ["$blob": .string(hash.description), "size": .int(sizeBytes)] }
}
