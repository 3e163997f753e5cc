import DaybookModel
import DaybookView

extension Row {
  /// The row's fields as its kind's struct.
  func decoded<E: Entity>(as type: E.Type, _ schemas: SchemaRegistry) throws -> E {
    var object: JSONObject = ["id": .string(id)]
    for field in fields { object[field.name] = field.value }
    var defaults = JSONObject()
    for field in schemas[E.kind]?.fields ?? [] { defaults[field.name] = field.defaultValue }
    do {
      return try FieldDecoder.decode(E.self, from: .object(object), defaults: defaults)
    } catch {
      // A decoder's message may contain the value.
      let hides = schemas.hidesAnything(of: E.kind)
      throw LedgerError(
        .badData, "\(kind) \(id) does not read as \(E.self)" + (hides ? "" : ": \(error)"),
        cause: hides ? nil : error)
    }
  }

  /// The fields as the kind's struct spells them after reading: a value that it cannot read appears as its default.
  /// Large data stays a reference.
  func spelled<E: Entity>(as type: E.Type, _ schemas: SchemaRegistry) throws -> JSONObject {
    var plain = self
    let places = schemas[kind].map { dataPlaces($0) } ?? []
    for place in places { plain.fields[place].value = .null }
    var spelled = try E.storedFields(of: try plain.decoded(as: E.self, schemas))
    for place in places { spelled[fields[place].name] = fields[place].value }
    return spelled
  }

  /// The places of references to large data.
  func dataPlaces(_ schema: KindSchema) -> [Int] {
    fields.indices.filter {
      BlobReference(fields[$0].value) != nil && schema.field(fields[$0].name)?.type == .data
    }
  }
}
