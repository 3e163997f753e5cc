import DaybookModel

/// The fields of an entity that say when it begins and ends.
public struct SpanFields: Sendable {
  /// The name of the field that holds the beginning, an instant.
  public let start: String
  /// The name of the field that holds the end, an instant.
  public let end: String

  /// A span by the names of its two fields.
  public init(start: String, end: String) { (self.start, self.end) = (start, end) }
}

extension ContestedFields {
  /// If the source moves one end of a span and somebody here wrote the other, the local end moves along, so the span
  /// keeps its length. If the source repeats its former value for the local end, that end moves only if the span would
  /// otherwise end before it begins.
  ///
  /// - Parameters:
  ///   - present: the present values.
  ///   - set: what the source's event writes to them.
  ///   - standing: local changes to
  ///   values that the source repeats.
  mutating func keep(
    _ span: SpanFields, _ present: JSONObject, _ set: JSONObject, standing: [String: LocalChange]
  ) {
    for (local, moved) in [(span.end, span.start), (span.start, span.end)] {
      let contested = changes.first { $0.field == local }?.change
      guard let change = contested ?? standing[local], !changes.contains(where: { $0.field == moved }),
        let new = Self.time(set[moved]), let old = Self.time(present[moved]),
        let own = Self.time(change.value)
      else { continue }
      let isTurned = local == span.end ? own < new : new < own
      guard isTurned || contested != nil && new != old else { continue }
      var shifted = change
      shifted.value = .string(Instant(milliseconds: own + new - old).description)
      if contested == nil { restore(local, shifted, isDecided: true) } else { replace(local, shifted) }
    }
  }

  /// Milliseconds since 1970.
  private static func time(_ value: JSONValue?) -> Int64? {
    value?.string.flatMap { Instant($0) }?.milliseconds
  }
}
