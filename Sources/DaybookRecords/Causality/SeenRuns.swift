// What an author had seen of a replica behind gaps: runs of leaves, however many there are and however they overlap.

/// For each leaf of a replica, the first leaf of the author's branch from which on it had been seen.
struct SeenRuns: Sendable {
  /// From the author's `leaf` on, the leaves `first..<end`.
  struct Run: Sendable {
    var leaf: UInt64
    var first: UInt64
    var end: UInt64
  }

  /// Ascending, none overlapping another.
  private(set) var runs: [Run] = []

  /// O(runs × log runs).
  ///
  /// - Parameter all: ascending by the author's leaf.
  init(_ all: [Run]) {
    let cuts = Set(all.flatMap { [$0.first, $0.end] }).sorted()
    var leaves = [UInt64?](repeating: nil, count: cuts.count)
    var places = FreePlaces(count: cuts.count)
    for run in all where run.first < run.end {
      let first = cuts.firstIndex(fromSorted: { $0 >= run.first })
      let end = cuts.firstIndex(fromSorted: { $0 >= run.end })
      places.take(first..<end) { leaves[$0] = run.leaf }
    }
    for (index, leaf) in leaves.enumerated() {
      guard let leaf else { continue }
      if let last = runs.last, last.leaf == leaf, last.end == cuts[index] {
        runs[runs.count - 1].end = cuts[index + 1]
      } else {
        runs.append(Run(leaf: leaf, first: cuts[index], end: cuts[index + 1]))
      }
    }
  }

  /// O(log runs).
  func firstLeaf(seeing leaf: UInt64) -> UInt64? {
    let index = runs.firstIndex(fromSorted: { $0.end > leaf })
    return index < runs.count && runs[index].first <= leaf ? runs[index].leaf : nil
  }
}

/// A row of places, each of which is claimed once: however the ranges overlap, claiming all of them costs little more
/// than one visit per place (union-find over the next free place; Tarjan 1975).
struct FreePlaces {
  private var next: [Int]

  init(count: Int) { next = Array(0...count) }

  private mutating func free(from place: Int) -> Int {
    var found = place
    while next[found] != found { found = next[found] }
    var place = place
    while next[place] != found {
      let following = next[place]
      next[place] = found
      place = following
    }
    return found
  }

  mutating func take(_ range: Range<Int>, _ body: (Int) -> Void) {
    var place = free(from: range.lowerBound)
    while place < range.upperBound {
      body(place)
      next[place] = place + 1
      place = free(from: place + 1)
    }
  }
}
