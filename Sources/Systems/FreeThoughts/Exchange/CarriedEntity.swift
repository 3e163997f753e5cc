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

extension KindSchema {
  /// The fields in their stored form.
  /// - Throws: ``ValueProblem`` naming kind, field and rule.
  func checked(_ carried: CarriedEntity) throws(ValueProblem) -> JSONObject {
    var fields = JSONObject()
    for member in carried.fields {
      // Fields of a later version are unknown here.
      guard let field = field(member.key), isStored(member.key) else { continue }
      do throws(ValueProblem) {
        fields[member.key] = try field.stored(member.value)
      } catch {
        throw ValueProblem(what: "\(kind).\(field.name) \(error.what)")
      }
    }
    let sizeBytes = JSONValue.object(fields).canonicalBytes.count
    guard sizeBytes <= CarriedEntity.sizeBytesMax else {
      throw ValueProblem(
        what: "has \(sizeBytes) bytes, more than the \(CarriedEntity.sizeBytesMax) that can be kept")
    }
    var all = fields
    all["id"] = .string(carried.id)
    let defaults = JSONObject(self.fields.map { ($0.name, $0.defaultValue) })
    guard let value = try? codec?.value(all, defaults) else {
      throw ValueProblem(what: "does not read as a \(kind)")
    }
    if let broken = checks.first(where: { !$0.holds(value) }) {
      throw ValueProblem(what: "\(kind).\(broken.field) \(broken.rule)")
    }
    return fields
  }

  /// The fields with which a new entity is written.
  func written(_ carried: CarriedEntity) -> JSONObject {
    JSONObject(
      carried.fields.filter { member in
        member.value != field(member.key)?.defaultValue || field(member.key)?.stampDefault != nil
      }.map { ($0.key, $0.value) })
  }

  /// The fields that differ, except for the time of the last change. A field that is not in the file is cleared if it
  /// can be, and otherwise left alone.
  func differences(_ present: CarriedEntity, _ carried: CarriedEntity) -> JSONObject {
    var set = JSONObject()
    for name in carriedFields where name != "updatedAt" && !carried.fixed.contains(name) {
      guard let field = field(name) else { continue }
      let isSaid = carried.fields[name] != nil || field.isOptional
      let (wanted, held) = (carried.fields[name] ?? .null, present.fields[name] ?? .null)
      if isSaid, wanted != held { set[name] = wanted }
    }
    return set
  }
}

/// The tags that notes are linked to, and those of them that have to be made.
struct PlannedTags {
  private(set) var mutations: [Mutation] = []
  private var ids: [String: String?] = [:]

  /// The id of the tag of this name; nil for a deleted tag, which stays deleted.
  mutating func id(of name: String, in state: borrowing LedgerState) -> String? {
    let key = KeyNormalizer.trimmedComposed.normalized(name)
    if let known = ids[key] { return known }
    var id: String?
    if let held = state.entity(Tag.kind, key: name) {
      id = held.isAlive ? held.id : nil
    } else if !key.isEmpty {
      let new = state.newID(Tag.kind, key: name)
      mutations.append(Mutation(.upsert, kind: Tag.kind, id: new, set: ["name": .string(name)]))
      id = new
    }
    ids[key] = .some(id)
    return id
  }
}
