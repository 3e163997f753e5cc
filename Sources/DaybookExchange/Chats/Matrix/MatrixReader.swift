// Events of the Matrix protocol: the JSON export of Element (an object with `messages`), an answer of a server (`chunk`), a
// plain array of events, or one event a line.

import DaybookInput
import DaybookModel
import DaybookText

struct MatrixReader: JSONChatReader {
  let file: String
  var elements: JSONElements
  var steps = ChatSteps()
  /// Of a document that opens as an object: the members that are read so far, which may turn out to be one event.
  private var document = ChatDocument()
  private var titles: [String: String] = [:]
  private var people: [String: ChatPerson] = [:]
  /// Reactions by their events, which may be redacted later.
  private var reactions: [String: ChatReactionChange] = [:]

  init(_ file: String, read: @escaping () throws -> [UInt8]) {
    self.file = file
    elements = JSONElements(opening: ["", "messages", "chunk", "events"], of: file, read: read)
  }

  mutating func take(_ value: JSONValue, at path: JSONPath, _ place: ChatPlace) {
    if path.hasSuffix("*") { take(value, at: place) } else { document.add(value, path, at: place) }
  }

  mutating func end(of path: JSONPath) {
    guard path.isEmpty else { return }
    let isEvent = document.members["type"] != nil
    if let (value, place) = document.take(), isEvent { take(value, at: place) }
  }

  private mutating func take(_ value: JSONValue, at place: ChatPlace) {
    guard let event = value.object, let type = event.text("type") else {
      return steps.add(.skipped(reason: "not an event: it has no type", at: place))
    }
    let content = event["content"]?.object ?? [:]
    let chat = chat(of: event)
    switch type {
    case "m.room.message", "m.sticker": takeMessage(event, content, chat, at: place)
    case "m.room.member": takeMember(event, content, chat, at: place)
    case "m.room.name":
      if let name = content.text("name") { titles[chat.key] = name }
      steps.add(.conversation(self.chat(of: event)), at: place)
    case "m.room.redaction":
      guard let key = event.text("redacts") ?? content.text("redacts") else {
        return steps.add(.skipped(reason: "the redaction does not name its event", at: place))
      }
      if var reaction = reactions.removeValue(forKey: key) {
        reaction.isTakenBack = true
        return steps.add(.reaction(reaction, in: chat), at: place)
      }
      steps.add(.removal(of: key, in: chat), at: place)
    case "m.room.encrypted":
      steps.add(.skipped(reason: "the message is encrypted: export it with its keys", at: place))
    case "m.reaction":
      takeReaction(event, content, chat, at: place)
    default: steps.add(.notice("events of type \(type) do not concern messages", at: place))
    }
  }

  private mutating func takeReaction(
    _ event: JSONObject, _ content: JSONObject, _ chat: Chat, at place: ChatPlace
  ) {
    let relation = content["m.relates_to"]?.object ?? [:]
    // One that was redacted has no content.
    guard let emoji = relation.text("key"), let target = relation.text("event_id"), let person = sender(event)
    else { return steps.add(.notice("removed reactions are left out", at: place)) }
    let reaction = ChatReactionChange(to: target, emoji, by: person)
    if let key = event.text("event_id") { reactions[key] = reaction }
    steps.add(.reaction(reaction, in: chat), at: place)
  }

  private func chat(of event: JSONObject) -> Chat {
    let key =
      event.text("room_id") ?? document.members.text("room_id") ?? document.members.text("room_name")
      ?? file.stem
    return Chat(key: key, title: titles[key] ?? document.members.text("room_name"))
  }

  private func sender(_ event: JSONObject) -> ChatPerson? {
    event.text("sender").map { people[$0] ?? ChatPerson(key: $0) }
  }

  private mutating func takeMember(
    _ event: JSONObject, _ content: JSONObject, _ chat: Chat, at place: ChatPlace
  ) {
    guard let id = event.text("state_key") else {
      return steps.add(.skipped(reason: "the membership event does not name its member", at: place))
    }
    let person = ChatPerson(
      key: id, name: content.text("displayname") ?? people[id]?.name ?? "",
      photoURL: content.text("avatar_url"))
    people[id] = person
    guard content.text("membership") == "join" else { return steps.add(.person(person), at: place) }
    let since = event.integer("origin_server_ts").flatMap { Instant(checked: $0) }
    steps.add(.member(person, of: chat, since: since), at: place)
  }

  private mutating func takeMessage(
    _ event: JSONObject, _ content: JSONObject, _ chat: Chat, at place: ChatPlace
  ) {
    guard let key = event.text("event_id"), let sender = sender(event),
      let sentAt = event.integer("origin_server_ts").flatMap({ Instant(checked: $0) })
    else { return steps.add(.skipped(reason: "the message has no id, sender or time", at: place)) }
    let relation = content["m.relates_to"]?.object ?? [:]
    if relation.text("rel_type") == "m.replace", let target = relation.text("event_id") {
      let words = MatrixText.words(content["m.new_content"]?.object ?? content)
      return steps.add(.edit(of: target, in: chat, text: words, at: sentAt), at: place)
    }
    // The remains of a redacted message.
    if content.isEmpty { return steps.add(.removal(of: key, in: chat), at: place) }
    let answered =
      relation["m.in_reply_to"]?.object?.text("event_id")
      ?? (relation.text("rel_type") == "m.thread" ? relation.text("event_id") : nil)
    var message = ChatMessage(chat, key: key, from: sender, MatrixText.words(content), at: sentAt)
    message.replyTo = answered
    if answered != nil { message.text = MatrixText.withoutQuote(message.text) }
    if let file = Self.file(content, type: event.text("type")) {
      message.files = [file]
      // The text of a file is its name, unless it also has a name of its own.
      if content.text("filename") == nil || content.text("filename") == content.text("body") {
        message.text = ""
      }
    }
    if message.text.isEmpty && message.files.isEmpty { message.text = "(nothing that can be shown)" }
    steps.add(.message(message), at: place)
  }

  private static func file(_ content: JSONObject, type: String?) -> ChatFile? {
    let kinds = ["m.image": "image/*", "m.video": "video/*", "m.audio": "audio/*", "m.file": ""]
    let kind = type == "m.sticker" ? "image/*" : content.text("msgtype").flatMap { kinds[$0] }
    guard let kind else { return nil }
    let info = content["info"]?.object ?? [:]
    return ChatFile(
      name: (content.text("filename") ?? content.text("body") ?? "file").lastPathPart,
      url: content.text("url") ?? content["file"]?.object?.text("url"), sizeBytes: info.integer("size"),
      mimeType: info.text("mimetype") ?? (kind.isEmpty ? nil : kind))
  }
}

/// The words of a message's content.
enum MatrixText {
  static func words(_ content: JSONObject) -> String {
    let markup = content.text("formatted_body")
    let body = content.text("body") ?? markup.map { HTMLText.extract(Array($0.utf8)) } ?? ""
    if content.text("msgtype") == "m.location", let place = content.text("geo_uri") {
      return body.isEmpty ? place : "\(body) (\(place))"
    }
    return content.text("msgtype") == "m.emote" ? "* " + body : body
  }

  /// An answer begins with the quoted lines, marked by `> `, and an empty line; newer clients leave them out.
  static func withoutQuote(_ text: String) -> String {
    guard text.hasPrefix("> ") else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { !$0.hasPrefix(">") }) else { return text }
    return lines[first...].drop { $0.isEmpty }.joined(separator: "\n")
  }
}
