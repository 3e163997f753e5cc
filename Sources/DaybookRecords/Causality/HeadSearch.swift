import DaybookModel

/// Finds which of many writes no other of them had seen, without comparing every pair.
///
/// What a branch's authors had seen only grows. So for every write it is enough to know from which leaf of a branch
/// on it was seen, and the greatest order that any author from there on had read (unlimited without `was`). What the
/// authors of one branch had seen of another becomes *claims*: all leaves of a run, up to an order. Each write is
/// compared with the greatest claim that covers it. O((writes + claims) × log) with at most as many claims as there
/// are authors, or parts of `seen` that name the branches.
struct HeadSearch {
  /// With no more writes than this, every pair is compared.
  static let fewMax = 8

  /// The writes of one branch.
  private struct Line {
    var branch: UInt32
    var writes: Range<Int>
  }

  private struct Claim {
    var first: UInt64
    var end: UInt64
    var bound: Stamp
  }

  private let causality: Causality
  /// Ascending by branch and leaf.
  private let writes: [Contender]
  private let orders: [Stamp]
  /// The greatest order that a write or a later one of its line had read; nil if they had read nothing.
  private var bounds: [Stamp?]
  private var lines: [Line] = []
  private var lineOf: [UInt32: Int] = [:]
  private var claims: [[Claim]]
  private var isSeen: [Bool]

  /// - Parameters:
  ///   - writes: ascending by branch and leaf.
  ///   - orders: theirs.
  init(_ writes: [Contender], orders: [Stamp], _ causality: Causality) {
    (self.writes, self.orders, self.causality) = (writes, orders, causality)
    isSeen = Array(repeating: false, count: writes.count)
    bounds = writes.map(\.bound)
    for index in writes.indices {
      if lines.last?.branch == writes[index].branch {
        lines[lines.count - 1].writes = lines[lines.count - 1].writes.lowerBound..<index + 1
      } else {
        lines.append(Line(branch: writes[index].branch, writes: index..<index + 1))
      }
    }
    claims = Array(repeating: [], count: lines.count)
    for (number, line) in lines.enumerated() {
      lineOf[line.branch] = number
      for index in line.writes.dropLast().reversed() {
        bounds[index] = greater(bounds[index], bounds[index + 1])
      }
    }
  }

  /// The writes that no other had seen, in the given order.
  mutating func heads() -> [Contender] {
    for author in lines.indices {
      seeOwn(author)
      for (branch, last) in causality.line(of: lines[author].branch) { look(author, branch, upTo: last) }
    }
    for line in lines.indices { settle(line) }
    return writes.indices.filter { !isSeen[$0] }.map { writes[$0] }
  }

  private func greater(_ left: Stamp?, _ right: Stamp?) -> Stamp? {
    guard let left, let right else { return left ?? right }
    return max(left, right)
  }

  // MARK: What authors had seen

  /// Each author had seen what precedes it in its branch.
  private mutating func seeOwn(_ line: Int) {
    for index in lines[line].writes {
      if let bound = bound(line, from: writes[index].leaf + 1), orders[index] <= bound {
        isSeen[index] = true
      }
    }
  }

  /// What the authors of a line had read from a leaf on.
  private func bound(_ line: Int, from leaf: UInt64) -> Stamp? {
    let authors = lines[line].writes
    let index = writes[authors].firstIndex(fromSorted: { $0.leaf >= leaf })
    return index < authors.upperBound ? bounds[index] : nil
  }

  /// What the authors of a line had seen by the first leaves of a branch that they follow.
  private mutating func look(_ author: Int, _ branch: UInt32, upTo last: UInt64?) {
    if let last, let line = lineOf[branch], line != author { share(author, line, upTo: last) }
    let last = last ?? .max
    let known = causality.known[Int(branch)]
    if known.steps.count <= lines.count {
      for (covered, steps) in known.steps {
        if let line = lineOf[covered], line != author { note(author, steps, of: line, upTo: last) }
      }
    } else {
      for line in lines.indices where line != author {
        if let steps = known.steps[lines[line].branch] { note(author, steps, of: line, upTo: last) }
      }
    }
    for (covered, runs) in known.runs {
      if let line = lineOf[covered], line != author { note(author, runs, of: line, upTo: last) }
    }
  }

  /// The leaves before the one where an author's branch left another.
  private mutating func share(_ author: Int, _ line: Int, upTo last: UInt64) {
    for index in lines[author].writes {
      claim(line, 0, min(writes[index].leaf, last) + 1, bounds[index])
      if writes[index].leaf >= last { return }
    }
  }

  private mutating func note(_ author: Int, _ steps: [Causality.Step], of line: Int, upTo last: UInt64) {
    let (authors, others) = (lines[author].writes, lines[line].writes)
    if others.count <= min(authors.count, steps.count) {
      for index in others where !isSeen[index] {
        let step = steps.firstIndex(fromSorted: { $0.size > writes[index].leaf })
        if step < steps.count, steps[step].leaf <= last { see(index, bound(author, from: steps[step].leaf)) }
      }
    } else if steps.count <= authors.count {
      for step in steps where step.leaf <= last { claim(line, 0, step.size, bound(author, from: step.leaf)) }
    } else {
      for index in authors {
        let next = steps.firstIndex(fromSorted: { $0.leaf > min(writes[index].leaf, last) })
        if next > 0 { claim(line, 0, steps[next - 1].size, bounds[index]) }
      }
    }
  }

  private mutating func note(_ author: Int, _ runs: SeenRuns, of line: Int, upTo last: UInt64) {
    let others = lines[line].writes
    if others.count <= runs.runs.count {
      for index in others where !isSeen[index] {
        if let leaf = runs.firstLeaf(seeing: writes[index].leaf), leaf <= last {
          see(index, bound(author, from: leaf))
        }
      }
    } else {
      for run in runs.runs where run.leaf <= last {
        claim(line, run.first, run.end, bound(author, from: run.leaf))
      }
    }
  }

  private mutating func see(_ index: Int, _ bound: Stamp?) {
    if let bound, orders[index] <= bound { isSeen[index] = true }
  }

  private mutating func claim(_ line: Int, _ first: UInt64, _ end: UInt64, _ bound: Stamp?) {
    if let bound { claims[line].append(Claim(first: first, end: end, bound: bound)) }
  }

  // MARK: Claims

  /// Compares each write of a line with the greatest claim that covers it.
  private mutating func settle(_ line: Int) {
    guard !claims[line].isEmpty else { return }
    let own = lines[line].writes
    var places = FreePlaces(count: own.count)
    for claim in claims[line].sorted(by: { $0.bound > $1.bound }) {
      let first = writes[own].firstIndex(fromSorted: { $0.leaf >= claim.first }) - own.lowerBound
      let end = writes[own].firstIndex(fromSorted: { $0.leaf >= claim.end }) - own.lowerBound
      places.take(first..<max(first, end)) { see(own.lowerBound + $0, claim.bound) }
    }
  }
}

extension Contender {
  /// The order up to which its author had read the register; nil if it had read nothing.
  fileprivate var bound: Stamp? {
    switch was {
    case Was.nothing.rawValue: nil
    case Was.upTo.rawValue: Stamp(time: wasTime, replica: ReplicaID(rawValue: wasReplica))
    default: Stamp(time: .max, replica: ReplicaID(rawValue: .max))
    }
  }
}
