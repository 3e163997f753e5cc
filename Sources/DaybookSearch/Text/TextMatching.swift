/// Finding a query's words in a text: for phrases, and for showing where they are.
package enum TextMatching {
  /// The words of a text with their places in it, in bytes.
  private struct Words {
    var terms: [[UInt8]] = []
    var places: [Range<Int>] = []

    init(_ text: UnsafeBufferPointer<UInt8>) {
      TermText.forEachTerm(in: text) { term, place in
        terms.append(Array(term))
        places.append(place)
      }
    }

    func holds(_ unit: TextQuery.Unit, at start: Int) -> Bool {
      guard start + unit.terms.count <= terms.count else { return false }
      if unit.terms.count == 1, !unit.stems.isEmpty { return unit.isForm(terms[start]) }
      for (offset, term) in unit.terms.enumerated() {
        let isLast = offset == unit.terms.count - 1
        let word = terms[start + offset]
        guard isLast && unit.isPrefix ? word.starts(with: term) : word == term else { return false }
      }
      return true
    }
  }

  /// How often the words occur consecutively.
  package static func count(of unit: TextQuery.Unit, in text: UnsafeBufferPointer<UInt8>) -> Int {
    let words = Words(text)
    return words.terms.indices.count { words.holds(unit, at: $0) }
  }

  /// Where in a text any of the units is, in bytes, ascending, and which.
  package static func places(
    of units: [TextQuery.Unit], in text: UnsafeBufferPointer<UInt8>
  ) -> [(unit: Int, place: Range<Int>)] {
    let words = Words(text)
    var found: [(unit: Int, place: Range<Int>)] = []
    var next = 0
    while next < words.terms.count {
      // The longest of those that begin here.
      let fitting = units.indices.filter { words.holds(units[$0], at: next) }
      guard let unit = fitting.max(by: { units[$0].terms.count < units[$1].terms.count }) else {
        next += 1
        continue
      }
      let last = next + units[unit].terms.count - 1
      found.append((unit, words.places[next].lowerBound..<words.places[last].upperBound))
      next = last + 1
    }
    return found
  }
}
