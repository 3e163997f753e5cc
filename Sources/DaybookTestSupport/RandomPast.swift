package import DaybookModel
package import DaybookView

/// Mutations of a few entities of each kind of some systems, of every operation, with values of every type: a past in
/// which entities come, go, belong to and refer to one another in all ways that their schemas know. The same seed and
/// the same answers give the same past. Not every mutation can be written; those that a schema refuses are skipped.
package struct RandomPast {
  package var random: SeededRandom
  private let kinds: [KindSchema]
  /// Ids of entities that were made, by kind; for kinds whose ids are derived.
  private var made: [String: [String]] = [:]

  package init(seed: UInt64, _ schemas: SchemaRegistry, system: String) {
    random = SeededRandom(seed: seed)
    kinds = schemas.kinds.filter { $0.kind.hasPrefix(system + ".") }
  }

  /// Reports the events that its mutations resulted in.
  package mutating func note(_ events: [Event]) {
    for mutation in events.map(\.mutation) where made[mutation.kind]?.contains(mutation.id) != true {
      made[mutation.kind, default: []].append(mutation.id)
    }
  }

  package mutating func next() -> Mutation {
    if chance(3) { return Mutation(.upsert, kind: "raw.thing", id: "r\(number(4))", set: rawFields()) }
    let kind = kinds[number(kinds.count)]
    let id = id(of: kind.kind)
    switch number(100) {
    case 0..<50: return Mutation(.upsert, kind: kind.kind, id: kind.key == nil ? id : "", set: fields(kind))
    case 50..<72: return edge(kind, id) ?? Mutation(.upsert, kind: kind.kind, id: id, set: fields(kind))
    case 72..<82: return Mutation(.delete, kind: kind.kind, id: id)
    case 82..<90: return Mutation(.restore, kind: kind.kind, id: id)
    case 90..<93: return Mutation(.dismiss, kind: kind.kind, id: id)
    default:
      var sync = Mutation(.sync, kind: kind.kind, id: id, set: fields(kind))
      sync.present = chance(60)
      return sync
    }
  }

  private mutating func edge(_ kind: KindSchema, _ id: String) -> Mutation? {
    guard let relation = kind.relations.randomElement(using: &random) else { return nil }
    let target = self.id(of: relation.target)
    return Mutation(chance(70) ? .link : .unlink, kind: kind.kind, id: id, rel: relation.name, to: target)
  }

  private mutating func fields(_ kind: KindSchema) -> JSONObject {
    var set = JSONObject()
    let written = kind.fields.filter { field in
      field.name != "id" && !field.isProjection && field.derivedFrom.isEmpty
        && !kind.inverses.contains { $0.inverse == field.name }
        && !kind.relations.contains { $0.name == field.name && $0.isToMany }
    }
    for field in written where chance(40) || kind.key?.field == field.name {
      set[field.name] = field.isOptional && chance(10) ? .null : value(field.type)
    }
    return set
  }

  private mutating func value(_ type: FieldType) -> JSONValue {
    switch type {
    case .string: .string(Self.texts[number(Self.texts.count)])
    case .bool: .bool(chance(50))
    case .int: .int([0, 1, -7, 9_007_199_254_740_993, Int64(number(100))][number(5)])
    case .double: .double([0, 0.1, -2.5, 1e-7, 12_345.678_9][number(5)])
    case .decimal: [1, 0.1, .number("12345678901234567890.12"), -2.5][number(4)]
    case .instant:
      .string(Instant(milliseconds: 1_772_000_000_000 + Int64(number(90_000_000)) * 1000).description)
    case .day: .string("20\(10 + number(80))-0\(1 + number(9))-1\(number(10))")
    case .uuid: .string("0193aaaa-0000-4000-8000-00000000000\(number(8))")
    case .data: .string(["", "AAEC", "PT0x", "/+8="][number(4)])
    case .enumeration(let known): .string(known.isEmpty ? "other" : known[number(known.count)])
    case .one(let kind), .many(let kind): .string(id(of: kind))
    case .array(let element): .array((0..<number(3)).map { _ in value(element) })
    case .dictionary(let element): .object(["one": value(element), "=two": value(element)])
    case .object(let fields):
      .object(JSONObject(fields.filter { !$0.isOptional || chance(50) }.map { ($0.name, value($0.type)) }))
    case .any: [JSONValue.object(["a": [1, .null, "x"]]), "text", 5, .bool(true)][number(4)]
    }
  }

  private mutating func rawFields() -> JSONObject {
    ["title": value(.string), "n": value(.int), "x": value(.any)]
  }

  private mutating func id(of kind: String) -> String {
    if let made = made[kind], chance(80) { return made[number(made.count)] }
    return "\(kind.split(separator: ".").last ?? "x")-\(number(4))"
  }

  private mutating func number(_ end: Int) -> Int { Int.random(in: 0..<max(1, end), using: &random) }

  private mutating func chance(_ percent: Int) -> Bool { number(100) < percent }

  /// They include texts that spreadsheets, SQL, JSON and terminals interpret.
  private static let texts = [
    "", "Ann Lee", "=1+1", "+41 79 123", "-5", "@home", "'quoted", "\ttab", "a,b;\"c\"", "line\none\r\ntwo",
    "Zoë 🙂 李",
    "NULL", "o'clock", "1e5", " padded ", "{\"a\":1}", "\u{1}", "budget meeting", "''", "\r",
  ]
}
