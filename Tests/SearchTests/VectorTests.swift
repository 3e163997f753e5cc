import DaybookSearch
import DaybookTestSupport
import Testing

@Suite struct VectorTests {
  private static func vector(_ count: Int, _ random: inout SeededRandom) -> [Float] {
    (0..<count).map { _ in Float.random(in: -1...1, using: &random) }
  }

  private static func cosine(_ left: [Float], _ right: [Float]) -> Double {
    var (product, a, b) = (0.0, 0.0, 0.0)
    for (x, y) in zip(left, right) {
      product += Double(x) * Double(y)
      a += Double(x) * Double(x)
      b += Double(y) * Double(y)
    }
    return a == 0 || b == 0 ? 0 : product / (a.squareRoot() * b.squareRoot())
  }

  /// Against doubles, with rows that come and go, at odd lengths.
  @Test(.seeded, arguments: [1, 2, 15, 16, 17, 31, 33, 48, 100, 384])
  func nearestAreThoseThatAre(dimensions: Int) {
    var random = SeededRandom(seed: TestSeed.current &+ UInt64(dimensions))
    var matrix = VectorMatrix(dimensions: dimensions)
    var rows: [[Float]] = []
    for _ in 0..<300 {
      if !rows.isEmpty, Int.random(in: 0..<5, using: &random) == 0 {
        let row = Int.random(in: 0..<rows.count, using: &random)
        matrix.remove(row)
        rows.swapAt(row, rows.count - 1)
        rows.removeLast()
      } else {
        let scale = ([0, 1e-20, 1, 1e30] as [Float]).randomElement(using: &random) ?? 1
        rows.append(Self.vector(dimensions, &random).map { $0 * scale })
        matrix.append(rows[rows.count - 1])
      }
    }
    #expect(matrix.count == rows.count)
    for wanted in [0, 1, 7, 1000] {
      let query = Self.vector(dimensions, &random)
      let found = matrix.nearest(to: query, count: wanted)
      #expect(found.count == min(wanted, rows.count))
      let scores = rows.map { Self.cosine($0, query) }
      for (place, neighbour) in found.enumerated() {
        #expect(abs(Double(neighbour.score) - scores[neighbour.row]) < 1e-5)
        if place > 0 { #expect(found[place - 1].score >= neighbour.score) }
      }
      let least = found.map { scores[$0.row] }.min() ?? .infinity
      let others = Set(rows.indices).subtracting(found.map(\.row))
      #expect(others.allSatisfy { scores[$0] <= least + 1e-5 })
    }
    #expect(matrix.nearest(to: [Float](repeating: 0, count: dimensions), count: 3).isEmpty)
  }

  @Test(.seeded) func ofEqualsTheLowerRowsAreTaken() {
    var random = SeededRandom(seed: TestSeed.current)
    var matrix = VectorMatrix(dimensions: 3)
    for _ in 0..<4000 {
      matrix.append((0..<3).map { _ in Float(Int.random(in: 0...3, using: &random)) })
    }
    for _ in 0..<5 {
      let query = (0..<3).map { _ in Float(Int.random(in: 1...3, using: &random)) }
      let all = matrix.nearest(to: query, count: 4000)
      #expect(matrix.nearest(to: query, count: 50) == Array(all.prefix(50)))
      #expect(zip(all, all.dropFirst()).allSatisfy { $0.score > $1.score || $0.row < $1.row })
    }
  }

  /// Steps of a hundredth: the same rows come out as with whole numbers, but for those that are as near.
  @Test(.seeded) func vectorsInBytesAreNearAsTheyWere() {
    var random = SeededRandom(seed: TestSeed.current)
    func vector() -> [Float] { (0..<40).map { _ in Float.random(in: -1...1, using: &random) } }
    var exact = VectorMatrix(dimensions: 40)
    var bytes = ByteMatrix(dimensions: 40)
    for _ in 0..<300 {
      let row = vector()
      exact.append(row)
      bytes.append(row)
    }
    for row in [299, 0, 17, 100] {
      exact.remove(row)
      bytes.remove(row)
    }
    for _ in 0..<20 {
      let query = vector()
      let (right, found) = (exact.nearest(to: query, count: 296), bytes.nearest(to: query, count: 296))
      let scores = Dictionary(uniqueKeysWithValues: right.map { ($0.row, $0.score) })
      #expect(found.count == 296)
      for neighbour in found { #expect(abs(neighbour.score - (scores[neighbour.row] ?? 2)) < 0.02) }
      #expect(bytes.nearest(to: query, count: 5) == Array(found.prefix(5)))
    }
  }

  @Test func aRowOfZerosIsNearNothing() {
    var bytes = ByteMatrix(dimensions: 3)
    bytes.append([0, 0, 0])
    bytes.append([0, 2, 0])
    #expect(bytes.nearest(to: [0, 1, 0], count: 2).map(\.row) == [1, 0])
    #expect(bytes.nearest(to: [0, 0, 0], count: 2).isEmpty)
    #expect(ByteMatrix(dimensions: 3, steps: bytes.steps, scales: bytes.scales) == bytes)
    #expect(ByteMatrix(dimensions: 3, steps: bytes.steps, scales: []) == nil)
    #expect(ByteMatrix(dimensions: 0, steps: [], scales: []) == nil)
  }

  @Test func nearnessDecidesAmongWhatTheWordsHoldForEqual() {
    let words: [(key: String, score: Double)] = [("a", 10), ("b", 9.5), ("c", 2)]
    let near: [(key: String, score: Double)] = [("c", 0.8), ("b", 0.7), ("d", 0.5)]
    let fused = ScoreFusion.fused(words: words, near: near, weight: 0.3, floor: 0.25)
    #expect(fused.map { $0.key } == ["b", "a", "c", "d"])
    #expect(
      ScoreFusion.fused(words: words, near: [], weight: 0.3, floor: 0.25).map { $0.key } == ["a", "b", "c"])
    #expect(
      ScoreFusion.fused(words: [], near: near, weight: 0.3, floor: 0.25).map { $0.key } == ["c", "b", "d"])
    #expect(ScoreFusion.fused(words: [(key: String, score: Double)](), near: [], weight: 1, floor: 0).isEmpty)
  }

  /// What the words found stands where it stood, equal scores too, whatever comes near; the rest follows.
  @Test(.seeded) func wordsComeFirstInTheirOrder() {
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<500 {
      // Few different scores, so that some are equal.
      let words = (0..<20).map { (key: $0, score: Double(Int.random(in: 1...8, using: &random))) }
        .sorted { $0.score > $1.score }
      let near = (10..<40).shuffled(using: &random)
        .map { (key: $0, score: Double.random(in: 0.01...1, using: &random)) }.sorted { $0.score > $1.score }
      let fused = ScoreFusion.wordsFirst(words: words, near: near)
      let rest = near.map { $0.key }.filter { $0 >= 20 }
      #expect(fused.map { $0.key } == words.map { $0.key } + rest, "seed \(TestSeed.current)")
      #expect(zip(fused, fused.dropFirst()).allSatisfy { $0.score >= $1.score }, "seed \(TestSeed.current)")
    }
    let near: [(key: String, score: Double)] = [("c", 0.8), ("b", 0.7)]
    #expect(ScoreFusion.wordsFirst(words: [], near: near).map { $0.score } == [0.8, 0.7])
  }

  /// However near others are: what the words hold for better by more than the weight stays before them.
  @Test(.seeded) func nothingBuriesAClearHitOfTheWords() {
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<500 {
      let words = (0..<20).map { (key: $0, score: Double.random(in: 0.1...10, using: &random)) }
        .sorted { $0.score > $1.score }
      let near = (0..<30).shuffled(using: &random)
        .map { (key: $0, score: Double.random(in: 0.01...1, using: &random)) }.sorted { $0.score > $1.score }
      let weight = Double.random(in: 0.05...0.9, using: &random)
      let fused = ScoreFusion.fused(words: words, near: near, weight: weight, floor: 0.25)
      let places = Dictionary(uniqueKeysWithValues: fused.enumerated().map { ($1.key, $0) })
      let most = words[0].score
      for better in words {
        for worse in words where better.score - worse.score > weight * most + 1e-9 {
          #expect(places[better.key] ?? 99 < places[worse.key] ?? 0, "seed \(TestSeed.current)")
        }
      }
    }
  }
}
