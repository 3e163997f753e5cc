import CGMime
import Daybook
import DaybookText
import SAM

/// A message as mail programs show it: who wrote to whom, when, about what, and its text.
struct ReadMessage: Sendable, Equatable {
  var message: MailMessage
  /// What was left out or corrected.
  var remarks: [String]
  /// Fields of its header, in lower case, and parts that no field of ``message`` holds.
  var unread: [String] = []
}

/// Parses messages (RFC 5322, MIME), even broken ones. Not thread-safe.
final class MessageReader {
  private let options = ParserOptions()
  private let readsAttachments: Bool

  /// - Parameter readsAttachments: whether to read their content; otherwise only their names.
  init(readsAttachments: Bool = true) { self.readsAttachments = readsAttachments }

  /// Nil if the bytes are not a message: they have no field of mail, and no From_ line.
  ///
  /// - Parameter fromLine: the From_ line of a message from an mbox, for a message without a date.
  func read(_ bytes: [UInt8], line: Int = 1, fromLine: [UInt8]? = nil) -> ReadMessage? {
    guard let parsed = ParsedMessage(bytes, options) else { return nil }
    let header = MessageHeader(message: parsed.pointer, options: options)
    // Everything in an mbox is a message, whatever its content.
    let isFiled = fromLine.map { FromLine.shape($0[...]) == .dated } ?? false
    guard isFiled || header.names.contains(where: Self.isMail) else { return nil }
    let identifier = header.raw("Message-ID").flatMap(MessageIdentifier.read)
    var message = MailMessage(line: line, identifier: identifier ?? MessageIdentifier.digest(bytes))
    message.subject = header.subject
    message.date = header.date(fromLine: fromLine)
    let (participants, isCut) = header.participants()
    message.participants = participants
    (message.inReplyTo, message.threadID) = header.thread
    message.labels = header.labels
    var parts = MessageParts(options, readsAttachments: readsAttachments)
    let body = parts.read(parsed.pointer)
    message.text = body.text
    message.attachments = parts.attachments
    var remarks = parts.remarks
    if isCut { remarks.append("only the first \(MailMessage.participantsMax) participants were read") }
    for name in ["Subject", "From", "To", "Cc"] {
      for problem in header.raw(name).map({ EncodedWords.read($0).problems }) ?? []
      where !remarks.contains(problem) && remarks.count < 20 {
        remarks.append(problem)
      }
    }
    if message.date == nil { remarks.append("it does not say when it was sent") }
    var unread = Set(header.names.filter { !Self.read.contains($0) && !$0.hasPrefix("content-") })
    if parts.leavesHTML { unread.insert("an HTML page beside the text") }
    return ReadMessage(message: message, remarks: remarks, unread: unread.sorted())
  }

  private static let read: Set<String> = [
    "from", "to", "cc", "bcc", "reply-to", "subject", "date", "message-id", "in-reply-to", "references",
    "mime-version", "x-gmail-labels", "x-keywords", "x-mozilla-keys", "keywords", "status", "x-status",
    "x-mozilla-status",
  ]

  /// Whether only mail has a field of that name, in lower case.
  static func isMail(_ name: String) -> Bool {
    fields.contains(name) || name.hasPrefix("resent-") || name.hasPrefix("content-")
  }

  private static let fields: Set<String> = [
    "from", "to", "cc", "bcc", "sender", "reply-to", "subject", "date", "message-id", "received",
    "return-path", "mime-version", "in-reply-to", "references", "delivered-to", "newsgroups",
  ]
}

/// The flags in the name of a maildir's file: `1700000000.1.host:2,FS` is flagged and seen
/// (cr.yp.to/proto/maildir.html).
enum MaildirName {
  /// By their names in IMAP (RFC 9051); none for other names. Some systems write `;` or `!` for the colon.
  static func flags(_ path: String) -> [String] {
    guard let name = path.split(separator: "/").last, let mark = name.range(ofLast: "2,"),
      mark.lowerBound > name.startIndex, ":;!".contains(name[name.index(before: mark.lowerBound)])
    else { return [] }
    return name[mark.upperBound...].compactMap { letters[$0] }
  }

  private static let letters: [Character: String] = [
    "D": "\\Draft", "F": "\\Flagged", "P": "$Forwarded", "R": "\\Answered", "S": "\\Seen", "T": "\\Deleted",
  ]
}

extension Substring {
  fileprivate func range(ofLast text: String) -> Range<Index>? { ranges(of: text).last }
}

/// The identifier of a message.
enum MessageIdentifier {
  /// Message-ID without its angle brackets and white space; nil where nothing is left of it.
  static func read(_ field: String) -> String? {
    var text = field[...]
    if let open = text.firstIndex(of: "<") {
      text = text[text.index(after: open)...]
      if let close = text.firstIndex(of: ">") { text = text[..<close] }
    }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !scalar.properties.isWhitespace && !scalar.isUnseen {
      scalars.append(scalar)
    }
    return scalars.isEmpty || text.utf8.count > sizeBytesMax ? nil : String(scalars)
  }

  /// No line of a header is longer (RFC 5322).
  private static let sizeBytesMax = 998

  /// The identifier of a message without Message-ID.
  static func digest(_ bytes: [UInt8]) -> String {
    MailMessage.digestIdentifier(DataValue.hash(of: canonical(bytes)))
  }

  /// The message with LF at the ends of its lines, without blank ones at its end, and without the fields that mail
  /// programs add, so that it is the same in every mailbox.
  static func canonical(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var isHeader = true
    var isKept = true
    var place = 0
    while place < bytes.count {
      let end = MboxBuffer.lineFeed(in: bytes, from: place, to: bytes.count) ?? bytes.count
      var line = bytes[place..<end]
      place = end + 1
      if line.last == 0x0d { line.removeLast() }
      if line.isEmpty { isHeader = false }
      if isHeader, line.first != 0x20, line.first != 0x09 { isKept = !isBookkeeping(line) }
      guard isKept || !isHeader else { continue }
      output.append(contentsOf: line)
      output.append(0x0a)
    }
    while output.last == 0x0a { output.removeLast() }
    return output
  }

  private static func isBookkeeping(_ line: ArraySlice<UInt8>) -> Bool {
    guard let colon = line.prefix(64).firstIndex(of: UInt8(ascii: ":")) else { return false }
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    return name.hasPrefix("x-mozilla-") || name.hasPrefix("x-gmail-") || bookkeeping.contains(name)
  }

  private static let bookkeeping: Set<String> = [
    "status", "x-status", "x-keywords", "x-uid", "x-imap", "x-imapbase", "content-length", "lines", ">from",
  ]
}
