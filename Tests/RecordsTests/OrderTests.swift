import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookTestSupport
import Testing

/// Records are a function of the set of commits: every order and every cutting of small histories
/// reads as the reference model says.
@Suite struct OrderTests {
  @Test("Every order of up to five commits", .seeded, arguments: 0..<60)
  func everyOrder(round: Int) throws {
    let seed = TestSeed.current &+ UInt64(round)
    var maker = RandomHistory(seed: seed)
    let history = try maker.history(commitCount: TestSize.steps(round % 3 == 0 ? 4 : 5))
    let expected = ReferenceModel(history).text()
    for order in permutations(of: history.commits.count) {
      let records = history.records(order)
      let text = records.text()
      try #require(text == expected, "order \(order), seed \(seed)")
    }
  }

  @Test("Random orders of longer histories, and every prefix on the way", .seeded, arguments: 0..<40)
  func longer(round: Int) throws {
    let seed = TestSeed.current &+ UInt64(1000 + round)
    var maker = RandomHistory(seed: seed)
    maker.fieldCount = 3
    maker.momentCount = 30
    let history = try maker.history(commitCount: TestSize.steps(40))
    for _ in 0..<3 {
      let order = Array(history.commits.indices).shuffled(using: &maker.random)
      var records = history.emptyRecords()
      for (count, number) in order.enumerated() {
        history.apply(number, to: &records)
        // What no register holds makes no difference, then or later.
        if count % 5 == 3 { records.compact() }
        guard count % 8 == 0 || count == order.count - 1 else { continue }
        let expected = ReferenceModel(history, commits: Array(order[...count])).text()
        let text = records.text()
        try #require(text == expected, "after \(order[...count]), seed \(seed)")
      }
    }
  }

  @Test("Frames cut anywhere", .seeded, arguments: 0..<20)
  func cuts(round: Int) throws {
    let seed = TestSeed.current &+ UInt64(2000 + round)
    var maker = RandomHistory(seed: seed)
    maker.entityCount = 90
    let history = try maker.history(commitCount: TestSize.steps(200))
    let expected = ReferenceModel(history).text()
    for _ in 0..<4 {
      var pieces: [(branch: Int, commits: Range<Int>)] = []
      for branch in history.branches.indices {
        var start = 0
        let count = history.contents[branch].commits.count
        while start < count {
          let end = min(count, start + Int.random(in: 1...100, using: &maker.random))
          pieces.append((branch, start..<end))
          start = end
        }
      }
      var records = history.emptyRecords()
      for piece in pieces.shuffled(using: &maker.random) {
        if Int.random(in: 0..<4, using: &maker.random) == 0 { records.compact() }
        records.apply(
          history.contents[piece.branch], commits: piece.commits,
          branch: BranchIndex(rawValue: UInt32(piece.branch)), firstLeaf: history.start(of: piece.branch))
      }
      let text = records.text()
      try #require(text == expected, "pieces, seed \(seed)")
      #expect(records.commitCount == history.commits.count)
      #expect(records.eventCount == history.commits.reduce(0) { $0 + $1.counting.count })
    }
  }

  private func permutations(of count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return permutations(of: count - 1).flatMap { shorter in
      (0...shorter.count).map { place in
        var longer = shorter
        longer.insert(count - 1, at: place)
        return longer
      }
    }
  }
}
