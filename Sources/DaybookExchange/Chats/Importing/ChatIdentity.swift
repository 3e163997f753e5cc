import Daybook
import DaybookModel
import Messaging
import Synchronization

/// Who the user is, in a ledger and in a chat.
struct ChatSelf: Sendable {
  /// The ledger's user.
  var user: String
  /// What the chat calls them: a name, an id there, or an address.
  var names: [String]

  init(user: String, names: [String] = []) {
    self.user = user
    self.names = ([user] + names).map { PersonName.key($0) }
  }

  func isSame(_ person: ChatPerson) -> Bool {
    person.isOwner
      || [person.key, person.name, person.email ?? ""].contains {
        !$0.isEmpty && names.contains(PersonName.key($0))
      }
  }
}

/// The ids of what a network tells: the same on every machine, and for every export of one chat.
struct ChatIdentity {
  let network: ChatNetwork
  let own: ChatSelf?
  let source: SyncSource
  /// Of people and chats, which each message names again.
  private let known = KnownIDs()

  init(network: ChatNetwork, own: ChatSelf?, source: SyncSource) {
    (self.network, self.own, self.source) = (network, own, source)
  }

  /// Somebody with an address is the same in every network.
  func user(_ person: ChatPerson) -> String {
    if let own, own.isSame(person) { return own.user }
    if let email = person.email, !email.isEmpty { return Self.id(["mailto", email.lowercased()]) }
    return knownID("user", person.key)
  }

  func conversation(_ chat: Chat) -> String { knownID("chat", chat.key) }

  func message(_ key: String, in chat: Chat) -> String {
    Self.id([network.rawValue, "message", chat.key, key])
  }

  /// Of a network that gives messages no ids: by all that it says of them. Of a time without a zone by what was written,
  /// so that it is the same message in whatever zone it is read.
  ///
  /// - Parameter ordinal: among those that say the same, from 0.
  func message(_ message: ChatMessage, ordinal: Int) -> String {
    let time = message.writtenAt ?? message.sentAt
    return Self.id(
      [
        network.rawValue, "message", message.chat.key, time.description, message.sender?.key ?? "",
        message.text, String(ordinal),
      ] + message.files.map(\.name))
  }

  func attachment(_ name: String, of message: String, _ index: Int) -> String {
    Self.id(["attachment", message, String(index), name])
  }

  /// Of a network that puts the files beside the text, by the name that both have.
  func attachment(_ name: String, in chat: Chat) -> String {
    Self.id([network.rawValue, "file", chat.key, name])
  }

  private func knownID(_ what: String, _ key: String) -> String {
    known.ids.withLock { known in
      if let id = known["\(what) \(key)"] { return id }
      let id = Self.id([network.rawValue, what, key])
      known["\(what) \(key)"] = id
      return id
    }
  }

  /// A UUID of version 8 of the SHA-256 of the parts as a JSON array.
  private static func id(_ parts: [String]) -> String {
    DataValue.uuid(of: JSONValue.array(parts.map { .string($0) }).description)
  }
}

private final class KnownIDs: Sendable {
  let ids = Mutex<[String: String]>([:])
}
