// When a message was sent. The clock of whoever wrote it says so, and may say anything.

import CGMime
import DaybookModel

extension MessageHeader {
  /// The Date field. Where that is missing, no date, before mail was or in another age, or later than a server received
  /// the message, the time of the last Received field; then that of the From_ line.
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
    guard text.utf8.count < 200, !namesEarlyYear(text), let time = g_mime_utils_header_decode_date(text)
    else { return nil }
    defer { g_date_time_unref(time) }
    return plausible(Instant(milliseconds: Int64(g_date_time_to_unix(time)) &* 1000))
  }

  /// A year of two or three digits is one of these centuries (RFC 5322, section 4.3); one of four, such as 0026, is what it
  /// says.
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
