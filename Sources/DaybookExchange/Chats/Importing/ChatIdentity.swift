import Daybook
import DaybookModel
import Messaging
import Synchronization

/// The user's identity in a ledger and in a chat.
struct ChatSelf: Sendable {
  /// The ledger's user.
  var user: String
  /// The user's names in the chat: a name, an id, or an address.
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

/// Derives ids for the data of a network: the same on every machine, and for every export of one chat.
struct ChatIdentity {
  let network: ChatNetwork
  let own: ChatSelf?
  let source: SyncSource
  /// The ids of people and chats, which each message names again.
  private let known = KnownIDs()

  init(network: ChatNetwork, own: ChatSelf?, source: SyncSource) {
    (self.network, self.own, self.source) = (network, own, source)
  }

  /// A person with an address has the same id in every network.
  func user(_ person: ChatPerson) -> String {
    if let own, own.isSame(person) { return own.user }
    if let email = person.email, !email.isEmpty { return Self.id(["mailto", email.lowercased()]) }
    return knownID("user", person.key)
  }

  func conversation(_ chat: Chat) -> String { knownID("chat", chat.key) }

  func message(_ key: String, in chat: Chat) -> String {
    Self.id([network.rawValue, "message", chat.key, key])
  }

  /// For a network that gives messages no ids, from all data of the message. A time without a zone counts as it was
  /// written, so that the id does not depend on the zone in which it is read.
  ///
  /// - Parameter ordinal: the position among equal messages, from 0.
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

  /// For a network that puts the files beside the text, from the name that both use.
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
