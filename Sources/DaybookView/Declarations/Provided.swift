package import DaybookModel

/// Entities that exist in every ledger without events: constants of the program, which the view shows with their own
/// values as the fields' defaults.
///
///     Provided { [Prompt(id: Ref("5f0c…")) { $0.name = "Challenge"; $0.sortOrder = 1 }] }
///
/// A write of one of their fields is an ordinary event, which shows instead, only in that field; a `delete` hides
/// the entity, a `restore` brings it back. The system names such kinds as ``System/providing``. Their `_stamp` is that of the last such event, or null. They hold
/// no references, and their kind no unique fields.
public struct Provided<Owner: Entity>: SchemaDeclaration {
  /// Adds the entities to ``KindSchema/provided``; several declarations are combined.
  public let part: SchemaPart<Owner>

  /// The closure makes the entities anew at each call, with the same ids and fields. A duplicate id is refused when the
  /// system registers.
  public init(_ entities: @escaping @Sendable () -> [Owner]) {
    part = SchemaPart { draft in
      draft.provided.append(
        ProvidedEntities(ids: { entities().map { $0.id.rawValue } }) {
          try entities().map { entity in
            do {
              var values = try FieldEncoder.json(entity).object ?? [:]
              values["id"] = nil
              return (entity.id.rawValue, values)
            } catch {
              throw SchemaRefusal(description: "\(entity.id.rawValue) cannot be provided: \(error)")
            }
          }
        })
    }
  }
}

/// What a ``Provided`` declares. Their ids are needed whenever a ledger is opened, their fields rarely.
struct ProvidedEntities: Sendable {
  var ids: @Sendable () -> [String]
  var fields: @Sendable () throws -> [(id: String, fields: JSONObject)]
}

extension KindSchema {
  mutating func provide(_ declared: [ProvidedEntities]) throws(LedgerError) {
    do {
      for (id, fields) in try declared.flatMap({ try $0.fields() }) {
        guard provided.updateValue(fields, forKey: id) == nil else {
          throw SchemaRefusal(description: "\(id) is provided twice")
        }
      }
    } catch {
      throw .schema(kind, "\(error)")
    }
  }
}

extension KindSchema {
  /// What is wrong with the provided entities.
  var providedProblem: String? {
    guard !provided.isEmpty else { return nil }
    if !uniques.isEmpty { return "a kind with unique fields provides no entities" }
    for field in fields {
      guard case .one = field.type, field.name != "id" else { continue }
      if provided.values.contains(where: { !($0[field.name] ?? .null).isNull }) {
        return "a provided entity refers to nothing, but its \(field.name) does"
      }
    }
    return nil
  }

  /// What a field of an entity reads as while nobody wrote it, except for the stamps.
  package func unwritten(_ field: FieldSchema, of id: String) -> JSONValue {
    provided.isEmpty ? field.defaultValue : provided[id]?[field.name] ?? field.defaultValue
  }
}

extension SchemaRegistry {
  /// The entities that exist without events, by kind and id, ascending.
  package var provided: [(kind: String, id: String)] {
    systems.flatMap { system in
      system.providing.flatMap { entity in
        // Its relations do not matter here, so that its neighbours need not be read.
        let ids = (try? Self.draft(entity, system))?.provided.flatMap { $0.ids() }.sorted() ?? []
        return ids.map { (entity.kind, $0) }
      }
    }
  }

  /// Which kinds provide entities, without reading their schemas: the program's identity determines which entities.
  package var providers: [String] {
    systems.filter { !$0.providing.isEmpty }.map { system in
      "\(system.name) \(system.version) \(system.providing.map { _typeName($0) })"
    }
  }
}
