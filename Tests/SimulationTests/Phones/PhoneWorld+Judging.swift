import Daybook
import DaybookModel
import MessagingTestSupport

@testable import Messaging

// What must hold once nobody has anything to tell any more.

extension PhoneWorld {
  private func check(_ holds: Bool, _ text: @autoclosure () -> String) { if !holds { fail(text()) } }

  private func members(_ conversation: String) -> [String] {
    server.documents.first { $0.path.description == "conversations/\(conversation)" }?
      .fields["participantIDs"]?.array?.compactMap(\.string) ?? []
  }

  /// The messages that the server has, in the order in which it took them.
  private func documents(_ conversation: String) -> [RemoteDocument] {
    server.documents.filter { $0.path.collection == "messages" && $0.path.root.id == conversation }
      .sorted { $0.created < $1.created }
  }

  func judge() async throws {
    for conversation in users.count > 2 ? ["c1", "c2"] : ["c1"] { try await judge(conversation) }
  }

  private func judge(_ conversation: String) async throws {
    let (documents, members) = (documents(conversation), members(conversation))
    let wanted = sent.filter { $0.value.conversation == conversation }
    for (id, message) in wanted {
      let count = documents.count { $0.path.id == id }
      // Who is not in it any more could not send what was left.
      if !members.contains(message.sender), count == 0 { continue }
      if !members.contains(message.sender), message.isDeleted { continue }
      // One phone may take away what it heard of from the server alone; if the other's clock is ahead, the ledger that
      // both share lets what the other wrote stand.
      let isOpen = hasTwins && message.isDeleted && count <= 1
      check(isOpen || count == (message.isDeleted ? 0 : 1), "\(id) is \(count) times on the server")
      if !hasTwins, members.contains(message.sender), !message.isDeleted {
        check(
          documents.first { $0.path.id == id }?.fields["text"] == .string(message.text),
          "\(id) does not say what was written last")
      }
    }
    check(documents.allSatisfy { wanted[$0.path.id] != nil }, "the server has what nobody wrote")
    for phone in phones {
      guard members.contains(phone.user.rawValue) else {
        let inbox = try await phone.mailbox().inbox()
        check(!inbox.contains { $0.conversation.rawValue == conversation }, "\(phone.number) did not leave")
        continue
      }
      try await judge(phone, conversation, documents, members)
    }
  }

  private func judge(
    _ phone: SimulatedPhone, _ conversation: String, _ documents: [RemoteDocument], _ members: [String]
  ) async throws {
    let (mailbox, number) = (try await phone.mailbox(), phone.number)
    let items = try await mailbox.messages(in: Ref(conversation))
    check(
      items.map(\.message.rawValue) == documents.map(\.path.id),
      "\(number) has \(items.map(\.message.rawValue)) in \(conversation), the server \(documents.map(\.path.id))"
    )
    for (item, document) in zip(items, documents) where failure == nil {
      let id = item.message
      check(item.text == document.fields["text"]?.string, "\(number): \(id) has another text")
      check(item.syncStatus == .synced, "\(number): \(id) is \(item.syncStatus): \(item.failure ?? "")")
      check(item.acceptedAt == document.created.description, "\(number): \(id) was taken at another time")
      check(
        Set(item.readBy) == Set(document.fields["readBy"]?.array?.compactMap(\.string) ?? []),
        "\(number): \(id) was read by \(item.readBy)")
      check(
        item.attachments.map(\.attachment.rawValue)
          == (document.fields["attachments"]?.array ?? []).compactMap { $0.object?["id"]?.string },
        "\(number): \(id) has other files")
      check(
        item.attachments.allSatisfy { $0.uploadStatus == .uploaded }, "\(number): \(id) has no bytes there")
    }
    let user = phone.user.rawValue
    let inbox = try await mailbox.inbox().first { $0.conversation.rawValue == conversation }
    check(
      inbox?.unreadCount == unread(user, conversation, documents), "\(number) counts other unread messages")
    check(
      Set(inbox?.participants.map(\.id.rawValue) ?? []) == Set(members), "\(number) has other participants")
    let own = server.documents.first { $0.path.description == "users/\(user)/conversations/\(conversation)" }
    check(inbox?.isPinned == (own?.fields["isPinned"]?.bool ?? false), "\(number) pins something else")
    check(inbox?.isMuted == (own?.fields["isMuted"]?.bool ?? false), "\(number) mutes something else")
    let waiting = try await mailbox.outbox().filter { $0.conversation?.rawValue == conversation }
    check(waiting.isEmpty, "\(number) still has to send \(waiting)")
  }

  /// By the server's documents alone.
  private func unread(_ user: String, _ conversation: String, _ documents: [RemoteDocument]) -> Int {
    let part = server.documents.first {
      $0.path.description == "conversations/\(conversation)/participants/\(user)"
    }
    let last = documents.first { $0.path.id == part?.fields["lastReadMessageID"]?.string }?.created
    return documents.count { document in
      document.fields["senderID"]?.string != user
        && last.map { $0 < document.created } ?? true
        && document.fields["readBy"]?.array?.contains(.string(user)) != true
    }
  }

  /// What everybody sees in the end, and what the server told.
  func result() async throws -> [String] {
    var lines: [String] = []
    for phone in phones {
      for conversation in users.count > 2 ? ["c1", "c2"] : ["c1"] {
        guard let items = try? await phone.mailbox().messages(in: Ref(conversation)) else { continue }
        lines += items.map {
          "\(phone.number) \($0.message) \($0.text) \($0.readBy) \($0.acceptedAt ?? "") \($0.status) \($0.isUnread)"
        }
      }
    }
    return lines + server.documents.map { "\($0.path) \($0.revision) \($0.fields["text"] ?? .null)" }
  }
}
