// Signal itself has no export, but two tools do: `signal-cli -o json receive` writes one envelope per line, and
// `sigtop` the messages of Signal Desktop as it keeps them, one array per conversation. The two are distinguished value
// by value.

import DaybookInput
import DaybookModel

struct SignalReader: JSONChatReader {
  let file: String
  var elements: JSONElements
  var steps = ChatSteps()
  private var document = ChatDocument()

  init(_ file: String, read: @escaping () throws -> [UInt8]) {
    self.file = file
    elements = JSONElements(opening: ["", "messages"], of: file, read: read)
  }

  mutating func take(_ value: JSONValue, at path: JSONPath, _ place: ChatPlace) {
    if path.hasSuffix("*") { take(value, at: place) } else { document.add(value, path, at: place) }
  }

  mutating func end(of path: JSONPath) {
    guard path.isEmpty else { return }
    let isMessage = ["envelope", "sent_at"].contains { document.members[$0] != nil }
    if let (value, place) = document.take(), isMessage { take(value, at: place) }
  }

  private mutating func take(_ value: JSONValue, at place: ChatPlace) {
    guard let object = object(value, at: place) else { return }
    if let envelope = object["envelope"]?.object {
      takeEnvelope(envelope, account: object.text("account"), at: place)
    } else {
      takeDesktop(object, at: place)
    }
  }

  // MARK: signal-cli

  private mutating func takeEnvelope(_ envelope: JSONObject, account: String?, at place: ChatPlace) {
    let source = Self.person(envelope, "source")
    if let data = envelope["dataMessage"]?.object {
      return takeData(data, from: source, with: source, at: place)
    }
    if let edit = envelope["editMessage"]?.object, let target = edit.identifier("targetSentTimestamp"),
      let data = edit["dataMessage"]?.object,
      let at = data.integer("timestamp").flatMap({ Instant(checked: $0) })
    {
      let key = Self.key(source, target)
      return steps.add(
        .edit(of: key, in: chat(data, with: source), text: data.text("message") ?? "", at: at), at: place)
    }
    if let sent = envelope["syncMessage"]?.object?["sentMessage"]?.object {
      let own = source ?? account.map { ChatPerson(key: $0) }
      let other = Self.person(sent, "destination")
      // Only this message names its recipient.
      if sent["groupInfo"] == nil, let other, other.key != own?.key, Self.hasContent(sent) {
        steps.add(.member(other, of: chat(sent, with: other), since: nil), at: place)
      }
      return takeData(sent, from: own, with: other, at: place)
    }
    noteUnread(of: envelope["syncMessage"]?.object ?? envelope, but: Self.readOfEnvelope, at: place)
  }

  private static let readOfEnvelope: Set<String> = [
    "source", "sourceNumber", "sourceUuid", "sourceName", "sourceDevice", "timestamp",
    "serverReceivedTimestamp",
    "serverDeliveredTimestamp", "dataMessage", "editMessage", "sentMessage",
  ]
  private static let readOfData: Set<String> = [
    "timestamp", "message", "attachments", "quote", "groupInfo", "reaction", "remoteDelete", "sticker",
    "contacts",
    "expiresInSeconds", "viewOnce", "destination", "destinationNumber", "destinationUuid", "mentions",
    "textStyles",
  ]

  /// The text that stands for content without words.
  private static func other(_ data: JSONObject) -> String {
    let contacts = (data["contacts"]?.array ?? []).compactMap(\.object).map { contact in
      let name = contact["name"]?.object ?? [:]
      let numbers = (contact["phone"]?.array ?? []).compactMap { $0.object?.text("value") }
      let shown =
        name.text("display") ?? name.text("nickname")
        ?? ["given", "family"].compactMap { name.text($0) }.joined(separator: " ")
      return ([shown] + numbers).filter { !$0.isEmpty }.joined(separator: " ")
    }
    let sticker = data["sticker"]?.object.map { $0.text("emoji").map { "(sticker \($0))" } ?? "(sticker)" }
    return (contacts + [sticker ?? ""]).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private mutating func takeData(
    _ data: JSONObject, from sender: ChatPerson?, with other: ChatPerson?, at place: ChatPlace
  ) {
    let chat = chat(data, with: other)
    if let target = data["remoteDelete"]?.object?.identifier("timestamp") {
      return steps.add(.removal(of: Self.key(sender, target), in: chat), at: place)
    }
    if let reaction = data["reaction"]?.object {
      guard let emoji = reaction.text("emoji"), let time = reaction.identifier("targetSentTimestamp"),
        let sender
      else { return steps.add(.skipped(reason: "the reaction does not name its message", at: place)) }
      let key = Self.key(Self.person(reaction, "targetAuthor"), time)
      var change = ChatReactionChange(to: key, emoji, by: sender)
      change.isTakenBack = reaction["isRemove"]?.bool == true
      change.isOnly = true
      return steps.add(.reaction(change, in: chat), at: place)
    }
    guard let time = data.integer("timestamp"), let sentAt = Instant(checked: time), let sender else {
      return steps.add(.skipped(reason: "the message has no sender or time", at: place))
    }
    var message = ChatMessage(
      chat, key: Self.key(sender, String(time)), from: sender, data.text("message") ?? "", at: sentAt)
    message.files = Self.files(data, name: "filename")
    if let quote = data["quote"]?.object, let id = quote.identifier("id") {
      message.replyTo = Self.key(Self.person(quote, "author"), id)
    }
    if message.text.isEmpty { message.text = Self.other(data) }
    noteUnread(of: data, but: Self.readOfData, at: place)
    guard !message.text.isEmpty || !message.files.isEmpty else {
      return steps.add(.notice("envelopes without text or files are left out", at: place))
    }
    steps.add(.message(message), at: place)
  }

  /// Whether it becomes a message.
  private static func hasContent(_ data: JSONObject) -> Bool {
    data["remoteDelete"] == nil && data["reaction"] == nil && data.integer("timestamp") != nil
      && (data.text("message") != nil || data["attachments"]?.array?.isEmpty == false || !other(data).isEmpty)
  }

  private func chat(_ data: JSONObject, with other: ChatPerson?) -> Chat {
    if let group = data["groupInfo"]?.object, let id = group.text("groupId") {
      return Chat(key: id, title: group.text("groupName"))
    }
    return Chat(key: other?.key ?? file.stem)
  }

  /// Identified by the id that does not change with the number.
  private static func person(_ object: JSONObject, _ prefix: String) -> ChatPerson? {
    let key = object.text(prefix + "Uuid") ?? object.text(prefix + "Number") ?? object.text(prefix)
    return key.map {
      ChatPerson(key: $0, name: object.text(prefix + "Name") ?? "", number: object.text(prefix + "Number"))
    }
  }

  /// Signal identifies a message by its sender and its time.
  private static func key(_ sender: ChatPerson?, _ time: String) -> String { "\(sender?.key ?? "")/\(time)" }

  // MARK: Signal Desktop

  private mutating func takeDesktop(_ object: JSONObject, at place: ChatPlace) {
    guard
      let sentAt = (object.integer("sent_at") ?? object.integer("timestamp")).flatMap({ Instant(checked: $0) }
      )
    else { return steps.add(.skipped(reason: "the message has no time", at: place)) }
    let chat = Chat(key: object.text("conversationId") ?? file.stem)
    let type = object.text("type") ?? ""
    let source = object.text("sourceServiceId") ?? object.text("sourceUuid") ?? object.text("source")
    let sender = source.map { ChatPerson(key: $0) } ?? (type == "outgoing" ? .owner : nil)
    let key = Self.key(sender, String(sentAt.milliseconds))
    if object["isErased"]?.bool == true || object["deletedForEveryone"]?.bool == true {
      return steps.add(.removal(of: key, in: chat), at: place)
    }
    let isSpoken = type == "incoming" || type == "outgoing"
    var message = ChatMessage(
      chat, key: key, from: isSpoken ? sender : nil, object.text("body") ?? "", at: sentAt)
    message.files = Self.files(object, name: "fileName")
    if let quote = object["quote"]?.object, let id = quote.identifier("id") {
      let author = quote.text("authorAci") ?? quote.text("authorUuid") ?? quote.text("author")
      message.replyTo = Self.key(author.map { ChatPerson(key: $0) }, id)
    }
    if message.text.isEmpty, message.files.isEmpty {
      guard isSpoken || !type.isEmpty else {
        return steps.add(.skipped(reason: "the message has neither text nor files", at: place))
      }
      message.text = "(\(type))"
    }
    // Their senders are named by ids of conversations, which no message has.
    message.reactions = (object["reactions"]?.array ?? []).compactMap { reaction in
      reaction.object?.text("emoji").map { ChatReaction($0, [], count: 1) }
    }
    steps.add(.message(message), at: place)
    noteUnread(of: object, but: Self.readOfDesktop, at: place)
  }

  private static let readOfDesktop: Set<String> = [
    "id", "conversationId", "type", "sourceServiceId", "sourceUuid", "source", "sent_at", "timestamp", "body",
    "attachments", "quote", "reactions", "isErased", "deletedForEveryone",
    // Members about how it was sent and shown.
    "received_at", "received_at_ms", "serverTimestamp", "serverGuid", "sourceDevice", "readStatus",
    "seenStatus",
    "hasAttachments", "hasVisualMediaAttachments", "hasFileAttachments", "schemaVersion",
    "sendStateByConversationId",
    "unidentifiedDeliveryReceived", "unidentifiedDeliveries", "expireTimer", "expirationStartTimestamp",
    "canReplyToStory", "bodyRanges", "storyId", "flags", "decrypted_at", "isStory", "requiredProtocolVersion",
  ]

  private static func files(_ object: JSONObject, name: String) -> [ChatFile] {
    (object["attachments"]?.array ?? []).compactMap { file in
      guard let file = file.object else { return nil }
      return ChatFile(
        name: (file.text(name) ?? file.text("id") ?? "file").lastPathPart, sizeBytes: file.integer("size"),
        mimeType: file.text("contentType"))
    }
  }
}
