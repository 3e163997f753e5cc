public import Daybook

/// One user's messages in a ledger, for reading and writing at once, whether or not a remote store can be reached; see
/// ``RemoteSync``.
///
///     let mailbox = Mailbox(ledger, of: "ann")
///     let conversation = try await mailbox.start(with: [Contact(id: "bob", displayName: "Bob")])
///     try await mailbox.send("See you on Monday?", to: conversation)
///
/// Everything happens as that user, within ``AccessTable``'s rules.
public struct Mailbox: Sendable {
  /// The ledger that holds the messages.
  public let ledger: Ledger
  /// The user as whom everything is read and written.
  public let user: Ref<User>
  /// How events are signed.
  public var options: AppendOptions

  /// - Parameters:
  ///   - ledger: the ledger that holds the messages.
  ///   - user: one of the ledger's own.
  ///   - options: how the mailbox's events are written; the user replaces its `viewer`.
  public init(_ ledger: Ledger, of user: Ref<User>, options: AppendOptions = AppendOptions()) {
    (self.ledger, self.user, self.options) = (ledger, user, options)
    self.options.viewer = viewer
  }

  /// The user as a viewer, for reading the ledger directly with the same rights.
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
  /// As the remote store knows them.
  public var id: Ref<User>
  /// The name to show until they give one themselves.
  public var displayName: String
  /// The address of a picture of them; nil if there is none.
  public var photoURL: String?

  /// Makes a contact. If the name is blank, the id is shown instead.
  public init(id: Ref<User>, displayName: String = "", photoURL: String? = nil) {
    (self.id, self.displayName, self.photoURL) = (id, displayName, photoURL)
  }
}

/// A file to send along.
public struct Enclosure: Sendable {
  /// Its own name, without folders.
  public var fileName: String
  /// How to show it.
  public var type: AttachmentType
  /// Such as `image/jpeg`.
  public var mimeType: String
  /// The file's path on this device; nil if it comes from elsewhere. It is never sent.
  public var localURL: String?
  /// The size of the whole file.
  public var sizeBytes: Int
  /// The bytes in the form of a data field: see `Ledger.blob(contentsOf:)`.
  public var data: JSONValue
  /// A small picture of it: a data URL, or its address.
  public var thumbnailURL: String?

  /// Makes an enclosure of a file whose bytes are in the ledger already; see `Ledger.blob(contentsOf:)`.
  public init(
    fileName: String, type: AttachmentType, mimeType: String, localURL: String? = nil, sizeBytes: Int,
    data: JSONValue, thumbnailURL: String? = nil
  ) {
    (self.fileName, self.type, self.mimeType) = (fileName, type, mimeType)
    (self.localURL, self.sizeBytes, self.data) = (localURL, sizeBytes, data)
    self.thumbnailURL = thumbnailURL
  }
}
