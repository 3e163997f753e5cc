// The line that begins a message of an mbox: `From ann@example.com Thu Jan  1 00:00:00 1970`. Its form was never
// standardized; this is what programs write.

import DaybookModel

enum FromLine {
  /// How likely a line that begins with "From " is such a line.
  enum Shape {
    /// It contains a time of day, a month and a year.
    case dated
    /// A sender or nothing at all, as Thunderbird writes it.
    case bare
    /// A sentence that begins with "From ".
    case prose
  }

  /// `line` without its end.
  static func shape(_ line: ArraySlice<UInt8>) -> Shape {
    let words = words(of: line)
    if words.count <= 1 { return .bare }
    if words.count > 16 { return .prose }
    let hasTime = words.contains { time($0) != nil }
    let hasMonth = words.contains { month($0) != nil }
    return hasTime && hasMonth && words.contains { year($0) != nil } ? .dated : .prose
  }

  /// Whether an address, or a substitute for one, follows "From ".
  static func namesSender(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = words(of: line).first else { return false }
    return first == "-" || first.contains("@") || first.uppercased().hasPrefix("MAILER-DAEMON")
  }

  /// The time in it, which without a zone is read as UTC; nil where there is none.
  static func date(_ line: ArraySlice<UInt8>) -> Instant? {
    let words = words(of: line)
    guard let timePlace = words.lastIndex(where: { time($0) != nil }), let time = time(words[timePlace]),
      let month = words.lazy.compactMap({ month($0) }).last,
      let year = words.lazy.compactMap({ year($0) }).last,
      let day = words[..<timePlace].lazy.compactMap({ $0.count <= 2 ? Int64($0) : nil }).last,
      let civil = CivilDay(year: year, month: month, day: day)
    else { return nil }
    let offset = words.lazy.compactMap { zoneSeconds($0) }.last ?? 0
    return Instant(milliseconds: (civil.daysSince1970 * 86_400 + time - offset) * 1000)
  }

  /// The words after "From ".
  private static func words(of line: ArraySlice<UInt8>) -> [Substring] {
    String(decoding: line.dropFirst(5).prefix(500), as: UTF8.self)
      .split { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "," }
  }

  /// Seconds since midnight of `10:30` or `10:30:59`.
  private static func time(_ word: Substring) -> Int64? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, parts.allSatisfy({ (1...2).contains($0.utf8.count) }) else {
      return nil
    }
    let numbers = parts.compactMap { Int64($0) }
    guard numbers.count == parts.count, (0..<24).contains(numbers[0]), (0..<60).contains(numbers[1]) else {
      return nil
    }
    let seconds = numbers.count == 3 ? numbers[2] : 0
    return (0...60).contains(seconds) ? numbers[0] * 3600 + numbers[1] * 60 + min(seconds, 59) : nil
  }

  static func month(_ word: Substring) -> Int64? {
    guard word.utf8.count == 3, let index = months.firstIndex(of: word.lowercased()) else { return nil }
    return Int64(index + 1)
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static func year(_ word: Substring) -> Int64? {
    guard word.utf8.count == 4, let year = Int64(word), (1970...9998).contains(year) else { return nil }
    return year
  }

  /// Of `+0130`.
  private static func zoneSeconds(_ word: Substring) -> Int64? {
    guard word.utf8.count == 5, let sign = word.first, sign == "+" || sign == "-",
      let number = Int64(word.dropFirst()), number >= 0, number % 100 < 60, number < 2400
    else { return nil }
    let seconds = (number / 100 * 60 + number % 100) * 60
    return sign == "-" ? -seconds : seconds
  }
}
