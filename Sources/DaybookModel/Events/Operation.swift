/// What an event intends. Open: an operation of a later version is kept and shown, and changes
/// nothing that this version reads.
public struct Operation: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  public var rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }

  /// Writes fields; creates the entity, or brings it back from a delete it did not know of.
  public static let upsert: Operation = "upsert"
  /// Adds an edge, or writes a to-one relation.
  public static let link: Operation = "link"
  public static let unlink: Operation = "unlink"
  /// Puts aside (an insight, evidence): what that means is in `set`.
  public static let dismiss: Operation = "dismiss"
  /// Takes a dismissal or a delete back.
  public static let restore: Operation = "restore"
  public static let delete: Operation = "delete"
  /// An entity was reconciled with the world outside: evidence with a calendar, a message with its server.
  public static let sync: Operation = "sync"
  /// Reserved.
  public static let erase: Operation = "erase"

  public static let known: [Operation] = [
    .upsert, .link, .unlink, .dismiss, .restore, .delete, .sync, .erase,
  ]

  /// Those that this version writes.
  public static let written: [Operation] = [.upsert, .link, .unlink, .dismiss, .restore, .delete, .sync]
}

extension Operation: Codable {
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
