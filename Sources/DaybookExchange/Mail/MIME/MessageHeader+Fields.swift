// The addresses of a message, in every form that RFC 5322 allows and several that it does not.

import CGMime
import Daybook
import DaybookModel
import DaybookText
import SAM

extension MessageHeader {
  /// From, To, Cc, Bcc and Reply-To, each address of a field once; the field's name is the role.
  func participants() -> (hints: [ParticipantHint], isCut: Bool) {
    var hints: [ParticipantHint] = []
    var met: Set<ParticipantHint> = []
    for (type, role) in Self.fields {
      var found: [ParticipantHint] = []
      add(g_mime_message_get_addresses(message, type), role, depth: 0, to: &found)
      // A sender that cannot be parsed is still useful as a text.
      if found.isEmpty, role == "From", let name = text(role) {
        found = [ParticipantHint(name: String(name.prefix(Self.nameCountMax)), role: role)]
      }
      for hint in found where met.insert(hint).inserted {
        guard hints.count < MailMessage.participantsMax else { return (hints, true) }
        hints.append(hint)
      }
    }
    return (hints, false)
  }

  private static let fields: [(GMimeAddressType, String)] = [
    (GMIME_ADDRESS_TYPE_FROM, "From"), (GMIME_ADDRESS_TYPE_TO, "To"), (GMIME_ADDRESS_TYPE_CC, "Cc"),
    (GMIME_ADDRESS_TYPE_BCC, "Bcc"), (GMIME_ADDRESS_TYPE_REPLY_TO, "Reply-To"),
  ]
  private static let nameCountMax = 200
  private static let addressCountMax = 320
  /// Groups should not contain groups, but in some files they do.
  private static let depthMax = 4

  private func add(
    _ list: UnsafeMutablePointer<InternetAddressList>?, _ role: String, depth: Int,
    to hints: inout [ParticipantHint]
  ) {
    guard let list, depth < Self.depthMax else { return }
    for index in 0..<max(internet_address_list_length(list), 0) {
      // One more than is kept, to detect that there are more.
      guard hints.count <= MailMessage.participantsMax,
        let address = internet_address_list_get_address(list, index)
      else { return }
      if let group = daybook_group(address) {
        add(internet_address_group_get_members(group), role, depth: depth + 1, to: &hints)
      } else if let mailbox = daybook_mailbox(address), let hint = hint(mailbox, address, role) {
        hints.append(hint)
      }
    }
  }

  private func hint(
    _ mailbox: UnsafeMutablePointer<InternetAddressMailbox>, _ address: UnsafeMutablePointer<InternetAddress>,
    _ role: String
  ) -> ParticipantHint? {
    let written = GMime.text(internet_address_mailbox_get_addr(mailbox)).flatMap {
      SeenText.line($0, countMax: Self.addressCountMax)
    }
    var name = GMime.text(internet_address_get_name(address)).flatMap {
      SeenText.line($0, countMax: Self.nameCountMax)
    }
    // "ann@example.com" <ann@example.com> names nobody.
    if let both = name, let written, EmailAddress.normalized(both) == EmailAddress.normalized(written) {
      name = nil
    }
    let email = written.flatMap { EmailAddress.isOne($0) ? $0 : nil }
    if email == nil, name == nil { name = written }
    return name == nil && email == nil ? nil : ParticipantHint(name: name, email: email, role: role)
  }
}

// When a message was sent. This is from the sender's clock, which may be wrong.

extension MessageHeader {
  /// The Date field. If it is missing, invalid, outside the years of mail, or later than a server received the message:
  /// the time of the last Received field; then that of the From_ line.
  func date(fromLine: [UInt8]?) -> Instant? {
    let received = raw("Received").flatMap { field in
      field.lastIndex(of: ";").flatMap { Self.date(String(field[field.index(after: $0)...])) }
    }
    if let sent = raw("Date").flatMap(Self.date) {
      guard let received, sent.milliseconds - received.milliseconds > Self.clockSkewMillisecondsMax else {
        return sent
      }
    }
    return received ?? fromLine.flatMap { FromLine.date($0[...]) }.flatMap(Self.plausible)
  }

  /// Two days: zones that were left out or taken the wrong way round, and slow clocks.
  private static let clockSkewMillisecondsMax: Int64 = 2 * 86_400_000

  private static func date(_ text: String) -> Instant? {
    guard text.utf8.count < 200, !namesEarlyYear(text),
      let time = g_mime_utils_header_decode_date(withNumericZone(text))
    else { return nil }
    defer { g_date_time_unref(time) }
    return plausible(Instant(milliseconds: Int64(g_date_time_to_unix(time)) &* 1000))
  }

  /// Zones by their names in any case, and those of three digits, as RFC 5322 requires.
  private static func withNumericZone(_ text: String) -> String {
    var comment = 0
    return text.split(whereSeparator: \.isWhitespace).map { word in
      defer { comment += word.count { $0 == "(" } - word.count { $0 == ")" } }
      guard comment == 0 else { return String(word) }
      if let offset = zones[word.lowercased()] { return offset }
      let digits = word.dropFirst()
      guard word.first == "-" || word.first == "+", digits.utf8.count == 3,
        digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
      else { return String(word) }
      return word.prefix(1) + "0" + digits
    }.joined(separator: " ")
  }

  /// RFC 5322, section 4.3, and those that mean one zone in every country.
  private static let zones = [
    "ut": "+0000", "utc": "+0000", "gmt": "+0000", "z": "+0000", "wet": "+0000", "west": "+0100",
    "est": "-0500", "edt": "-0400", "cst": "-0600", "cdt": "-0500", "mst": "-0700", "mdt": "-0600",
    "pst": "-0800", "pdt": "-0700", "akst": "-0900", "akdt": "-0800", "hst": "-1000", "cet": "+0100",
    "cest": "+0200", "met": "+0100", "mest": "+0200", "mez": "+0100", "mesz": "+0200", "eet": "+0200",
    "eest": "+0300", "msk": "+0300", "jst": "+0900", "kst": "+0900", "aest": "+1000", "aedt": "+1100",
    "nzst": "+1200", "nzdt": "+1300",
  ]

  /// A year of two or three digits is one of these centuries (RFC 5322, section 4.3); one of four digits, such as 0026,
  /// is taken literally.
  private static func namesEarlyYear(_ text: String) -> Bool {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    return zip(words, words.dropFirst()).contains { word, next in
      FromLine.month(word) != nil && next.utf8.count > 3 && next.hasPrefix("0")
    }
  }

  /// 1971, when the first mail was sent, to 2099.
  private static func plausible(_ date: Instant) -> Instant? {
    (31_536_000_000..<4_102_444_800_000).contains(date.milliseconds) ? date : nil
  }
}

// The thread of a message, and its labels in the mailbox.

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
