public import DaybookModel

/// A field for which a source has another value than it reads as.
public struct SourceUpdate: Sendable {
  public var kind: String
  public var id: String
  /// The field's name in the kind's schema.
  public var field: String
  /// The source's present value.
  public var value: JSONValue
  /// What the field reads as while nobody has written it.
  public var unwritten: JSONValue
  /// The source's ``SyncSource/id``.
  public var source: String?

  /// A source's present value for one field; `source` is nil for a source without a name.
  public init(
    _ field: String, _ value: JSONValue, unwritten: JSONValue = .null, of kind: String, _ id: String,
    from source: String?
  ) {
    (self.field, self.value, self.unwritten) = (field, value, unwritten)
    (self.kind, self.id, self.source) = (kind, id, source)
  }
}

/// What to do with the field. The base of the comparison is the source's last value.
public enum SourceVerdict: Sendable {
  /// The source's value is written: nobody here changed the field since the source's last value.
  case writes
  /// The source repeats its last value: the value written here stays, and nothing is written.
  case isKnown
  /// The same, for a value that somebody here wrote.
  case stands(LocalChange)
  /// Both changed it: the two values conflict, and the local one shows.
  case differs(LocalChange)
  /// An import elsewhere overwrote the local value without knowing of it: the local value is written again, and shows.
  /// `isDecided` if the source has the value that it had before somebody changed it: then the conflict ends.
  case restores(LocalChange, isDecided: Bool)
}

/// A local value that replaced a source's value.
public struct LocalChange: Sendable {
  /// The local value, in the present schema's terms.
  public var value: JSONValue
  /// The author that the event names; nil: none.
  public var by: String?
  /// The stamp that decides.
  public var order: Stamp
  /// The stamp of the source's event whose value the local value was compared with.
  public var said: Stamp
}

/// The changes of one entity that its source and somebody here both made, as the mutations that keep both.
public struct ContestedFields: Sendable {
  /// The fields for which the source's value is written now.
  public private(set) var changes: [(field: String, change: LocalChange)] = []
  /// The fields that an import elsewhere overwrote.
  public private(set) var restored: [(field: String, change: LocalChange)] = []
  /// Fields in which the source and a local value conflict.
  private var fields: [String] = []

  public init() {}

  /// Adds a field that the source's event writes now, and that somebody here changed, too.
  public mutating func add(_ field: String, _ change: LocalChange) {
    changes.append((field, change))
    fields.append(field)
  }

  /// Replaces the local value of a field that was added.
  public mutating func replace(_ field: String, _ change: LocalChange) {
    guard let index = changes.firstIndex(where: { $0.field == field }) else { return }
    changes[index].change = change
  }

  /// Adds a field that an import elsewhere overwrote; the local value is written again.
  ///
  /// - Parameters:
  ///   - field: the field's name in the kind's schema.
  ///   - change: the local value to write again, with its author and its stamps.
  ///   - isDecided: whether that ends the conflict, so that ``remark(on:_:)`` does not name the field.
  public mutating func restore(_ field: String, _ change: LocalChange, isDecided: Bool) {
    restored.append((field, change))
    if !isDecided { fields.append(field) }
  }

  /// What the source's write states that its author had read: the source's own earlier values, so that the local value
  /// does not count as read.
  public var was: JSONObject {
    JSONObject(
      changes.map { field, change in
        (field, JSONValue.string(change.said.description))
      })
  }

  /// The local values again, written after the source's: later, and without having read them, unless that settles the
  /// conflict. So both are heads, and the local one shows. One mutation for each author, who remains the author of the
  /// values.
  public func again(_ kind: String, _ id: String) -> [Mutation] {
    let all = changes + restored
    var authors: [String?] = []
    for (_, change) in all where !authors.contains(change.by) { authors.append(change.by) }
    return authors.map { author in
      let theirs = all.filter { $0.change.by == author }
      var mutation = Mutation(
        .sync, kind: kind, id: id, set: JSONObject(theirs.map { ($0.field, $0.change.value) }))
      mutation.was = JSONObject(
        theirs.map { ($0.field, JSONValue.string($0.change.order.description)) })
      mutation.by = author
      return mutation
    }
  }

  /// Names no values, since these may be sensitive. Nil if nothing is left to decide.
  public func remark(on kind: String, _ id: String) -> String? {
    if fields.isEmpty { return nil }
    let names = fields.joined(separator: ", ")
    return
      "\(kind) \(id): \(names) changed here and in the source; the value written here shows, and '\(Remedy.conflicts)' lists both"
  }
}

extension Mutation {
  /// The source whose values the event repeats.
  public var source: String? {
    get { other[Self.sourceKey]?.string }
    set { other[Self.sourceKey] = newValue.map { .string($0) } }
  }
}
