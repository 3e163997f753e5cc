import DaybookText

/// A card as it came: its lines unfolded and in UTF-8, each property in its place. The bytes of the photo that the card
/// is shown with are taken out, since they are kept by themselves.
struct StoredCard: Sendable, Equatable {
  /// Between `BEGIN:VCARD` and `END:VCARD`.
  private(set) var lines: [String] = []

  init() {}

  /// A valid vCard with line feeds for ends of lines.
  var text: String { (["BEGIN:VCARD"] + lines + ["END:VCARD"]).joined(separator: "\n") }

  var count: Int { lines.count }

  mutating func add(_ property: VCardProperty) {
    var property = property
    if property.encoding == .none, let charset = property.values("CHARSET").first,
      property.value.contains(where: { $0 >= 0x80 })
    {
      property.value = Array(Charset.decode(property.value, named: charset).utf8)
      property.drop("CHARSET")
    }
    append(property.text)
  }

  /// A line of a card within the card.
  mutating func add(_ line: [UInt8]) { append(Charset.decode(line)) }

  /// A line must not hold controls but for the tab.
  private mutating func append(_ line: String) {
    var kept = String.UnicodeScalarView()
    for scalar in line.unicodeScalars where scalar.value >= 0x20 && scalar.value != 0x7f || scalar == "\t" {
      kept.append(scalar)
    }
    lines.append(String(kept))
  }

  /// What stands before the picture, such as `data:image/png;base64,`, stays.
  mutating func takePhoto(out index: Int) {
    guard let property = VCardProperty(Array(lines[index].utf8)) else { return }
    let value = Charset.decode(property.value)
    let start = value.prefix(200).lowercased()
    if let mark = start.firstRange(of: ";base64,") {
      let count = start.distance(from: start.startIndex, to: mark.upperBound)
      lines[index] = "\(property.head):\(value.prefix(count))"
    } else if !start.hasPrefix("data:") {
      lines[index] = property.head + ":"
    }
  }
}
