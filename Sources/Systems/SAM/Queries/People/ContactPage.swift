public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A person's card: the address book's data, and the practice's additions.
public struct ContactPage: Sendable, Hashable {
  public var id: Ref<Person>
  /// The cached name, else the e-mail, else the id.
  public var name: String
  /// Whether the contact is gone from its address book.
  public var isArchived: Bool
  /// All addresses, the preferred one first.
  public var emails: [String]
  /// The preferred one first.
  public var phoneNumbers: [String]
  /// Each in one line.
  public var postalAddresses: [String]
  /// As ``Person/birthday``.
  public var birthday: String?
  /// The card's note; nil where it has none.
  public var addressBookNote: String?
  /// Where the contact works, from the card; nil where it has none.
  public var organizationName: String?
  /// The contact's title there, from the card; nil where it has none.
  public var jobTitle: String?
  /// The size of the photo in bytes; nil without one.
  public var photoSizeBytes: Int64?
  /// The contact's identifier in the address book; nil for a person who is in none.
  public var contactIdentifier: String?
  /// When the source last changed anything here.
  public var lastSyncedAt: Date?
  /// The name of the address book, such as `contacts.vcf`; nil for a person who comes from none.
  public var sourceName: String?
  /// The person's roles in the practice as a whole; ``participations`` have those in each context.
  public var roles: [RoleType]
  /// The practice's remarks on what the person is responsible for.
  public var responsibilityNotes: [String]
  /// Primary ones first.
  public var participations: [ParticipationItem]
  /// All of them, newest first.
  public var notes: [NoteItem]
}

extension ContactPage {
  /// Nil if there is no such person.
  public static func read(_ id: Ref<Person>, in view: borrowing ViewReader) -> ContactPage? {
    view.read(Person.kind, id.rawValue) { ContactPage($0) }
  }

  init(_ reader: borrowing EntityReader) {
    let page = PersonPage(reader)
    (id, name, isArchived) = (page.summary.id, page.summary.name, page.summary.isArchived)
    (emails, roles) = (page.emails, page.summary.roles)
    (phoneNumbers, postalAddresses) = (page.phoneNumbers, page.postalAddresses)
    (birthday, addressBookNote) = (page.birthday, reader.text("addressBookNote"))
    (organizationName, jobTitle) = (reader.text("organizationName"), reader.text("jobTitle"))
    photoSizeBytes = reader.value("photoThumbnailCache").sizeBytes
    contactIdentifier = reader.text("contactIdentifier")
    (lastSyncedAt, sourceName) = (page.lastSyncedAt, page.sourceName)
    (responsibilityNotes, participations) = (page.responsibilityNotes, page.participations)
    notes = reader.mapReferring(Note.kind, by: "person") { NoteItem($0) }.newestFirst
  }
}

extension JSONValue {
  /// Of data, in place or kept beside the log; nil for what is not data.
  fileprivate var sizeBytes: Int64? {
    if let size = object?["size"]?.int { return size }
    return string.flatMap { Data(base64Encoded: $0) }.map { Int64($0.count) }
  }
}
