/// 'Did you mean': the known name nearest to a mistyped one.
package enum Suggestion {
  /// The nearest of `names` within a third of the length (two edits at least for longer words);
  /// nil when none is near.
  package static func nearest(to name: String, in names: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    let limit = wanted.count < 3 ? 1 : max(2, wanted.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in names {
      let scalars = Array(candidate.lowercased().unicodeScalars)
      guard abs(scalars.count - wanted.count) <= limit else { continue }
      let distance = distance(wanted, scalars)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// `did you mean 'x'?`, or what else the reader can do.
  package static func advice(
    for name: String, in names: some Sequence<String>, otherwise: String
  ) -> String {
    nearest(to: name, in: names).map { "did you mean '\($0)'?" } ?? otherwise
  }

  /// Edits (insert, delete, replace, swap neighbours) from one to the other: optimal string alignment.
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 1...left.count {
      var current = [row]
      for column in 1...right.count {
        let isSame = left[row - 1] == right[column - 1]
        var best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          best = min(best, beforeLast[column - 2] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
