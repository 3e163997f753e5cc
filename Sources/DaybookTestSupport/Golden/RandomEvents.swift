package import DaybookModel

/// Events with every key in every combination, and values as odd as JSON allows, for tests of codecs. The same seed
/// gives the same events.
package struct RandomEvents {
  private var random: SeededRandom
  private var seq: UInt64 = 0
  private let replica: ReplicaID

  package init(seed: UInt64, replica: ReplicaID = ReplicaID(rawValue: 0x4f2a_9c1e_07b3_5d68)) {
    random = SeededRandom(seed: seed)
    self.replica = replica
  }

  /// If `op` is nil: any operation, including unknown ones.
  package mutating func next(_ op: EventOperation? = nil) -> Event {
    seq += 1
    let operation = op ?? (EventOperation.known + ["merge"]).randomElement(using: &random) ?? .upsert
    var mutation = Mutation(operation, kind: name(), id: name())
    mutation.v = maybe { Int64.random(in: -3...40, using: &$0.random) }
    mutation.server = maybe {
      ServerTime(
        seconds: Int64.random(in: 0..<253_370_764_800, using: &$0.random),
        nanoseconds: Int64.random(in: 0..<1_000_000_000, using: &$0.random))
    }
    mutation.present = maybe { Bool.random(using: &$0.random) }
    mutation.was = maybe { this in
      JSONObject(
        (0..<Int.random(in: 0...3, using: &this.random)).map { _ in
          (this.name(), Bool.random(using: &this.random) ? .null : .string(this.stamp().description))
        })
    }
    mutation.acks = maybe { $0.stamp() }
    mutation.set = maybe { $0.object(depth: 0) }
    mutation.rel = maybe { $0.string() }
    mutation.to = maybe { $0.string() }
    mutation.by = maybe { $0.string() }
    mutation.why = maybe { $0.string() }
    if Int.random(in: 0..<4, using: &random) == 0 {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        mutation.other["x" + name()] = value(depth: 0)
      }
    }
    let over: Event.Over?? = maybe { Bool.random(using: &$0.random) ? .cleared : .upTo($0.stamp()) }
    return Event(
      stamp: stamp(upTo: Stamp.ownTimeMax), seq: seq, mutation: mutation, at: maybe { $0.stamp() },
      over: over ?? nil, salt: maybe { $0.string() })
  }

  private mutating func maybe<Value>(_ make: (inout RandomEvents) -> Value) -> Value? {
    Bool.random(using: &random) ? make(&self) : nil
  }

  private mutating func stamp(upTo last: UInt64 = Stamp.timeMax) -> Stamp {
    Stamp(
      time: UInt64.random(in: 0...last, using: &random),
      replica: Bool.random(using: &random) ? replica : ReplicaID(rawValue: random.next()))
  }

  private mutating func object(depth: Int) -> JSONObject {
    JSONObject((0..<Int.random(in: 0...6, using: &random)).map { _ in (string(), value(depth: depth + 1)) })
  }

  package mutating func value(depth: Int) -> JSONValue {
    switch Int.random(in: depth > 4 ? 2..<10 : 0..<10, using: &random) {
    case 0: .object(object(depth: depth))
    case 1:
      .array((0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth: depth + 1) })
    case 2: .null
    case 3: .bool(Bool.random(using: &random))
    case 4: .int(Int64(truncatingIfNeeded: random.next()))
    case 5: .int(Int64.random(in: -100...100, using: &random))
    case 6: .double(double())
    default: .string(string())
    }
  }

  /// Any finite bit pattern.
  private mutating func double() -> Double {
    let value = Double(bitPattern: random.next())
    return value.isFinite ? value : 0.5
  }

  private mutating func name() -> String {
    let text = string()
    return text.isEmpty ? "k" : text
  }

  private mutating func string() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      text += Self.pieces.randomElement(using: &random) ?? ""
    }
    return text
  }

  private static let pieces = [
    "a", "b", "Z", "0", " ", "/", "\"", "\\", "\n", "\r", "\t", "\u{0}", "\u{1f}", "\u{7f}", "\u{8}", "\u{c}",
    "é", "ß", "\u{2028}", "漢", "\u{ffff}", "\u{e000}", "😀", "\u{10ffff}", "long enough for a word", "{", "}",
    "[", ",", ":", "null", "-1e5",
  ]
}
