public import DaybookModel

/// A field of which a source says something else than it reads.
public struct SourceNews: Sendable {
  public var kind: String
  public var id: String
  /// The field's name in the kind's schema.
  public var field: String
  /// What the source says now.
  public var value: JSONValue
  /// How the field reads while nobody has written it.
  public var unwritten: JSONValue
  /// The source's ``SyncSource/id``.
  public var source: String?

  /// What a source says of one field now; nil for a source that has no name.
  public init(
    _ field: String, _ value: JSONValue, unwritten: JSONValue = .null, of kind: String, _ id: String,
    from source: String?
  ) {
    (self.field, self.value, self.unwritten) = (field, value, unwritten)
    (self.kind, self.id, self.source) = (kind, id, source)
  }
}

/// What comes of it. The base of the comparison is what that source said last.
public enum SourceVerdict: Sendable {
  /// The source's value is written: nobody here changed the field since the source said it.
  case writes
  /// The source says what it said before: what was written here stays, and nothing is written.
  case isKnown
  /// The same, of what somebody here wrote.
  case stands(LocalChange)
  /// Both changed it: the two are a conflict, of which the local value shows.
  case differs(LocalChange)
  /// An import elsewhere wrote over the local value without knowing of it: that is written again, and shows.
  /// `isDecided` where the source says what it said before somebody changed it: then the conflict ends.
  case restores(LocalChange, isDecided: Bool)
}

/// What somebody here wrote over what a source had said.
public struct LocalChange: Sendable {
  /// The local value, in the present schema's terms.
  public var value: JSONValue
  /// Who wrote it; nil where the event names nobody.
  public var by: String?
  /// The stamp that decides.
  public var order: Stamp
  /// That of the source's event that said what the local value was compared with.
  public var said: Stamp
}

/// The changes of one entity that its source and somebody here both made, as the mutations that keep both.
public struct ContestedFields: Sendable {
  /// Those of which the source's value is written now.
  public private(set) var changes: [(field: String, change: LocalChange)] = []
  /// Those that an import elsewhere overwrote.
  public private(set) var restored: [(field: String, change: LocalChange)] = []
  /// Fields over which source and somebody are in conflict.
  private var fields: [String] = []

  public init() {}

  /// Adds a field that the source's event writes now, and that somebody here changed, too.
  public mutating func add(_ field: String, _ change: LocalChange) {
    changes.append((field, change))
    fields.append(field)
  }

  /// The local value of a field that was added is another.
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

  /// What the source's write says of what its author had read: what the source itself had said before, so that the
  /// local value is not taken for read.
  public var was: JSONObject {
    JSONObject(
      changes.map { field, change in
        (field, JSONValue.string(change.said.description))
      })
  }

  /// The local values again, written after the source's: later, and without having read them, unless that decides it. So
  /// both are heads, and the local one shows. One for each author, whose word it stays.
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

  /// Names no values, which may be sensitive. Nil where nothing is left to decide.
  public func remark(on kind: String, _ id: String) -> String? {
    if fields.isEmpty { return nil }
    let names = fields.joined(separator: ", ")
    return
      "\(kind) \(id): \(names) changed here and in the source; the value written here shows, and '\(Remedy.conflicts)' lists both"
  }
}

extension Mutation {
  /// Which source the event repeats.
  public var source: String? {
    get { other[Self.sourceKey]?.string }
    set { other[Self.sourceKey] = newValue.map { .string($0) } }
  }
}
