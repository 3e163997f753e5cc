import Daybook
import DaybookModel
import MessagingTestSupport
import Synchronization
import Testing

@testable import Messaging

/// What is sent of a message's files when the remote store does not answer.
@Suite struct AttachmentQueueTests {
  /// The message says where its files are, however often it had to be tried.
  @Test(arguments: [0, 1, 2, 3]) func aRepeatSaysWhereTheFilesAre(lost: Int) async throws {
    let server = server()
    let ann = try await Phone("ann", MemoryRemoteStore(server))
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    try await ann.sync()
    let data = try await ann.ledger.storeBlob([1, 2, 3])
    let file = Enclosure(fileName: "a.png", type: .image, mimeType: "image/png", sizeBytes: 3, data: data)
    let message = try await ann.mailbox.send("look", enclosing: [file], to: conversation)
    let way = SilentWrites(far: ann.far, id: message.rawValue, left: lost)
    #expect(try await Phone(ann, with: way).sync().failed == 0)
    let document = try #require(server.documents.first { $0.path.id == message.rawValue })
    let urls = (document.fields["attachments"]?.array ?? []).map { $0.object?["url"]?.string }
    #expect(urls.count == 1)
    #expect(urls.allSatisfy { $0 != nil })
    #expect(try await ann.mailbox.outbox() == [])
  }
}

/// The first writes of one document get no answer.
private final class SilentWrites: RemoteStore {
  private let far: any RemoteStore
  private let id: String
  private let left: Mutex<Int>

  init(far: any RemoteStore, id: String, left: Int) {
    (self.far, self.id) = (far, id)
    self.left = Mutex(left)
  }

  func changes(for user: String, since cursor: RemoteCursor?) async throws(RemoteStoreError) -> RemoteChanges
  {
    try await far.changes(for: user, since: cursor)
  }

  func write(_ write: RemoteWrite, by user: String) async throws(RemoteStoreError) -> RemoteReceipt {
    let isLost =
      write.path.id == id
      && left.withLock { left in
        left -= 1
        return left >= 0
      }
    if isLost { throw .unreachable("the request was lost") }
    return try await far.write(write, by: user)
  }

  func document(_ path: RemotePath, for user: String) async throws(RemoteStoreError) -> RemoteDocument? {
    try await far.document(path, for: user)
  }

  func upload(
    _ bytes: [UInt8], as object: RemoteObject, mimeType: String, by user: String
  ) async throws(RemoteStoreError) {
    try await far.upload(bytes, as: object, mimeType: mimeType, by: user)
  }

  func download(_ object: RemoteObject, for user: String) async throws(RemoteStoreError) -> [UInt8] {
    try await far.download(object, for: user)
  }
}
