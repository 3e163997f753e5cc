public import Daybook

/// One user's messages in a ledger: what they read, and what they write, at once and whether or not a far side can be
/// reached; see ``FarSync``.
///
///     let mailbox = Mailbox(ledger, of: "ann")
///     let conversation = try await mailbox.start(with: [Contact(id: "bob", displayName: "Bob")])
///     try await mailbox.send("See you on Monday?", to: conversation)
///
/// Everything happens as that user, within ``AccessTable``'s rules.
public struct Mailbox: Sendable {
  public let ledger: Ledger
  public let user: Ref<User>
  /// How events are signed.
  public var options: AppendOptions

  /// - Parameter user: one of the ledger's own.
  public init(_ ledger: Ledger, of user: Ref<User>, options: AppendOptions = AppendOptions()) {
    (self.ledger, self.user, self.options) = (ledger, user, options)
    self.options.viewer = viewer
  }

  public var viewer: Viewer { Viewer(kind: User.kind, id: user.rawValue) }

  func view<Result: Sendable>(_ body: @Sendable (borrowing ViewReader) throws -> Result) async throws
    -> Result
  {
    try await ledger.withView(as: viewer, body)
  }

  @discardableResult
  func write(_ mutations: [Mutation]) async throws -> AppendReceipt {
    guard !mutations.isEmpty else { return AppendReceipt() }
    return try await ledger.append(mutations, options: options)
  }

  /// The user's own part in a conversation.
  func participant(in conversation: Ref<Conversation>, _ view: borrowing ViewReader) -> String? {
    let parts =
      view.read(Conversation.kind, conversation.rawValue) { conversation in
        conversation.map("participants") { (id: $0.id, user: $0.storedTargets("user").first) }
      } ?? []
    return parts.first { $0.user == user.rawValue }?.id
  }

  func notThere(_ conversation: Ref<Conversation>) -> LedgerError {
    .noAccess(viewer, to: Conversation.kind, conversation.rawValue)
  }
}

/// Somebody to write to.
public struct Contact: Sendable, Hashable {
  /// As the far side knows them.
  public var id: Ref<User>
  /// What to call them until they say so themselves.
  public var displayName: String
  public var photoURL: String?

  public init(id: Ref<User>, displayName: String = "", photoURL: String? = nil) {
    (self.id, self.displayName, self.photoURL) = (id, displayName, photoURL)
  }
}

/// A file to send along.
public struct Enclosure: Sendable {
  public var fileName: String
  public var type: AttachmentType
  public var mimeType: String
  public var localURL: String?
  public var sizeBytes: Int
  /// As a data field holds the bytes: see ``Ledger/blob(contentsOf:)``.
  public var data: JSONValue
  /// A small picture of it: a data URL, or where it is.
  public var thumbnailURL: String?

  public init(
    fileName: String, type: AttachmentType, mimeType: String, localURL: String? = nil, sizeBytes: Int,
    data: JSONValue, thumbnailURL: String? = nil
  ) {
    (self.fileName, self.type, self.mimeType) = (fileName, type, mimeType)
    (self.localURL, self.sizeBytes, self.data) = (localURL, sizeBytes, data)
    self.thumbnailURL = thumbnailURL
  }
}
