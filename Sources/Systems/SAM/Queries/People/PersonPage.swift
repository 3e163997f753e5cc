public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Everything about a person on one page.
public struct PersonPage: Sendable, Hashable {
  /// What a list shows of the person: name, roles and counts.
  public var summary: PersonSummary
  /// All addresses, the preferred one first.
  public var emails: [String]
  /// As the card has them, the preferred one first.
  public var phoneNumbers: [String]
  /// Each in one line.
  public var postalAddresses: [String]
  /// As ``Person/birthday``.
  public var birthday: String?
  /// The practice's remarks on what the person is responsible for.
  public var responsibilityNotes: [String]
  /// When the source last changed anything here.
  public var lastSyncedAt: Date?
  /// The name of the address book, such as `contacts.vcf`; nil for a person who comes from none.
  public var sourceName: String?
  /// Primary ones first.
  public var participations: [ParticipationItem]
  /// The products that cover the person, one item for each coverage, in the order in which they were linked.
  public var coverages: [CoverageItem]
  /// The people for whom the person is responsible, including responsibilities that have ended.
  public var responsibleFor: [ResponsibilityItem]
  /// The people who are responsible for the person, including responsibilities that have ended.
  public var dependentOf: [ResponsibilityItem]
  /// What the person owns together with others.
  public var jointInterests: [JointInterestItem]
  /// The pending consent requirements, the first due first.
  public var pendingConsents: [ConsentItem]
  /// The open insights, the most certain first.
  public var openInsights: [InsightItem]
  /// The latest evidence that has occurred, newest first.
  public var recentInteractions: [ReviewItem]
  /// The number of upcoming pieces of evidence.
  public var upcomingInteractionsCount: Int
  /// The latest notes, newest first.
  public var recentNotes: [NoteItem]
}

extension PersonPage {
  /// Nil if there is no such person.
  public static func read(_ id: Ref<Person>, in view: borrowing ViewReader) -> PersonPage? {
    view.read(Person.kind, id.rawValue) { PersonPage($0) }
  }

  init(_ reader: borrowing EntityReader) {
    summary = PersonSummary(reader)
    emails = reader.allEmailAddresses
    (phoneNumbers, postalAddresses) = (reader.texts("phoneNumbers"), reader.texts("postalAddresses"))
    birthday = reader.text("birthday")
    responsibilityNotes = reader.texts("responsibilityNotes")
    lastSyncedAt = Formulas.lastSyncedAt(reader)
    sourceName = reader.map("importedFrom") { $0.text("name") ?? $0.id }.first
    participations = reader.map("participations") { ParticipationItem($0) }.primaryFirst
    coverages = reader.map("coverages") { CoverageItem($0) }
    responsibleFor = reader.map("responsibilitiesAsGuardian") { ResponsibilityItem($0) }
    dependentOf = reader.map("responsibilitiesAsDependent") { ResponsibilityItem($0) }
    jointInterests = reader.map("jointInterests") { JointInterestItem($0) }
    pendingConsents = reader.map("consentRequirements") { ConsentItem($0) }.pendingByDueDate
    openInsights = reader.map("insights") { InsightItem($0) }.openByConfidence
    recentInteractions = reader.latestEvidence
    upcomingInteractionsCount = Formulas.upcoming("evidence", reader)
    recentNotes = Array(
      reader.mapReferring(Note.kind, by: "person") { NoteItem($0) }.newestFirst.prefix(Formulas.recentCount))
  }
}

extension EntityReader {
  /// As ``Person/allEmailAddresses``.
  fileprivate var allEmailAddresses: [String] {
    EmailAddress.distinct(
      [text("emailCache")].compactMap { $0 } + texts("emailAddresses") + texts("otherEmailAddresses"))
  }
}

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
