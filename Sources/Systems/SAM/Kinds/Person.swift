public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The CRM's overlay for a person. The address book is the system of record: it fills the cached fields.
public struct Person: Entity {
  public var id = ID()
  /// `contacts:<UID>`; for a card without UID, its normalised name and first address.
  public var contactIdentifier: String?
  /// The full name as the card has it, or as it was typed for a person without a card; nil where unknown.
  public var displayNameCache: String?
  /// The first of ``emailAddresses``.
  public var emailCache: String?
  /// Every address of the contact, as its card has them; written by syncs.
  public var emailAddresses: [String] = []
  /// The contact's telephone numbers, the preferred one first, as its card has them.
  public var phoneNumbers: [String] = []
  /// The contact's postal addresses, each in one line, as its card has them.
  public var postalAddresses: [String] = []
  /// `1980-05-12`, without a year `--05-12`, or the card's own words.
  public var birthday: String?
  /// The note in the address book.
  public var addressBookNote: String?
  /// The vCard as it came, unfolded, each property in its place; the photo in ``photoThumbnailCache`` is in it without
  /// its bytes. Null where it is longer than 64 KiB.
  public var sourceCard: String?
  /// The vCard in UTF-8, if it is longer.
  public var sourceCardData: Data?
  /// The organisation for which the contact works.
  public var organizationName: String?
  /// The contact's title at the organisation, from the card; nil where the card has none.
  public var jobTitle: String?
  /// Addresses that somebody typed in, or that came with a merge. Syncs only add addresses that the card of somebody
  /// who was merged into this person gets later.
  public var otherEmailAddresses: [String] = []
  /// The photo's bytes as the card has them, in most cases a JPEG; kept beside the log where large. Nil if none.
  public var photoThumbnailCache: Data?
  /// When the source last changed anything here: the time of its last `sync` event.
  public var lastSyncedAt: Date?
  /// Whether the contact is gone from its address book.
  public var isArchived = false
  /// The person's roles in the practice as a whole; syncs never write them.
  public var roleBadges: [RoleType] = []
  /// Remarks about what the person is responsible for, such as `signs for Mia`, one text each; syncs never write them.
  public var responsibilityNotes: [String] = []
  /// The address book that last wrote the cached fields.
  public var importedFrom: Ref<Source>?
  /// For a person who was merged into another and deleted: the other person.
  public var mergedInto: Ref<Person>?

  /// Consent requirements that wait.
  public var consentAlertsCount = 0
  /// Evidence that waits for review.
  public var reviewAlertsCount = 0
  /// The latest evidence that has occurred, newest first.
  public var recentInteractions: [InteractionChip] = []
  /// Upcoming evidence, such as planned calendar entries.
  public var upcomingInteractionsCount = 0
  /// The contexts the person takes part in, the primary ones first.
  public var contextChips: [ContextChip] = []

  /// Set through ``ContextParticipation/person``, in the order in which they were linked, ended ones too.
  public var participations: [Ref<ContextParticipation>] = []
  /// Set through ``Responsibility/guardian``: the people for whom this person is responsible, ended ones too.
  public var responsibilitiesAsGuardian: [Ref<Responsibility>] = []
  /// Set through ``Responsibility/dependent``: the people responsible for this person, ended ones too.
  public var responsibilitiesAsDependent: [Ref<Responsibility>] = []
  /// Set through ``JointInterest/members``: what the person owns together with others.
  public var jointInterests: [Ref<JointInterest>] = []
  /// Set through ``Coverage/person``, one for each product and role.
  public var coverages: [Ref<Coverage>] = []
  /// Set through ``ConsentRequirement/person``, whatever their status.
  public var consentRequirements: [Ref<ConsentRequirement>] = []
  /// Set through ``Insight/samPerson``, dismissed ones too; deleted with the person.
  public var insights: [Ref<Insight>] = []
  /// Set through ``EvidenceItem/linkedPeople``, reviewed evidence too; it stays when the person is deleted.
  public var evidence: [Ref<EvidenceItem>] = []

  public init() {}

  public static let schema = Schema("sam.person") {
    Key(\.contactIdentifier)
    Personal()
    Sensitive(\.sourceCard, \.sourceCardData)
    Names(
      \.displayNameCache, addresses: [\.emailCache, \.emailAddresses, \.otherEmailAddresses],
      detail: \.emailCache, outOfUse: \.isArchived)
    One(\.importedFrom)
    One(\.mergedInto)
    Successor(
      \.mergedInto, adding: [\.emailCache, \.emailAddresses], to: \.otherEmailAddresses,
      filling: [
        \.displayNameCache, \.photoThumbnailCache, \.organizationName, \.jobTitle, \.phoneNumbers,
        \.postalAddresses, \.birthday, \.addressBookNote,
      ])
    Inverse(\.participations, of: \ContextParticipation.person, onDelete: .nullify)
    Inverse(\.responsibilitiesAsGuardian, of: \Responsibility.guardian, onDelete: .nullify)
    Inverse(\.responsibilitiesAsDependent, of: \Responsibility.dependent, onDelete: .nullify)
    Inverse(\.jointInterests, of: \JointInterest.members, onDelete: .nullify)
    Inverse(\.coverages, of: \Coverage.person, onDelete: .nullify)
    Inverse(\.consentRequirements, of: \ConsentRequirement.person, onDelete: .nullify)
    Inverse(\.insights, of: \Insight.samPerson, onDelete: .cascade)
    Inverse(\.evidence, of: \EvidenceItem.linkedPeople, onDelete: .nullify)
    // Version 6 kept the former names beside the caches, version 7 has only the caches.
    Renamed("displayName", to: \.displayNameCache)
    Renamed("email", to: \.emailCache)
    // Addresses that were typed on two machines concurrently are both kept.
    Merge(\.otherEmailAddresses, .union)
    Upcast(\.roleBadges, before: 7) { RoleType.typed($0) }
    Projection(\.lastSyncedAt) { Formulas.lastSyncedAt($0) }
    Projection(\.consentAlertsCount) { Formulas.pendingConsents($0) }
    Projection(\.reviewAlertsCount) { Formulas.evidenceToReview($0) }
    Projection(\.recentInteractions) { Formulas.recentChips($0) }
    Projection(\.upcomingInteractionsCount) { Formulas.upcoming("evidence", $0) }
    Projection(\.contextChips) { Formulas.contextChips($0) }
  }
}
