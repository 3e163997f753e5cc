public import DaybookModel

/// Who wrote what of an entity shows: of each field, link, and of whether it is there, the event.
public struct Blame: Sendable {
  public var kind: String
  public var id: String
  /// Whether it shows: it is neither deleted, nor gone from its source, nor hidden with an owner.
  public var isShown: Bool
  /// Because of which owner it does not.
  public var cause: Step.Cause?
  /// Whether it is there and whether its source has it, fields in the struct's order, those of other versions, links.
  public var lines: [Line]

  /// One register of the entity, with the events that its value comes from.
  public struct Line: Sendable {
    /// The field, the link or the state that the line is about.
    public var register: Step.Register
    /// As it is stored, in the present schema's terms; what nobody wrote reads as its default.
    public var value: JSONValue?
    /// Whether nobody wrote it.
    public var isDefault: Bool
    /// Whether what was written is erased.
    public var isErased = false
    /// The events that erased it, where it is; the earliest first.
    public var erasers: [LogEntry] = []
    /// The events whose writes show, the greatest first: one, and of a field that is merged all of them. Empty for a
    /// default, and for being there where no event but those of the fields made it.
    public var writers: [LogEntry]
  }
}
