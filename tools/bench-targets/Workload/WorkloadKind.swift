/// The kinds that the workload writes, and the fields that it writes of each. Those of `chat` have no schema: an app
/// that the command does not know wrote them.
enum WorkloadKind: Int, CaseIterable, Sendable {
  case person, context, participation, evidence, insight, message, conversation, note

  var name: String {
    switch self {
    case .person: "sam.person"
    case .context: "sam.context"
    case .participation: "sam.contextParticipation"
    case .evidence: "sam.evidenceItem"
    case .insight: "sam.insight"
    case .message: "chat.message"
    case .conversation: "chat.conversation"
    case .note: "planner.note"
    }
  }

  /// How often an upsert is of this kind, in percent.
  var weight: Int {
    switch self {
    case .person: 14
    case .context: 5
    case .participation: 8
    case .evidence: 22
    case .insight: 11
    case .message: 26
    case .conversation: 4
    case .note: 10
    }
  }

  var fields: [String] {
    switch self {
    case .person:
      ["displayNameCache", "emailCache", "contactIdentifier", "roleBadges", "responsibilityNotes"]
    case .context: ["name", "kind"]
    case .participation: ["person", "context", "note", "isPrimary"]
    case .evidence: ["title", "snippet", "occurredAt", "source", "state"]
    case .insight: ["kind", "message", "confidence"]
    case .message: ["conversationID", "senderID", "text", "createdAt"]
    case .conversation: ["isMuted", "isPinned"]
    case .note: ["title", "plainText"]
    }
  }

  /// What many of them begin with.
  var briefFields: [String] {
    switch self {
    case .person: ["displayNameCache", "emailCache", "roleBadges"]
    case .evidence: ["title", "occurredAt", "source", "state"]
    case .message: ["conversationID", "text", "createdAt"]
    default: fields
    }
  }

  /// The relations that are linked and unlinked, with what they lead to.
  static let relations: [(kind: WorkloadKind, name: String, target: WorkloadKind)] = [
    (.evidence, "linkedPeople", .person), (.evidence, "linkedContexts", .context),
    (.insight, "basedOnEvidence", .evidence), (.conversation, "participants", .person),
  ]
  /// How often each is drawn, in percent.
  static let relationWeights = [20, 21, 20, 39]
}
