import Daybook
import Testing

@testable import SAM

struct SchemaTests {
  private static let registry = try? SchemaRegistry([.daybook, .sam])

  /// The fields of the model, and behind them those that came with what SAM does beyond it.
  @Test(arguments: [
    (
      "sam.person",
      """
      contactIdentifier displayNameCache emailCache photoThumbnailCache lastSyncedAt isArchived roleBadges
      consentAlertsCount reviewAlertsCount responsibilityNotes recentInteractions contextChips participations
      responsibilitiesAsGuardian responsibilitiesAsDependent jointInterests coverages consentRequirements insights
      """,
      """
      importedFrom evidence emailAddresses phoneNumbers organizationName jobTitle otherEmailAddresses mergedInto
      upcomingInteractionsCount postalAddresses birthday addressBookNote sourceCard sourceCardData
      """
    ),
    (
      "sam.context",
      """
      name kind consentAlertCount reviewAlertCount followUpAlertCount participations products consentRequirements
      productCards recentInteractions insights
      """, "evidence upcomingInteractionsCount"
    ),
    ("sam.contextParticipation", "person context roleBadges isPrimary note startDate endDate", ""),
    ("sam.responsibility", "guardian dependent reason startDate endDate", ""),
    ("sam.jointInterest", "members hasSurvivorshipRights description", ""),
    (
      "sam.product",
      "context type name subtitle statusDisplay icon issuedDate coverages consentRequirements jointInterests",
      ""
    ),
    ("sam.coverage", "person product role survivorshipRights", ""),
    ("sam.consentRequirement", "person context product consentType status dueDate completedAt", ""),
    (
      "sam.evidenceItem",
      """
      sourceUID source state occurredAt title snippet bodyText signals participantHints proposedLinks linkedPeople
      linkedContexts supportingInsights
      """,
      """
      occurredOn importedFrom threadID inReplyTo labels attachments sourceComponent sourceComponentData
      """
    ),
    (
      "sam.insight",
      """
      samPerson samContext product kind message confidence basedOnEvidence createdAt dismissedAt interactionsCount
      consentsCount
      """, "generatedBy basis upcomingInteractionsCount"
    ),
    ("sam.note", "person context content createdAt modifiedAt", ""),
    (
      "sam.analysisArtifact", "sourceNote peopleJSON topicsJSON actions usedLLM analyzedAt",
      "analyzedBy basis"
    ),
    ("sam.attachment", "", "evidence position fileName mediaType size content"),
  ])
  func theSchemaHasTheFieldsOfTheModel(kind: String, model: String, own: String) throws {
    let schema = try #require(Self.registry?[kind])
    let expected = (model + " " + own).split { $0.isWhitespace }.map(String.init) + ["id"]
    #expect(Set(schema.fields.map(\.name)) == Set(expected))
    #expect(schema.fields.count == expected.count)
    #expect(schema.version == 7)
    #expect(schema.isPersonal)
  }

  @Test func thereAreThirteenKinds() throws {
    let registry = try #require(Self.registry)
    #expect(registry.kinds.count { $0.kind.hasPrefix("sam.") } == 13)
  }

  @Test func keysAndDismissals() throws {
    let registry = try #require(Self.registry)
    #expect(registry["sam.person"]?.key?.field == "contactIdentifier")
    #expect(registry["sam.evidenceItem"]?.key?.field == "sourceUID")
    let insight = try #require(registry["sam.insight"]?.dismissal)
    #expect(insight.field == "dismissedAt")
    #expect(insight.dismissed == .now)
    #expect(insight.restored == .value(.null))
    let evidence = try #require(registry["sam.evidenceItem"]?.dismissal)
    #expect(evidence.field == "state")
    #expect(evidence.dismissed == .value("done"))
    #expect(evidence.restored == .value("needsReview"))
    #expect(registry["sam.person"]?.renames.map(\.former) == ["displayName", "email"])
    #expect(registry["sam.person"]?.renames.map(\.name) == ["displayNameCache", "emailCache"])
  }

  /// Free words of version 6 become roles where they are one.
  @Test(arguments: ["sam.person", "sam.contextParticipation"])
  func rolesOfFormerVersions(kind: String) throws {
    let upcast = try #require(Self.registry?[kind]?.upcasts.first)
    #expect(upcast.field == "roleBadges")
    #expect(upcast.before == 7)
    #expect(
      upcast.convert(["Client", "Primary Insured", "Odd One", 5]) == [
        "client", "primaryInsured", "Odd One", 5,
      ])
    #expect(upcast.convert(.null) == .null)
  }

  @Test func theseFieldsAreWorkedOut() throws {
    let registry = try #require(Self.registry)
    let projections = registry.kinds.filter { $0.kind.hasPrefix("sam.") }.flatMap { kind in
      kind.fields.filter(\.isProjection).map { "\(kind.kind.dropFirst(4)).\($0.name)" }
    }
    #expect(
      Set(projections) == [
        "person.lastSyncedAt", "person.consentAlertsCount", "person.reviewAlertsCount",
        "person.recentInteractions", "person.contextChips", "context.consentAlertCount",
        "context.reviewAlertCount", "context.followUpAlertCount", "context.productCards",
        "context.recentInteractions", "insight.interactionsCount", "insight.consentsCount",
        "person.upcomingInteractionsCount", "context.upcomingInteractionsCount",
        "insight.upcomingInteractionsCount",
      ])
  }
}
