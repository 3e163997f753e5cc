package import DaybookModel

/// The fields of an entity as a rule or a formula reads them: each by itself, or all of them as the kind's struct.
package final class RuleValues {
  /// Those that are not null. A rule that names what it reads finds that; others find all.
  let fields: JSONObject
  let defaults: JSONObject
  private let codec: TypedCodec?
  private let blobs: FieldDecoder.BlobSource?
  private var owner: (any Sendable)?

  package init(
    _ fields: JSONObject, _ defaults: JSONObject, _ codec: TypedCodec?, blobs: FieldDecoder.BlobSource? = nil
  ) {
    (self.fields, self.defaults, self.codec, self.blobs) = (fields, defaults, codec, blobs)
  }

  /// One field, as the struct would have it.
  func value<Value: Decodable>(_ name: String, _ type: Value.Type) throws -> Value {
    try FieldDecoder.field(type, fields[name], defaults[name], blobs: blobs)
  }

  /// The whole struct. Data that is kept as a blob and is not here is empty in it.
  func whole<Owner>(_ type: Owner.Type) throws -> Owner? {
    if owner == nil { owner = try codec?.value(fields, defaults, blobs: blobs) }
    return owner as? Owner
  }
}
