package import DaybookModel

/// The fields of an entity as a rule or a formula reads them: each by itself, or all of them as the kind's struct.
public final class RuleValues {
  /// A field's value, null if it is unset, and what it reads as then.
  typealias Field = (name: String, value: JSONValue, defaultValue: JSONValue)

  /// The fields that the rule or formula reads.
  private let fields: [Field]
  private let codec: TypedCodec?
  private let blobs: FieldDecoder.BlobSource?
  private var owner: (any Sendable)?

  init(_ fields: [Field], _ codec: TypedCodec?, blobs: FieldDecoder.BlobSource? = nil) {
    (self.fields, self.codec, self.blobs) = (fields, codec, blobs)
  }

  /// All fields of an entity.
  package convenience init(_ fields: JSONObject, of schema: KindSchema) {
    self.init(
      schema.fields.map { ($0.name, fields[$0.name] ?? .null, $0.defaultValue) }, schema.codec)
  }

  func json(_ name: String) -> Field? { fields.first { $0.name == name } }

  /// One field, as the struct would hold it.
  func value<Value: Decodable>(_ name: String, _ type: Value.Type) throws -> Value {
    let field = json(name)
    return try FieldDecoder.field(type, field?.value ?? .null, field?.defaultValue, blobs: blobs)
  }

  /// The whole struct. Data in a blob that is not here is empty in it.
  func whole<Owner>(_ type: Owner.Type) throws -> Owner? {
    if owner == nil {
      let set = fields.filter { !$0.value.isNull }
      owner = try codec?.value(
        JSONObject(set.map { ($0.name, $0.value) }), JSONObject(fields.map { ($0.name, $0.defaultValue) }),
        blobs: blobs)
    }
    return owner as? Owner
  }
}
