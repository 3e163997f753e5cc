import Crypto
public import DaybookModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The kinds of all systems that a ledger was opened with.
public struct SchemaRegistry: Sendable {
  /// In the given order; for an open ledger, its own system `daybook` comes first.
  public let systems: [System]
  private let parts: [SystemSchemas]

  /// No system: every kind is raw.
  public static let empty = SchemaRegistry(trusting: [])

  /// Reads the structs and checks the declarations against them.
  /// - Throws: ``LedgerError`` with code `bad-schema`, with the kind and what is wrong with it.
  public init(_ systems: [System]) throws(LedgerError) {
    self.init(trusting: systems)
    for (index, system) in systems.enumerated()
    where systems[..<index].contains(where: { $0.name == system.name }) {
      throw .schema(system.name, "is the name of two systems")
    }
    for part in parts { try part.check() }
  }

  /// Reads the structs of a system when somebody first asks for one of its kinds. The declarations must be correct,
  /// such as those of a program whose tests have checked them.
  ///
  /// - Parameter cache: where this program keeps the schemas of its structs.
  package init(trusting systems: [System], cache: SchemaCache? = nil) {
    self.systems = systems
    parts = systems.map { system in
      SystemSchemas(system, others: systems.filter { $0.name != system.name }, cache: cache)
    }
  }

  /// Ascending by name. Reads all systems.
  public var kinds: [KindSchema] { parts.flatMap(\.kinds).sorted { $0.kind < $1.kind } }

  /// The kind's schema; nil for a raw kind. O(systems).
  public subscript(kind: String) -> KindSchema? { part(of: kind)?[kind] }

  /// The kinds of the system that a kind belongs to, ascending by name.
  func neighbours(of kind: String) -> [KindSchema] { part(of: kind)?.kinds ?? [] }

  /// The relations that are stored by the kinds of the system that a kind belongs to. No others have rules for it.
  func relations(around kind: String) -> [RelationSchema] { part(of: kind)?.relations ?? [] }

  func declaredNames(of relation: RelationSchema) -> [String] {
    part(of: relation.owner)?.declaredNames(of: relation) ?? [relation.name]
  }

  /// Nil for a raw kind.
  package func structFields(of kind: String) -> StructFields? { part(of: kind)?.structFields(of: kind) }

  private func part(of kind: String) -> SystemSchemas? {
    parts.first {
      kind.utf8.starts(with: $0.system.name.utf8)
        && kind.utf8.dropFirst($0.system.name.utf8.count).first == UInt8(ascii: ".")
    }
  }

  /// The system whose name and a dot begin the kind, even if it declares no such kind; nil if there is none.
  public func system(of kind: String) -> System? {
    part(of: kind)?.system
  }
}

extension LedgerError {
  static func schema(_ kind: String, _ what: String) -> LedgerError {
    LedgerError(.badSchema, "the schema of \(kind): \(what)")
  }
}

// What a field reads as while nobody has written it. It is read again and again, in every process, and must read the same.

extension SchemaRegistry {
  /// How often the struct is made, to check that it is the same each time: often enough for a random Boolean to differ.
  private static let makeCount = 32

  static func checkDefaults<Owner: Entity>(of owner: Owner.Type, _ kind: String) throws(LedgerError) {
    let fields: [FieldSchema]
    let made: [JSONObject]
    do {
      fields = try ProbeDecoder.fields(of: owner)
      made = try (0..<makeCount).map { _ in try FieldEncoder.json(Owner()).object ?? [:] }
    } catch {
      throw .schema(kind, "\(error)")
    }
    for field in fields where field.name != "id" {
      let values = made.map { $0[field.name] }
      guard let value = values.first ?? nil else {
        if field.isOptional { continue }
        throw .schema(
          kind,
          "\(field.name) has no default: give it one, or make it optional (its type must encode it, too)")
      }
      if values.contains(where: { $0 != value }) { throw .schema(kind, differing(field)) }
      if readBack(field, value, made[0], owner) != value {
        throw .schema(
          kind,
          "\(field.name) reads back as another value than was stored: its type encodes and decodes differently"
        )
      }
    }
  }

  private static func differing(_ field: FieldSchema) -> String {
    let advice =
      switch field.type {
      case .instant: "such as .unwritten, or make it optional and set it where the value is made"
      default: "or make it optional and set it where the value is made"
      }
    return "the default of \(field.name) is different each time; it must be a constant, \(advice)"
  }

  private static func readBack<Owner: Entity>(
    _ field: FieldSchema, _ value: JSONValue, _ defaults: JSONObject, _ owner: Owner.Type
  ) -> JSONValue? {
    // Other fields do not matter, and this one gets no substitute.
    var others = defaults
    others[field.name] = nil
    var stored = defaults
    stored[field.name] = value
    let read = try? FieldDecoder.decode(owner, from: .object(stored), defaults: others)
    return read.flatMap { try? FieldEncoder.json($0).object?[field.name] }
  }

  /// Nil for a time that may be a constant. The clock returns the same time for everything made in the same
  /// millisecond.
  static func timeProblem(of field: FieldSchema) -> String? {
    guard field.type == .instant, let value = field.defaultValue.string.flatMap({ Instant($0) }),
      let now = FieldForm.instant(Date.now), abs(value.milliseconds - now.milliseconds) < 3_600_000
    else { return nil }
    return "the default of \(field.name) is the time of day; it must be a constant, such as .unwritten"
  }
}

extension SchemaRegistry {
  /// The SHA-256 of the schemas as canonical JSON: registries with the same fingerprint read records in the same way.
  /// Formulas and conversions are code and are included by name; raise the system's version when you change one.
  /// Declarations that matter only for writing (checks, derived fields) are not included. O(kinds).
  public var fingerprint: Hash256 {
    var hasher = SHA256()
    hasher.update(data: JSONValue.array(kinds.map { .object($0.json) }).canonicalBytes)
    return Hash256(bytes: Array(hasher.finalize())) ?? Hash256(words: (0, 0, 0, 0))
  }
}

extension KindSchema {
  /// The whole schema, for fingerprints and for `schema show`.
  public var json: JSONObject {
    var json: JSONObject = [
      "kind": .string(kind), "version": .int(version), "fields": .array(fields.map { .object($0.json) }),
      "relations": .array(relations.map { .object($0.json) }),
      "inverses": .array(inverses.map { .object($0.json) }),
      "unique": .array(uniques.map { .array($0.map { .string($0) }) }), "personal": .bool(isPersonal),
      "formerNames": .object(JSONObject(renames.map { ($0.former, .string($0.name)) })),
      "upcasts": .array(upcasts.map { ["field": .string($0.field), "before": .int($0.before)] }),
    ]
    if let key {
      json["key"] = ["field": .string(key.field), "normalizer": .int(Int64(key.normalizer.rawValue))]
    }
    if let dismissal { json["dismissal"] = .object(dismissal.json) }
    if !provided.isEmpty {
      json["provided"] = .object(JSONObject(provided.map { ($0.key, .object($0.value)) }))
    }
    if let idAlias { json["idAlias"] = .string(idAlias) }
    return json
  }
}

extension FieldSchema {
  /// `name`, `type` and `default`, and each property that is set, as `schema show` prints it; not what derives it.
  public var json: JSONObject {
    var json: JSONObject = ["name": .string(name), "type": type.json, "default": defaultValue]
    if isOptional { json["optional"] = true }
    if isProjection { json["computed"] = true }
    if isSensitive { json["sensitive"] = true }
    if isUnsearched { json["unsearched"] = true }
    if mayBeDay { json["days"] = true }
    if let merge { json["merge"] = .string(merge.rawValue) }
    switch stampDefault {
    case .first?: json["unwritten"] = "firstWrite"
    case .last?: json["unwritten"] = "lastWrite"
    case nil: break
    }
    return json
  }
}

extension FieldType {
  /// The name of a simple type, or an object with one member, such as `{"array":"string"}` or `{"one":"sam.person"}`.
  public var json: JSONValue {
    switch self {
    case .string: "string"
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .decimal: "decimal"
    case .instant: "instant"
    case .day: "day"
    case .uuid: "uuid"
    case .data: "data"
    case .any: "any"
    case .enumeration(let known): ["enumeration": .array(known.map { .string($0) })]
    case .one(let kind): ["one": .string(kind)]
    case .many(let kind): ["many": .string(kind)]
    case .array(let element): ["array": element.json]
    case .dictionary(let value): ["dictionary": value.json]
    case .object(let fields): ["object": .array(fields.map { .object($0.json) })]
    }
  }
}

extension RelationSchema {
  /// `name`, `owner`, `target`, `many`, both delete rules, and where they apply `inverse`, `inverseMany` and `about`.
  public var json: JSONObject {
    var json: JSONObject = [
      "name": .string(name), "owner": .string(owner), "target": .string(target), "many": .bool(isToMany),
      "onDelete": .string(onDelete.rawValue), "onTargetDelete": .string(onTargetDelete.rawValue),
    ]
    if let inverse {
      json["inverse"] = .string(inverse)
      json["inverseMany"] = .bool(isInverseToMany)
    }
    if isAbout { json["about"] = true }
    return json
  }
}

extension DismissalRule {
  fileprivate var json: JSONObject {
    ["field": .string(field), "dismissed": dismissed.described, "restored": restored.described]
  }
}

extension DismissalRule.Value {
  fileprivate var described: JSONValue {
    switch self {
    case .now: ["now": true]
    case .value(let value): ["value": value]
    }
  }
}
