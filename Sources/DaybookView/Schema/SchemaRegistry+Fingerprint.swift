import Crypto
public import DaybookModel

extension SchemaRegistry {
  /// The SHA-256 of what the schemas say, as canonical JSON: registries with one fingerprint read the same
  /// records alike. Formulas and conversions are code and enter by name; who changes one raises the
  /// system's version. What only writing asks for (checks, derived fields) does not enter. O(kinds).
  public var fingerprint: Hash256 {
    var hasher = SHA256()
    hasher.update(data: JSONValue.array(kinds.map { .object($0.json) }).canonicalBytes)
    return Hash256(bytes: Array(hasher.finalize())) ?? Hash256(words: (0, 0, 0, 0))
  }
}

extension KindSchema {
  /// Everything the schema says, for fingerprints and for `schema show`.
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
