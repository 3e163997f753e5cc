// Signal exports nothing itself. Two tools do: `signal-cli -o json receive` writes an envelope a line, and `sigtop` the
// messages of Signal Desktop as it keeps them, an array a conversation. Both are told apart value by value.

import DaybookInput
import DaybookModel

package struct SignalReader: JSONChatReader {
  let file: String
  var elements: JSONElements
  var steps = ChatSteps()
  private var document = ChatDocument()

  package init(_ file: String, read: @escaping () throws -> [UInt8]) {
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
    guard let object = value.object else {
      return steps.add(.skipped(reason: "no message: it is not a JSON object", at: place))
    }
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
      // Nobody else says who it went to.
      if sent["groupInfo"] == nil, let other, other.key != own?.key, Self.hasContent(sent) {
        steps.add(.member(other, of: chat(sent, with: other), since: nil), at: place)
      }
      return takeData(sent, from: own, with: other, at: place)
    }
    steps.add(.notice("envelopes without a message are left out", at: place))
  }

  private mutating func takeData(
    _ data: JSONObject, from sender: ChatPerson?, with other: ChatPerson?, at place: ChatPlace
  ) {
    let chat = chat(data, with: other)
    if let target = data["remoteDelete"]?.object?.identifier("timestamp") {
      return steps.add(.removal(of: Self.key(sender, target), in: chat), at: place)
    }
    if data["reaction"]?.object != nil { return steps.add(.notice("reactions are left out", at: place)) }
    guard let time = data.integer("timestamp"), let sentAt = Instant(checked: time), let sender else {
      return steps.add(.skipped(reason: "the message has no sender or time", at: place))
    }
    var message = ChatMessage(
      chat, key: Self.key(sender, String(time)), from: sender, data.text("message") ?? "", at: sentAt)
    message.files = Self.files(data, name: "filename")
    if let quote = data["quote"]?.object, let id = quote.identifier("id") {
      message.replyTo = Self.key(Self.person(quote, "author"), id)
    }
    guard !message.text.isEmpty || !message.files.isEmpty else {
      return steps.add(.notice("envelopes without a message are left out", at: place))
    }
    steps.add(.message(message), at: place)
  }

  /// Whether it becomes a message.
  private static func hasContent(_ data: JSONObject) -> Bool {
    data["remoteDelete"] == nil && data["reaction"] == nil && data.integer("timestamp") != nil
      && (data.text("message") != nil || data["attachments"]?.array?.isEmpty == false)
  }

  private func chat(_ data: JSONObject, with other: ChatPerson?) -> Chat {
    if let group = data["groupInfo"]?.object, let id = group.text("groupId") {
      return Chat(key: id, title: group.text("groupName"))
    }
    return Chat(key: other?.key ?? file.stem)
  }

  /// By the id that does not change with the number.
  private static func person(_ object: JSONObject, _ prefix: String) -> ChatPerson? {
    let key = object.text(prefix + "Uuid") ?? object.text(prefix + "Number") ?? object.text(prefix)
    return key.map {
      ChatPerson(key: $0, name: object.text(prefix + "Name") ?? "", number: object.text(prefix + "Number"))
    }
  }

  /// Signal knows a message by who sent it, and when.
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
    let sender =
      type == "outgoing"
      ? ChatPerson(key: source ?? "me", name: source == nil ? "me" : "") : source.map { ChatPerson(key: $0) }
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
        return steps.add(.skipped(reason: "the message has neither words nor files", at: place))
      }
      message.text = "(\(type))"
    }
    steps.add(.message(message), at: place)
    if object["reactions"]?.array?.isEmpty == false {
      steps.add(.notice("reactions are left out", at: place))
    }
  }

  private static func files(_ object: JSONObject, name: String) -> [ChatFile] {
    (object["attachments"]?.array ?? []).compactMap { file in
      guard let file = file.object else { return nil }
      return ChatFile(
        name: (file.text(name) ?? file.text("id") ?? "file").lastPathPart, sizeBytes: file.integer("size"),
        mimeType: file.text("contentType"))
    }
  }
}
