// A chat as WhatsApp exports it: a text in the language and the date format of the phone. Signal's older exports have
// the same form.

import DaybookModel
import DaybookText

struct WhatsAppReader: ChatReader {
  /// An event of the ledger cannot hold a larger message whole.
  static let messageSizeBytesMax = 512 << 10

  private let file: String
  private let chat: Chat
  private let order: DateOrder
  private let zone: any ZoneOffsets
  private var lines: LineReader
  private var next: Begun?
  private var isOutside = false

  private struct Begun {
    var line: ChatLine
    var number: Int
    var text: String
    var isTooLarge = false
  }

  /// - Parameters:
  ///   - zone: the phone's time zone, which the text does not contain.
  ///   - read: gives the next bytes of the file, and none at the end.
  init(
    _ file: String, chat: Chat, order: DateOrder, zone: any ZoneOffsets, read: @escaping () throws -> [UInt8]
  ) {
    (self.file, self.chat, self.order, self.zone) = (file, chat, order, zone)
    lines = LineReader(limitBytes: Self.messageSizeBytesMax, read: read)
  }

  /// Reads a file for the order of its dates and the names of the files that its messages bring along.
  static func survey(
    _ read: @escaping () throws -> [UInt8]
  ) throws -> (dates: DateOrderSurvey, files: Set<String>) {
    var lines = LineReader(limitBytes: 4096, read: read)
    var (dates, files) = (DateOrderSurvey(), Set<String>())
    while let line = try lines.next() {
      let text = Charset.decode(line.bytes)
      if let line = ChatLine(text) { dates.add(line) }
      if let name = WhatsAppMedia.mentioned(in: text) { files.insert(name) }
    }
    return (dates, files)
  }

  mutating func nextStep() throws -> ChatStep? {
    while let line = try lines.next() {
      let text = Charset.decode(line.bytes)
      // Only a valid date begins a message.
      if let begun = ChatLine(text), order.day(begun) != nil {
        defer { next = Begun(line: begun, number: line.number, text: begun.rest, isTooLarge: line.isCut) }
        isOutside = false
        if let step = finished() { return step }
      } else if next != nil {
        if let size = next?.text.utf8.count, size + text.utf8.count < Self.messageSizeBytesMax {
          next?.text += "\n" + text
        } else {
          next?.isTooLarge = true
        }
      } else if !isOutside, !text.trimmed.isEmpty {
        isOutside = true
        return .skipped(
          reason: "no message begins here: a line such as '20/01/19, 23:05 - Ann: Hello' is expected",
          at: ChatPlace(file, .line, Int64(line.number)))
      }
    }
    defer { next = nil }
    return finished()
  }

  private func finished() -> ChatStep? {
    guard let next else { return nil }
    let place = ChatPlace(file, .line, Int64(next.number))
    if next.isTooLarge { return .skipped(reason: "the message is too large for one event", at: place) }
    guard let day = order.day(next.line) else { return nil }
    let local =
      day.daysSince1970 * 86_400 + next.line.hour * 3600 + next.line.minute * 60 + next.line.second
    let instant = Instant(milliseconds: zone.seconds(ofLocal: local) * 1000)
    var message = message(next.text, at: instant)
    message.writtenAt = Instant(milliseconds: local * 1000)
    return .event(.message(message), at: place)
  }

  private func message(_ whole: String, at instant: Instant) -> ChatMessage {
    guard let (name, text) = Self.sender(of: whole), !isNotice(name, text) else {
      return ChatMessage(chat, from: nil, whole.withoutMarks.trimmed, at: instant)
    }
    let sender = ChatPerson(key: PersonName.key(name), name: name)
    let (words, files) = WhatsAppMedia.taken(from: text.withoutEditedMark)
    var message = ChatMessage(chat, from: sender, words, at: instant)
    message.files = files.map { ChatFile(name: $0) }
    return message
  }

  /// `Ann: Hello`; nil for a message of the network itself. A quotation mark before the colon belongs to such a
  /// message, as in `Ann changed the subject to "a: b"`.
  private static func sender(of text: String) -> (name: String, text: String)? {
    let bytes = text.utf8
    let first = bytes.prefix { $0 != UInt8(ascii: "\n") }
    guard let colon = colon(in: first) else { return nil }
    let name = String(text[..<colon]).withoutMarks.trimmed
    guard !name.isEmpty, name.utf8.count <= 256, !name.unicodeScalars.contains(where: quotationMarks.contains)
    else { return nil }
    let behind = bytes.index(after: colon)
    return (name, String(text[(behind == first.endIndex ? behind : bytes.index(after: behind))...]))
  }

  private static let quotationMarks: Set<Unicode.Scalar> = ["\"", "“", "”", "„", "«", "»"]

  /// The first colon before a space or at the end.
  private static func colon(in line: Substring.UTF8View) -> String.Index? {
    var rest = line
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      rest = rest[line.index(after: colon)...]
      if rest.isEmpty || rest.first == UInt8(ascii: " ") { return colon }
    }
    return nil
  }

  /// Messages that iOS writes in the name of the group or the other person: they begin with a mark that nobody types.
  private func isNotice(_ name: String, _ text: String) -> Bool {
    guard text.unicodeScalars.first == "\u{200e}" else { return false }
    if name == chat.title, WhatsAppMedia.mentioned(in: text) == nil { return true }
    let words = text.lowercased()
    return Self.encryptionWords.contains { words.contains($0) }
  }

  private static let encryptionWords = [
    "end-to-end encrypted", "ende-zu-ende-verschlüsselt", "cifrados de extremo a extremo",
    "chiffrés de bout en bout",
    "crittografati end-to-end", "criptografia de ponta a ponta", "end-to-end versleuteld",
    "сквозным шифрованием",
    "端到端", "uçtan uca şifreli", "encriptadas de ponta a ponta",
  ]
}

extension String {
  /// Without the direction marks that phones put around names and files.
  var withoutMarks: String {
    guard unicodeScalars.contains(where: \.isDirectionMark) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isDirectionMark }))
  }

  /// Without the words that phones append to an edited message.
  var withoutEditedMark: String {
    guard last == ">", let start = lastIndex(of: "<") else { return self }
    let words = self[start...].lowercased()
    let isMark = [
      "this message was edited", "nachricht wurde bearbeitet", "se editó este mensaje",
      "message a été modifié",
      "messaggio è stato modificato", "mensagem editada", "mensagem foi editada", "bericht is bewerkt",
      "сообщение изменено", "mesaj düzenlendi",
    ].contains { words.contains($0) }
    guard isMark else { return self }
    var end = start
    while end > startIndex {
      let before = unicodeScalars.index(before: end)
      guard unicodeScalars[before].isDirectionMark || unicodeScalars[before] == " " else { break }
      end = before
    }
    return String(self[..<end])
  }
}

/// Names as keys, for networks that identify people only by name.
enum PersonName {
  static func key(_ name: String) -> String { name.withoutMarks.trimmed.lowercased() }
}
