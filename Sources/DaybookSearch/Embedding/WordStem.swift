/// The common stem of a word's forms: `borrowing`, `borrowed` and `borrows` are `borrow`. English endings are removed
/// as long as enough is left, which does little harm to words of other languages. The built-in embedder's vectors
/// depend on this: other rules would need another name for it.
package enum WordStem {
  /// - Parameter word: folded (``TermText``).
  package static func stem(_ word: String) -> String {
    var letters = Array(word.utf8)
    guard letters.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) else { return word }
    for _ in 0..<2 {
      guard let ending = endings.first(where: { fits($0, letters) }) else { break }
      letters.removeLast(ending.suffix.count)
      letters += ending.replacement
    }
    // `stopp` of `stopping`, `us` of `use`.
    if letters.count > 3, let last = letters.last, last == letters[letters.count - 2],
      !"aeiouls".utf8.contains(last)
    {
      letters.removeLast()
    }
    if letters.count > 3, letters.last == UInt8(ascii: "e") { letters.removeLast() }
    return String(decoding: letters, as: UTF8.self)
  }

  private static func fits(_ ending: Ending, _ letters: [UInt8]) -> Bool {
    let left = letters.count - ending.suffix.count
    guard left >= ending.leftMin, letters.suffix(ending.suffix.count).elementsEqual(ending.suffix) else {
      return false
    }
    let before = letters[left - 1]
    return ending.after.isEmpty ? !ending.notAfter.contains(before) : ending.after.contains(before)
  }

  private struct Ending {
    let suffix: [UInt8]
    let replacement: [UInt8]
    let leftMin: Int
    let after: [UInt8]
    let notAfter: [UInt8]

    init(
      _ suffix: String, _ replacement: String = "", left: Int = 3, after: String = "", notAfter: String = ""
    ) {
      (self.suffix, self.replacement, leftMin) = (Array(suffix.utf8), Array(replacement.utf8), left)
      (self.after, self.notAfter) = (Array(after.utf8), Array(notAfter.utf8))
    }
  }

  /// Longer endings come before those that they end with.
  private static let endings = [
    Ending("fulness"), Ending("iveness", "ive"), Ending("ations", "at"), Ending("ation", "at"),
    Ending("ships"), Ending("ship"), Ending("nesses"), Ending("ness"), Ending("ments", left: 4),
    Ending("ment", left: 4), Ending("ingly"), Ending("edly"), Ending("ities", left: 4),
    Ending("ity", left: 4),
    Ending("ings"), Ending("ing"), Ending("ions", after: "ts"), Ending("ion", after: "ts"),
    Ending("ors", after: "t"), Ending("or", after: "t"), Ending("ies", "y"), Ending("ied", "y"),
    Ending("iers", "y"), Ending("ier", "y"), Ending("ers"), Ending("er"), Ending("ed", notAfter: "e"),
    Ending("sses", "ss"), Ending("es", after: "sxz"), Ending("ches", "ch"), Ending("shes", "sh"),
    Ending("s", notAfter: "sui"), Ending("ly"),
  ]
}
