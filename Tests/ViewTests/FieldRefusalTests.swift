import DaybookModel
import DaybookView
import Foundation
import Testing

/// What cannot be a field is refused when its system is registered, with the field's name and what to do.
@Suite struct FieldRefusalTests {
  private static let madeWithTheValue = "or make it optional and set it where the value is made"
  private static let isOther = "is different each time; it must be a constant,"

  static let refusals: [(kind: any Entity.Type, reason: String)] = [
    (Labels.self, "labels is a set, which has no order to store it in; use an array"),
    (
      Tally.self,
      "tally is a dictionary whose keys are not texts, which has no order to store it in; use String keys"
    ),
    (Token.self, "the default of token \(isOther) \(madeWithTheValue)"),
    (Coin.self, "the default of coin \(isOther) \(madeWithTheValue)"),
    (Dice.self, "the default of dice \(isOther) \(madeWithTheValue)"),
    (Clock.self, "the default of madeAt is the time of day; it must be a constant, such as .unwritten"),
    (Shifted.self, "the default of dueAt \(isOther) such as .unwritten, \(madeWithTheValue)"),
    (Unset.self, "the default of ratio must be a number that can be stored"),
    (Large.self, "the default of count must be a signed integer of at most 64 bits"),
    (Unwritten.self, "name has no default: give it one, or make it optional (its type must encode it, too)"),
    (
      Crooked.self,
      "weight reads back as another value than was stored: its type encodes and decodes differently"
    ),
  ]

  @Test(arguments: refusals)
  func isRefusedByName(kind: any Entity.Type, reason: String) {
    let error = #expect(throws: LedgerError.self) {
      try SchemaRegistry([System("bad", version: 1, kinds: [kind])])
    }
    #expect(error?.code == .badSchema)
    #expect(error?.what == "the schema of \(kind.kind): \(reason)")
  }
}

private struct Labels: Entity {
  var id = ID()
  var labels: Set<String> = []
  static let schema = Schema("bad.labels")
}

private enum Side: String, Codable, Hashable { case left, right }

private struct Tally: Entity {
  var id = ID()
  var tally: [Side: Int] = [:]
  static let schema = Schema("bad.tally")
}

private struct Token: Entity {
  var id = ID()
  var token = UUID()
  static let schema = Schema("bad.token")
}

private struct Coin: Entity {
  var id = ID()
  var coin = Bool.random()
  static let schema = Schema("bad.coin")
}

private struct Dice: Entity {
  struct Die: Codable { var eyes = Int.random(in: 1...6) }
  var id = ID()
  var dice = [Die(), Die()]
  static let schema = Schema("bad.dice")
}

private struct Clock: Entity {
  var id = ID()
  var madeAt = Date.now
  static let schema = Schema("bad.clock")
}

private struct Shifted: Entity {
  var id = ID()
  var dueAt = Date(timeIntervalSince1970: Double(Int.random(in: 0...1_000_000)))
  static let schema = Schema("bad.shifted")
}

private struct Unset: Entity {
  var id = ID()
  var ratio = Double.nan
  static let schema = Schema("bad.unset")
}

private struct Large: Entity {
  var id = ID()
  var count = UInt64.max
  static let schema = Schema("bad.large")
}

private struct Unwritten: Entity {
  enum CodingKeys: CodingKey { case id, name }
  var id = ID()
  var name = ""
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
  }
  static let schema = Schema("bad.unwritten")
}

private struct Weight: Codable {
  var grams = 1
  init() {}
  init(from decoder: any Decoder) throws { grams = try decoder.singleValueContainer().decode(Int.self) }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(grams * 1000)
  }
}

private struct Crooked: Entity {
  var id = ID()
  var weight = Weight()
  static let schema = Schema("bad.crooked")
}
