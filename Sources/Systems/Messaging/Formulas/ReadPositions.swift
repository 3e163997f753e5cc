import Daybook

/// How far everybody in a conversation has read. A message is read by the users in its `readBy`, and by those whose
/// position is at or after it: so one write marks thousands as read.
struct ReadPositions: Sendable {
  private let parts: [(user: String, last: MessageOrder?)]

  init(_ conversation: borrowing EntityReader) {
    var parts: [(user: String, last: MessageOrder?)] = []
    let found = conversation.map("participants") { part in
      (user: part.storedTargets("user").first, lastRead: part.text("lastReadMessageID"))
    }
    for part in found {
      guard let user = part.user else { continue }
      var last: MessageOrder?
      if let lastRead = part.lastRead { last = conversation.place(of: lastRead) }
      parts.append((user, last))
    }
    self.parts = parts
  }

  /// Those besides the sender who have read a message, in the order in which they joined, then others that it names.
  func readers(of message: MessageOrder, sender: String?, readBy: [String]) -> [String] {
    let named = Set(readBy)
    let reached = parts.filter { part in
      part.user != sender && (named.contains(part.user) || part.last.map { !($0 < message) } ?? false)
    }.map(\.user)
    return reached + readBy.filter { !reached.contains($0) }
  }

  /// Whether everybody but the sender has read it; false where there is nobody else.
  func isReadByAll(_ message: MessageOrder, sender: String?, readBy: [String]) -> Bool {
    let readers = Set(readers(of: message, sender: sender, readBy: readBy))
    let addressed = parts.filter { $0.user != sender }
    return !addressed.isEmpty && addressed.allSatisfy { readers.contains($0.user) }
  }
}

extension EntityReader {
  /// Of a conversation: the place of one of its messages that the remote store holds. No other message has a place on which
  /// all devices agree.
  fileprivate func place(of message: String) -> MessageOrder? {
    let conversation = id
    let found = mapStored(Message.kind, [message]) { message in
      message.storedTargets("conversation").first == conversation ? MessageOrder(message) : nil
    }
    return (found.first?.value ?? nil).flatMap { $0.acceptedAt == nil ? nil : $0 }
  }
}
