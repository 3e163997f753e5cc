/// A name of a zone that says how far it is from UTC: `UTC+11`, `GMT-0330`, `(UTC-03:00) Brasília`,
/// `GMT+0100 (Standard) / GMT+0200 (Daylight)`.
struct ZoneText: Equatable {
  /// In seconds; nil if the text is not an offset.
  var offset: Int64?
  /// The text after the offset.
  var text: String

  /// Whether nothing suggests another offset in summer.
  var isExact: Bool { text.isEmpty || text == "Coordinated Universal Time" }

  /// nil for a name without an offset.
  init?(_ name: String) {
    var rest = name.trimmedASCII[...]
    let isBracketed = rest.first == "("
    if isBracketed { rest.removeFirst() }
    guard ["UTC", "GMT"].contains(rest.prefix(3).uppercased()) else { return nil }
    rest = rest.dropFirst(3).drop { $0 == " " }
    offset = 0
    if let sign = rest.first, sign == "+" || sign == "-" {
      let written = rest.dropFirst().prefix { $0.isASCII && $0.isNumber || $0 == ":" || $0 == "." }
      rest = rest[written.endIndex...]
      offset = Self.seconds(written.filter(\.isNumber)).map { sign == "-" ? -$0 : $0 }
    } else if !rest.isEmpty, !(isBracketed && rest.first == ")") {
      return nil
    }
    if isBracketed, rest.first == ")" { rest.removeFirst() }
    text = String(rest).trimmedASCII
  }

  private static func seconds(_ digits: String) -> Int64? {
    let digits = digits.count <= 2 ? digits + "00" : digits
    guard (3...4).contains(digits.count), let number = Int64(digits), number / 100 <= 18, number % 100 < 60
    else { return nil }
    return (number / 100 * 60 + number % 100) * 60
  }
}
