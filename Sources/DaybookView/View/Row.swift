public import DaybookModel

/// An entity as the view shows it. A known kind has all of its fields, defaults filled in, in the
/// struct's order; a raw kind has what was written, edges as arrays of ids, by name.
public struct Row: Sendable, Equatable {
  public var kind: String
  public var id: String
  /// The entity's last write.
  public var stamp: Stamp?
  /// Whether the entity is deleted, hidden with its owner, or gone from its source. Such rows appear
  /// only where a query asks for them.
  public var isGone: Bool
  /// All but the id, or those that the query asks for; then those that a later version of the schema wrote.
  public var fields: [Field]
  /// The fields of which what was written last is erased: null in a row, and in a struct as if nobody had written them.
  public var erased: [String] = []

  /// A field as the row shows it.
  public struct Field: Sendable, Equatable {
    /// The present name, also where the value was written under a former one.
    public var name: String
    /// The value, or its default; a to-many relation as an array of ids. Only a ``Disclosure`` masks it.
    public var value: JSONValue

    /// A field of this name and value.
    public init(_ name: String, _ value: JSONValue) { (self.name, self.value) = (name, value) }
  }

  /// A row in which nothing is erased; `stamp` is nil for an entity that the program provides or computes.
  public init(kind: String, id: String, stamp: Stamp? = nil, isGone: Bool = false, fields: [Field] = []) {
    (self.kind, self.id, self.stamp) = (kind, id, stamp)
    (self.isGone, self.fields) = (isGone, fields)
  }

  /// Nil when there is no such field.
  public subscript(field: String) -> JSONValue? { fields.first { $0.name == field }?.value }

  /// What a line of its own says besides the fields. Of kinds of no system a field can have such a name: it is in no
  /// line, since a name stands in a line once.
  public static let lineMembers: Set<String> = ["_kind", "_id", "_stamp", erasedName]
  /// Of ``erased``, in lines and in conditions.
  package static let erasedName = "_erased"

  /// The fields that have a place in a line.
  public var lineFields: [Field] {
    fields.filter { $0.name.utf8.first != UInt8(ascii: "_") || !Self.lineMembers.contains($0.name) }
  }
}

/// A stored JSON string, read with as little work as it needs.
enum StoredText {
  /// The string; nil when the value is none.
  static func string(_ json: Span<UInt8>) -> String? {
    withUTF8(json) { String(decoding: $0, as: UTF8.self) }
  }

  /// Lends the string's UTF-8; nil when the value is none. Allocates only where it has escapes.
  @inline(__always)
  static func withUTF8<Result>(
    _ json: Span<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    guard json.count >= 2, json[0] == UInt8(ascii: "\"") else { return nil }
    return json.withUnsafeBufferPointer { bytes in
      let inner = UnsafeBufferPointer(rebasing: bytes[1..<bytes.count - 1])
      if inner.firstIndex(of: UInt8(ascii: "\\")) == nil { return body(inner) }
      let text = JSONString(range: ByteRange(1, bytes.count - 1), isEscaped: true)
      return text.unescaped(bytes.span).withUnsafeBufferPointer { body($0) }
    }
  }
}
