public import Daybook

/// Reconciles people with address books.
public typealias ContactSync = ContactReconciliation<ContactPeople>

/// A card is a person; people who are gone from the address book are archived.
public enum ContactPeople: ContactTarget {
  public static var kind: String { Person.kind }
  /// The field that holds the photo's bytes.
  public static let photo = "photoThumbnailCache"
  /// Never shown: every card has a key.
  public static let keyReason = ""

  /// `contacts:<UID>`; for a card without UID its normalised name and first address. Never nil.
  public static func key(of card: ContactCard, in state: borrowing some SyncState & ~Copyable) -> String? {
    card.contactIdentifier
  }

  /// Name, addresses, organisation, job title, and `isArchived` as false, since the card is in the address book.
  public static func fields(of card: ContactCard) -> [ContactField] {
    [
      ContactField("displayNameCache", card.name), ContactField("emailCache", card.emails.first),
      ContactField("emailAddresses", EmailAddress.distinct(card.emails)),
      ContactField("organizationName", card.organization), ContactField("jobTitle", card.jobTitle),
      ContactField("isArchived", false, unwritten: false),
    ]
  }

  /// The person's `contactIdentifier`, and the address book as `importedFrom`.
  public static func identity(of key: String, from source: SyncSource) -> JSONObject {
    ["contactIdentifier": .string(key), "importedFrom": .string(source.id)]
  }

  /// The people of the source whose keys were not read, each with ``Person/isArchived`` set; deleted and archived ones
  /// are left out. O(people of the source).
  public static func gone(
    from source: SyncSource, in state: borrowing some SyncState & ~Copyable, isRead: (String) -> Bool
  ) -> [(person: SyncedEntity, says: ContactField)] {
    state.entities(Person.kind, where: "importedFrom", equals: .string(source.id)).compactMap { person in
      guard person.isAlive, person.values["isArchived"]?.bool != true,
        let key = person.values["contactIdentifier"]?.string, !isRead(key)
      else { return nil }
      return (person, ContactField("isArchived", true, unwritten: false))
    }
  }
}
