// An export of Telegram Desktop: `result.json` of one chat, or of all of them.

import Daybook
import DaybookInput
import DaybookModel

struct TelegramReader: JSONChatReader {
  private static let opened: Set<JSONPath> = [
    "", "messages", "chats", "chats.list", "chats.list.*", "chats.list.*.messages", "left_chats",
    "left_chats.list",
    "left_chats.list.*", "left_chats.list.*.messages",
  ]

  let file: String
  private let zone: any ZoneOffsets
  var elements: JSONElements
  var steps = ChatSteps()
  /// The chat's own data, which comes before its messages.
  private var header = JSONObject()

  /// - Parameter zone: the time zone of the computer that exported it, for exports older than 2021, which have only
  ///   local times.
  init(_ file: String, zone: any ZoneOffsets, read: @escaping () throws -> [UInt8]) {
    (self.file, self.zone) = (file, zone)
    elements = JSONElements(opening: Self.opened, read: read)
  }

  mutating func take(_ value: JSONValue, at path: JSONPath, _ place: ChatPlace) {
    if path.hasSuffix("messages.*") {
      take(value, at: place)
    } else if let name = Self.headerName(path) {
      header[name] = value
    } else if !Self.readOfExport.contains(path) {
      noteUnread(of: [path: value], but: [], at: place)
    }
  }

  /// Members about the export itself.
  private static let readOfExport: Set<String> = ["about", "chats.about", "left_chats.about"]

  mutating func end(of path: JSONPath) {
    if path.isEmpty || path.hasSuffix("list.*") { header = [:] }
  }

  private static func headerName(_ path: JSONPath) -> String? {
    let name = path.split(separator: ".").last.map(String.init) ?? ""
    return ["id", "name", "type"].contains(name) && (path == name || path.contains("list.*.")) ? name : nil
  }

  private var chat: Chat {
    let name = header.text("name")
    let isOfTwo = ["personal_chat", "bot_chat", "saved_messages"].contains(header.text("type"))
    return Chat(key: header.identifier("id") ?? name ?? file.stem, title: isOfTwo ? nil : name)
  }

  private mutating func take(_ value: JSONValue, at place: ChatPlace) {
    guard let object = object(value, at: place) else { return }
    guard let sentAt = time(object, "date") else {
      return steps.add(.skipped(reason: "the message has no time that can be read", at: place))
    }
    let isService = object.text("type") == "service"
    let name = object.text("from") ?? object.text("actor") ?? ""
    let id = object.identifier("from_id") ?? object.identifier("actor_id")
    let person = (id ?? (name.isEmpty ? nil : name)).map { ChatPerson(key: $0, name: name) }
    var message = ChatMessage(
      chat, key: object.identifier("id"), from: isService ? nil : person,
      isService ? Self.notice(object, by: name) : Self.words(object), at: sentAt)
    message.editedAt = time(object, "edited")
    message.replyTo = object.identifier("reply_to_message_id")
    message.files = Self.files(object)
    if message.text.isEmpty && message.files.isEmpty { message.text = Self.other(object) }
    if message.text.isEmpty { message.text = object.text("sticker_emoji") ?? "" }
    if !isService, person == nil {
      message.sender = ChatPerson(key: "deleted account", name: "Deleted account")
    }
    message.reactions = (object["reactions"]?.array ?? []).compactMap(\.object).compactMap(Self.reaction)
    steps.add(.message(message), at: place)
    noteUnread(of: object, but: Self.read, at: place)
  }

  private static let read: Set<String> = [
    "id", "type", "date", "date_unixtime", "edited", "edited_unixtime", "from", "from_id", "actor",
    "actor_id",
    "action", "members", "title", "text", "reply_to_message_id", "reactions", "forwarded_from", "photo",
    "file",
    "file_name", "file_size", "photo_file_size", "mime_type", "media_type", "sticker_emoji",
    "location_information", "contact_information", "poll",
    // Members that repeat others, or that describe how a file looks.
    "text_entities", "forwarded_from_id", "thumbnail", "thumbnail_file_size", "width", "height",
    "duration_seconds", "reply_to_peer_id",
  ]

  private func time(_ object: JSONObject, _ name: String) -> Instant? {
    if let seconds = object.integer(name + "_unixtime"), (0..<253_370_764_800).contains(seconds) {
      return Instant(checked: seconds * 1000)
    }
    guard let text = object.text(name), let local = Instant(text + ".000Z") else { return nil }
    return Instant(checked: zone.seconds(ofLocal: local.milliseconds / 1000) * 1000)
  }

  /// A text, or a list of texts and marked ones.
  static func text(_ value: JSONValue?) -> String {
    if let text = value?.string { return text }
    return (value?.array ?? []).map { part in
      guard let object = part.object else { return part.string ?? "" }
      let text = object.text("text") ?? ""
      // A link that is shown as other words.
      guard let address = object.text("href"), address != text else { return text }
      return "\(text) (\(address))"
    }.joined()
  }

  private static func words(_ object: JSONObject) -> String {
    let text = text(object["text"])
    guard let origin = object.text("forwarded_from") else { return text }
    return "(forwarded from \(origin))" + (text.isEmpty ? "" : "\n" + text)
  }

  /// A message of the network itself, such as `Ann: invite_members: Bob, Carl`.
  private static func notice(_ object: JSONObject, by name: String) -> String {
    let members = object["members"]?.array?.compactMap(\.string).joined(separator: ", ")
    let details = [members, object.text("title"), text(object["text"])].compactMap { $0 }.filter {
      !$0.isEmpty
    }
    let action = (object.text("action") ?? "notice").replacing("_", with: " ")
    return ([name.isEmpty ? nil : name, action].compactMap { $0 } + details).joined(separator: ": ")
  }

  private static func files(_ object: JSONObject) -> [ChatFile] {
    var files: [ChatFile] = []
    if let path = object.text("photo") {
      files.append(
        ChatFile(
          name: name(path) ?? "photo.jpg", path: place(path), sizeBytes: object.integer("photo_file_size"),
          mimeType: "image/jpeg"))
    }
    if let path = object.text("file") {
      files.append(
        ChatFile(
          name: name(path) ?? object.text("file_name") ?? object.text("media_type") ?? "file",
          path: place(path), sizeBytes: object.integer("file_size"), mimeType: object.text("mime_type")))
    }
    return files
  }

  /// If many people reacted, only the last are named.
  private static func reaction(_ object: JSONObject) -> ChatReaction? {
    let type = object.text("type") ?? ""
    guard let emoji = object.text("emoji") ?? (type.isEmpty || type == "emoji" ? nil : "(\(type))") else {
      return nil
    }
    let people = (object["recent"]?.array ?? []).compactMap(\.object).compactMap { person in
      person.identifier("from_id").map { ChatPerson(key: $0, name: person.text("from") ?? "") }
    }
    return ChatReaction(emoji, people, count: object.integer("count").map { Int(clamping: $0) })
  }

  /// Nil where the export says in brackets why the file is not there.
  private static func place(_ path: String) -> String? { path.hasPrefix("(") ? nil : path }

  private static func name(_ path: String) -> String? { place(path)?.lastPathPart }

  /// A number that a double would round stays as it is written.
  private static func degrees(_ value: JSONValue?) -> String? {
    guard let value, let double = value.double else { return nil }
    return (try? FieldType.double.stored(value)) == nil ? value.description : "\(double)"
  }

  /// The text that stands for content that is neither words nor a file.
  private static func other(_ object: JSONObject) -> String {
    if let place = object["location_information"]?.object, let latitude = degrees(place["latitude"]),
      let longitude = degrees(place["longitude"])
    {
      return "geo:\(latitude),\(longitude)"
    }
    if let contact = object["contact_information"]?.object {
      return ["first_name", "last_name", "phone_number"].compactMap { contact.text($0) }.joined(
        separator: " ")
    }
    if let poll = object["poll"]?.object {
      let answers = (poll["answers"]?.array ?? []).compactMap { $0.object?.text("text") }
      return ([poll.text("question") ?? "poll"] + answers).joined(separator: "\n- ")
    }
    return object.text("sticker_emoji") ?? "(nothing that can be shown)"
  }
}
