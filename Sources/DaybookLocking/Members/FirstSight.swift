/// From runs of leaves that were held since some commit, finds the first commit by which a leaf was held. O(n log n) to
/// build from n runs, O(log n) for a query.
struct FirstSight {
  struct Run {
    /// The leaves after the first `start` of a branch, up to `end`.
    var start: UInt64
    var end: UInt64
    /// The end of the commit that named it.
    var commit: UInt64
  }

  /// Ascending: the leaves between two bounds were all held by the same commit.
  private let bounds: [UInt64]
  private var commits: [UInt64?]

  /// - Parameter runs: ascending by commit.
  init(_ runs: [Run]) {
    bounds = Set(runs.flatMap { [$0.start, $0.end] }).sorted()
    commits = Array(repeating: nil, count: bounds.count)
    // Each part between two bounds takes the first run that has it; from there on `next` leads past it.
    var next = Array(0...bounds.count)
    func free(from part: Int) -> Int {
      var found = part
      while next[found] != found { found = next[found] }
      var part = part
      while next[part] != found { (part, next[part]) = (next[part], found) }
      return found
    }
    for run in runs where run.start < run.end {
      let end = bounds.partition { $0 >= run.end }
      var part = free(from: bounds.partition { $0 >= run.start })
      while part < end {
        commits[part] = run.commit
        next[part] = part + 1
        part = free(from: part)
      }
    }
  }

  /// The end of the first commit that held everything up to `end` of the branch's commit that ends there; nil if none did.
  func commit(holding end: UInt64) -> UInt64? {
    let part = bounds.partition { $0 >= end }
    return part > 0 ? commits[part - 1] : nil
  }
}
