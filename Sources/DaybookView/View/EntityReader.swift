public import DaybookModel

/// What a projection's formula reads: one entity, and those it is related to, as the view shows them.
public struct EntityReader: ~Copyable {
  public let kind: String
  public let id: String
  let source: any EntitySource

  init(kind: String, id: String, source: any EntitySource) {
    (self.kind, self.id, self.source) = (kind, id, source)
  }

  /// The field as it reads; null for a field that is unknown or itself a projection.
  public func value(_ field: String) -> JSONValue { source.value(kind, id, field) }

  /// The ids at the other end of a relation or an inverse, in order.
  public func related(_ relation: String) -> [String] { source.related(kind, id, relation) }

  /// How many are at the other end.
  public func count(_ relation: String) -> Int { related(relation).count }

  /// Reads those at the other end, one by one.
  public func map<Value>(
    _ relation: String, _ transform: (borrowing EntityReader) throws -> Value
  ) rethrows -> [Value] {
    guard let other = source.kind(kind, relation) else { return [] }
    var values: [Value] = []
    for id in related(relation) {
      values.append(try transform(EntityReader(kind: other, id: id, source: source)))
    }
    return values
  }
}

protocol EntitySource {
  func value(_ kind: String, _ id: String, _ field: String) -> JSONValue
  func related(_ kind: String, _ id: String, _ relation: String) -> [String]
  /// The kind at the other end of a relation or an inverse.
  func kind(_ kind: String, _ relation: String) -> String?
}
