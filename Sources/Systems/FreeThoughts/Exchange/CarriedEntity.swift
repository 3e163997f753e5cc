import Crypto
public import Daybook

/// A note or a provocation for export or import: its stored fields, and its tags' names.
public struct CarriedEntity: Sendable, Equatable {
  /// The maximum size: a line of the log must hold it, and more.
  static let sizeBytesMax = JSONLimit.lineSizeBytesMax - (64 << 10)

  public var kind: String
  public var id: String
  /// Without nulls and the id.
  public var fields: JSONObject
  /// Ascending; of notes only.
  public var tags: [String] = []
  /// The ``digest`` of the exported version, if the file has it: it shows which side has changed the entity since.
  public var base: String?
  /// Fields that people can see but should not change: their values here stay.
  public var fixed: Set<String> = []

  /// Drops the fields that are null and sorts the tags by their UTF-8 bytes.
  public init(kind: String, id: String, fields: JSONObject, tags: [String] = [], base: String? = nil) {
    (self.kind, self.id, self.base) = (kind, id, base)
    self.fields = JSONObject(fields.filter { !$0.value.isNull }.map { ($0.key, $0.value) })
    self.tags = tags.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// 16 hexadecimal digits that identify its content, except for the time of the last change.
  public var digest: String {
    var said = fields
    said["updatedAt"] = nil
    let value: JSONValue = [
      "kind": .string(kind), "id": .string(id), "fields": .object(said),
      "tags": .array(tags.map { .string($0) }),
    ]
    return String(DocumentHash.of(value.canonicalBytes).prefix(16))
  }

  /// The field's text; empty if the entity does not have the field or it is not a text.
  public func text(_ field: String) -> String { fields[field]?.string ?? "" }

  /// The field's whole number; nil if the entity does not have the field or it is not a whole number.
  public func int(_ field: String) -> Int? { fields[field]?.int.map { Int($0) } }

  /// The order of several entities on one document.
  public static func precedes(_ left: CarriedEntity, _ right: CarriedEntity) -> Bool {
    func place(_ entity: CarriedEntity) -> (String, Int, Int, String, String) {
      (
        entity.text("documentPath"), entity.int("anchorStart") ?? .max, entity.int("anchorEnd") ?? .max,
        entity.text("createdAt"), entity.id
      )
    }
    return place(left) < place(right)
  }
}

extension KindSchema {
  /// The fields that are exported: those that events of the kind hold as values.
  public var carriedFields: [String] { fields.map(\.name).filter(isStored) }
}
