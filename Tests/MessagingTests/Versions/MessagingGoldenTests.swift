import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import Messaging

/// What version 1 wrote is read for ever.
@Suite struct MessagingGoldenTests {
  private static let fixture = GoldenFixture("messaging/v1")

  private static func ledger(in folder: TemporaryFolder) async throws -> Ledger {
    try await fixture.copy(to: "l", in: folder)
    return try await Ledger.open("l", in: folder, systems: [.messaging])
  }

  /// `DAYBOOK_WRITE_GOLDEN=1` (tools/fixtures) writes the files.
  @Test func theFilesHoldWhatTheProgramWrote() async throws {
    let golden = try #require(MessagingGoldens.ledger)
    try Self.fixture.writeIfAsked(golden, sealing: 3)
    #expect(try await Self.fixture.events() == golden.commits.flatMap(\.events))
  }

  @Test func versionOne() async throws {
    let folder = try TemporaryFolder()
    let ledger = try await Self.ledger(in: folder)
    // The fixture's server may be ahead of the clock of the machine that runs the test.
    #expect(try await ledger.audit.verify().findings.allSatisfy { $0.kind == .clockSkew })
    let mailbox = Mailbox(ledger, of: "ann")
    let item = try #require(try await mailbox.inbox().first)
    #expect(item.title == "Bob")
    #expect(item.isPinned)
    #expect(item.unreadCount == 1)
    #expect(item.lastMessage?.text == "waiting")
    let messages = try await mailbox.messages(in: "c")
    #expect(messages.map(\.message.rawValue) == ["m1", "m2", "m4", "m5"])
    #expect(messages.map(\.syncStatus) == [.synced, .pending, .failed, .pending])
    #expect(messages.map(\.status) == [.sent, .sent, .failed, .sending])
    #expect(messages[0].acceptedAt == MessagingGoldens.accepted)
    #expect(messages[0].attachments.map(\.uploadStatus) == [.uploaded])
    #expect(messages[1].faqMatch == "f")
    #expect(messages[1].opportunityScore == 0.1)
    #expect(messages[2].failure == "no answer")
    #expect(messages[2].retryCount == 3)
    #expect(try await mailbox.faqs().map(\.useCount) == [1])
    #expect(try await ledger.get(Ref<Messaging.Attachment>("a"))?.data == Data([0, 1, 2]))
    #expect(try await ledger.get(Ref<Message>("m3")) == nil)
  }
}
