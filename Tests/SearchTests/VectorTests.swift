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

  @Test func fusionPutsFirstWhatSeveralFind() {
    let fused = RankFusion.fused([["a", "b", "c"], ["d", "c", "b"]])
    #expect(fused.map(\.key) == ["b", "c", "a", "d"])
    #expect(RankFusion.fused([[String]]()).isEmpty)
  }
}
