import DaybookTestSupport

/// Two or three histories of one replica, whose commits have different numbers of events, now and then with seqs that
/// jump. Files of any of them are lacking, so that runs begin within what another history holds.
struct OddForks {
  private(set) var files: [(path: String, bytes: [UInt8])] = []

  init(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    guard let key = OddReplica(seed: UInt8(number(1...255))) else { return }
    var histories = [key]
    for step in 0..<number(8...40) {
      let index = number(0...histories.count - 1)
      if step > 2, histories.count < 3, number(1...8) == 1 {
        histories.append(histories[index].before(number(1...max(1, histories[index].commits.count))))
      }
      // Each history has a size of its own.
      let count = number(1...2 + 2 * index)
      let event =
        ",\"op\":\"upsert\",\"kind\":\"k.one\",\"id\":\"\(number(0...2))\",\"set\":{\"f\":\(number(0...9))}}"
      histories[index].time += Int64(number(0...5))
      try histories[index].write(
        [OddReplica.Line](repeating: .event(event), count: count),
        skipping: number(1...12) == 1 ? UInt64(number(1...30)) : 0)
    }
    for history in histories {
      var start = 0
      while start < history.commits.count {
        let end = min(history.commits.count, start + number(1...10))
        if number(1...4) > 1 { add(history, max(0, start - number(0...2))..<end, number(1...4)) }
        start = end
      }
    }
  }

  private mutating func add(_ history: OddReplica, _ range: Range<Int>, _ frames: Int) {
    files.append(
      frames > 2 ? history.open(range, random: UInt64(files.count)) : history.sealed(range, frames: frames))
  }
}
