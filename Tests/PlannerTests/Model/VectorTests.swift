import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import Planner

/// Vectors, bit for bit.
@Suite struct VectorTests {
  private static let odd: [Double] = [
    0, -0.0, 1, -1, 0.1, .pi, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, Double(Float.leastNonzeroMagnitude),
    Double(Float.leastNormalMagnitude), Double(Float.greatestFiniteMagnitude), 1.0.nextUp, 0x1p-149, 0x1p-150,
  ]

  private static func bits(_ numbers: [Double]) -> [UInt64] { numbers.map(\.bitPattern) }

  @Test(arguments: [
    [], [0], [-0.0], odd, odd.map { Double(Float($0)) }.filter(\.isFinite), Array(repeating: 0.5, count: 8),
    [.infinity, -.infinity, .nan, Double(bitPattern: 0x7ff0_0000_0000_0001)],
  ])
  func bitForBit(numbers: [Double]) {
    let data = VectorCoding.data(numbers)
    #expect(VectorCoding.numbers(data).map(Self.bits) == Self.bits(numbers))
    var record = EmbeddingRecord()
    record.vector = numbers
    #expect(Self.bits(record.vector) == Self.bits(numbers))
  }

  @Test(.seeded) func anyNumbers() {
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<2000 {
      let isNarrow = Bool.random(using: &random)
      let numbers = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        isNarrow
          ? Double(Float(bitPattern: UInt32.random(in: .min ... .max, using: &random)))
          : Double(bitPattern: UInt64.random(in: .min ... .max, using: &random))
      }
      let data = VectorCoding.data(numbers)
      #expect(VectorCoding.numbers(data).map(Self.bits) == Self.bits(numbers))
      // As version 1 wrote it: read, and packed, the same.
      let raw = numbers.withUnsafeBytes { Data($0) }
      #expect(VectorCoding.numbers(raw).map(Self.bits) == Self.bits(numbers))
      #expect(VectorCoding.packed(.string(raw.base64EncodedString())) == .string(data.base64EncodedString()))
      // A slice of other data does not begin at 0.
      let slice = (Data([1, 2, 3]) + data)[3...]
      #expect(VectorCoding.numbers(slice).map(Self.bits) == Self.bits(numbers))
    }
  }

  /// An embedder's numbers are Floats: half the size.
  @Test func floatsTakeHalfTheSize() {
    #expect(VectorCoding.data([0.5, -0.25]) == Data([4, 0, 0, 0, 0x3f, 0, 0, 0x80, 0xbe]))
    #expect(VectorCoding.data([0.1]) == Data([8, 0x9a, 0x99, 0x99, 0x99, 0x99, 0x99, 0xb9, 0x3f]))
    #expect(VectorCoding.data((0..<384).map { Double(Float($0) / 7) }).count == 1 + 384 * 4)
  }

  @Test(
    arguments: [[4], [8], [7, 0, 0, 0, 0], [4, 0], [8, 0, 0, 0, 0], [0, 1, 2, 3, 4, 5, 6, 7, 8]] as [[UInt8]])
  func bytesThatAreNoNumbers(bytes: [UInt8]) {
    let isEmpty = bytes.count == 1 && bytes != [7]
    #expect(VectorCoding.numbers(Data(bytes)) == (isEmpty ? [] : nil))
    var record = EmbeddingRecord()
    record.vectorData = Data(bytes)
    #expect(record.vector.isEmpty)
    #expect(VectorCoding.packed(.string(Data(bytes).base64EncodedString())).string != nil)
  }

  @Test func throughALedger() async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    let numbers = Self.odd
    try await ledger.commit { batch in
      try batch.upsert(Note(id: "n") { $0.plainText = "text" })
      try batch.upsert(
        EmbeddingRecord(id: "e") {
          ($0.note, $0.sourceType, $0.vector) = ("n", .note, numbers)
        })
      // More than an event holds of it: kept beside the log.
      try batch.upsert(
        EmbeddingRecord(id: "large") {
          ($0.note, $0.sourceType) = ("n", .note)
          $0.vector = (0..<3000).map { Double($0) / 3 }
        })
    }
    let read = try #require(try await ledger.get(Ref<EmbeddingRecord>("e")))
    #expect(Self.bits(read.vector) == Self.bits(numbers))
    let large = try #require(try await ledger.get(Ref<EmbeddingRecord>("large")))
    #expect(large.vector == (0..<3000).map { Double($0) / 3 })
    #expect(try await ledger.get(Ref<Note>("n"))?.embeddings == ["e", "large"])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func whatIsNoNumberIsRefused(number: Double) async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    try await ledger.commit { try $0.upsert(Note(id: "n")) }
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.commit { batch in
        try batch.upsert(
          EmbeddingRecord(id: "e") { ($0.note, $0.sourceType, $0.vector) = ("n", .note, [1, number]) })
      }
    }
    #expect(error?.code == .badData)
    #expect(error?.what.hasPrefix("planner.embeddingRecord.vectorData must be a packed vector") == true)
    #expect(try await ledger.fetch(EmbeddingRecord.self).isEmpty)
  }
}
