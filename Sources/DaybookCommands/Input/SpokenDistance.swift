import DaybookModel

/// How far a moment or a day is from now, as people say it in English and German: `2h ago`, `in 30 minutes`,
/// `vor 2 Stunden`, `3d ago`, `in 2w`. ``SpokenDay`` reads days and weeks that are written in full.
enum SpokenDistance: Equatable {
  case milliseconds(Int64)
  case days(Int64)

  /// Nil for any other text.
  init?(_ text: String) {
    var words = text.lowercased().split(whereSeparator: \.isWhitespace)
    let sign: Int64
    switch (words.first, words.last) {
    case (_, "ago"):
      sign = -1
      words.removeLast()
    case ("vor", _), ("in", _):
      sign = words.removeFirst() == "in" ? 1 : -1
    default: return nil
    }
    if words.count == 1, let unit = words[0].firstIndex(where: { !$0.isASCII || !$0.isNumber }) {
      words = [words[0][..<unit], words[0][unit...]]
    }
    guard words.count == 2, let unit = Self.units[String(words[1])],
      let count = Self.numerals[String(words[0])] ?? SpokenDay.number(words[0])
    else { return nil }
    switch unit {
    case .milliseconds(let scale): self = .milliseconds(sign * count * scale)
    case .days(let scale): self = .days(sign * count * scale)
    }
  }

  private static let minute = Self.milliseconds(60_000)
  private static let hour = Self.milliseconds(3_600_000)

  private static let units: [String: Self] = [
    "m": minute, "min": minute, "minute": minute, "minutes": minute, "minuten": minute, "h": hour,
    "hour": hour, "hours": hour, "stunde": hour, "stunden": hour, "d": .days(1), "w": .days(7),
  ]
  private static let numerals: [String: Int64] = ["a": 1, "an": 1, "one": 1, "einer": 1]
}
