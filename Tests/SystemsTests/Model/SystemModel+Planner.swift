extension SystemModel {
  static let planner = """
    planner.meetingRecord
      eventIdentifier text key
      title text
      startDate date
      endDate date
      location text?
      organizerName text?
      organizerEmail text?
      purpose text?
      outcomes text?
      actionItems text?
      summary text?
      calendarTitle text?
      isRecurring flag
      createdAt date
      updatedAt date
      notes many planner.note cascade
      attendees many planner.person nullify
      embeddings many planner.embeddingRecord cascade
      tags many planner.tag nullify
      +isAllDay
      +summarizedBy
      +summaryBasis
      +calendarNotes
      +calendarAttendees
      +importedFrom
      +isGoneFromCalendar
      +sourceComponent
      +sourceComponentData
    planner.note
      title text
      richTextData data?
      plainText text
      createdAt date
      updatedAt date
      meetingRecord one planner.meetingRecord nullify
      embeddings many planner.embeddingRecord cascade
      tags many planner.tag nullify
      +richTextType
      +importedFrom
      +importedPath
      +importedHash
    planner.person
      email text key
      name text
      company text?
      role text?
      relationshipSummary text?
      lastInteractionDate date? computed
      meetingCount whole computed
      meetings many planner.meetingRecord nullify
      +summarizedBy
      +summaryBasis
      +nextMeetingDate
      +upcomingMeetingCount
      +phoneNumbers
      +postalAddresses
      +birthday
      +addressBookNote
      +photo
      +sourceCard
      +sourceCardData
    planner.embeddingRecord
      vectorData data
      sourceText text
      sourceType choice(meeting note)
      chunkIndex whole
      createdAt date
      meetingRecord one planner.meetingRecord nullify
      note one planner.note nullify
      +embedder
      +sourceHash
    planner.tag
      name text key
      color text
      meetingRecords many planner.meetingRecord nullify
      notes many planner.note nullify
    """
}
