import Daybook
import DaybookTestSupport
import Foundation

@testable import PurusHealth

/// Random records in their cloud form: people and pets, every kind of entry, documents small and large, keys of
/// later versions, lists that were never made, texts of all sorts.
struct RandomRecord {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private static let texts = [
    "", "a", "Ann Lee", "Müller", "Mu\u{308}ller", "田中 花子", "👩‍👩‍👧‍👦", "line\nfeed\ttab", "\"quoted\\\"", "null",
    "[]", "{\"a\":1}", "\u{202e}turned", "\u{0}", "1e999", "•", "</script>",
    String(repeating: "long ", count: 400),
  ]

  private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }
  private mutating func text() -> String { Self.texts.randomElement(using: &random) ?? "" }

  private mutating func uuid() -> String {
    let text = (0..<4).map { _ in String(UInt32.random(in: .min ... .max, using: &random), radix: 16) }
    let id = text.joined(separator: "-")
    return chance(2) ? id.uppercased() : id
  }

  private mutating func anything(depth: Int = 0) -> JSONValue {
    switch Int.random(in: 0..<(depth > 3 ? 6 : 8), using: &random) {
    case 0: .null
    case 1: .bool(Bool.random(using: &random))
    case 2: .int(Int64.random(in: .min ... .max, using: &random))
    case 3: .double(Double.random(in: -1e6...1e6, using: &random))
    case 4, 5: .string(text())
    case 6: .array((0..<Int.random(in: 0...3, using: &random)).map { _ in anything(depth: depth + 1) })
    default:
      .object(
        JSONObject(
          (0..<Int.random(in: 0...3, using: &random)).map { _ in (text(), anything(depth: depth + 1)) }))
    }
  }

  private mutating func value(of field: FieldSchema, isEntry: Bool) -> JSONValue {
    if field.isOptional, chance(3) { return .null }
    switch field.type {
    case .string: return .string(field.name == "currency" && chance(2) ? "EUR" : text())
    case .bool: return .bool(Bool.random(using: &random))
    case .int: return .int(Int64.random(in: 1900...2199, using: &random))
    case .double, .decimal: return .double(Double.random(in: 0...500, using: &random))
    case .enumeration(let known):
      return .string(chance(4) ? text() : known.randomElement(using: &random) ?? "")
    case .instant:
      let milliseconds = Int64.random(in: -3_000_000_000_000...3_000_000_000_000, using: &random)
      if isEntry, chance(2) { return .double(Double(milliseconds - 978_307_200_000) / 1000) }
      return .string(Instant(milliseconds: milliseconds).description)
    case .day:
      return .string(CivilDay(daysSince1970: Int64.random(in: -40_000...40_000, using: &random)).description)
    case .data:
      let count =
        chance(3) ? Int.random(in: 16_380...40_000, using: &random) : Int.random(in: 0...90, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      return .string(Data(bytes).base64EncodedString())
    default: return .null
    }
  }

  private mutating func fields(of schema: KindSchema) -> JSONObject {
    var object = JSONObject()
    for field in schema.fields where field.name != "id" && !field.isProjection && !chance(3) {
      switch field.type {
      case .one, .many: continue
      default: object[field.name] = value(of: field, isEntry: schema.kind != MedicalRecord.kind)
      }
    }
    while chance(2) { object["later" + text()] = anything() }
    if chance(6) { object["Mu\u{308}ller"] = 1 }
    if chance(6) { object["Müller"] = 2 }
    return object
  }

  mutating func document(_ registry: SchemaRegistry) throws -> CloudDocument {
    var object = registry[MedicalRecord.kind].map { fields(of: $0) } ?? [:]
    object["uuid"] = .string(uuid())
    for list in EntryList.all {
      guard let schema = registry[list.kind], !chance(8) else { continue }
      if chance(8) {
        object[list.cloudName] = chance(2) ? .null : ""
        continue
      }
      var entries: [JSONValue] = []
      while !chance(3) {
        var entry = fields(of: schema)
        if !chance(5) { entry["uuid"] = .string(uuid()) }
        entries.append(.object(entry))
      }
      object[list.cloudName] = .string(JSONValue.array(entries).description)
    }
    return try CloudDocument(object)
  }
}
