import Daybook

/// Finds the day of the next dose in what somebody wrote: `next 2027-05`, `booster due: 2027-05-12`, `bis 2028`.
enum WrittenDay {
  private static let announcing: Set<String> = [
    "next", "due", "again", "booster", "repeat", "until", "valid", "nachste", "nachster", "wieder", "fallig",
    "auffrischung", "bis", "gultig", "prochain", "prochaine", "rappel", "proximo", "proxima",
  ]
  /// Words that may stand between.
  private static let passed: Set<String> = [
    "dose", "in", "on", "by", "is", "dosis", "am", "to", "le", "en", "date",
  ]

  static func next(in text: String) -> CivilDay? {
    var isAnnounced = false
    let folded = String(decoding: TextFolding.fold(text), as: UTF8.self)
    for word in folded.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "." }) {
      if isAnnounced, let day = day(word) { return day }
      let letters = word.filter { $0.isLetter }
      if announcing.contains(letters) {
        isAnnounced = true
      } else if !passed.contains(letters) {
        isAnnounced = false
      }
    }
    return nil
  }

  /// `2027-05-12`, `2027-05`, `2027`, `12.05.2027`, `05.2027`; the first day of a month or year.
  private static func day(_ word: Substring) -> CivilDay? {
    var text = word
    while text.last == "." || text.last == "-" { text.removeLast() }
    let isDotted = text.contains(".")
    var parts = text.split(separator: isDotted ? "." : "-", omittingEmptySubsequences: false).map {
      Int64($0)
    }
    if isDotted { parts.reverse() }
    guard (1...3).contains(parts.count), let year = parts[0], (1900...9999).contains(year) else { return nil }
    let month = parts.count > 1 ? parts[1] : 1
    let day = parts.count > 2 ? parts[2] : 1
    guard let month, let day else { return nil }
    return CivilDay(year: year, month: month, day: day)
  }
}
