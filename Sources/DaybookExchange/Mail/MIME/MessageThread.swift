// The thread of a message, and its labels in the mailbox.

import DaybookText
import SAM

extension MessageHeader {
  /// The message that it answers, and the first message of its thread: In-Reply-To and References (RFC 5322, section
  /// 3.6.4). References lists the thread from its first message on, In-Reply-To the answered message; each may replace
  /// the other.
  var thread: (inReplyTo: String?, threadID: String?) {
    let references = identifiers("References")
    let answered = identifiers("In-Reply-To").first ?? references.last
    return (answered, references.first ?? answered)
  }

  /// The identifiers in angle brackets; old programs wrote sentences around them.
  private func identifiers(_ name: String) -> [String] {
    guard let field = raw(name) else { return [] }
    return field.split(separator: "<").dropFirst().prefix(Self.identifiersMax).compactMap { piece in
      piece.contains(">") ? MessageIdentifier.read("<" + piece) : nil
    }
  }

  /// Labels of Gmail, keywords of Thunderbird, Dovecot and mutt, and the flags, by their names in IMAP.
  var labels: [String] {
    var labels: [String] = []
    func add(_ label: some StringProtocol) {
      guard let label = SeenText.line(String(label), countMax: 200), !labels.contains(label),
        labels.count < MailMessage.labelsMax
      else { return }
      labels.append(label)
    }
    if let field = raw("X-Gmail-Labels") {
      for label in Self.listed(EncodedWords.decode(field)) { add(label) }
    }
    for name in ["X-Keywords", "X-Mozilla-Keys", "Keywords"] {
      guard let field = raw(name) else { continue }
      let words = EncodedWords.decode(field)
      for word in words.contains(",")
        ? Self.listed(words) : words.split(whereSeparator: \.isWhitespace).map(String.init)
      where word != "NonJunk" { add(word) }
    }
    for flag in flags { add(flag) }
    return labels
  }

  /// Separated by commas; one that contains a comma is in quotation marks.
  private static func listed(_ text: String) -> [String] {
    var labels: [String] = []
    var label = ""
    var isQuoted = false
    for character in text {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        labels.append(label)
        label = ""
      default: label.append(character)
      }
    }
    return labels + [label]
  }

  /// The flags of Status and X-Status, and of X-Mozilla-Status, which is hexadecimal.
  private var flags: [String] {
    var flags: [String] = []
    for letter in (raw("Status") ?? "") + (raw("X-Status") ?? "") {
      if let flag = Self.letters[letter] { flags.append(flag) }
    }
    if let bits = raw("X-Mozilla-Status").flatMap({ UInt32(String($0.filter { $0.isHexDigit }), radix: 16) })
    {
      for (bit, flag) in Self.bits where bits & bit != 0 { flags.append(flag) }
    }
    return flags
  }

  private static let letters: [Character: String] = [
    "R": "\\Seen", "A": "\\Answered", "F": "\\Flagged", "T": "\\Draft", "D": "\\Deleted",
  ]
  private static let bits: [(UInt32, String)] = [
    (0x1, "\\Seen"), (0x2, "\\Answered"), (0x4, "\\Flagged"), (0x8, "\\Deleted"),
  ]
  private static let identifiersMax = 200
}
