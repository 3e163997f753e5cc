public import DaybookModel
import DaybookView

/// How to resolve a conflict.
public enum ConflictChoice: Sendable, Equatable {
  /// What shows now. A delete that hides something remains in effect, as does a delete that a rule forbids; a shared
  /// value stays with the entity that had it first.
  case winner
  /// The other side, if there is only one: the value that lost, the deleted entity as it was, the second entity that
  /// has a shared value.
  case loser
  /// The side with this stamp.
  case write(Stamp)
  /// For a field, this value; otherwise whether the entity exists or is linked.
  case value(JSONValue)
  /// The entity with this id keeps the shared value.
  case entity(String)
}

extension ConflictChoice {
  /// What somebody typed: `winner`, `loser`, a stamp, an entity's id where a value is shared, or JSON.
  public init(_ text: String, for conflict: EntityConflict) throws(LedgerError) {
    if text == "winner" {
      self = .winner
    } else if text == "loser" {
      self = .loser
    } else if let stamp = Stamp(text) {
      self = .write(stamp)
    } else if conflict.cause == .unique {
      self = .entity(text)
    } else if let value = try? JSONParser.parse(text) {
      self = .value(value)
    } else {
      let near = Suggestion.advice(for: text, among: ["winner", "loser"])
      let text = conflict.sides.contains(where: \.isSensitive) ? Disclosure.mask : text
      throw LedgerError(
        .usage, "'\(text)' is not winner, loser, a stamp or JSON",
        advice: near ?? (conflict.cause == .field ? "a text is JSON in quotes: '\"\(text)\"'" : nil))
    }
  }
}
