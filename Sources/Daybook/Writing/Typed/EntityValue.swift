import DaybookModel
import DaybookView

/// A struct to save.
struct EntityValue: Sendable {
  let kind: String
  let id: String
  /// As the struct spells them.
  let fields: JSONObject
  let provenance: Provenance?
  /// Whether nobody chose the id.
  let isGenerated: Bool
  /// How the struct spells a row.
  let spell: @Sendable (Row, SchemaRegistry) throws -> JSONObject

  init<E: Entity>(_ entity: E) throws {
    (kind, id) = (E.kind, entity.id.savedID)
    (provenance, isGenerated) = (entity.id.provenance, entity.id.isGenerated)
    fields = try E.storedFields(of: entity)
    spell = { try $0.spelled(as: E.self, $1) }
  }
}

/// A change of an entity, applied to its state when the commit is written.
struct EntityUpdate: Sendable {
  let kind: String
  let id: String
  /// Returns the fields before and after the change. `whole` is the row with the content of large data.
  let change:
    @Sendable (_ row: Row, _ whole: Row, SchemaRegistry) throws -> (before: JSONObject, after: JSONObject)

  init<E: Entity>(_ id: Ref<E>, _ change: @escaping @Sendable (inout E) throws -> Void) {
    (kind, self.id) = (E.kind, id.savedID)
    self.change = { row, whole, schemas in
      var value = try whole.decoded(as: E.self, schemas)
      let before = try row.spelled(as: E.self, schemas)
      let id = value.id
      try change(&value)
      guard value.id == id else {
        throw LedgerError(
          .usage, "\(E.kind) \(id) cannot change its id", advice: "make a new value for a new id")
      }
      return (before, try E.storedFields(of: value))
    }
  }
}

/// A write of one field.
struct FieldWrite: Sendable {
  let kind: String
  let id: String
  let field: String
  let value: JSONValue

  init<E: Entity, Value: Encodable>(_ id: Ref<E>, _ path: KeyPath<E, Value>, _ value: Value) throws {
    (kind, self.id) = (E.kind, id.savedID)
    let name = try E.storedName(of: path)
    field = name
    self.value = try E.describing { try FieldEncoder.json(value, path: [FieldName(stringValue: name)]) }
  }
}

/// The expectation that nobody has written to an entity since it was read.
struct EntityExpectation: Sendable {
  let kind: String
  let id: String
  let provenance: Provenance

  init<E: Entity>(_ entity: E) throws {
    guard let provenance = entity.id.provenance, provenance.stamp != nil else {
      throw LedgerError(
        .usage, "\(E.kind) \(entity.id) was not read from a ledger", advice: "read it with get or fetch")
    }
    (kind, id, self.provenance) = (E.kind, entity.id.savedID, provenance)
  }
}

/// The name of a field, for errors.
struct FieldName: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Entity {
  static func storedFields(of entity: Self) throws -> JSONObject {
    try describing {
      guard case .object(let fields) = try FieldEncoder.json(entity) else {
        throw LedgerError(.badData, "\(kind) \(entity.id) does not encode as an object")
      }
      return fields
    }
  }

  static func storedName(of path: PartialKeyPath<Self>) throws -> String {
    guard let name = PropertyNames.name(of: path) else {
      throw LedgerError(.usage, "\(path) is not a stored property of \(kind)")
    }
    return name
  }

  /// An error about a value that cannot be stored names its field.
  fileprivate static func describing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch EncodingError.invalidValue(_, let context) {
      let field = context.codingPath.map { "." + $0.stringValue }.joined()
      throw LedgerError(.badData, "\(kind)\(field) \(context.debugDescription)")
    }
  }
}

extension Row {
  /// The row's fields as its kind's struct.
  ///
  /// - Parameter fields: the fields of the struct's kind, if they were looked up before.
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
