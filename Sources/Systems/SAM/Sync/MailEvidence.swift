public import Daybook

/// Turns a mailbox into evidence: each message is one item, and its participants are matched to people like those of a
/// calendar entry. A pure function of the message and the state.
public struct MailEvidence {
  private let matcher: ParticipantMatcher

  /// Indexes the people who are in the ledger now.
  public init(_ state: borrowing some SyncState & ~Copyable) {
    matcher = ParticipantMatcher(people: PeopleIndex(state))
  }

  /// The evidence that a message is, and its attachments.
  ///
  /// A message may be in many mailboxes, in slightly different forms: the first mailbox that it was read from counts,
  /// so that reading two of them in turn writes nothing. The state is not written, as for calendars: evidence that
  /// nobody has reviewed needs review by default.
  public func entities(
    of message: MailMessage, source: SyncSource, in state: borrowing some SyncState & ~Copyable
  ) throws -> [ImportedEntity] {
    let key = message.sourceUID
    let present = state.entity(EvidenceItem.kind, key: key)
    let id = present?.id ?? state.newID(EvidenceItem.kind, key: key)
    let match = try matcher.match(
      ParticipantMatcher.Item(
        id: id, hints: message.participants, occurredAt: message.date ?? Instant(milliseconds: 0),
        proposals: present?.values["proposedLinks"]?.array ?? []),
      in: state)
    let origin = present?.values["importedFrom"]?.string ?? source.id
    var fields = origin == source.id ? try Self.fields(of: message) : [:]
    fields["proposedLinks"] = .array(match.proposals)
    var entity = ImportedEntity(
      EvidenceItem.kind, .key(key), fields: fields,
      initial: [
        "sourceUID": .string(key), "source": .string(EvidenceSource.mail.rawValue),
        "importedFrom": .string(source.id),
      ],
      links: match.links.map { ImportedEntity.Link("linkedPeople", to: $0) })
    (entity.workedOut, entity.workedOutFrom) = (["proposedLinks"], ["participantHints"])
    // The attachments of evidence that somebody deleted were deleted with it.
    guard origin == source.id, present?.isAlive ?? true else { return [entity] }
    return [entity]
      + message.attachments.prefix(MailMessage.attachmentsMax).enumerated().compactMap {
        position, attachment in
        attachment.content.map { Self.entity(of: attachment, $0, at: position, key, evidence: id) }
      }
  }

  private static func entity(
    of attachment: MailMessage.Attachment, _ content: [UInt8], at position: Int, _ key: String,
    evidence: String
  ) -> ImportedEntity {
    let (value, blob) = DataValue.stored(content)
    var entity = ImportedEntity(
      Attachment.kind, .id(NaturalKey.id(of: Attachment.kind, normalized: "\(key) \(position)")),
      fields: [
        "fileName": attachment.name.map { .string($0) } ?? .null, "mediaType": .string(attachment.mediaType),
        "size": .int(Int64(content.count)), "content": value,
      ], initial: ["evidence": .string(evidence), "position": .int(Int64(position))])
    entity.blobs = blob.map { [$0] } ?? []
    return entity
  }

  private static func fields(of message: MailMessage) throws -> JSONObject {
    var fields: JSONObject = [
      "title": .string(message.subject ?? ""), "snippet": .string(message.snippet),
      "bodyText": message.bodyText.map { .string($0) } ?? .null,
      "participantHints": try FieldEncoder.json(message.participants),
      "threadID": .string(message.threadID ?? message.identifier),
      "inReplyTo": message.inReplyTo.map { .string($0) } ?? .null,
      "labels": .array(message.labels.map { .string($0) }),
    ]
    if let date = message.date { fields["occurredAt"] = .string(date.description) }
    return fields
  }
}

extension MailMessage {
  /// A line for lists: the beginning of the text, without quotes.
  var snippet: String {
    let own = (text ?? "").split(separator: "\n").lazy.filter { !$0.hasPrefix(">") }.prefix(20)
    let line = OneLine.of(own.joined(separator: " ").prefix(2000))
    return line.count <= 160 ? line : line.prefix(159) + "…"
  }

  /// The text, and the names of the attachments; nil if there is neither.
  var bodyText: String? {
    let named = attachments.filter { !$0.isInline }
    var names = named.prefix(Self.attachmentsMax).map { attachment in
      "[attachment: " + ([attachment.name, attachment.mediaType].compactMap { $0 }.joined(separator: ", "))
        + "]"
    }
    if named.count > Self.attachmentsMax { names.append("[and further attachments]") }
    let parts: [String?] = [text?.cut(toBytes: Self.textBytesMax), names.joined(separator: "\n")]
    let body = parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n\n")
    return body.isEmpty ? nil : body
  }
}

extension String {
  /// At most this many bytes of UTF-8, in whole characters.
  fileprivate func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: limit)
    // Back to the beginning of a scalar.
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return self[..<end] + "\n[…]"
  }
}

/// A message of a mailbox, whatever format it came in.
public struct MailMessage: Sendable, Equatable {
  /// A part that is not a text of the message.
  public struct Attachment: Sendable, Equatable {
    /// The file's own name; nil where the message names none.
    public var name: String?
    /// Such as `application/pdf`.
    public var mediaType: String
    /// Nil where it was not read.
    public var content: [UInt8]?
    /// Whether it is a picture that the message shows within its text; the text then does not name it.
    public var isInline: Bool

    /// Makes an attachment. `name` and `content` are nil where they are unknown; it is not inline by default.
    public init(name: String? = nil, mediaType: String, content: [UInt8]? = nil, isInline: Bool = false) {
      (self.name, self.mediaType, self.content, self.isInline) = (name, mediaType, content, isInline)
    }
  }

  /// Where it stands in its file, from 1.
  public var line: Int
  /// Message-ID without its angle brackets; of a message that has none, ``digestIdentifier(_:)``.
  public var identifier: String
  /// Decoded text, not the header's encoded words; nil where the message has none.
  public var subject: String?
  /// The visible text, as plain text.
  public var text: String?
  /// When it was sent; nil where neither the message nor its mailbox says so.
  public var date: Instant?
  /// From, To, Cc, Bcc and Reply-To, in this order; the field's name is the role.
  public var participants: [ParticipantHint] = []
  /// In the message's order. Readers stop one after ``attachmentsMax``, so that the text can say that there are more.
  public var attachments: [Attachment] = []
  /// The Message-ID of the message that it answers.
  public var inReplyTo: String?
  /// The Message-ID that its thread began with; nil where it answers nothing.
  public var threadID: String?
  /// Its labels in the mailbox, and the flags of IMAP such as `\Seen`.
  public var labels: [String] = []

  /// Makes a message that has neither text, date nor participants yet.
  public init(line: Int, identifier: String) { (self.line, self.identifier) = (line, identifier) }

  /// The identifier of a message without Message-ID: the SHA-256 of its bytes in the form that every mailbox has.
  public static func digestIdentifier(_ hexadecimal: String) -> String { "sha256:" + hexadecimal }

  /// `mail:<Message-ID>`.
  public var sourceUID: String { "mail:" + identifier }

  /// UTF-8 of a text; more does not fit an event. What is longer is cut, and says so.
  public static let textBytesMax = 256 << 10

  /// Whether the text is longer than what is kept of it.
  public var isTextCut: Bool { (text?.utf8.count ?? 0) > Self.textBytesMax }

  /// The maximum number of participants that count: more of them are a mailing list.
  public static let participantsMax = 250
  /// How many attachments of a message become ``Attachment`` entities; the text only mentions that there are more.
  public static let attachmentsMax = 100
  /// How many labels of a message are kept; further ones are left out.
  public static let labelsMax = 100
}
