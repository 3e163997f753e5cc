import Daybook
import DaybookLog
import DaybookModel
import DaybookTestSupport

@testable import Messaging

// What people do with their phones.

extension PhoneWorld {
  private func refusedIsFine(_ body: () async throws -> Void) async throws {
    do { try await body() } catch let error as LedgerError where error.code == .refused {}
  }

  func send(_ phone: SimulatedPhone, _ conversation: String) async throws {
    let id = "m\(sent.count)"
    let hasFile = Int.random(in: 0..<6, using: &random) == 0
    let (user, text) = (phone.user.rawValue, "text of \(id)")
    try await refusedIsFine {
      var files: [Enclosure] = []
      if hasFile {
        let data = JSONValue.string(Base64.text(Array("file of \(id)".utf8)))
        files = [
          Enclosure(
            fileName: "\(id).txt", type: .document, mimeType: "text/plain", sizeBytes: 9 + id.utf8.count,
            data: data)
        ]
      }
      try await phone.mailbox().send(text, enclosing: files, to: Ref(conversation), id: Ref(id))
      sent[id] = Sent(conversation: conversation, sender: user, text: text)
      note("\(phone.number) writes \(id) to \(conversation)\(hasFile ? " with a file" : "")")
    }
  }

  private func own(_ phone: SimulatedPhone) async -> String? {
    let mine = sent.filter { $0.value.sender == phone.user.rawValue && !$0.value.isDeleted }.keys.sorted()
    return mine.isEmpty ? nil : mine[Int.random(in: 0..<mine.count, using: &random)]
  }

  func edit(_ phone: SimulatedPhone) async throws {
    guard let id = await own(phone) else { return }
    let text = "text of \(id), \(story.count)"
    try await refusedIsFine {
      try await phone.mailbox().edit(Ref(id), text)
      sent[id]?.text = text
      note("\(phone.number) edits \(id)")
    }
  }

  func unsend(_ phone: SimulatedPhone) async throws {
    guard let id = await own(phone) else { return }
    try await refusedIsFine {
      try await phone.mailbox().delete(Ref(id))
      sent[id]?.isDeleted = true
      note("\(phone.number) takes \(id) away")
    }
  }

  func read(_ phone: SimulatedPhone, _ conversation: String) async throws {
    try await refusedIsFine {
      let count = try await phone.mailbox().markRead(Ref(conversation))
      note("\(phone.number) reads \(conversation), \(count) new")
    }
  }

  func pin(_ phone: SimulatedPhone, _ conversation: String) async throws {
    let (pinned, muted) = (Bool.random(using: &random), Bool.random(using: &random))
    try await refusedIsFine {
      try await phone.mailbox().set(pinned: pinned, muted: muted, in: Ref(conversation))
      note("\(phone.number) pins \(conversation): \(pinned), mutes it: \(muted)")
    }
  }

  /// Carol leaves, or is taken in again. Not where one user has two phones: what those hear apart from one another of
  /// who takes part is not brought together in every order yet.
  func join(_ phone: SimulatedPhone) async throws {
    guard users.count > 2, !hasTwins else { return }
    try await refusedIsFine {
      if phone.user == "carol" {
        try await phone.mailbox().leave("c2")
        note("\(phone.number) leaves c2")
      } else {
        try await phone.mailbox().add([Contact(id: "carol")], to: "c2")
        note("\(phone.number) takes carol into c2")
      }
    }
  }
}
