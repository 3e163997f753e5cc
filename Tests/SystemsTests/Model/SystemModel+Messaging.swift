extension SystemModel {
  static let messaging = """
    messaging.user
      email text
      displayName text
      photoURL text?
      aiPreferences object
      conversations many messaging.conversation nullify
      faqs many messaging.faq nullify
      createdAt date
      updatedAt date
      +participations
      +importedFrom
      +networkID
    messaging.conversation
      participantIDs [text] computed
      participants many messaging.participant cascade
      lastMessage object? computed
      unreadCount whole computed
      isPinned flag computed
      isMuted flag computed
      messages many messaging.message cascade
      createdAt date
      updatedAt date
      +owner
      +title
      +importedFrom
    messaging.participant
      conversation one messaging.conversation nullify
      user one messaging.user nullify
      joinedAt date
      lastReadMessageID text?
      notificationPreferences object
      isPinned flag = false
      isMuted flag = false
      +displayName
      +photoURL
      +unreadCount
    messaging.message
      conversation one messaging.conversation nullify
      sender one messaging.user nullify
      text text
      attachments many messaging.attachment cascade
      status choice(sending sent read failed) computed
      category choice(question business urgent thanks greeting spam other)?
      sentiment choice(positive neutral negative)?
      opportunityScore number?
      faqMatch one messaging.faq nullify
      smartReplyDraft text?
      syncStatus choice(pending synced failed) computed
      retryCount whole = 0
      readBy [text]
      createdAt date
      updatedAt date
      +conversationID
      +senderID
      +analyzedBy
      +failure
      +acceptedAt
      +replyTo
      +reactions
    messaging.attachment
      message one messaging.message nullify
      type choice(image video audio document)
      url text?
      localURL text?
      thumbnailURL text?
      fileSize whole
      mimeType text
      uploadStatus choice(pending uploaded failed) computed
      +fileName
      +data
    messaging.faq
      question text
      answer text
      keywords [text]
      owner one messaging.user nullify
      useCount whole computed
      +matches
      +createdAt
      +updatedAt
    """
}
