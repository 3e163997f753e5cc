/// Numbers of blood values, as laboratories and people write them in German and English: `5,4`, `5.4`, `1.234,5`, `1,234.5`.
enum WrittenReading {
  /// Reads the number that begins at a place, and goes behind it. A separator that stands once is that of the fraction;
  /// where both stand, the last one is, and the others part thousands.
  static func number(_ characters: [Character], _ place: inout Int) -> Double {
    var parts: [String] = [""]
    var separators: [Character] = []
    while place < characters.count {
      let character = characters[place]
      if character.isASCIIDigit {
        parts[parts.count - 1].append(character)
      } else if character == "." || character == ",", place + 1 < characters.count,
        characters[place + 1].isASCIIDigit, canFollow(character, separators, parts)
      {
        separators.append(character)
        parts.append("")
      } else {
        break
      }
      place += 1
    }
    guard let last = separators.last else { return Double(parts[0]) ?? 0 }
    if separators.count > 1, separators.allSatisfy({ $0 == last }) { return Double(parts.joined()) ?? 0 }
    return Double("\(parts.dropLast().joined()).\(parts[parts.count - 1])") ?? 0
  }

  /// Behind a separator of thousands, which leaves three digits, another one may follow.
  private static func canFollow(_ separator: Character, _ separators: [Character], _ parts: [String]) -> Bool
  {
    guard let first = separators.first else { return true }
    return separators.allSatisfy { $0 == first } && parts[parts.count - 1].count == 3 && parts[0].count <= 3
  }
}

extension Character {
  var isASCIIDigit: Bool { isASCII && isNumber }
}
