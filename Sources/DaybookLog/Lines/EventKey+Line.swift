import DaybookModel

extension EventKey {
  /// Distinguished by length and first byte.
  @inline(__always)
  init(_ key: JSONString, _ line: Span<UInt8>) {
    guard !key.isEscaped else {
      self.init(slow: key.text(line))
      return
    }
    let count = key.range.count
    let first = count > 0 ? line[unchecked: key.range.start] : 0
    let guess: (key: EventKey, text: StaticString)
    switch (count, first) {
    case (1, UInt8(ascii: "v")): guess = (.v, "v")
    case (2, UInt8(ascii: "o")): guess = (.op, "op")
    case (2, UInt8(ascii: "i")): guess = (.id, "id")
    case (2, UInt8(ascii: "a")): guess = (.at, "at")
    case (2, UInt8(ascii: "t")): guess = (.to, "to")
    case (2, UInt8(ascii: "b")): guess = (.by, "by")
    case (3, UInt8(ascii: "s")):
      guess = line[unchecked: key.range.start &+ 2] == UInt8(ascii: "q") ? (.seq, "seq") : (.set, "set")
    case (3, UInt8(ascii: "r")): guess = (.rel, "rel")
    case (3, UInt8(ascii: "w")):
      guess = line[unchecked: key.range.start &+ 1] == UInt8(ascii: "a") ? (.was, "was") : (.why, "why")
    case (4, UInt8(ascii: "k")): guess = (.kind, "kind")
    case (4, UInt8(ascii: "o")): guess = (.over, "over")
    case (4, UInt8(ascii: "a")): guess = (.acks, "acks")
    case (4, UInt8(ascii: "s")): guess = (.salt, "salt")
    case (5, UInt8(ascii: "s")): guess = (.stamp, "stamp")
    case (6, UInt8(ascii: "s")): guess = (.server, "server")
    case (7, UInt8(ascii: "p")): guess = (.present, "present")
    default:
      self = .other
      return
    }
    self = key.equals(guess.text, line) ? guess.key : .other
  }

  /// A key with escapes, or one of a dictionary.
  init(slow name: String) { self = EventKey(name: name) ?? .other }
}

/// Which keys were met.
struct KeySet {
  private var bits: UInt32 = 0

  /// False if it was met already.
  @inline(__always)
  mutating func insert(_ key: EventKey) -> Bool {
    let bit: UInt32 = 1 << UInt32(key.rawValue)
    defer { bits |= bit }
    return bits & bit == 0
  }

  /// A test checks that they are those of the table.
  private static let requiredBits: UInt32 = 0b11111

  /// The first key that every event has and this one has not.
  var firstMissing: String? {
    if bits & Self.requiredBits == Self.requiredBits { return nil }
    return EventKey.known.first { $0.isRequired && bits >> UInt32($0.rawValue) & 1 == 0 }?.name
  }
}
