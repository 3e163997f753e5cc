import DaybookLog
import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookReplication

/// Parts that another thread read ahead are those that one thread reads by itself.
@Suite struct SegmentPartsTests {
  /// What tells one part from another.
  private enum Shape: Equatable {
    case frame(offset: Int, sizeBytes: Int, leaves: [Hash256])
    case skippable(offset: Int, sizeBytes: Int)
    case damage(SegmentDamage)

    init(_ part: SegmentPart) {
      switch part {
      case .frame(let content, let offset, let sizeBytes):
        self = .frame(offset: offset, sizeBytes: sizeBytes, leaves: content.leaves.map(\.hash))
      case .skippable(let offset, let sizeBytes): self = .skippable(offset: offset, sizeBytes: sizeBytes)
      case .damage(let damage): self = .damage(damage)
      }
    }
  }

  private func alone(_ bytes: [UInt8], isSealed: Bool) -> [Shape] {
    var reader = SegmentReader(bytes: bytes, isSealed: isSealed)
    var shapes: [Shape] = []
    while let part = reader.next() { shapes.append(Shape(part)) }
    return shapes
  }

  private func ahead(_ bytes: [UInt8], isSealed: Bool) -> [Shape] {
    var parts = SegmentParts(bytes: bytes, isSealed: isSealed, inlineSizeBytesMax: 0)
    var shapes: [Shape] = []
    while let part = parts.next() { shapes.append(Shape(part)) }
    return shapes
  }

  private func expectAlike(_ bytes: [UInt8], _ note: String) {
    for isSealed in [true, false] {
      #expect(ahead(bytes, isSealed: isSealed) == alone(bytes, isSealed: isSealed), "\(note)")
    }
  }

  @Test(.seeded) func soundCutAndDamaged() throws {
    var replica = TestReplica(1)
    for _ in 0..<40 { try replica.write(events: 2, text: "some text") }
    var random = SeededRandom(seed: TestSeed.current)
    for bytes in [try replica.sealed(0..<40).bytes, replica.open(0..<40), [], [0]] {
      expectAlike(bytes, "whole")
      for length in stride(from: 0, to: bytes.count, by: 97) {
        expectAlike(Array(bytes.prefix(length)), "cut at \(length)")
      }
      guard bytes.count > 1 else { continue }
      for _ in 0..<60 {
        var damaged = bytes
        let place = Int.random(in: 0..<bytes.count, using: &random)
        damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        expectAlike(damaged, "a bit of byte \(place)")
      }
    }
  }

  /// More than may wait at once, taken to the end, and left in the middle.
  @Test func largerThanWhatMayWait() throws {
    var replica = TestReplica(2)
    let text = String(repeating: "0123456789abcdef", count: 4 << 10)
    for _ in 0..<200 { try replica.write(text: text) }
    let bytes = try replica.sealed(0..<200, frameSizeBytes: 1 << 17).bytes
    expectAlike(bytes, "large")
    for count in 0..<40 {
      var parts = SegmentParts(bytes: bytes, isSealed: true, inlineSizeBytesMax: 0)
      for _ in 0..<count { #expect(parts.next() != nil) }
    }
  }
}
