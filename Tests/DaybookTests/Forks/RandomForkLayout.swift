import DaybookLog
import DaybookModel
import DaybookTestSupport

/// Histories of one replica that part at random, of which some commits are held nowhere; laid out in random files.
struct RandomForkLayout {
  private var histories: [OddReplica] = []
  /// The commits that no file holds, by the root behind them.
  private var absent: Set<Hash256> = []

  init(_ random: inout SeededRandom) throws {
    guard var first = OddReplica(seed: UInt8.random(in: 1...255, using: &random)) else { return }
    try Self.write(&first, Int.random(in: 1...20, using: &random), "0.", &random)
    histories = [first]
    for number in 1...Int.random(in: 1...3, using: &random) {
      let from = histories[Int.random(in: 0..<histories.count, using: &random)]
      var next = from.before(Int.random(in: 1...from.commits.count, using: &random))
      next.time += Int64(number * 1000)
      try Self.write(&next, Int.random(in: 1...20, using: &random), "\(number).", &random)
      histories.append(next)
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let history = histories[Int.random(in: 0..<histories.count, using: &random)]
      let start = Int.random(in: 0..<history.commits.count, using: &random)
      let end = min(history.commits.count, start + Int.random(in: 1...4, using: &random))
      for index in start..<end { absent.insert(history.tree(after: index + 1).root) }
    }
  }

  private static func write(
    _ replica: inout OddReplica, _ count: Int, _ prefix: String, _ random: inout SeededRandom
  ) throws {
    for index in 0..<count {
      try replica.set("e\(Int.random(in: 0..<6, using: &random))", to: prefix + String(index))
    }
  }

  /// Every commit that is held lies in some file whole; of others there are rotten copies.
  func layout(_ random: inout SeededRandom) -> ForkLayout {
    var layout = ForkLayout()
    var number: UInt64 = 1
    for history in histories.shuffled(using: &random) {
      let held = history.commits.indices.filter { !absent.contains(history.tree(after: $0 + 1).root) }
      var rest = held[...]
      while let first = rest.first {
        var end = first + 1
        let countMax = Int.random(in: 1...25, using: &random)
        while rest.dropFirst(end - first).first == end, end - first < countMax { end += 1 }
        rest.removeFirst(end - first)
        let start = max(0, first - Int.random(in: 0...3, using: &random))
        if Bool.random(using: &random) {
          layout.add(history.open(first..<end, random: number))
        } else {
          add(history, start..<end, sparing: first..<end, to: &layout, &random)
        }
        number += 1
      }
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let first = Int.random(in: 0..<history.commits.count, using: &random)
        let end = Int.random(in: first + 1...history.commits.count, using: &random)
        add(history, first..<end, sparing: 0..<0, to: &layout, &random)
      }
    }
    return layout
  }

  /// A sealed file with a frame for each commit; those of commits that no file holds are rotten, and some others.
  private func add(
    _ history: OddReplica, _ range: Range<Int>, sparing spared: Range<Int>, to layout: inout ForkLayout,
    _ random: inout SeededRandom
  ) {
    var rotten: Set<Int> = []
    for index in range where !spared.contains(index) {
      if absent.contains(history.tree(after: index + 1).root) || Int.random(in: 0..<4, using: &random) == 0 {
        rotten.insert(index - range.lowerBound)
      }
    }
    layout.add(history, sealed: range, frames: 1, rotten: rotten)
  }
}
