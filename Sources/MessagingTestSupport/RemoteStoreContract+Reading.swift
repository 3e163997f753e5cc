import DaybookModel
import Messaging
import Testing

extension RemoteStoreContract {
  /// A user who joins late receives the whole conversation, even with an earlier cursor.
  func newcomer() async throws {
    try await converse()
    for number in 0..<3 { _ = try await side.write(try Self.message("m\(number)", "hello"), by: Self.ann) }
    let before = try await all(Self.cleo)
    #expect(before.changes == [])
    let path = try Self.path("conversations/c1")
    _ = try await side.write(RemoteWrite(path, adding: ["participantIDs": ["cleo"]]), by: Self.ben)
    let after = try await all(Self.cleo, since: before.cursor)
    #expect(
      Set(after.changes.map(\.path.description))
        == [
          "conversations/c1", "conversations/c1/messages/m0", "conversations/c1/messages/m1",
          "conversations/c1/messages/m2",
        ])
  }

  func leaving() async throws {
    try await converse()
    _ = try await side.write(try Self.message("m1", "hello"), by: Self.ann)
    let before = try await all(Self.ben)
    let path = try Self.path("conversations/c1")
    _ = try await side.write(RemoteWrite(path, removing: ["participantIDs": ["ben"]]), by: Self.ben)
    _ = try await side.write(try Self.message("m2", "secret"), by: Self.ann)
    let after = try await all(Self.ben, since: before.cursor)
    #expect(Self.news(after, since: before) == [.withdrawn(path)])
    #expect(Self.news(try await all(Self.ben, since: after.cursor), since: before) == [])
    _ = try await side.write(RemoteWrite(path, adding: ["participantIDs": ["ben"]]), by: Self.ann)
    let back = try await all(Self.ben, since: after.cursor)
    #expect(back.changes.map(\.path.id).sorted() == ["c1", "m1", "m2"])
  }

  func deletions() async throws {
    try await converse()
    let write = try Self.message("m1", "hello")
    _ = try await side.write(write, by: Self.ann)
    let before = try await all(Self.ben)
    let deleted = try await side.write(.delete(write.path), by: Self.ann)
    let told: [RemoteChange] = [.deleted(write.path, revision: deleted.revision)]
    #expect(Self.news(try await all(Self.ben, since: before.cursor), since: before) == told)
    // Its sender's other devices receive it, too.
    #expect(try await all(Self.ann).changes.contains(told[0]))
    // The last one in it takes the conversation away.
    let path = try Self.path("conversations/c1")
    guard case .refused? = await failure({ try await side.write(.delete(path), by: Self.ann) }) else {
      Issue.record("a conversation was taken away from its participants")
      return
    }
    _ = try await side.write(RemoteWrite(path, removing: ["participantIDs": ["ben"]]), by: Self.ben)
    let last = try await all(Self.ann)
    let end = try await side.write(.delete(path), by: Self.ann)
    let news = Self.news(try await all(Self.ann, since: last.cursor), since: last)
    #expect(news == [.deleted(path, revision: end.revision)])
  }

  /// At least once: a document that comes again has the known revision.
  func known() async throws {
    try await converse()
    let first = try await side.write(try Self.message("m1", "hello"), by: Self.ann).revision
    let before = try await all(Self.ben)
    let second = try await side.write(try Self.message("m2", "hello"), by: Self.ann).revision
    let after = try await all(Self.ben, since: before.cursor)
    var told: [String: ServerTime] = [:]
    for case .document(let document) in after.changes { told[document.path.id] = document.revision }
    #expect(told["m2"] == second)
    #expect(told["m1"] == nil || told["m1"] == first)
  }

  func pages() async throws {
    try await converse()
    let count = 40
    for number in 0..<count {
      _ = try await side.write(try Self.message("m\(number)", "\(number)"), by: Self.ann)
    }
    let ids = try await all(Self.ben).changes.map(\.path.id)
    #expect(Set(ids) == Set((0..<count).map { "m\($0)" } + ["c1"]))
  }

  func foreignCursor() async throws {
    try await converse()
    for text in ["", "nonsense", "{}", "[1]", #"{"at":{"conversations/c1":"never"}}"#, #"{"at":[]}"#] {
      let told = try await all(Self.ben, since: RemoteCursor(text)).changes
      #expect(told.contains { $0.path.description == "conversations/c1" }, "\(text)")
    }
  }

  /// The message is the same whether or not the document exists.
  func strangers() async throws {
    try await converse()
    let write = try Self.message("m1", "hello")
    _ = try await side.write(write, by: Self.ann)
    _ = try await side.write(.create(try Self.path("users/ann"), ["email": "a@example.org"]), by: Self.ann)
    #expect(try await all(Self.cleo).changes == [])
    for (there, missing) in [
      ("conversations/c1", "conversations/c9"),
      ("conversations/c1/messages/m1", "conversations/c9/messages/m1"),
      ("conversations/c1/messages/m1", "conversations/c1/messages/m9"),
      ("users/ann", "users/nobody"),
    ] {
      let (there, missing) = (try Self.path(there), try Self.path(missing))
      let first = await failure { try await side.document(there, for: Self.cleo) }
      guard case .refused? = first else {
        Issue.record("\(there) was read")
        return
      }
      #expect(await failure { try await side.document(missing, for: Self.cleo) } == first)
      for change in [["text": "x"], [:]] as [JSONObject] {
        let refusals = [
          await failure { try await side.write(.update(there, change), by: Self.cleo) },
          await failure { try await side.write(.update(missing, change), by: Self.cleo) },
          await failure { try await side.write(.delete(there), by: Self.cleo) },
          await failure { try await side.write(.delete(missing), by: Self.cleo) },
        ]
        #expect(refusals.allSatisfy { $0 == first }, "\(refusals)")
      }
    }
    #expect(await failure { try await side.write(write, by: Self.cleo) } != nil)
    #expect(try await side.document(write.path, for: Self.ben)?.fields["text"] == "hello")
  }

  func attachments() async throws {
    try await converse()
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let object = try #require(RemoteObject(conversation: "c1", bytes: bytes))
    #expect(RemoteObject(object.description) == object)
    guard case .gone? = await failure({ try await side.download(object, for: Self.ben) }) else {
      Issue.record("bytes that were not sent were there")
      return
    }
    try await side.upload(bytes, as: object, mimeType: "image/png", by: Self.ann)
    try await side.upload(bytes, as: object, mimeType: "image/png", by: Self.ben)
    #expect(try await side.download(object, for: Self.ben) == bytes)
    guard case .refused? = await failure({ try await side.download(object, for: Self.cleo) }) else {
      Issue.record("a stranger downloaded the bytes")
      return
    }
    guard
      case .refused? = await failure({
        try await side.upload(bytes, as: object, mimeType: "image/png", by: Self.cleo)
      })
    else {
      Issue.record("a stranger uploaded the bytes")
      return
    }
    guard
      case .invalid? = await failure({ try await side.upload([1], as: object, mimeType: "x", by: Self.ann) })
    else {
      Issue.record("bytes that do not match the name were accepted")
      return
    }
    let empty = try #require(RemoteObject(conversation: "c1", bytes: []))
    try await side.upload([], as: empty, mimeType: "text/plain", by: Self.ann)
    #expect(try await side.download(empty, for: Self.ben) == [])
  }
}
