public import DaybookModel

/// What one event changed in one entity: the one that it is about, or one that shows or hides because of it.
/// Steps come in the order of the events' stamps, which is not the order in which they arrived.
public struct Step: Sendable {
  /// The event that the step is about, with the replica and the commit that it belongs to.
  public var entry: LogEntry
  public var kind: String
  public var id: String
  /// What the event wrote, even if that changed nothing, then what followed from it.
  public var changes: [Change]

  /// Who erased those values, field by field.
  public var erasers: [Erased] = []

  /// The fields of its own entity that the event wrote and whose values are erased.
  public var erased: [String] {
    entry.event.mutation.kind == kind && entry.event.mutation.id == id ? entry.event.erasedFields : []
  }

  /// A step with what it changed; ``erasers`` is empty.
  public init(entry: LogEntry, kind: String, id: String, changes: [Change]) {
    (self.entry, self.kind, self.id, self.changes) = (entry, kind, id, changes)
  }

  /// A field that the event wrote and whose value is erased.
  public struct Erased: Sendable {
    /// The field's name, as ``Step/erased`` has it.
    public var field: String
    /// The events that erased it, the earliest first.
    public var events: [LogEntry]
  }

  /// The result of an event for one register.
  public enum Outcome: Sendable, Hashable {
    /// What the event wrote shows from here on, until something else is written.
    case won
    /// What the event wrote does not show: something written before it counts as later, the server's value
    /// shows, or a re-creation hides it.
    case lost(to: Stamp)
    /// The event did not write it, but it has another value, or shows another write, because of the event.
    case followed
  }

  /// One register before the event and after it.
  public struct Change: Sendable, Equatable {
    /// The field, the link or the state that changed.
    public var register: Register
    /// What it read as before the event; nil where it had no value. Null is a value.
    public var before: JSONValue?
    /// What it reads as since the event; nil where it has no value. Null is a value.
    public var after: JSONValue?
    /// Whether the event's own write shows, lost, or the change only followed from the event.
    public var outcome: Outcome
    /// What the event wrote, whether or not it shows; nil where it did not write it.
    public var written: JSONValue?
    /// The write that it conflicted with and that its author had not seen: the one that it replaced, or lost to. Nil if
    /// the author had seen it, or both wrote the same.
    public var unseen: Stamp?
    /// The writes that show after it: for a merged field all of them, the greatest first.
    public var writers: [Stamp]
    /// The other entity because of which it shows or hides.
    public var cause: Cause?

    /// A change of one register. By default the event did not write it, it conflicted with no unseen write, and no
    /// write shows.
    public init(
      _ register: Register, before: JSONValue?, after: JSONValue?, outcome: Outcome,
      written: JSONValue? = nil,
      unseen: Stamp? = nil, writers: [Stamp] = [], cause: Cause? = nil
    ) {
      (self.register, self.before, self.after, self.outcome) = (register, before, after, outcome)
      (self.written, self.unseen, self.writers, self.cause) = (written, unseen, writers, cause)
    }

    /// Whether it reads as before. An event that writes what was there already still is its last writer.
    public var isSame: Bool { before == after }
  }

  /// The owner because of which an entity shows or hides.
  public struct Cause: Sendable, Equatable {
    /// What the owner did.
    public enum What: String, Sendable {
      /// It was deleted, or its source lost it.
      case deleted, gone
      /// It shows again.
      case returned
      /// It is still gone, but the entity no longer belongs to it.
      case left
    }

    public var kind: String
    public var id: String
    /// The event that deleted it or brought it back.
    public var stamp: Stamp
    /// The author of that event; nil: it names none.
    public var by: String?
    /// Whether the owner went, came back, or was left.
    public var what: What

    /// A cause; `kind` and `id` are the owner's, `stamp` and `by` those of the event.
    public init(kind: String, id: String, stamp: Stamp, by: String?, what: What) {
      (self.kind, self.id, self.stamp, self.by, self.what) = (kind, id, stamp, by, what)
    }
  }
}

extension Step {
  /// What can change in an entity. Names and ids are equal where their bytes are.
  public enum Register: Sendable, Hashable {
    /// A field or a to-one relation, by its present name in the schema; a name that the schema does not have as it is
    /// stored.
    case field(String)
    /// A link to the entity with an id: true while linked.
    case relation(String, to: String)
    /// Whether the entity was made, and not deleted since.
    case alive
    /// Whether its source still has it.
    case present
    /// Whether it shows: alive, present, and with no owner gone.
    case visibility

    public static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.field(let name), .field(let other)): name.hasSameBytes(as: other)
      case (.relation(let name, let to), .relation(let other, let otherTo)):
        name.hasSameBytes(as: other) && to.hasSameBytes(as: otherTo)
      case (.alive, .alive), (.present, .present), (.visibility, .visibility): true
      default: false
      }
    }

    public func hash(into hasher: inout Hasher) {
      switch self {
      case .field(let name): name.hashBytes(into: &hasher)
      case .relation(let name, let to):
        name.hashBytes(into: &hasher)
        to.hashBytes(into: &hasher)
      case .alive: hasher.combine(1)
      case .present: hasher.combine(2)
      case .visibility: hasher.combine(3)
      }
    }
  }
}
