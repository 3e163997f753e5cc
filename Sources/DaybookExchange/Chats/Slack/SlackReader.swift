// One day of one channel of a Slack export: an array of messages, in files named by the day.

import DaybookInput
import DaybookModel

struct SlackReader: JSONChatReader {
  let file: String
  private let folder: String?
  private let directory: SlackDirectory
  private let text: SlackText
  var elements: JSONElements
  var steps = ChatSteps()

  /// - Parameters:
  ///   - folder: of the channel; nil of a file by itself.
  ///   - read: gives the next bytes of the file, and none at the end.
  init(
    _ file: String, folder: String?, directory: SlackDirectory = SlackDirectory(),
    read: @escaping () throws -> [UInt8]
  ) {
    (self.file, self.folder, self.directory) = (file, folder, directory)
    text = directory.text
    elements = JSONElements(opening: ["", "messages"], read: read)
  }

  private static let read: Set<String> = [
    "type", "subtype", "user", "user_profile", "text", "ts", "edited", "thread_ts", "reactions", "files",
    "file",
    "username", "bot_id", "bot_profile", "channel", "channel_name", "message", "deleted_ts",
    // Members that repeat others, or that contain nothing written by a person.
    "blocks", "client_msg_id", "team", "user_team", "source_team", "app_id", "parent_user_id", "reply_count",
    "reply_users", "reply_users_count", "latest_reply", "replies", "root", "inviter", "event_ts", "upload",
    "upload_reply_to", "display_as_bot", "hidden", "is_locked", "subscribed", "last_read", "icons",
    "metadata",
  ]

  mutating func take(_ value: JSONValue, at path: JSONPath, _ place: ChatPlace) {
    guard path == "*" || path == "messages.*" else { return }
    guard let object = object(value, at: place) else { return }
    take(object, at: place)
  }

  mutating func end(of path: JSONPath) {}

  private mutating func take(_ object: JSONObject, at place: ChatPlace) {
    let chat = chat(of: object)
    switch object.text("subtype") {
    case "message_deleted":
      if let key = object.text("deleted_ts") { return steps.add(.removal(of: key, in: chat), at: place) }
    case "message_changed":
      if var changed = object["message"]?.object {
        // An edit without a time has the time of the event that reports it.
        if changed["edited"] == nil, let time = object["ts"] { changed["edited"] = .object(["ts": time]) }
        return take(changed, at: place)
      }
    // The remains of a deleted message that has a thread.
    case "tombstone":
      if let key = object.text("ts") { return steps.add(.removal(of: key, in: chat), at: place) }
    default: break
    }
    guard let key = object.text("ts"), let sentAt = Instant(seconds: key) else {
      return steps.add(.skipped(reason: "the message has no time 'ts'", at: place))
    }
    var message = ChatMessage(chat, key: key, from: sender(of: object), words(of: object), at: sentAt)
    message.editedAt = object["edited"]?.object?.text("ts").flatMap { Instant(seconds: $0) }
    if let thread = object.text("thread_ts"), thread != key { message.replyTo = thread }
    message.files = (object["files"]?.array ?? [object["file"] ?? .null]).compactMap {
      $0.object.flatMap(Self.file)
    }
    message.reactions = (object["reactions"]?.array ?? []).compactMap(\.object).compactMap { reaction in
      reaction.text("name").map { name in
        let users = (reaction["users"]?.array ?? []).compactMap(\.string).map { directory.person($0) }
        return ChatReaction(":\(name):", users, count: reaction.integer("count").map { Int(clamping: $0) })
      }
    }
    if message.text.isEmpty && message.files.isEmpty { message.text = "(nothing that can be shown)" }
    steps.add(.message(message), at: place)
    // In a message with text, an attachment is mostly the preview of a link.
    let isShown = object.text("text") == nil
    noteUnread(of: object, but: isShown ? Self.read.union(["attachments"]) : Self.read, at: place)
  }

  private func chat(of object: JSONObject) -> Chat {
    if let id = object.text("channel"), let chat = directory.chats[id] { return chat }
    let name = folder ?? object.text("channel_name") ?? file.stem
    return directory.chats[name] ?? Chat(key: name, title: "#" + name)
  }

  /// Who wrote it; nil for messages of Slack itself, such as who joined.
  private func sender(of object: JSONObject) -> ChatPerson? {
    switch object.text("subtype") {
    case "channel_join", "channel_leave", "channel_topic", "channel_purpose", "channel_name",
      "channel_archive",
      "channel_unarchive", "group_join", "group_leave", "group_topic", "group_purpose", "group_name",
      "pinned_item",
      "bot_add", "bot_remove":
      return nil
    default: break
    }
    if let id = object.text("user") {
      if directory.people[id] != nil { return directory.person(id) }
      let profile = object["user_profile"]?.object ?? [:]
      let name = profile.text("display_name") ?? profile.text("real_name") ?? object.text("username")
      return ChatPerson(key: id, name: name ?? "")
    }
    let bot = object["bot_profile"]?.object?.text("name") ?? object.text("username")
    guard let key = object.text("bot_id") ?? bot else { return nil }
    return ChatPerson(key: key, name: bot ?? key)
  }

  /// The text of the message; for bots and links it is often only in the attachments.
  private func words(of object: JSONObject) -> String {
    var words = [object.text("text") ?? ""]
    if words[0].isEmpty {
      words = (object["attachments"]?.array ?? []).compactMap { part in
        let part = part.object ?? [:]
        return part.text("text") ?? part.text("fallback") ?? part.text("title")
      }
    }
    return text.plain(words.joined(separator: "\n"))
  }

  private static func file(_ object: JSONObject) -> ChatFile? {
    let url = object.text("url_private") ?? object.text("permalink")
    guard let name = object.text("name") ?? object.text("title") ?? object.text("id") else { return nil }
    return ChatFile(
      name: name.lastPathPart, url: url, sizeBytes: object.integer("size"), mimeType: object.text("mimetype"))
  }
}
