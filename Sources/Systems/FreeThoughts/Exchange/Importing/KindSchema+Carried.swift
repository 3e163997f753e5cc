import Daybook

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
