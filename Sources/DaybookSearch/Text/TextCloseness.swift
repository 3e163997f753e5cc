/// How close consecutive words of a question are in a text.
package enum TextCloseness {
  /// For adjacent words in the order of the question.
  private static let besideOneAnother = 1.0
  /// For words within ``reach`` of one another, in any order.
  private static let near = 0.5
  private static let reach = 3

  /// For each unit but the last, its best closeness to the next one in any of the texts, from 0 to 1.
  package static func best(of units: [TextQuery.Unit], _ texts: [[Int?]]) -> [Double] {
    var best = [Double](repeating: 0, count: max(0, units.count - 1))
    for text in texts { note(text, in: &best) }
    return best
  }

  /// The units of a text's words, in the order of the words; nil for other words.
  package static func units(_ units: [TextQuery.Unit], in text: UnsafeBufferPointer<UInt8>) -> [Int?] {
    var found: [Int?] = []
    // Words occur repeatedly; most begin like none of the units.
    var known: [[UInt8]: Int?] = [:]
    let initials = Set(units.compactMap { $0.terms.first?.first })
    TermText.forEachTerm(in: text) { term, _ in
      guard let first = term.first, initials.contains(first) else { return found.append(nil) }
      let word = Array(term)
      if let unit = known[word] { return found.append(unit) }
      let unit = units.firstIndex { $0.isForm(word) }
      known[word] = .some(unit)
      found.append(unit)
    }
    return found
  }

  private static func note(_ text: [Int?], in best: inout [Double]) {
    for (place, unit) in text.enumerated() {
      guard let unit else { continue }
      for distance in 1...reach where place + distance < text.count {
        guard let other = text[place + distance] else { continue }
        if other == unit + 1 {
          best[unit] = max(best[unit], distance == 1 ? besideOneAnother : near)
        } else if other == unit - 1 {
          best[other] = max(best[other], near)
        }
      }
    }
  }
}
