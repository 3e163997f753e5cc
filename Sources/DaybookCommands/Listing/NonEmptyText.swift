import Daybook
import DaybookText

/// A name or a note that a user types must not be empty.
enum NonEmptyText {
  /// An event is at most 1 MiB; this leaves room for its other keys.
  private static let sizeBytesMax = 900 << 10

  /// The text without white space around it.
  static func read(_ text: String, _ noun: String) throws(LedgerError) -> String {
    let text = text.trimmed
    guard !text.isEmpty else {
      throw LedgerError(.usage, "the \(noun) is empty", advice: "write something, in quotes")
    }
    guard text.utf8.count <= sizeBytesMax else {
      throw LedgerError(
        .badData, "the \(noun) has \(text.utf8.count) bytes, more than an event holds",
        advice: "split it into parts of \(sizeBytesMax >> 10) KiB")
    }
    return text
  }
}

extension Entity {
  /// The upsert that makes the entity: its stored fields that differ from the defaults.
  func creation() throws -> Mutation {
    let (own, defaults) = (try FieldEncoder.json(self), try FieldEncoder.json(Self(id: id)))
    var set = JSONObject()
    for member in own.object ?? [:] where member.key != "id" && defaults.object?[member.key] != member.value {
      set[member.key] = member.value
    }
    return Mutation(.upsert, kind: Self.kind, id: id.rawValue, set: set)
  }
}

extension Entity {
  /// The stored fields that differ from those of a former value, in their written form.
  func differences(from former: Self) throws -> JSONObject {
    let (before, after) = (try FieldEncoder.json(former), try FieldEncoder.json(self))
    var set = JSONObject()
    for member in after.object ?? [:] where before.object?[member.key] != member.value {
      set[member.key] = member.value
    }
    return set
  }
}
