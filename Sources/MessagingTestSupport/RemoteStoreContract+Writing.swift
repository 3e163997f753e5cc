import DaybookModel
import Messaging
import Testing

extension RemoteStoreContract {
  func creatingTwice() async throws {
    try await converse()
    let write = try Self.message("m1", "hello")
    let first = try await side.write(write, by: Self.ann)
    #expect(first.existing == nil)
    // Edited in between: the repeat must not undo it.
    let edited = try await side.write(.update(write.path, ["text": "hello!"]), by: Self.ann)
    let again = try await side.write(write, by: Self.ann)
    #expect(again.revision == edited.revision)
    guard case .document(let document)? = again.existing else {
      Issue.record("no document in the receipt")
      return
    }
    #expect(document.fields["text"] == "hello!")
    #expect(document.created == first.revision)
    let other = try Self.message("m1", "mine", by: Self.ben)
    guard case .refused? = await failure({ try await side.write(other, by: Self.ben) }) else {
      Issue.record("a message with another sender's id was accepted")
      return
    }
  }

  func lateCreation() async throws {
    try await converse()
    let write = try Self.message("m1", "hello")
    _ = try await side.write(write, by: Self.ann)
    let deleted = try await side.write(.delete(write.path), by: Self.ann)
    let late = try await side.write(write, by: Self.ann)
    #expect(late.existing == .deleted)
    #expect(late.revision == deleted.revision)
    #expect(try await side.document(write.path, for: Self.ann) == nil)
  }

  func deletingTwice() async throws {
    try await converse()
    let write = try Self.message("m1", "hello")
    _ = try await side.write(write, by: Self.ann)
    let first = try await side.write(.delete(write.path), by: Self.ann)
    let again = try await side.write(.delete(write.path), by: Self.ann)
    #expect(again.revision == first.revision)
    guard
      case .gone? = await failure({ try await side.write(.update(write.path, ["text": "x"]), by: Self.ann) })
    else {
      Issue.record("a deleted document was changed")
      return
    }
  }

  func forestalling() async throws {
    try await converse()
    let write = try Self.message("m1", "hello")
    _ = try await side.write(.delete(write.path), by: Self.ann)
    #expect(try await side.write(write, by: Self.ann).existing == .deleted)
    #expect(try await side.document(write.path, for: Self.ben) == nil)
    // Only by who might delete it.
    let part = try Self.path("conversations/c1/participants/ben")
    guard case .refused? = await failure({ try await side.write(.delete(part), by: Self.ann) }) else {
      Issue.record("another's part was forestalled")
      return
    }
    #expect(try await side.write(.create(part, ["displayName": "Ben"]), by: Self.ann).existing == nil)
  }

  func othersFields() async throws {
    try await converse()
    let write = try Self.message("m1", "hello")
    _ = try await side.write(write, by: Self.ann)
    _ = try await side.write(.update(write.path, ["category": "question"]), by: Self.ben)
    _ = try await side.write(.update(write.path, ["text": "hello?"]), by: Self.ann)
    let document = try await side.document(write.path, for: Self.ben)
    #expect(document?.fields["category"] == "question")
    #expect(document?.fields["text"] == "hello?")
    #expect(document?.fields["senderID"] == "ann")
  }

  func elements() async throws {
    try await converse()
    let write = try Self.message("m1", "hello")
    _ = try await side.write(write, by: Self.ann)
    let read = RemoteWrite(write.path, adding: ["readBy": ["ben"]], precondition: .exists)
    _ = try await side.write(read, by: Self.ben)
    _ = try await side.write(read, by: Self.ben)
    _ = try await side.write(
      RemoteWrite(write.path, adding: ["readBy": ["ann"]], precondition: .exists), by: Self.ann)
    #expect(try await side.document(write.path, for: Self.ben)?.fields["readBy"] == ["ben", "ann"])
    let path = try Self.path("conversations/c1")
    _ = try await side.write(
      RemoteWrite(path, adding: ["participantIDs": ["cleo"]], precondition: .exists), by: Self.ben)
    _ = try await side.write(
      RemoteWrite(path, removing: ["participantIDs": ["ben"]], precondition: .exists), by: Self.ben)
    #expect(try await side.document(path, for: Self.ann)?.fields["participantIDs"] == ["ann", "cleo"])
  }

  func timesGrow() async throws {
    try await converse()
    var last: ServerTime?
    for number in 0..<5 {
      let created = try await side.write(try Self.message("m\(number)", "hello"), by: Self.ann).revision
      let changed = try await side.write(
        .update(try Self.path("conversations/c1/messages/m0"), ["text": .string("\(number)")]), by: Self.ann)
      #expect(created < changed.revision)
      if let last { #expect(last < created) }
      last = changed.revision
    }
    let first = try await side.document(try Self.path("conversations/c1/messages/m0"), for: Self.ben)
    let second = try await side.document(try Self.path("conversations/c1/messages/m1"), for: Self.ben)
    // The order of sending, whatever changed later.
    #expect(try #require(first).created < #require(second).created)
    #expect(first?.revision == last)
  }

  func preconditions() async throws {
    try await converse()
    let write = try Self.message("m1", "hello")
    let path = write.path
    guard case .gone? = await failure({ try await side.write(.update(path, ["text": "x"]), by: Self.ann) })
    else {
      Issue.record("a document that does not exist was changed")
      return
    }
    let first = try await side.write(write, by: Self.ann).revision
    let matching = RemoteWrite(path, set: ["text": "second"], precondition: .revision(first))
    let second = try await side.write(matching, by: Self.ann).revision
    guard case .changed(let document)? = await failure({ try await side.write(matching, by: Self.ann) })
    else {
      Issue.record("an old revision was accepted")
      return
    }
    #expect(document.revision == second)
    #expect(document.fields["text"] == "second")
  }

  func putAfterDeletion() async throws {
    try await converse()
    let path = try Self.path("conversations/c1/participants/ann")
    let put = RemoteWrite(path, set: ["displayName": "Ann"])
    _ = try await side.write(put, by: Self.ann)
    _ = try await side.write(.delete(path), by: Self.ann)
    #expect(try await side.document(path, for: Self.ben) == nil)
    _ = try await side.write(put, by: Self.ann)
    #expect(try await side.document(path, for: Self.ben)?.fields["displayName"] == "Ann")
  }

  func values() async throws {
    let path = try Self.path("users/ann")
    let fields: JSONObject = [
      "email": "ann@example.org", "displayName": "Änn \"A\" \u{1F600}\u{7}",
      "aiPreferences": [
        "replies": true, "drafts": false, "limit": 9_007_199_254_740_993, "score": 0.1, "whole": .double(3),
        "none": .null, "list": ["a", 1, 2.5, .null, ["nested": []]],
      ],
      "createdAt": Self.at, "unknown.field `x`": ["a": 1], "large": -9_223_372_036_854_775_808,
    ]
    _ = try await side.write(.create(path, fields), by: Self.ann)
    #expect(try await side.document(path, for: Self.ann)?.fields == fields)
    guard case .document(let document)? = try await all(Self.ann).changes.first else {
      Issue.record("not told")
      return
    }
    #expect(document.fields == fields)
    _ = try await side.write(.update(path, ["unknown.field `x`": "other"]), by: Self.ann)
    #expect(try await side.document(path, for: Self.ann)?.fields["unknown.field `x`"] == "other")
  }

  func badWrites() async throws {
    try await converse()
    func isInvalid(_ write: RemoteWrite) async -> Bool {
      if case .invalid? = await failure({ try await side.write(write, by: Self.ann) }) { true } else { false }
    }
    var message = try Self.message("m1", "hello")
    message.set["status"] = "shouted"
    #expect(await isInvalid(message))
    message.set["status"] = "sent"
    message.set["conversationID"] = "c2"
    #expect(await isInvalid(message))
    message.set["conversationID"] = "c1"
    message.set["text"] = .string(String(repeating: "x", count: 100_001))
    #expect(await isInvalid(message))
    message.set["text"] = 5
    #expect(await isInvalid(message))
    message.set["text"] = "hello"
    message.set["syncStatus"] = "pending"
    #expect(await isInvalid(message))
    message.set["syncStatus"] = nil
    #expect(try await side.write(message, by: Self.ann).existing == nil)
  }
}
