/// What an event intends. An operation of a later version is kept and shown, but changes nothing that this version
/// reads.
public struct EventOperation: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  public var rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  /// The operation with this name, even if this version does not know it.
  public init(stringLiteral value: String) { rawValue = value }

  /// Writes fields; creates the entity, or brings it back from a delete it did not know of.
  public static let upsert: EventOperation = "upsert"
  /// Adds an edge, or writes a to-one relation.
  public static let link: EventOperation = "link"
  /// Removes an edge, or writes null to a to-one relation.
  public static let unlink: EventOperation = "unlink"
  /// Puts an entity aside (an insight, evidence): `set` has the fields that do so.
  public static let dismiss: EventOperation = "dismiss"
  /// Undoes a dismissal or a delete.
  public static let restore: EventOperation = "restore"
  /// Hides the entity until a restore, or an upsert by a machine that did not know of the delete. Erases nothing.
  public static let delete: EventOperation = "delete"
  /// An entity was reconciled with an external source: evidence with a calendar, a message with its server.
  public static let sync: EventOperation = "sync"
  /// Erases values of lines that were written before: of one line, or of an erasure as a whole. See the article on erasing.
  public static let erase: EventOperation = "erase"

  /// Those of this version, `erase` included, in the order in which the log numbers them.
  public static let known = table.map(\.operation)

  /// Those that this version writes.
  public static let written = table.filter(\.isWritten).map(\.operation)
}

extension EventOperation {
  /// What an operation does to its entity.
  package struct Effects: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Writes what is in `set`, and heeds `was`.
    package static let fields = Effects(rawValue: 1)
    /// Makes the entity, or brings it back.
    package static let life = Effects(rawValue: 2)
    package static let death = Effects(rawValue: 4)
    /// Writes `over`.
    package static let over = Effects(rawValue: 8)
    /// Writes the edge that `rel` and `to` name.
    package static let edge = Effects(rawValue: 16)
    /// Heeds `present`, `acks` and `server`.
    package static let source = Effects(rawValue: 32)
  }

  package struct Row: Sendable {
    package var operation: EventOperation
    package var effects: Effects
    /// False for an operation that this version reads and keeps, but does not write.
    package var isWritten = true
  }

  /// One row for each; the log numbers them in this order.
  package static let table: [Row] = [
    Row(operation: .upsert, effects: [.fields, .life, .over]),
    Row(operation: .link, effects: [.fields, .edge]),
    Row(operation: .unlink, effects: [.fields, .edge]),
    Row(operation: .dismiss, effects: .fields),
    Row(operation: .restore, effects: [.fields, .life, .over]),
    Row(operation: .delete, effects: .death),
    Row(operation: .sync, effects: [.fields, .source]),
    Row(operation: .erase, effects: [], isWritten: false),
  ]

  private static let effectsByName = Dictionary(
    uniqueKeysWithValues: table.map { ($0.operation.rawValue, $0.effects) })

  /// Empty for an operation that this version does not know.
  package var effects: Effects { Self.effectsByName[rawValue] ?? [] }
}

extension EventOperation: Codable {
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
