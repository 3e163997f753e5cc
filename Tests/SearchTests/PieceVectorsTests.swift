import DaybookTestSupport
import Testing

@testable import DaybookSearch
@testable import Planner

@Suite struct PieceVectorsTests {
  private static func owner(_ number: Int) -> EmbeddingSurvey.OwnerKey {
    EmbeddingSurvey.OwnerKey(kind: "planner.\(number % 2 == 0 ? "note" : "meetingRecord")", id: "o\(number)")
  }

  /// Some that come, change and go, beside what should be there.
  private static func random(
    _ random: inout SeededRandom
  ) -> (PieceVectors, [EmbeddingSurvey.OwnerKey: [[Float]]]) {
    var pieces = PieceVectors(dimensions: 5)
    var expected: [EmbeddingSurvey.OwnerKey: [[Float]]] = [:]
    for _ in 0..<60 {
      let owner = owner(Int.random(in: 0..<12, using: &random))
      if Int.random(in: 0..<3, using: &random) == 0 {
        pieces.remove(owner)
        expected[owner] = nil
      } else {
        let vectors = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
          (0..<5).map { _ in Float.random(in: -1...1, using: &random) }
        }
        pieces.set(owner, hash: UInt64(vectors.count), vectors)
        expected[owner] = vectors
      }
    }
    return (pieces, expected)
  }

  private static func check(
    _ pieces: PieceVectors, _ expected: [EmbeddingSurvey.OwnerKey: [[Float]]]
  ) {
    #expect(Set(pieces.owners) == Set(expected.keys))
    #expect(pieces.rows.count == expected.values.reduce(0) { $0 + $1.count })
    for (owner, vectors) in expected {
      #expect(pieces.stands(owner, hash: UInt64(vectors.count)) && !pieces.stands(owner, hash: 99))
      for (number, vector) in vectors.enumerated() {
        let best = pieces.matrix.nearest(to: vector, count: 1).first
        #expect(best.map { pieces.rows[$0.row] } == PieceVectors.Row(owner: owner, piece: number))
      }
    }
  }

  @Test(.seeded) func rowsFollowTheirOwners() throws {
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<50 {
      let (pieces, expected) = Self.random(&random)
      Self.check(pieces, expected)
      let read = try #require(PieceVectors(pieces.file("e"), "e"))
      Self.check(read, expected)
      #expect(read.file("e") == pieces.file("e"))
      #expect(PieceVectors(pieces.file("e"), "other") == nil)
    }
  }

  @Test(.seeded) func everyCutAndEveryFlippedByteIsSeen() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let file = Self.random(&random).0.file("e")
    for count in 0..<file.count {
      #expect(PieceVectors(Array(file[..<count]), "e") == nil, "cut at \(count)")
    }
    for place in file.indices {
      var flipped = file
      flipped[place] ^= UInt8.random(in: 1...255, using: &random)
      #expect(PieceVectors(flipped, "e") == nil, "byte \(place)")
    }
  }

  /// One that somebody made to look right gives wrong answers at worst.
  @Test(.seeded) func whatLooksRightIsNeverReadPastItsEnd() {
    var random = SeededRandom(seed: TestSeed.current)
    let head = "daybook-piece-vectors-1\n".utf8.count
    var believed = 0
    for _ in 0..<2000 {
      var file = Self.random(&random).0.file("e")
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: head + 8..<file.count, using: &random)
        file[place] = UInt8.random(in: 0...255, using: &random)
      }
      let hash = file[(head + 8)...].withUnsafeBufferPointer { TextHash.of($0) }
      withUnsafeBytes(of: hash.littleEndian) { file.replaceSubrange(head..<head + 8, with: $0) }
      guard var read = PieceVectors(file, "e") else { continue }
      believed += 1
      _ = read.matrix.nearest(to: [Float](repeating: 1, count: read.dimensions), count: 3)
      for owner in read.owners { read.remove(owner) }
      #expect(read.rows.isEmpty)
    }
    #expect(believed > 50)
  }
}
