// How far a branch extends, for a reader who may have less of it: its whole tree, and earlier trees at increasing
// distances.

package import DaybookModel

package struct Head: Hashable, Sendable {
  /// Trees of one branch, the longest first.
  package let trees: [Waypoint]

  package static let treesMax = 16

  /// Nil unless there are 1 to 16, each shorter than the one before.
  package init?(_ trees: [Waypoint]) {
    guard (1...Self.treesMax).contains(trees.count), trees.allSatisfy({ $0.size >= 1 }),
      trees.allSatisfy({ $0.size <= UInt64(Int64.max) }),
      zip(trees, trees.dropFirst()).allSatisfy({ $0.size > $1.size })
    else { return nil }
    self.trees = trees
  }

  /// The head of a branch: its whole tree, and its trees after the last commit that ends at least 1, 4, 16, … leaves
  /// earlier. Nil for a branch without commits.
  ///
  /// - Parameter commits: the trees after each of the branch's commits, ascending.
  package init?(branch commits: some RandomAccessCollection<Waypoint>) {
    guard let whole = commits.last else { return nil }
    var trees = [whole]
    var rest = commits[...]
    for step in 0..<Self.treesMax - 1 {
      let (limit, isBefore) = whole.size.subtractingReportingOverflow(1 << UInt64(2 * step))
      if isBefore { break }
      rest = rest[..<rest.partition { $0.size > limit }]
      guard let tree = rest.last else { break }
      if tree != trees.last { trees.append(tree) }
    }
    self.init(trees)
  }

  /// Whether a commit that ends at `size` in a branch counts by this head.
  ///
  /// - Parameter root: the root of the branch's tree at a size, if it is known.
  package func covers(_ size: UInt64, root: (_ size: UInt64) -> Hash256?) -> Bool {
    trees.contains { $0.size >= size && root($0.size) == $0.root }
  }
}

extension RandomAccessCollection {
  /// The first index whose element is beyond a bound; the elements before it are not.
  func partition(where isBeyond: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let middle = index(low, offsetBy: count / 2)
      if isBeyond(self[middle]) {
        count /= 2
      } else {
        low = index(after: middle)
        count -= count / 2 + 1
      }
    }
    return low
  }
}

extension Head {
  var json: JSONValue { .array(trees.map(\.json)) }

  init?(_ json: JSONValue) {
    guard let items = json.array, items.count <= Self.treesMax else { return nil }
    let trees = items.compactMap { Waypoint($0) }
    guard trees.count == items.count else { return nil }
    self.init(trees)
  }

  /// Heads of several branches; nil if one is malformed.
  static func list(_ json: JSONValue?) -> [Head]? {
    guard let items = json?.array else { return nil }
    let heads = items.compactMap { Head($0) }
    return heads.count == items.count ? heads : nil
  }
}
