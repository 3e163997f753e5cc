import DaybookLog
import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookRecords

/// What a snapshot packs, and what becomes of packed bytes that are not what was written.
@Suite struct PackedChunkTests {
  @Test(.seeded) func numbersAreReadAsTheyWereWritten() {
    var random = SeededRandom(seed: TestSeed.current)
    var stream = ByteStream()
    var numbers: [UInt64] = [0, 1, 0x7f, 0x80, 0x3fff, 0x4000, .max, .max - 1, 1 << 63]
    for bits in 0..<64 as Range<UInt64> {
      numbers.append(UInt64.random(in: .min ... .max, using: &random) >> bits)
    }
    for number in numbers {
      stream.put(number: number)
      stream.put(difference: number)
    }
    var source = ByteSource(UnsafeBufferPointer(start: stream.bytes.base, count: stream.count))
    for number in numbers {
      let (first, second) = (source.number(), source.difference())
      #expect(first == number && second == number)
    }
    #expect(source.left == 0 && !source.isShort)
    let behind = source.number()
    #expect(behind == 0 && source.isShort)
  }

  @Test(arguments: [
    "0123abcd-4567-89ef-0a1b-2c3d4e5f6789", "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "00000000-0000-0000-0000-000000000000",
  ])
  func aUUIDIsSixteenBytes(text: String) {
    let (isPacked, again) = packed(text)
    #expect(isPacked && again == text)
  }

  /// Each byte of one replaced by each that is none of its own.
  @Test func anotherTextIsNone() {
    let text = "0123abcd-4567-89ef-0a1b-2c3d4e5f6789"
    for place in 0..<36 {
      for byte in UInt8.min...UInt8.max {
        var bytes = Array(text.utf8)
        bytes[place] = byte
        let isHyphen = [8, 13, 18, 23].contains(place)
        let isDigit = (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
        let (isPacked, again) = packed(bytes)
        #expect(isPacked == (isHyphen ? byte == 0x2d : isDigit), "\(place) \(byte)")
        if isPacked { #expect(Array(again.utf8) == bytes) }
      }
    }
  }

  private func packed(_ text: String) -> (Bool, String) { packed(Array(text.utf8)) }

  private func packed(_ text: [UInt8]) -> (Bool, String) {
    var bytes = [UInt8](repeating: 0, count: 16)
    var again = [UInt8](repeating: 0, count: 36)
    let isPacked = PackedUUID.pack(text, to: &bytes)
    PackedUUID.unpack(bytes, to: &again)
    return (isPacked, String(decoding: again, as: UTF8.self))
  }

  /// Behind the sums: what lies in the frames has its own, and nothing traps whatever lies there.
  @Test(.seeded) func damageIsNoted() throws {
    var random = SeededRandom(seed: TestSeed.current)
    var maker = RandomHistory(seed: random.next())
    maker.forks = false
    maker.entityCount = 300
    let history = try maker.history(commitCount: 300)
    var records = history.emptyRecords()
    for number in history.commits.indices { history.apply(number, to: &records) }
    let digest = records.digest()
    let bytes = try ImageTests.image(of: records)
    let packed = Self.place(of: "packed", in: bytes)
    var noted = 0
    for round in 0..<400 {
      var damaged = bytes
      switch round % 3 {
      case 0: damaged[Int.random(in: packed, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1:
        let start = Int.random(in: packed, using: &random)
        for place in start..<min(packed.upperBound, start + 64) {
          damaged[place] = UInt8.random(in: .min ... .max, using: &random)
        }
      default:
        for place in Int.random(in: packed, using: &random)..<packed.upperBound { damaged[place] = 0 }
      }
      if (try? Self.read(damaged))?.isDamaged ?? false { noted += 1 }
    }
    #expect(noted > 200, "\(noted), seed \(TestSeed.current)")
    let whole = try Self.read(bytes)
    #expect(whole.digest == digest && !whole.isDamaged)
  }

  private static func read(_ bytes: [UInt8]) throws -> (digest: Hash256, isDamaged: Bool) {
    let records = try Records.read(SnapshotFile.open(bytes))
    return (records.digest(), records.isDamaged)
  }

  /// Where a section lies in a snapshot.
  private static func place(of name: String, in bytes: [UInt8]) -> Range<Int> {
    bytes.withUnsafeBytes { bytes in
      let trailer = bytes.loadUnaligned(
        fromByteOffset: bytes.count - MemoryLayout<SnapshotTrailer>.size, as: SnapshotTrailer.self)
      for index in 0..<Int(trailer.sectionCount) {
        let section = bytes.loadUnaligned(
          fromByteOffset: Int(trailer.offset) + index * MemoryLayout<SnapshotSection>.stride,
          as: SnapshotSection.self)
        if section.key == SnapshotSection.key(of: name) {
          return Int(section.offset)..<Int(section.offset) + section.sizeBytes
        }
      }
      return 0..<0
    }
  }
}
