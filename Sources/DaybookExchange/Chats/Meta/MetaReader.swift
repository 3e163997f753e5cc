// Messenger and Instagram, which share one form: a folder for each conversation, with the newest 10,000 messages in
// `message_1.json`, and each file from the newest to the oldest. Messenger's end-to-end encrypted chats have another
// form, one file for each conversation.

import DaybookInput
import DaybookModel

struct MetaReader: JSONChatReader {
  let file: String
  private let folder: String?
  var elements: JSONElements
  var steps = ChatSteps()

  /// - Parameters:
  ///   - folder: of the conversation, which its path names; nil of a file by itself.
  ///   - read: gives the next bytes of the file, and none at the end.
  init(_ file: String, folder: String?, read: @escaping () throws -> [UInt8]) {
    (self.file, self.folder) = (file, folder)
    elements = JSONElements(opening: ["", "messages"], read: read)
  }

  private var chat: Chat { Chat(key: folder ?? file.stem) }

  mutating func take(_ value: JSONValue, at path: JSONPath, _ place: ChatPlace) {
    switch path {
    case "messages.*":
      guard let object = object(value, at: place) else { return }
      take(object, at: place)
    case "participants":
      for participant in value.array ?? [] {
        guard let name = participant.string ?? participant.object?.text("name") else { continue }
        steps.add(.member(Self.person(name), of: chat, since: nil), at: place)
      }
    case "title", "threadName":
      if let title = value.string, !title.isEmpty {
        steps.add(.conversation(Chat(key: chat.key, title: MetaText.text(title))), at: place)
      }
    default:
      let isRead = Self.readOfConversation.contains(path)
      noteUnread(of: [path: value], but: isRead ? [path] : [], at: place)
    }
  }

  private static let read: Set<String> = [
    "sender_name", "senderName", "timestamp_ms", "timestamp", "content", "text", "type", "share", "reactions",
    "is_unsent", "isUnsent", "sticker", "photos", "videos", "audio_files", "files", "gifs", "media",
    "is_geoblocked_for_viewer", "is_unsent_image_by_messenger_kid_parent", "is_taken_down",
    "bumped_message_metadata",
  ]
  /// Members that are read, besides those that are imported.
  private static let readOfConversation: Set<String> = [
    "thread_path", "is_still_participant", "thread_type", "joinable_mode", "magic_words",
  ]

  mutating func end(of path: JSONPath) {}

  /// They have no ids.
  private static func person(_ name: String) -> ChatPerson {
    let name = MetaText.text(name)
    return ChatPerson(key: name, name: name)
  }

  private mutating func take(_ object: JSONObject, at place: ChatPlace) {
    let name = object.text("sender_name") ?? object.text("senderName")
    guard
      let sentAt = (object.integer("timestamp_ms") ?? object.integer("timestamp")).flatMap({
        Instant(checked: $0)
      })
    else { return steps.add(.skipped(reason: "the message has no time that can be read", at: place)) }
    var message = ChatMessage(chat, from: name.map(Self.person), Self.words(object), at: sentAt)
    message.files = files(object)
    message.reactions = (object["reactions"]?.array ?? []).compactMap(\.object).compactMap { reaction in
      reaction.text("reaction").map {
        ChatReaction(MetaText.text($0), [reaction.text("actor").map(Self.person)].compactMap { $0 }, count: 1)
      }
    }
    if message.text.isEmpty && message.files.isEmpty {
      let isTakenBack = (object["is_unsent"] ?? object["isUnsent"])?.bool == true
      message.text = isTakenBack ? "(message taken back)" : "(nothing that can be shown)"
    }
    steps.add(.message(message), at: place)
    noteUnread(of: object, but: Self.read, at: place)
  }

  /// The text of the message, and the links that it shares.
  private static func words(_ object: JSONObject) -> String {
    let words = (object.text("content") ?? object.text("text")).map(MetaText.text) ?? ""
    let share = object["share"]?.object ?? [:]
    let shared = [share.text("share_text"), share.text("link")].compactMap { $0.map(MetaText.text) }
      .filter { !words.contains($0) }
    return ([words] + shared).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func files(_ object: JSONObject) -> [ChatFile] {
    let lists: [(name: String, mimeType: String?)] = [
      ("photos", "image/*"), ("videos", "video/*"), ("audio_files", "audio/*"), ("files", nil),
      ("gifs", "image/*"),
      ("media", nil),
    ]
    var files: [ChatFile] = []
    for (name, mimeType) in lists {
      for part in (object[name]?.array ?? []).compactMap(\.object) { add(part, mimeType, to: &files) }
    }
    if let sticker = object["sticker"]?.object { add(sticker, "image/*", to: &files) }
    return files
  }

  private func add(_ part: JSONObject, _ mimeType: String?, to files: inout [ChatFile]) {
    guard let uri = part.text("uri").map(MetaText.text) else { return }
    let known = MediaType.ofFile(uri)
    let isAddress = uri.hasPrefix("http")
    files.append(
      ChatFile(
        name: uri.lastPathPart, path: isAddress ? nil : place(uri), url: isAddress ? uri : nil,
        mimeType: known.isEmpty ? mimeType : known))
  }

  /// The path from the conversation's folder; the export names files from its own root.
  private func place(_ uri: String) -> String? {
    if uri.hasPrefix("./") { return String(uri.dropFirst(2)) }
    guard let folder, let range = uri.ranges(of: "/\(folder)/").last else { return nil }
    return String(uri[range.upperBound...])
  }
}

/// Texts of Meta's exports, which write each byte of UTF-8 as a character of its own: `Ã©` for `é`.
enum MetaText {
  static func text(_ written: String) -> String {
    var bytes: [UInt8] = []
    var isPlain = true
    for scalar in written.unicodeScalars {
      // A later version may write them correctly.
      guard let byte = UInt8(exactly: scalar.value) else { return written }
      if byte >= 0x80 { isPlain = false }
      bytes.append(byte)
    }
    return isPlain ? written : String(validating: bytes, as: UTF8.self) ?? written
  }
}
