public import DaybookModel

/// An entity as the view shows it. A known kind has all of its fields, defaults filled in, in the
/// struct's order; a raw kind has the written fields, by name, with edges as arrays of ids.
public struct Row: Sendable, Equatable {
  public var kind: String
  public var id: String
  /// The stamp of the entity's last write.
  public var stamp: Stamp?
  /// Whether the entity is deleted, hidden with its owner, or gone from its source. Such rows appear only if a query
  /// asks for them.
  public var isGone: Bool
  /// All fields but the id, or those that the query asks for; then those that a later version of the schema wrote.
  public var fields: [Field]
  /// The fields whose last written value is erased: null in a row, and in a struct as if nobody had written them.
  public var erased: [String] = []

  /// A field as the row shows it.
  public struct Field: Sendable, Equatable {
    /// The present name, even if the value was written under a former one.
    public var name: String
    /// The value, or its default; a to-many relation as an array of ids. Only a ``Disclosure`` masks it.
    public var value: JSONValue

    /// A field with this name and value.
    public init(_ name: String, _ value: JSONValue) { (self.name, self.value) = (name, value) }
  }

  /// A row in which nothing is erased; `stamp` is nil for an entity that the program provides or computes.
  public init(kind: String, id: String, stamp: Stamp? = nil, isGone: Bool = false, fields: [Field] = []) {
    (self.kind, self.id, self.stamp) = (kind, id, stamp)
    (self.isGone, self.fields) = (isGone, fields)
  }

  /// The field with this name; nil if there is none.
  public subscript(field: String) -> JSONValue? { fields.first { $0.name == field }?.value }

  /// The members of a row's line besides the fields. A field of an unregistered kind may have such a name: it is left
  /// out of the line, since a name occurs only once.
  public static let lineMembers: Set<String> = ["_kind", "_id", "_stamp", erasedName]
  /// The name of ``erased``, in lines and in conditions.
  package static let erasedName = "_erased"

  /// The fields that a line includes.
  public var lineFields: [Field] {
    fields.filter { $0.name.utf8.first != UInt8(ascii: "_") || !Self.lineMembers.contains($0.name) }
  }
}

/// A stored JSON string, read with as little work as possible.
enum StoredText {
  /// The string; nil if the value is not a string.
  static func string(_ json: Span<UInt8>) -> String? {
    withUTF8(json) { String(decoding: $0, as: UTF8.self) }
  }

  /// Lends the string's UTF-8; nil if the value is not a string. Allocates only if it has escapes.
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
