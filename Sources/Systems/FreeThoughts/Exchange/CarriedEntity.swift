import Crypto
package import Daybook

/// A note or a provocation on its way out of a ledger or into one: its fields as they are stored, and its tags' names.
package struct CarriedEntity: Sendable, Equatable {
  /// A line of the log holds it, and more.
  static let sizeBytesMax = JSONLimit.lineSizeBytesMax - (64 << 10)

  package var kind: String
  package var id: String
  /// Without nulls and the id.
  package var fields: JSONObject
  /// Ascending; of notes only.
  package var tags: [String] = []
  /// The ``digest`` of what was exported, where a file holds it: it shows which side has changed the entity since.
  package var base: String?
  /// Fields that a person sees and is not to change: what is here of them stays.
  package var fixed: Set<String> = []

  package init(kind: String, id: String, fields: JSONObject, tags: [String] = [], base: String? = nil) {
    (self.kind, self.id, self.base) = (kind, id, base)
    self.fields = JSONObject(fields.filter { !$0.value.isNull }.map { ($0.key, $0.value) })
    self.tags = tags.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// 16 hexadecimal digits that say what it holds, but for when it was changed.
  package var digest: String {
    var said = fields
    said["updatedAt"] = nil
    let value: JSONValue = [
      "kind": .string(kind), "id": .string(id), "fields": .object(said),
      "tags": .array(tags.map { .string($0) }),
    ]
    return String(DocumentHash.of(value.canonicalBytes).prefix(16))
  }

  package func text(_ field: String) -> String { fields[field]?.string ?? "" }

  package func int(_ field: String) -> Int? { fields[field]?.int.map { Int($0) } }

  /// Which of several on one document comes first.
  package static func precedes(_ left: CarriedEntity, _ right: CarriedEntity) -> Bool {
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
  /// The fields that are carried: what events of the kind hold as values.
  package var carriedFields: [String] { fields.map(\.name).filter(isStored) }
}
