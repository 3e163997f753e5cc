import DaybookModel

/// The last stamp that was read. The next one usually has the same replica and the same minute, so only its last digits
/// are read.
struct KnownStamp {
  private var isKnown = false
  /// The first 16 bytes of its text, `2026-11-21T06:13`, and the time that they name.
  private var minuteText: (UInt64, UInt64) = (0, 0)
  private var minuteMilliseconds: UInt64 = 0
  /// The last 16.
  private var replicaText: (UInt64, UInt64) = (0, 0)
  private var replica = ReplicaID(rawValue: 0)

  /// The stamp whose 46 bytes are at `text`; nil if they are not a stamp.
  @inline(__always)
  mutating func read(_ text: UnsafePointer<UInt8>) -> Stamp? {
    let minute = Self.words(text)
    let replica = Self.words(text + 30)
    guard isKnown, minute == minuteText, replica == replicaText else { return readWhole(text) }
    guard text[16] == UInt8(ascii: ":"), let seconds = Self.decimal(text + 17, 2), seconds < 60,
      text[19] == UInt8(ascii: "."), let milliseconds = Self.decimal(text + 20, 3),
      text[23] == UInt8(ascii: "Z"), text[24] == UInt8(ascii: "-"), let counter = Self.hexadecimal(text + 25),
      text[29] == UInt8(ascii: "-")
    else { return nil }
    return Stamp(
      time: (minuteMilliseconds &+ seconds &* 1000 &+ milliseconds) << 16 | counter, replica: self.replica)
  }

  @inline(never)
  private mutating func readWhole(_ text: UnsafePointer<UInt8>) -> Stamp? {
    let bytes = UnsafeBufferPointer(start: text, count: Stamp.textCount)
    guard let stamp = Stamp(bytes.span, at: 0) else { return nil }
    (minuteText, replicaText) = (Self.words(text), Self.words(text + 30))
    minuteMilliseconds = UInt64(stamp.milliseconds / 60_000 * 60_000)
    (replica, isKnown) = (stamp.replica, true)
    return stamp
  }

  @inline(__always)
  private static func words(_ text: UnsafePointer<UInt8>) -> (UInt64, UInt64) {
    let text = UnsafeRawPointer(text)
    return (text.loadUnaligned(as: UInt64.self), text.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  @inline(__always)
  private static func decimal(_ text: UnsafePointer<UInt8>, _ count: Int) -> UInt64? {
    var value: UInt64 = 0
    for index in 0..<count {
      guard isDigit(text[index]) else { return nil }
      value = value &* 10 &+ UInt64(text[index] &- UInt8(ascii: "0"))
    }
    return value
  }

  /// Four digits, lower case.
  @inline(__always)
  private static func hexadecimal(_ text: UnsafePointer<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for index in 0..<4 {
      let letter = text[index] &- UInt8(ascii: "a")
      guard isDigit(text[index]) || letter < 6 else { return nil }
      value = value << 4 | UInt64(letter < 6 ? letter &+ 10 : text[index] &- UInt8(ascii: "0"))
    }
    return value
  }
}
