import Daybook

/// An event of the workload: what Daybook reads as a mutation, and its peers with a stamp and a number.
struct WorkloadEvent {
  enum Value {
    case text(String)
    /// One of a few words.
    case choice(String)
    case texts([String])
    case reference(WorkloadID)
    case time(Instant)
    case flag(Bool)
    case thousandths(Int)
  }

  var time: Instant
  /// Tells apart events of one millisecond.
  var counter: Int
  var operation: EventOperation
  var kind: WorkloadKind
  var id: WorkloadID
  var fields: [(name: String, value: Value)] = []
  /// When a server took it.
  var server: Instant?
  var relation: String?
  var target: WorkloadID?
  var why: String?
  var author: String
}

/// A UUID of version 4.
struct WorkloadID: Hashable {
  var high: UInt64
  var low: UInt64

  init(_ random: inout some RandomNumberGenerator) { self.init(high: random.next(), low: random.next()) }

  init(high: UInt64, low: UInt64) {
    (self.high, self.low) = (high & ~0xf000 | 0x4000, low & ~(3 << 62) | 2 << 62)
  }

  func write(to bytes: inout [UInt8]) {
    for place in 0..<16 {
      if place == 4 || place == 6 || place == 8 || place == 10 { bytes.append(UInt8(ascii: "-")) }
      let byte = UInt8(truncatingIfNeeded: (place < 8 ? high : low) >> UInt64(56 - place % 8 * 8))
      bytes.append(Self.digits[Int(byte >> 4)])
      bytes.append(Self.digits[Int(byte & 15)])
    }
  }

  var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
