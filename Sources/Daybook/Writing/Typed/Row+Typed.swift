import DaybookModel
import DaybookView

extension Row {
  /// The row's fields as its kind's struct.
  ///
  /// - Parameter fields: of the struct's kind, where they were looked up before.
  func decoded<E: Entity>(
    as type: E.Type, _ schemas: SchemaRegistry, _ fields: StructFields? = nil
  ) throws -> E {
    let fields = fields ?? schemas.structFields(of: E.kind)
    do {
      return try FieldDecoder.decode(E.self, from: self, defaults: fields?.defaults ?? [:])
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
    let places = schemas.structFields(of: kind)?.dataPlaces(self) ?? []
    for place in places { plain.fields[place].value = .null }
    var spelled = try E.storedFields(of: try plain.decoded(as: E.self, schemas))
    for place in places { spelled[fields[place].name] = fields[place].value }
    return spelled
  }
}
