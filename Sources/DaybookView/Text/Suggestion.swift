/// "Did you mean": the name nearest to a mistyped one.
public enum Suggestion {
  /// The candidate with the least edit distance, if that is small for the word's length; among several, the first. Case
  /// does not count.
  public static func nearest(
    to word: String, among candidates: some Sequence<String>, distanceMax: Int = .max
  ) -> String? {
    let target = Array(word.lowercased().unicodeScalars)
    guard target.count <= 64 else { return nil }
    let bound = min(distanceMax, max(1, target.count / 3))
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let scalars = Array(candidate.lowercased().unicodeScalars)
      guard abs(scalars.count - target.count) <= bound else { continue }
      let distance = distance(target, scalars)
      if distance <= bound, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// `; did you mean 'x'?` for the end of a message, or nil.
  public static func advice(for word: String, among candidates: some Sequence<String>) -> String? {
    nearest(to: word, among: candidates).map { "did you mean '\($0)'?" }
  }

  /// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in 0..<left.count {
      var row = [i + 1]
      for j in 0..<right.count {
        var value = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          value = min(value, beforeLast[j - 1] + 1)
        }
        row.append(value)
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
