// Two forms of Discord's chats: the export of a channel by DiscordChatExporter, and Discord's package of a user's own
// data, which contains only the user's messages: a folder for each channel, with `channel.json` and `messages.json`.

import DaybookInput
import DaybookModel
import DaybookView

struct DiscordReader: JSONChatReader {
  /// Kinds of messages that people write.
  private static let spoken: Set<String> = [
    "Default", "Reply", "ApplicationCommand", "ChatInputCommand", "ContextMenuCommand",
    "ThreadStarterMessage",
    "0", "19", "20", "21", "23",
  ]

  let file: String
  private let folder: String?
  var elements: JSONElements
  var steps = ChatSteps()
  /// What a channel's file says beside its messages.
  private var members = JSONObject()
  private var place: ChatPlace?
  private var hasNoted = false

  /// - Parameters:
  ///   - folder: the folder of a channel in Discord's own package, such as `c4711`.
  ///   - read: returns the next bytes of the file, and none at the end.
  init(_ file: String, folder: String?, read: @escaping () throws -> [UInt8]) {
    (self.file, self.folder) = (file, folder)
    elements = JSONElements(opening: ["", "messages"], read: read)
  }

  mutating func take(_ value: JSONValue, at path: JSONPath, _ place: ChatPlace) {
    guard path.hasSuffix("*") else {
      members[path] = value
      self.place = place
      return
    }
    guard let object = object(value, at: place) else { return }
    if path == "*" { takeOwn(object, at: place) } else { takeExported(object, at: place) }
  }

  /// In the package, the file of a channel comes before its messages.
  mutating func end(of path: JSONPath) {
    guard path.isEmpty, members["channel"] == nil, let id = members.identifier("id"), members["type"] != nil,
      let place
    else { return }
    if let name = members.text("name") {
      let guild = members["guild"]?.object?.text("name")
      steps.add(.conversation(Chat(key: id, title: Self.title(name, of: guild))), at: place)
    }
  }

  private static func title(_ channel: String, of guild: String?) -> String {
    guild.map { "#\(channel) (\($0))" } ?? channel
  }

  private static func time(_ text: String?) -> Instant? {
    switch text.flatMap({ DateText.read($0) }) {
    case .instant(let instant): Instant(checked: instant.milliseconds)
    // The package writes UTC without saying so.
    case .local(let day, let millisecond):
      Instant(checked: day.daysSince1970 * 86_400_000 + millisecond)
    default: nil
    }
  }

  // MARK: Discord's own package

  private mutating func takeOwn(_ object: JSONObject, at place: ChatPlace) {
    guard let key = object.identifier("ID"), let sentAt = Self.time(object.text("Timestamp")) else {
      return steps.add(.skipped(reason: "the message has no id or time", at: place))
    }
    let channel = folder.map { $0.hasPrefix("c") ? String($0.dropFirst()) : $0 } ?? file.stem
    var message = ChatMessage(
      Chat(key: channel), key: key, from: .owner, object.text("Contents") ?? "", at: sentAt)
    message.files = (object.text("Attachments") ?? "").split(separator: " ").map { url in
      let name = url.prefix { $0 != "?" }
      return ChatFile(name: String(name).lastPathPart, url: String(url))
    }
    if message.text.isEmpty && message.files.isEmpty { message.text = "(nothing that can be shown)" }
    steps.add(.message(message), at: place)
  }

  // MARK: DiscordChatExporter

  private var chat: Chat {
    let channel = members["channel"]?.object ?? [:]
    let name = channel.text("name")
    let type = channel.text("type") ?? ""
    let key = channel.identifier("id") ?? file.stem
    // A chat of two people is named after its participants.
    if type == "DirectTextChat" { return Chat(key: key) }
    let guild = type.hasPrefix("Direct") ? nil : members["guild"]?.object?.text("name")
    return Chat(key: key, title: name.map { Self.title($0, of: guild) })
  }

  private static func person(_ object: JSONObject) -> ChatPerson? {
    object.identifier("id").map { id in
      let picture = object.text("avatarUrl")
      return ChatPerson(
        key: id, name: object.text("nickname") ?? object.text("name") ?? "",
        photoURL: picture?.hasPrefix("http") == true ? picture : nil)
    }
  }

  private mutating func takeExported(_ object: JSONObject, at place: ChatPlace) {
    guard let key = object.identifier("id"), let sentAt = Self.time(object.text("timestamp")) else {
      return steps.add(.skipped(reason: "the message has no id or time", at: place))
    }
    let person = object["author"]?.object.flatMap(Self.person)
    let type = object.identifier("type") ?? "Default"
    let isSpoken = Self.spoken.contains(type)
    var text = Self.words(object)
    if !isSpoken { text = "\(person?.name ?? ""): \(text.isEmpty ? type : text)" }
    var message = ChatMessage(chat, key: key, from: isSpoken ? person : nil, text, at: sentAt)
    message.editedAt = Self.time(object.text("timestampEdited"))
    if type == "Reply" || type == "19" {
      message.replyTo = object["reference"]?.object?.identifier("messageId")
    }
    message.files = (object["attachments"]?.array ?? []).compactMap(\.object).compactMap(Self.file)
    message.reactions = (object["reactions"]?.array ?? []).compactMap(\.object).compactMap(Self.reaction)
    if message.text.isEmpty && message.files.isEmpty { message.text = "(nothing that can be shown)" }
    steps.add(.message(message), at: place)
    let isShown = object.text("content") == nil
    noteUnread(of: object, but: isShown ? Self.read.union(Self.shown) : Self.read, at: place)
    noteUnread(of: object["author"]?.object ?? [:], but: Self.readOfAuthor, at: place)
    if !hasNoted {
      hasNoted = true
      noteUnread(of: members["channel"]?.object ?? [:], but: Self.readOfChannel, at: place)
    }
  }

  private static let read: Set<String> = [
    "id", "type", "timestamp", "timestampEdited", "content", "author", "reference", "attachments",
    "reactions",
    "callEndedTimestamp", "inlineEmojis", "mentions",
  ]
  /// Members that stand for the text of a message without text.
  private static let shown: Set<String> = ["embeds", "stickers", "poll"]
  private static let readOfAuthor: Set<String> = [
    "id", "name", "nickname", "avatarUrl", "discriminator", "color", "isBot",
  ]
  private static let readOfChannel: Set<String> = ["id", "type", "name", "categoryId"]

  /// The text of the message; for bots it is often only in the embeds.
  private static func words(_ object: JSONObject) -> String {
    if let text = object.text("content") { return text }
    let embeds = (object["embeds"]?.array ?? []).compactMap(\.object).map { embed in
      [embed.text("title"), embed.text("description"), embed.text("url")].compactMap { $0 }.joined(
        separator: "\n")
    }
    let stickers = (object["stickers"]?.array ?? []).compactMap { $0.object?.text("name").map { "(\($0))" } }
    let poll = object["poll"]?.object
    let answers = (poll?["answers"]?.array ?? []).compactMap { $0.object?.text("text").map { "- " + $0 } }
    let question = poll?["question"]?.object?.text("text") ?? poll?.text("question")
    return (embeds + stickers + [question ?? ""] + answers).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func file(_ object: JSONObject) -> ChatFile? {
    guard let name = object.text("fileName") ?? object.text("url")?.lastPathPart else { return nil }
    let place = object.text("url")
    let isAddress = place?.hasPrefix("http") == true
    return ChatFile(
      name: name, path: isAddress ? nil : place, url: isAddress ? place : nil,
      sizeBytes: object.integer("fileSizeBytes"))
  }

  private static func reaction(_ object: JSONObject) -> ChatReaction? {
    let emoji = object["emoji"]?.object ?? [:]
    guard let name = emoji.text("name") ?? emoji.text("code") else { return nil }
    // An emoji that a server made itself has an id.
    let people = (object["users"]?.array ?? []).compactMap(\.object).compactMap(Self.person)
    return ChatReaction(
      emoji.identifier("id") == nil ? name : ":\(name):", people,
      count: object.integer("count").map { Int(clamping: $0) })
  }
}
