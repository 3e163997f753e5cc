public import DaybookModel

/// What differs of one entity between two points of a ledger's past.
public struct Difference: Sendable {
  /// How the entity differs between the two points.
  public enum What: String, Sendable, CaseIterable {
    /// It shows, and was not made before.
    case created
    /// It shows before and after, and something of it reads otherwise.
    case changed
    /// It was deleted.
    case deleted
    /// Its source has lost it.
    case gone
    /// An owner of it was deleted or has gone.
    case hidden
    /// It shows again.
    case returned
    /// It shows before, and was not made after: the second point is the earlier one, or knows less.
    case unmade
  }

  public var kind: String
  public var id: String
  /// How the entity differs as a whole; ``changes`` has the values.
  public var what: What
  /// What reads otherwise, as it is stored, in the present schema's terms.
  public var changes: [Change]
  /// Because of which owner it is hidden.
  public var cause: Step.Cause?

  /// One register that reads otherwise at the second point.
  public struct Change: Sendable {
    /// The field, the link or the state that differs.
    public var register: Step.Register
    /// Nil where nothing was there.
    public var before: JSONValue?
    /// What it reads as at the second point; nil where it has no value there.
    public var after: JSONValue?
    /// Whether what was written is erased, whichever value it was: at the first point, and at the second.
    public var wasErased = false
    /// Whether what was written is erased at the second point.
    public var isErased = false
    /// The events that erased what the second point has; the earliest first.
    public var erasers: [LogEntry] = []
    /// The events because of which it reads as it does after: the writes that show, or the re-creation that hides
    /// them. Empty where the second point knows of none.
    public var writers: [LogEntry]
  }
}
