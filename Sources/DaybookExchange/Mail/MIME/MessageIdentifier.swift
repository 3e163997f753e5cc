import Daybook
import DaybookText
import SAM

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
