import Daybook
import DaybookLog
import DaybookModel
import MessagingTestSupport
import Testing

@testable import Messaging

/// The queue: what waits, how often it is tried, and what is left where it is given up.
@Suite struct QueueTests {
  private func phones(_ faults: RemoteFaults) async throws -> (ann: Phone, bob: Phone, server: MemoryServer) {
    let server = server()
    return (
      try await Phone("ann", MemoryRemoteStore(server, faults: faults)),
      try await Phone("bob", MemoryRemoteStore(server)), server
    )
  }

  /// Three retries, each after twice the pause, and then it is given up until somebody asks for it.
  @Test func aMessageIsGivenUpAfterThreeRetries() async throws {
    let faults = RemoteFaults([])
    let (ann, bob, _) = try await phones(faults)
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    try await ann.sync()
    let id = try await ann.mailbox.send("one", to: conversation)
    let next = try await ann.mailbox.send("two", to: conversation)
    let failing = Phone(ann, with: FailingWrites(ann.far))
    let report = try await failing.sync()
    #expect(report.failed == 1)
    #expect(report.unreachable != nil)
    #expect(failing.pauses.list.map { $0 / .seconds(1) } == [0.75, 1.5, 3])
    let item = try #require(try await ann.mailbox.messages(in: conversation).first)
    #expect(item.message == id)
    #expect(item.syncStatus == .failed)
    #expect(item.status == .failed)
    #expect(item.retryCount == 3)
    #expect(item.failure == "nothing gets through")
    #expect(try await ann.mailbox.messages(in: conversation).last?.syncStatus == .pending)
    #expect(try await ann.mailbox.outbox().map(\.id) == [id.rawValue, next.rawValue])

    // Asked for, it has three tries again.
    #expect(try await ann.mailbox.retry() == 1)
    #expect(try await ann.mailbox.outbox().map(\.retryCount) == [0, 0])
    _ = try await failing.sync()
    #expect(try await ann.mailbox.outbox().map(\.retryCount) == [3, 0])

    // What is behind it goes first; then it is tried once more.
    let later = try await ann.sync()
    #expect(later.failed == 0)
    try await bob.sync()
    #expect(try await bob.texts(in: conversation) == ["two", "one"])
    #expect(try await ann.texts(in: conversation) == ["two", "one"], "in the server's order")
    let sent = try #require(try await ann.mailbox.messages(in: conversation).last)
    #expect(sent.failure == nil)
    #expect(sent.retryCount == 0)
    await #expect(throws: LedgerError.self) { try await ann.mailbox.retry([id]) }
  }

  /// It is said again and again, and holds nobody else up.
  @Test func whatIsGivenUpIsSaidUntilItIsSent() async throws {
    let (ann, bob, _) = try await phones(RemoteFaults([]))
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    try await ann.sync()
    let bad = try await ann.mailbox.send("one", to: conversation)
    let silent = Phone(ann, with: FailingWrites(ann.far, onlyOf: bad.rawValue))
    #expect(try await silent.sync().failed == 1)
    let events = try await ann.events()
    for text in ["two", "three"] {
      try await ann.mailbox.send(text, to: conversation)
      let report = try await silent.sync()
      #expect(report.failed == 1)
      #expect(report.waiting == 0)
      #expect(report.unreachable == nil)
    }
    try await bob.sync()
    #expect(try await bob.texts(in: conversation) == ["two", "three"])
    // Bob has said what he is called.
    _ = try await silent.sync()
    let before = try await ann.events()
    #expect(before > events)
    _ = try await silent.sync()
    #expect(try await ann.events() == before, "another try in vain writes nothing")
    // What was never taken, and is taken away, is nothing to be tried any more.
    try await ann.mailbox.delete(bad)
    #expect(try await ann.sync().failed == 0)
    #expect(try await ann.mailbox.outbox().isEmpty)
  }

  @Test func aRefusalIsSaidUntilSomebodyActs() async throws {
    let (ann, _, _) = try await phones(RemoteFaults([]))
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    try await ann.sync()
    try await ann.mailbox.send("one", to: conversation)
    let refusing = Phone(ann, with: FailingWrites(ann.far, error: .refused("no")))
    for _ in 0..<2 { #expect(try await refusing.sync().failed == 1) }
    #expect(try await ann.sync().failed == 1, "it is not tried again by itself")
    try await ann.mailbox.retry()
    let report = try await ann.sync()
    #expect(report.failed == 0)
    #expect(report.sent == 1)
  }

  /// An answer that was lost: the repeat finds what the first try left.
  @Test func whatMayHaveBeenSentIsSentOnce() async throws {
    let (ann, bob, server) = try await phones(
      RemoteFaults([nil, .lostAnswer, .lostAnswer, .lostRequest, .lostAnswer, nil, .lostAnswer]))
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    try await ann.mailbox.send("one", to: conversation)
    while !(try await ann.mailbox.outbox().isEmpty) {
      try await ann.mailbox.retry()
      try await ann.sync()
    }
    try await bob.sync()
    #expect(try await bob.texts(in: conversation) == ["one"])
    #expect(server.documents.count { $0.path.collection == "messages" } == 1)
  }

  @Test func aRefusalIsNotTriedAgain() async throws {
    let (ann, _, _) = try await phones(RemoteFaults([]))
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    try await ann.sync()
    try await ann.mailbox.send("one", to: conversation)
    let refusing = Phone(ann, with: FailingWrites(ann.far, error: .refused("no")))
    let report = try await refusing.sync()
    #expect(report.failed == 1)
    #expect(refusing.pauses.list.isEmpty)
    #expect(try await ann.mailbox.outbox().map(\.failure) == ["no"])
  }

  @Test func editsAndDeletionsGoOut() async throws {
    let (ann, bob, server) = try await phones(RemoteFaults([]))
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    let one = try await ann.mailbox.send("one", to: conversation)
    let two = try await ann.mailbox.send("two", to: conversation)
    try await ann.sync()
    try await ann.mailbox.edit(one, "uno")
    try await ann.mailbox.delete(two)
    let never = try await ann.mailbox.send("never", to: conversation)
    try await ann.mailbox.delete(never)
    #expect(try await ann.mailbox.outbox().map(\.action) == ["change", "delete", "delete"])
    try await ann.sync()
    #expect(try await ann.mailbox.outbox().isEmpty)
    try await bob.sync()
    #expect(try await bob.texts(in: conversation) == ["uno"])
    #expect(server.documents.count { $0.path.collection == "messages" } == 1)
    await #expect(throws: LedgerError.self) { try await bob.mailbox.edit(one, "mine") }
    await #expect(throws: LedgerError.self) { try await bob.mailbox.delete(one) }
  }

  @Test func attachmentsGoBeforeTheirMessage() async throws {
    let (ann, bob, server) = try await phones(RemoteFaults([]))
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    let bytes = (0..<40_000).map { UInt8(truncatingIfNeeded: $0) }
    let data = try await ann.ledger.storeBlob(bytes)
    let file = Enclosure(
      fileName: "a.png", type: .image, mimeType: "image/png", sizeBytes: bytes.count, data: data)
    try await ann.mailbox.send("look", enclosing: [file], to: conversation)
    var item = try #require(try await ann.mailbox.messages(in: conversation).first)
    #expect(item.attachments.map(\.uploadStatus) == [.pending])
    #expect(item.syncStatus == .pending)
    try await ann.sync()
    item = try #require(try await ann.mailbox.messages(in: conversation).first)
    #expect(item.attachments.map(\.uploadStatus) == [.uploaded])
    #expect(item.syncStatus == .synced)
    try await bob.sync()
    let got = try #require(try await bob.mailbox.messages(in: conversation).first)
    #expect(got.attachments.map(\.fileName) == ["a.png"])
    #expect(got.attachments.map(\.isHere) == [false])
    let sync = RemoteSync(bob.ledger, with: bob.far, named: "server", as: "bob")
    #expect(try await sync.download(got.attachments[0].attachment))
    #expect(try await !sync.download(got.attachments[0].attachment), "they are there")
    #expect(try await bob.ledger.get(got.attachments[0].attachment)?.data == .init(bytes))
    // A reader's word leaves them where they are.
    try await bob.mailbox.markRead(conversation)
    try await bob.sync()
    try await ann.sync()
    #expect(try await bob.mailbox.messages(in: conversation).first?.attachments.count == 1)
    #expect(try await ann.mailbox.messages(in: conversation).first?.status == .read)
    #expect(server.documents.contains { $0.fields["attachments"]?.array?.count == 1 })
    await #expect(throws: LedgerError.self) { try await sync.download("nowhere") }
  }

  /// The ledger's own words win while they wait, the server's once it has them.
  @Test func theServerDecidesWhoWroteLast() async throws {
    let server = server()
    let ann = try await Phone("ann", MemoryRemoteStore(server), hoursAhead: 20)
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    let id = try await ann.mailbox.send("one", to: conversation)
    try await ann.sync()
    // The same user, elsewhere.
    let far = MemoryRemoteStore(server)
    _ = try await far.write(
      .update(try #require(.message(id.rawValue, in: conversation.rawValue)), ["text": "from elsewhere"]),
      by: "ann")
    try await ann.sync()
    #expect(try await ann.texts(in: conversation) == ["from elsewhere"], "though this clock is far ahead")
    try await ann.mailbox.edit(id, "from here")
    #expect(try await ann.texts(in: conversation) == ["from here"], "while it waits")
    try await ann.sync()
    #expect(
      server.documents.contains { $0.fields["text"] == "from here" }, "the last that the server was told")
  }

  /// An id is chosen by whoever makes the document: it moves nothing that is somewhere else.
  @Test func aForeignDocumentTakesNothingOver() async throws {
    let (ann, bob, server) = try await phones(RemoteFaults([]))
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    let id = try await ann.mailbox.send("ours", to: conversation)
    try await ann.sync()
    try await bob.sync()
    let far = MemoryRemoteStore(server)
    _ = try await far.write(
      .create(try #require(.conversation("evil")), ["participantIDs": ["eve", "bob"]]), by: "eve")
    _ = try await far.write(
      .create(
        try #require(.message(id.rawValue, in: "evil")),
        ["senderID": "eve", "conversationID": "evil", "text": "theirs"]), by: "eve")
    let report = try await bob.sync()
    #expect(report.remarks.count == 1)
    #expect(try await bob.texts(in: conversation) == ["ours"])
    #expect(try await bob.texts(in: "evil") == [])
  }

  @Test func pausesDouble() {
    var policy = RetryPolicy()
    policy.random = { 0 }
    #expect((1...4).map { policy.pause(before: $0) / .seconds(1) } == [0.5, 1, 2, 4])
    policy.random = { 0.999_999 }
    #expect(policy.pause(before: 1) < .seconds(1))
    #expect(policy.pause(before: 90) <= policy.pauseMax)
    #expect(policy.pause(before: 1, atLeast: .seconds(9)) == .seconds(9))
    #expect(policy.pause(before: 1, atLeast: .seconds(9000)) == policy.pauseMax)
  }

  /// A cursor that is lost, or another name, tells everything again and changes nothing.
  @Test func hearingAllAgainChangesNothing() async throws {
    let (ann, bob, _) = try await phones(RemoteFaults([]))
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    try await ann.mailbox.send("one", to: conversation)
    try await ann.sync()
    try await bob.sync()
    let before = try await bob.events()
    let again = try await RemoteSync(bob.ledger, with: bob.far, named: "by another name", as: "bob").run()
    #expect(again.received == 0)
    #expect(try await bob.events() == before)
  }
}

/// Writes that never get through, or are refused.
struct FailingWrites: RemoteStore {
  let far: any RemoteStore
  let error: RemoteStoreError
  /// The id of the only document that it is so with; nil for all.
  let onlyOf: String?

  init(
    _ far: any RemoteStore, error: RemoteStoreError = .unreachable("nothing gets through"),
    onlyOf: String? = nil
  ) {
    (self.far, self.error, self.onlyOf) = (far, error, onlyOf)
  }

  func changes(for user: String, since cursor: RemoteCursor?) async throws(RemoteStoreError) -> RemoteChanges
  {
    try await far.changes(for: user, since: cursor)
  }

  func write(_ write: RemoteWrite, by user: String) async throws(RemoteStoreError) -> RemoteReceipt {
    if let onlyOf, write.path.id != onlyOf { return try await far.write(write, by: user) }
    throw error
  }

  func document(_ path: RemotePath, for user: String) async throws(RemoteStoreError) -> RemoteDocument? {
    throw error
  }

  func upload(
    _ bytes: [UInt8], as object: RemoteObject, mimeType: String, by user: String
  ) async throws(RemoteStoreError) { throw error }

  func download(_ object: RemoteObject, for user: String) async throws(RemoteStoreError) -> [UInt8] {
    throw error
  }
}

extension Phone {
  /// The same phone, by another way.
  init(_ phone: Phone, with way: any RemoteStore) {
    (user, ledger, far) = (phone.user, phone.ledger, way)
  }
}
