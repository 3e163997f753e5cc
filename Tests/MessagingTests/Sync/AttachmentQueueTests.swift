import Daybook
import DaybookModel
import MessagingTestSupport
import Synchronization
import Testing

@testable import Messaging

/// What is sent of a message's files when the far side does not answer.
@Suite struct AttachmentQueueTests {
  /// The message says where its files are, however often it had to be tried.
  @Test(arguments: [0, 1, 2, 3]) func aRepeatSaysWhereTheFilesAre(lost: Int) async throws {
    let server = server()
    let ann = try await Phone("ann", MemoryFarSide(server))
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
private final class SilentWrites: FarSide {
  private let far: any FarSide
  private let id: String
  private let left: Mutex<Int>

  init(far: any FarSide, id: String, left: Int) {
    (self.far, self.id) = (far, id)
    self.left = Mutex(left)
  }

  func changes(for user: String, since cursor: FarCursor?) async throws(FarSideError) -> FarChanges {
    try await far.changes(for: user, since: cursor)
  }

  func write(_ write: FarWrite, by user: String) async throws(FarSideError) -> FarReceipt {
    let isLost =
      write.path.id == id
      && left.withLock { left in
        left -= 1
        return left >= 0
      }
    if isLost { throw .unreachable("the request was lost") }
    return try await far.write(write, by: user)
  }

  func document(_ path: FarPath, for user: String) async throws(FarSideError) -> FarDocument? {
    try await far.document(path, for: user)
  }

  func upload(
    _ bytes: [UInt8], as object: FarObject, mimeType: String, by user: String
  ) async throws(FarSideError) {
    try await far.upload(bytes, as: object, mimeType: mimeType, by: user)
  }

  func download(_ object: FarObject, for user: String) async throws(FarSideError) -> [UInt8] {
    try await far.download(object, for: user)
  }
}
