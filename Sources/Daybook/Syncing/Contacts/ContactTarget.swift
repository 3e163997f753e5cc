public import DaybookModel

/// What the cards of an address book are in one system, for a ``ContactReconciliation``.
public protocol ContactTarget: SendableMetatype {
  /// The kind whose entities they are. It has the fields `phoneNumbers`, `postalAddresses`, `birthday`,
  /// `addressBookNote`, `sourceCard` and `sourceCardData`.
  static var kind: String { get }

  /// The natural key of a card's person; nil if the system cannot identify them.
  static func key(of card: ContactCard, in state: borrowing some SyncState & ~Copyable) -> String?

  /// Why a card without a key is left out.
  static var keyReason: String { get }

  /// The field that holds the photo.
  static var photo: String { get }

  /// The card's values for the system's own fields, besides the photo.
  static func fields(of card: ContactCard) -> [ContactField]

  /// The person's names and origin; written only with the first event.
  static func identity(of key: String, from source: SyncSource) -> JSONObject

  /// The people whom a completely read source no longer has, each with what is written about them. Empty if they stay.
  static func gone(
    from source: SyncSource, in state: borrowing some SyncState & ~Copyable, isRead: (String) -> Bool
  ) -> [(person: SyncedEntity, says: ContactField)]
}

extension ContactTarget {
  /// By default nobody: people stay when their source no longer has them.
  public static func gone(
    from source: SyncSource, in state: borrowing some SyncState & ~Copyable, isRead: (String) -> Bool
  ) -> [(person: SyncedEntity, says: ContactField)] { [] }
}

/// A field as a card has it.
public struct ContactField: Sendable, Equatable {
  /// The field's name in the kind's schema.
  public var name: String
  /// The value as the ledger stores it; null where the card has none.
  public var value: JSONValue
  /// What it reads as while nobody has written it.
  public var unwritten: JSONValue

  /// A field with a stored value.
  ///
  /// - Parameters:
  ///   - name: the field's name in the kind's schema.
  ///   - value: the value as the ledger stores it; null where the card has none.
  ///   - unwritten: what it reads as while nobody has written it.
  public init(_ name: String, _ value: JSONValue, unwritten: JSONValue = .null) {
    (self.name, self.value, self.unwritten) = (name, value, unwritten)
  }

  /// A text field; null where the card has no text.
  public init(_ name: String, _ text: String?) { self.init(name, text.map { .string($0) } ?? .null) }

  /// A field that is a list of texts, and reads as an empty list while nobody has written it.
  public init(_ name: String, _ texts: [String]) {
    self.init(name, .array(texts.map { .string($0) }), unwritten: [])
  }
}
