import Daybook
import MessagingTestSupport
import Testing

@testable import Messaging

/// Who may read and write what, through the library.
@Suite struct AccessRulesTests {
  private static func ledger() async throws -> Ledger {
    let ledger = try Ledger.inMemory(systems: [.messaging])
    try await ledger.append(AccessAttempts.world)
    return ledger
  }

  private static func viewer(_ user: String) -> Viewer { Viewer(kind: User.kind, id: user) }

  @Test(arguments: AccessAttempts.all)
  func whatTheRulesForbidIsRefused(_ attempt: AccessAttempts.Attempt) async throws {
    let ledger = try await Self.ledger()
    let before = try await ledger.audit.replay().digest
    let options = AppendOptions(as: Self.viewer(attempt.user))
    if attempt.isAllowed {
      try await ledger.append(attempt.mutations, options: options)
      #expect(try await ledger.audit.replay().digest != before)
      return
    }
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.append(attempt.mutations, options: options)
    }
    #expect(error?.code == .refused)
    #expect(error?.description.contains("secret") == false)
    #expect(try await ledger.audit.replay().digest == before, "nothing is written")
    var dry = options
    dry.isDryRun = true
    await #expect(throws: LedgerError.self) { try await ledger.append(attempt.mutations, options: dry) }
  }

  @Test(arguments: ["ann", "bob"]) func aUserReadsWhatTheRulesAllow(_ user: String) async throws {
    let ledger = try await Self.ledger()
    let viewer = Self.viewer(user)
    for (kind, ids) in try #require(AccessAttempts.readable[user]) {
      let kind = "messaging." + kind
      let all = try await ledger.query(Query(kind)).rows.map(\.id)
      #expect(Set(try await ledger.query(Query(kind), as: viewer).rows.map(\.id)) == ids)
      #expect(all.count > ids.count)
      var counting = Query(kind)
      counting.isCount = true
      #expect(try await ledger.query(counting, as: viewer).count == ids.count)
      for id in all {
        guard !ids.contains(id) else {
          #expect(try await ledger.get(kind: kind, id: id, as: viewer) != nil)
          continue
        }
        let there = await #expect(throws: LedgerError.self) {
          try await ledger.get(kind: kind, id: id, as: viewer)
        }
        let nowhere = await #expect(throws: LedgerError.self) {
          try await ledger.get(kind: kind, id: "nowhere", as: viewer)
        }
        #expect(there?.code == .refused)
        #expect(there?.what.replacing("'\(id)'", with: "'nowhere'") == nowhere?.what)
      }
    }
  }

  /// Conditions, paths, relations, projections and the log say no more than a query does.
  @Test func nothingLeaks() async throws {
    let ledger = try await Self.ledger()
    let ann = Self.viewer("ann")
    let hidden: [(String, Condition)] = [
      (Message.kind, .contains("text", "secret-bd")), (FAQ.kind, .contains("question", "secret-bob")),
      (Message.kind, .contains("conversation.participants.displayName", "dora")),
      (Message.kind, .any("attachments", .contains("message.text", "secret-bd"))),
    ]
    for (kind, condition) in hidden {
      var query = Query(kind, where: condition)
      query.isCount = true
      #expect((try? await ledger.query(query, as: ann).count) ?? 0 == 0)
    }
    let other = Query(Message.kind, where: .contains("sender.displayName", "Bob"))
    #expect(try await ledger.query(other).count > 0)
    #expect(try await ledger.query(other, as: ann).count == 0, "Bob's user is Bob's")
    let conversations = try await ledger.query(Query(Conversation.kind), as: ann).rows
    #expect(conversations.allSatisfy { !"\($0.fields)".contains("bd") })
    for row in conversations { #expect("\(row["lastMessage"] ?? .null)".contains("secret-\(row.id)")) }
    let user = try #require(try await ledger.get(kind: User.kind, id: "ann", as: ann))
    #expect(user["conversations"] == ["ab", "ac"])
    var lines: [String] = []
    try await ledger.history.log(as: ann) { entry in
      lines.append(String(decoding: entry.line, as: UTF8.self))
      return true
    }
    #expect(!lines.isEmpty)
    #expect(lines.allSatisfy { !$0.contains("secret-bd") && !$0.contains("bob@example.org") })
    #expect(try await ledger.conflicts.list(as: ann).isEmpty)
    await #expect(throws: LedgerError.self) { try await ledger.query(Query("daybook.replica"), as: ann) }
  }

  /// Each sees their own of one conversation.
  @Test func aConversationShowsTheViewersOwn() async throws {
    let ledger = try await Self.ledger()
    try await Mailbox(ledger, of: "ann").set(pinned: true, in: "ab")
    try await Mailbox(ledger, of: "bob").set(muted: true, in: "ab")
    try await Mailbox(ledger, of: "bob").markRead("ab")
    func row(_ user: String) async throws -> Row? {
      try await ledger.get(kind: Conversation.kind, id: "ab", as: Self.viewer(user))
    }
    #expect(try await row("ann")?["isPinned"] == true)
    #expect(try await row("bob")?["isPinned"] == false)
    #expect(try await row("ann")?["isMuted"] == false)
    #expect(try await row("bob")?["isMuted"] == true)
    #expect(try await row("ann")?["unreadCount"] == 1)
    #expect(try await row("bob")?["unreadCount"] == 0)
  }

  /// Who has left reads nothing of it any more, and who comes in reads all of it.
  @Test func readingEndsWithTakingPart() async throws {
    let ledger = try await Self.ledger()
    try await Mailbox(ledger, of: "ann").leave("ab")
    #expect(try await ledger.query(Query(Message.kind), as: Self.viewer("ann")).rows.count == 2)
    await #expect(throws: LedgerError.self) { try await Mailbox(ledger, of: "ann").send("x", to: "ab") }
    try await Mailbox(ledger, of: "bob").add([Contact(id: "ann")], to: "ab")
    #expect(try await ledger.query(Query(Message.kind), as: Self.viewer("ann")).rows.count == 4)
    try await Mailbox(ledger, of: "ann").send("back", to: "ab")
  }

  /// What somebody wrote nobody else undoes.
  @Test func nobodyUndoesWhatAnotherWrote() async throws {
    let ledger = try await Self.ledger()
    let receipt = try await ledger.append(
      [Mutation(.upsert, kind: Message.kind, id: "bd-bob", set: ["text": "new"])])
    let stamp = try #require(receipt.lastStamp)
    await #expect(throws: LedgerError.self) {
      try await ledger.history.undo(stamp, options: AppendOptions(as: Self.viewer("ann")))
    }
    try await ledger.history.undo(stamp, options: AppendOptions(as: Self.viewer("bob")))
    #expect(try await ledger.get(Ref<Message>("bd-bob"))?.text == "secret-bd-bob")
  }
}
