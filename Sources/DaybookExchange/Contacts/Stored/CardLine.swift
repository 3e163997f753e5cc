import DaybookText

/// A line of a kept card as it goes out again: in vCard 3.0, where it came in 2.1, otherwise as it is.
struct CardLine {
  /// Upper case, without the group.
  let name: String
  /// As it was kept.
  let property: VCardProperty
  /// What stands before the colon, with the group.
  private(set) var words: [String]
  var value: String

  init(_ property: VCardProperty, isOld: Bool) {
    (name, self.property, words) = (property.name, property, property.words)
    guard isOld else {
      value = Charset.decode(property.value)
      return
    }
    value = name == "VERSION" ? "3.0" : VCardText.modern(property)
    words = [words[0]] + words.dropFirst().compactMap(Self.modern)
  }

  /// A property of today.
  init(_ head: String, _ value: String) {
    (words, self.value) = (head.split(separator: ";").map(String.init), value)
    name = words[0]
    property = VCardProperty(Array("\(head):\(value)".utf8)) ?? VCardProperty(name: name)
  }

  var text: String { "\(words.joined(separator: ";")):\(value)" }

  /// Another text in place of its own.
  mutating func set(_ text: String) {
    value = ContentLines.escaped(text)
    words.removeAll { $0.uppercased().hasPrefix("ENCODING=") || $0.uppercased().hasPrefix("CHARSET=") }
  }

  mutating func dropPreference() {
    words = words.filter {
      !["PREF", "TYPE=PREF"].contains($0.uppercased()) && !$0.uppercased().hasPrefix("PREF=")
    }
    .map { word in
      guard word.uppercased().hasPrefix("TYPE=") else { return word }
      let types = word.dropFirst(5).split(separator: ",").filter { $0.uppercased() != "PREF" }
      return word.prefix(5) + types.joined(separator: ",")
    }
  }

  mutating func append(_ word: String) { words.append(word) }

  /// `HOME` as `TYPE=HOME`; nil for what 3.0 does not have.
  private static func modern(_ word: String) -> String? {
    let upper = word.uppercased()
    if upper.hasPrefix("CHARSET=") { return nil }
    switch upper.hasPrefix("ENCODING=") ? String(upper.dropFirst(9)) : upper {
    case "QUOTED-PRINTABLE", "Q", "8BIT", "7BIT": return nil
    case "BASE64", "B": return "ENCODING=b"
    default: return word.contains("=") || word.isEmpty ? word : "TYPE=" + word
    }
  }
}
