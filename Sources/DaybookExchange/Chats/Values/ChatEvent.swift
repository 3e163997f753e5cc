import DaybookModel

/// What a chat's file says, one thing after the other: neutral values that no ledger is needed for. Every network's
/// reader gives these, and one importer makes entities of them.
enum ChatEvent: Sendable, Equatable {
  /// What is known of somebody, besides what they wrote.
  case person(ChatPerson)
  case conversation(Chat)
  /// Somebody takes part, since a time where the file tells it.
  case member(ChatPerson, of: Chat, since: Instant?)
  case message(ChatMessage)
  /// Other words for a message that was there before.
  case edit(of: String, in: Chat, text: String, at: Instant)
  /// Somebody reacted to a message, or no longer does.
  case reaction(ChatReactionChange, in: Chat)
  /// A message was taken back.
  case removal(of: String, in: Chat)
  /// A file beside the chat: the bytes of an attachment that a message names.
  case file(name: String, bytes: [UInt8], in: Chat)
}

/// A network of chats: ids are distinguished by it.
public enum ChatNetwork: String, Sendable, CaseIterable {
  case whatsapp, slack, matrix, telegram, signal, messenger, instagram, discord
}

/// A conversation, as its network knows it.
struct Chat: Sendable, Hashable {
  /// Its id there, or what its file calls it.
  var key: String
  /// What those in it call it; nil where it is called by who takes part.
  var title: String?

  init(key: String, title: String? = nil) { (self.key, self.title) = (key, title) }
}

/// Somebody who takes part.
struct ChatPerson: Sendable, Hashable {
  /// Their id in the network, or their name where it gives none.
  var key: String
  var name: String
  var email: String?
  var photoURL: String?
  /// A telephone number; it is shown instead of the key until a name is known.
  var number: String?
  /// The export is theirs and does not say who they are.
  var isOwner = false

  /// Whose export it is.
  static let owner = {
    var person = ChatPerson(key: "me", name: "me")
    person.isOwner = true
    return person
  }()

  init(
    key: String, name: String = "", email: String? = nil, photoURL: String? = nil, number: String? = nil
  ) {
    (self.key, self.name, self.email, self.photoURL) = (key, name, email, photoURL)
    self.number = number
  }

  /// What they are called until a name is known.
  var shownID: String { number ?? key }
}

struct ChatMessage: Sendable, Equatable {
  var chat: Chat
  /// Its id in the network, unique within the chat; nil where the network exports none.
  var key: String?
  /// Nil: the network itself says it, such as who joined.
  var sender: ChatPerson?
  var text: String
  var sentAt: Instant
  /// The same as the file has it, where the file names no zone: as if that were UTC.
  var writtenAt: Instant?
  var editedAt: Instant?
  /// The key of the message that this one answers.
  var replyTo: String?
  var files: [ChatFile] = []
  /// Nil where the network says them apart from the message.
  var reactions: [ChatReaction]?
  /// The keys of the people who have read it, as far as the network says.
  var readBy: [String] = []

  init(
    _ chat: Chat, key: String? = nil, from sender: ChatPerson?, _ text: String, at sentAt: Instant
  ) {
    (self.chat, self.key, self.sender, self.text, self.sentAt) = (chat, key, sender, text, sentAt)
  }
}

/// A file that a message brings along.
struct ChatFile: Sendable, Hashable {
  /// Without its folders.
  var name: String
  /// Where the export has it, from the folder of the file that names it; nil where it gives no place.
  var path: String?
  /// Where the network keeps it, without secrets.
  var url: String?
  var sizeBytes: Int64?
  var mimeType: String?

  init(
    name: String, path: String? = nil, url: String? = nil, sizeBytes: Int64? = nil, mimeType: String? = nil
  ) {
    (self.name, self.path, self.url) = (name, path, url)
    (self.sizeBytes, self.mimeType) = (sizeBytes, mimeType)
  }
}

/// Where a file says something: a line from 1, or a byte from 0.
struct ChatPlace: Sendable, Equatable {
  enum Unit: Sendable { case line, byte }

  var file: String
  var unit: Unit
  var number: Int64

  init(_ file: String, _ unit: Unit, _ number: Int64) {
    (self.file, self.unit, self.number) = (file, unit, number)
  }
}

/// What a reader gives next.
enum ChatStep: Sendable, Equatable {
  case event(ChatEvent, at: ChatPlace)
  /// Something that could not be read, or a file that has none of it.
  case skipped(reason: String, at: ChatPlace)
  /// Worth telling, but no loss.
  case notice(String, at: ChatPlace)
  /// Members of what was read that are not imported.
  case unread([String], at: ChatPlace)

  var isUnread: Bool { if case .unread = self { true } else { false } }
}

/// What people answered a message with in place of words.
struct ChatReaction: Sendable, Equatable {
  var emoji: String
  /// Who chose it, as far as the network names them.
  var people: [ChatPerson]
  /// How many chose it.
  var count: Int

  init(_ emoji: String, _ people: [ChatPerson], count: Int? = nil) {
    (self.emoji, self.people) = (emoji, people)
    self.count = max(count ?? 0, people.count)
  }
}

/// That somebody reacted to a message, or took that back, where the network says it apart from the message.
struct ChatReactionChange: Sendable, Equatable {
  /// The key of the message.
  var message: String
  var emoji: String
  var person: ChatPerson
  var isTakenBack = false
  /// Whether a person has one reaction to a message at most, so that this one takes the place of an earlier one.
  var isOnly = false

  init(to message: String, _ emoji: String, by person: ChatPerson) {
    (self.message, self.emoji, self.person) = (message, emoji, person)
  }
}
