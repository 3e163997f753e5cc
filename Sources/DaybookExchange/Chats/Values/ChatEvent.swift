import DaybookModel

/// The content of a chat's file as a sequence of events, independent of any ledger. Every network's reader returns
/// these, and one importer makes entities of them.
enum ChatEvent: Sendable, Equatable {
  /// Data about a person, besides their messages.
  case person(ChatPerson)
  case conversation(Chat)
  /// A person takes part, since a time if the file has it.
  case member(ChatPerson, of: Chat, since: Instant?)
  case message(ChatMessage)
  /// A new text for an earlier message.
  case edit(of: String, in: Chat, text: String, at: Instant)
  /// A person reacted to a message, or withdrew the reaction.
  case reaction(ChatReactionChange, in: Chat)
  /// A message was removed.
  case removal(of: String, in: Chat)
  /// A file beside the chat: the bytes of an attachment that a message names.
  case file(name: String, bytes: [UInt8], in: Chat)
}

/// A network of chats; it is part of the ids.
public enum ChatNetwork: String, Sendable, CaseIterable {
  case whatsapp, slack, matrix, telegram, signal, messenger, instagram, discord
}

/// A conversation, as its network knows it.
struct Chat: Sendable, Hashable {
  /// Its id in the network, or its name in the file.
  var key: String
  /// The title that its participants gave it; nil if it is named after its participants.
  var title: String?

  init(key: String, title: String? = nil) { (self.key, self.title) = (key, title) }
}

/// A participant.
struct ChatPerson: Sendable, Hashable {
  /// Their id in the network, or their name where it gives none.
  var key: String
  var name: String
  var email: String?
  var photoURL: String?
  /// The telephone number, which is shown instead of the key until a name is known.
  var number: String?
  /// Whether the export is theirs and does not identify them.
  var isOwner = false

  /// The owner of the export.
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

  /// The name shown until a real one is known.
  var shownID: String { number ?? key }
}

struct ChatMessage: Sendable, Equatable {
  var chat: Chat
  /// Its id in the network, unique within the chat; nil where the network exports none.
  var key: String?
  /// Nil for messages of the network itself, such as who joined.
  var sender: ChatPerson?
  var text: String
  var sentAt: Instant
  /// The time as the file has it, read as UTC, if the file names no zone.
  var writtenAt: Instant?
  var editedAt: Instant?
  /// The key of the message that this one answers.
  var replyTo: String?
  var files: [ChatFile] = []
  /// Nil if the network exports them apart from the message.
  var reactions: [ChatReaction]?
  /// The keys of the people who have read it, as far as the network says.
  var readBy: [String] = []

  init(
    _ chat: Chat, key: String? = nil, from sender: ChatPerson?, _ text: String, at sentAt: Instant
  ) {
    (self.chat, self.key, self.sender, self.text, self.sentAt) = (chat, key, sender, text, sentAt)
  }
}

/// A file that is attached to a message.
struct ChatFile: Sendable, Hashable {
  /// Without its folders.
  var name: String
  /// Its path in the export, from the folder of the file that names it; nil if there is none.
  var path: String?
  /// Its address in the network, without secrets.
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

/// A place in a file: a line from 1, or a byte from 0.
struct ChatPlace: Sendable, Equatable {
  enum Unit: Sendable { case line, byte }

  var file: String
  var unit: Unit
  var number: Int64

  init(_ file: String, _ unit: Unit, _ number: Int64) {
    (self.file, self.unit, self.number) = (file, unit, number)
  }
}

/// The next result of a reader.
enum ChatStep: Sendable, Equatable {
  case event(ChatEvent, at: ChatPlace)
  /// Data that could not be read, or a file without any messages.
  case skipped(reason: String, at: ChatPlace)
  /// Worth reporting, but not a loss of data.
  case notice(String, at: ChatPlace)
  /// Members of the data that are not imported.
  case unread([String], at: ChatPlace)

  var isUnread: Bool { if case .unread = self { true } else { false } }
}

/// A reaction to a message, such as an emoji.
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

/// A reaction, or its withdrawal, that the network exports apart from the message.
struct ChatReactionChange: Sendable, Equatable {
  /// The key of the message.
  var message: String
  var emoji: String
  var person: ChatPerson
  var isTakenBack = false
  /// Whether a person has at most one reaction to a message, so that this one replaces an earlier one.
  var isOnly = false

  init(to message: String, _ emoji: String, by person: ChatPerson) {
    (self.message, self.emoji, self.person) = (message, emoji, person)
  }
}
