import Daybook
import Testing

@testable import Planner

/// The fields of the model, and behind them those that came with what Planner does beyond it.
@Suite struct SchemaTests {
  private static let registry = try? SchemaRegistry([.daybook, .planner])

  static let model: [(kind: String, fields: String, own: String)] = [
    (
      "planner.meetingRecord",
      """
      eventIdentifier title startDate endDate location organizerName organizerEmail purpose outcomes actionItems
      summary calendarTitle isRecurring createdAt updatedAt notes attendees embeddings tags
      """,
      """
      isAllDay summarizedBy summaryBasis calendarNotes calendarAttendees importedFrom isGoneFromCalendar
      sourceComponent sourceComponentData
      """
    ),
    (
      "planner.note", "title richTextData plainText createdAt updatedAt meetingRecord embeddings tags",
      "richTextType importedFrom importedPath importedHash"
    ),
    (
      "planner.person",
      "email name company role relationshipSummary lastInteractionDate meetingCount meetings",
      """
      summarizedBy summaryBasis nextMeetingDate upcomingMeetingCount phoneNumbers postalAddresses birthday
      addressBookNote photo sourceCard sourceCardData
      """
    ),
    (
      "planner.embeddingRecord",
      "vectorData sourceText sourceType chunkIndex createdAt meetingRecord note", "embedder sourceHash"
    ),
    ("planner.tag", "name color meetingRecords notes", ""),
  ]

  @Test(arguments: model)
  func theSchemaHasTheFieldsOfTheModel(kind: String, fields: String, own: String) throws {
    let schema = try #require(Self.registry?[kind])
    let names = (fields + " " + own).split { $0.isWhitespace }.map(String.init)
    #expect(schema.fields.map(\.name) == ["id"] + names)
    #expect(schema.version == 2)
    #expect(schema.isPersonal)
  }

  @Test func thereAreNoOtherKinds() throws {
    let registry = try #require(Self.registry)
    #expect(
      registry.kinds.map(\.kind).filter { $0.hasPrefix("planner.") } == Self.model.map(\.kind).sorted())
  }

  /// Null is a value of these alone.
  @Test func theseFieldsAloneMayBeNull() throws {
    let registry = try #require(Self.registry)
    let found = registry.kinds.filter { $0.kind.hasPrefix("planner.") }.flatMap { kind in
      kind.fields.filter(\.isOptional).map { "\(kind.kind.dropFirst(8)).\($0.name)" }
    }
    let expected = """
      embeddingRecord.meetingRecord embeddingRecord.note embeddingRecord.sourceHash
      meetingRecord.location meetingRecord.organizerName meetingRecord.organizerEmail meetingRecord.purpose
      meetingRecord.outcomes meetingRecord.actionItems meetingRecord.summary meetingRecord.calendarTitle
      meetingRecord.summarizedBy meetingRecord.summaryBasis meetingRecord.calendarNotes
      meetingRecord.sourceComponent meetingRecord.sourceComponentData
      meetingRecord.importedFrom note.richTextData note.meetingRecord note.richTextType note.importedFrom
      note.importedPath note.importedHash person.company person.role person.relationshipSummary
      person.lastInteractionDate person.summarizedBy person.summaryBasis person.nextMeetingDate
      person.birthday person.addressBookNote person.photo person.sourceCard person.sourceCardData
      """
    #expect(Set(found) == Set(expected.split { $0.isWhitespace }.map(String.init)))
  }

  @Test func fieldsHaveTheTypesOfTheModel() throws {
    let registry = try #require(Self.registry)
    let meeting = try #require(registry["planner.meetingRecord"])
    for name in ["startDate", "endDate", "createdAt", "updatedAt"] {
      #expect(meeting.field(name)?.type == .instant)
    }
    #expect(meeting.field("isRecurring")?.type == .bool)
    #expect(meeting.field("createdAt")?.stampDefault == .first)
    #expect(meeting.field("updatedAt")?.stampDefault == .last)
    let note = try #require(registry["planner.note"])
    #expect(note.field("richTextData")?.type == .data)
    #expect(note.field("plainText")?.type == .string)
    #expect(note.field("richTextType")?.type == .enumeration(["rtf", "html", "markdown", "archive"]))
    let embedding = try #require(registry["planner.embeddingRecord"])
    #expect(embedding.field("vectorData")?.type == .data)
    #expect(embedding.field("sourceType")?.type == .enumeration(["meeting", "note"]))
    #expect(embedding.field("chunkIndex")?.type == .int)
    #expect(registry["planner.person"]?.field("meetingCount")?.type == .int)
    #expect(registry["planner.person"]?.field("lastInteractionDate")?.type == .instant)
    #expect(registry["planner.tag"]?.field("color")?.defaultValue == "#8E8E93")
  }

  @Test func keysAndProjections() throws {
    let registry = try #require(Self.registry)
    let kinds = registry.kinds.filter { $0.kind.hasPrefix("planner.") }
    let keys = kinds.compactMap { kind in
      kind.key.map { "\(kind.kind) \($0.field) \($0.normalizer.rawValue)" }
    }
    #expect(
      keys == [
        "planner.meetingRecord eventIdentifier 1", "planner.person email 3", "planner.tag name 4",
      ])
    let computed = kinds.flatMap { kind in
      kind.fields.filter(\.isProjection).map { "\(kind.kind.dropFirst(8)).\($0.name)" }
    }
    #expect(
      computed == [
        "person.lastInteractionDate", "person.meetingCount", "person.nextMeetingDate",
        "person.upcomingMeetingCount",
      ])
  }

  /// Relations with their inverses and what a deletion does.
  @Test func relationsHaveInversesAndDeleteRules() throws {
    let registry = try #require(Self.registry)
    let found = registry.kinds.filter { $0.kind.hasPrefix("planner.") }.flatMap { kind in
      kind.relations.map {
        "\(kind.kind.dropFirst(8)).\($0.name) \($0.isToMany ? "many" : "one") \($0.target) "
          + "\($0.inverse ?? "-") \($0.onDelete.rawValue) \($0.onTargetDelete.rawValue)"
      }
    }
    #expect(
      Set(found) == [
        "meetingRecord.attendees many planner.person meetings nullify nullify",
        "meetingRecord.tags many planner.tag meetingRecords nullify nullify",
        "meetingRecord.importedFrom one daybook.source - nullify nullify",
        "note.importedFrom one daybook.source - nullify nullify",
        "note.meetingRecord one planner.meetingRecord notes nullify cascade",
        "note.tags many planner.tag notes nullify nullify",
        "embeddingRecord.meetingRecord one planner.meetingRecord embeddings nullify cascade",
        "embeddingRecord.note one planner.note embeddings nullify cascade",
      ])
  }
}
