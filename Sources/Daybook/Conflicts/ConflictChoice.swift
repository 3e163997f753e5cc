public import DaybookModel
import DaybookView

/// What a conflict is to come to.
public enum ConflictChoice: Sendable, Equatable {
  /// What shows now. Of a delete that hides something the delete stands, of one that a rule forbids too; of a shared
  /// value the one that had it first keeps it.
  case winner
  /// The other side, where there is one other: the value that lost, the deleted entity as it was, the second that has
  /// a shared value.
  case loser
  /// The side with this stamp.
  case write(Stamp)
  /// Of a field this value; else whether the entity is there, or linked.
  case value(JSONValue)
  /// Of a shared value the entity with this id keeps it.
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
