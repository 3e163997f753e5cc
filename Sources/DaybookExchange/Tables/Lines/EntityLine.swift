// A line of JSON as an entity: from an export of lines, or written by any program.

import Daybook
import DaybookLog
import DaybookModel
import DaybookView

/// Why a line is not an entity.
struct LineRefusal: Error { var reason: String }

enum EntityLine {
  /// - Parameter schemas: they distinguish fields, relations and bytes. In an unknown kind, every member is a field.
  static func entity(_ bytes: [UInt8], _ schemas: SchemaRegistry) throws(LineRefusal) -> ImportedEntity {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONParser.parse(bytes)
    } catch {
      throw LineRefusal(reason: "no JSON: \(error)")
    }
    guard let object = value.object else { throw LineRefusal(reason: "not a JSON object") }
    guard let kind = object["_kind"]?.string, !kind.isEmpty else {
      throw LineRefusal(reason: "it has no _kind")
    }
    guard let id = object["_id"]?.string, !id.isEmpty else { throw LineRefusal(reason: "it has no _id") }
    let schema = schemas[kind]
    var entity = ImportedEntity(kind, .id(id))
    for member in object where !Row.lineMembers.contains(member.key) {
      try take(member.key, member.value, schema, into: &entity)
    }
    return entity
  }

  private static func take(
    _ name: String, _ value: JSONValue, _ schema: KindSchema?, into entity: inout ImportedEntity
  ) throws(LineRefusal) {
    // A masked value cannot be read.
    if value.string == Disclosure.mask { return }
    guard let schema, let field = schema.field(name) else {
      entity.fields[name] = value
      return
    }
    // A value that a ledger computes from the others.
    if field.isProjection || name == "id" || schema.inverses.contains(where: { $0.inverse == name }) {
      return
    }
    if schema.relations.contains(where: { $0.name == name && $0.isToMany }) {
      guard let ids = value.array ?? (value.isNull ? [] : nil) else {
        throw LineRefusal(reason: "\(name) must be a list of ids, not \(value.description.prefix(40))")
      }
      for id in ids {
        guard let id = id.string else {
          throw LineRefusal(reason: "\(name) contains a value that is not an id")
        }
        entity.links.append(ImportedEntity.Link(name, to: id))
      }
    } else if field.type == .data, let text = value.string, let stored = DataValue.stored(base64: text) {
      entity.fields[name] = stored.value
      if let blob = stored.blob { entity.blobs.append(blob) }
    } else {
      // In the only form that the ledger stores, so that importing the same line again changes nothing.
      do throws(ValueProblem) { entity.fields[name] = try field.stored(value) } catch {
        throw LineRefusal(reason: "\(schema.kind).\(name) \(error.what)")
      }
    }
  }
}
