// When a message was sent. This is from the sender's clock, which may be wrong.

import CGMime
import DaybookModel

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
