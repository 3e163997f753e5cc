public import Daybook

/// Reconciles people with address books.
public typealias ContactSync = ContactReconciliation<ContactPeople>

/// A card is a person, identified by an e-mail address like the people whom a calendar invites. People who are removed
/// from the address book stay here.
public enum ContactPeople: ContactTarget {
  public static var kind: String { Person.kind }
  /// The field that holds the photo: ``Person/photo``.
  public static let photo = "photo"
  /// The reason that a sync gives for a card that it leaves out.
  public static let keyReason = "the card has no e-mail address, by which Planner knows people"

  /// The first of the card's addresses that somebody here has, else its first.
  public static func key(of card: ContactCard, in state: borrowing some SyncState & ~Copyable) -> String? {
    let addresses = EmailAddress.distinct(card.emails).map(EmailAddress.normalized).filter(EmailAddress.isOne)
    for address in addresses where state.entity(Person.kind, key: address) != nil { return address }
    return addresses.first
  }

  /// `name`, `company` and `role`. A card whose name is only its first e-mail gives no name.
  public static func fields(of card: ContactCard) -> [ContactField] {
    // A card without a name does not remove an existing one.
    let hasName = card.name.map {
      EmailAddress.normalized($0) != card.emails.first.map(EmailAddress.normalized)
    }
    let name = hasName == true ? card.name : nil
    return (name.map { [ContactField("name", .string($0), unwritten: "")] } ?? [])
      + [ContactField("company", card.organization), ContactField("role", card.jobTitle)]
  }

  /// The `email`. Planner records no source for a person.
  public static func identity(of key: String, from source: SyncSource) -> JSONObject {
    ["email": .string(key)]
  }
}
