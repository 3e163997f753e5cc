// The parts of a message, from the outermost to the innermost: which of them are its text, and which are files.

import CGMime
import DaybookText
import SAM

/// The text of a part, and how faithful it is to the original.
struct PartText {
  /// Of several alternatives, the greatest counts.
  enum Form: Int, Comparable {
    case none, markup, html, plain

    static func < (left: Form, right: Form) -> Bool { left.rawValue < right.rawValue }
  }

  var text: String?
  var form = Form.none

  static let nothing = PartText()
}

struct MessageParts {
  /// Deeper than any program nests; what follows is not read.
  private static let depthMax = 50
  private static let partsMax = 2000

  private let options: ParserOptions
  private(set) var attachments: [MailMessage.Attachment] = []
  private(set) var remarks: [String] = []
  /// Whether a page was skipped for a plain text that says the same.
  private(set) var leavesHTML = false
  private var partCount = 0
  private var textBytes = 0

  private let readsAttachments: Bool

  init(_ options: ParserOptions, readsAttachments: Bool) {
    (self.options, self.readsAttachments) = (options, readsAttachments)
  }

  mutating func read(_ message: UnsafeMutablePointer<GMimeMessage>, depth: Int = 0) -> PartText {
    guard let body = g_mime_message_get_mime_part(message) else { return .nothing }
    return read(body, depth: depth)
  }

  private mutating func read(_ object: UnsafeMutablePointer<GMimeObject>, depth: Int) -> PartText {
    partCount += 1
    guard depth < Self.depthMax else {
      remark("parts nested more than \(Self.depthMax) deep were not read")
      return .nothing
    }
    guard partCount <= Self.partsMax else {
      remark("only the first \(Self.partsMax) parts were read")
      return .nothing
    }
    if let multipart = daybook_multipart(object) { return read(multipart: multipart, object, depth: depth) }
    if let part = daybook_message_part(object) {
      guard let message = g_mime_message_part_get_message(part) else { return .nothing }
      return embedded(message, depth: depth)
    }
    guard let part = daybook_part(object) else { return .nothing }
    return read(leaf: Leaf(part: part, object: object), depth: depth)
  }

  // MARK: Parts of parts

  private mutating func read(
    multipart: UnsafeMutablePointer<GMimeMultipart>, _ object: UnsafeMutablePointer<GMimeObject>, depth: Int
  ) -> PartText {
    let type = MediaType(object)
    let children = (0..<max(g_mime_multipart_get_count(multipart), 0)).compactMap {
      g_mime_multipart_get_part(multipart, $0)
    }
    switch type.name {
    case "multipart/encrypted":
      return notice("encrypted (\(type.protocolName ?? "PGP")), not opened")
    case "multipart/alternative":
      let texts = children.map { read($0, depth: depth + 1) }.filter { $0.text != nil }
      // RFC 2046: of equals the last is the best.
      let best = texts.last { text in texts.allSatisfy { $0.form <= text.form } } ?? .nothing
      if best.form != .html, texts.contains(where: { $0.form == .html }) { leavesHTML = true }
      return best
    case "multipart/related":
      // The parts that the first one refers to are shown within it.
      guard let root = children.first else { return .nothing }
      let text = read(root, depth: depth + 1)
      return joined([text] + children.dropFirst().map { readRelated($0, depth: depth + 1) })
    case "multipart/signed":
      return joined(children.prefix(1).map { read($0, depth: depth + 1) })
    case "multipart/report":
      // A text for people, and the same for programs.
      return joined(children.map { read($0, depth: depth + 1) })
    default:
      if children.isEmpty, let text = GMime.text(g_mime_multipart_get_prologue(multipart)) {
        // Its boundary is missing, so the text is outside all parts.
        return PartText(text: kept(text), form: .plain)
      }
      return joined(children.map { read($0, depth: depth + 1) })
    }
  }

  /// A picture that a page shows is not named in the text.
  private mutating func readRelated(_ object: UnsafeMutablePointer<GMimeObject>, depth: Int) -> PartText {
    guard let part = daybook_part(object) else { return read(object, depth: depth) }
    let leaf = Leaf(part: part, object: object)
    attach(leaf, isInline: !leaf.isAttachment && leaf.type.name.hasPrefix("image/"))
    return .nothing
  }

  /// A message within the message, as it is forwarded: with its own header.
  private mutating func embedded(_ message: UnsafeMutablePointer<GMimeMessage>, depth: Int) -> PartText {
    let header = MessageHeader(message: message, options: options)
    let fields = ["From", "To", "Date", "Subject"].compactMap { name -> String? in
      let value = name == "Subject" ? header.subject : header.text(name)
      return value.map { "\(name): \($0.prefix(300))" }
    }
    let body = read(message, depth: depth + 1)
    let parts = [fields.joined(separator: "\n"), body.text ?? ""].filter { !$0.isEmpty }
    return PartText(text: parts.isEmpty ? nil : parts.joined(separator: "\n\n"), form: body.form)
  }

  private func joined(_ texts: [PartText]) -> PartText {
    let found = texts.filter { $0.text != nil }
    guard let best = found.map(\.form).max() else { return .nothing }
    return PartText(text: found.compactMap(\.text).joined(separator: "\n\n"), form: best)
  }

  // MARK: Leaves

  private mutating func read(leaf: Leaf, depth: Int) -> PartText {
    switch leaf.type.name {
    case "application/pkcs7-mime", "application/x-pkcs7-mime":
      return read(sealed: leaf, depth: depth)
    case "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature":
      return .nothing
    case "message/rfc822", "message/global", "message/news":
      // GMime does not parse an encoded message within a message.
      guard let inner = ParsedMessage(leaf.content(limitBytes: MboxReader.messageBytesMax).bytes, options)
      else {
        return .nothing
      }
      return embedded(inner.pointer, depth: depth)
    default:
      guard leaf.isText else {
        attach(leaf)
        return .nothing
      }
      return text(of: leaf)
    }
  }

  /// S/MIME: what is only signed is read, what is encrypted is not.
  private mutating func read(sealed leaf: Leaf, depth: Int) -> PartText {
    let content = leaf.content(limitBytes: MboxReader.messageBytesMax).bytes
    guard let inner = SignedData.content(of: content) else {
      return notice("encrypted (S/MIME), not opened")
    }
    guard let message = ParsedMessage(inner, options) else { return .nothing }
    return read(message.pointer, depth: depth + 1)
  }

  private mutating func text(of leaf: Leaf) -> PartText {
    let isHTML = leaf.type.name == "text/html" || leaf.type.name == "application/xhtml+xml"
    guard textBytes < Self.textBytesMax else { return .nothing }
    let limitBytes = isHTML ? Self.markupBytesMax : Self.textBytesMax
    let isPlain = leaf.isFalselyEncoded
    if isPlain { remark("a text is declared as base64, but is not; it was read without decoding") }
    let (bytes, isCut) =
      isPlain
      ? leaf.content(limitBytes: limitBytes, in: GMIME_CONTENT_ENCODING_8BIT)
      : leaf.content(limitBytes: limitBytes)
    if isCut { remark("a text part was cut at \(bytes.count) bytes") }
    textBytes += bytes.count
    let charset = leaf.type.parameter("charset")
    let read = charset.map { Charset.read(bytes, named: $0) }
    if let problem = read?.problem { remark(problem) }
    if isHTML {
      let decoded = read.map { Array($0.text.utf8) }
      let text = HTMLText.extract(decoded ?? MarkupBytes.decode(bytes, declaresCharset: true))
      return PartText(text: kept(text), form: .html)
    }
    var text = read?.text ?? Charset.decode(bytes)
    if leaf.type.name != "text/plain" {
      let isMarkup = leaf.type.name == "text/enriched" || leaf.type.name == "text/richtext"
      return PartText(text: kept(isMarkup ? EnrichedText.extract(text) : text), form: .markup)
    }
    text = FlowedText.lines(text, leaf.type)
    let (rest, files) = EncodedFiles.extract(text)
    for file in files {
      attach(
        .init(
          name: file.name, mediaType: "application/octet-stream",
          content: readsAttachments ? file.content : nil))
    }
    return PartText(text: kept(rest), form: .plain)
  }

  /// Before a text is cut for its event.
  private static let textBytesMax = 2 << 20
  /// A page of HTML is mostly not text.
  private static let markupBytesMax = 8 << 20

  private func kept(_ text: String) -> String? {
    let text = SeenText.lines(text)
    return text.isEmpty ? nil : text
  }

  // MARK: Notices and remarks

  private mutating func notice(_ text: String) -> PartText {
    PartText(text: "[\(text)]", form: .markup)
  }

  private mutating func remark(_ text: String) {
    if !remarks.contains(text), remarks.count < 10 { remarks.append(text) }
  }

  private mutating func attach(_ leaf: Leaf, isInline: Bool = false) {
    guard attachments.count <= MailMessage.attachmentsMax else { return }
    let content = readsAttachments ? leaf.file(limitBytes: MboxReader.messageBytesMax) : nil
    attach(.init(name: leaf.fileName, mediaType: leaf.type.name, content: content, isInline: isInline))
  }

  private mutating func attach(_ attachment: MailMessage.Attachment) {
    if attachments.count <= MailMessage.attachmentsMax { attachments.append(attachment) }
  }
}
