import DaybookModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FieldType {
  /// The type of a field whose Swift type is `type`.
  init<Value: Decodable>(describing type: Value.Type, depth: Int) throws {
    if let known = Self.plain(type) {
      self = known
      return
    }
    if let known = try Self.cases(type) {
      self = known
      return
    }
    let description = try TypeDescription.of(type, depth: depth)
    if let known = try description.type ?? (description.hasKeys ? Self.object(type, depth) : nil) {
      self = known
      return
    }
    switch type {
    // Each cast to a protocol searches all conformances of the program, so there are few, and the likely ones come
    // first.
    case let type as any SelfDescribing.Type: self = try type.fieldType(depth: depth)
    case let type as any OpenEnum.Type: self = .enumeration(type.knownValues)
    case is any FixedWidthInteger.Type: self = .int
    case let listed as any (CaseIterable & RawRepresentable).Type:
      self = try .init(cases: listed.listedCases) ?? .init(structure: type, depth: depth)
    case is any SetAlgebra.Type:
      throw SchemaRefusal(description: "is a set, which has no order to store it in; use an array")
    default: self = try .init(structure: type, depth: depth)
    }
  }

  private static func plain<Value>(_ type: Value.Type) -> FieldType? {
    switch type {
    case is String.Type: .string
    case is Bool.Type: .bool
    case is Double.Type, is Float.Type: .double
    case is Date.Type, is Instant.Type: .instant
    case is CivilDay.Type: .day
    case is UUID.Type: .uuid
    case is Data.Type, is Blob.Type: .data
    case is JSONValue.Type, is JSONObject.Type: .any
    case is Int.Type, is Int64.Type: .int
    case is URL.Type: .string
    case is Decimal.Type, is Duration.Type: .decimal
    default: nil
    }
  }

  /// For an enumeration without associated values: the stored texts of its cases; nil for other types.
  private static func cases<Value: Decodable>(_ type: Value.Type) throws -> FieldType? {
    let cases = EnumCases.all(of: type)
    return cases.isEmpty ? nil : try .init(cases: cases)
  }

  private init?(cases: [Any]) throws {
    let stored = try cases.compactMap { try ($0 as? any Encodable).map { try FieldEncoder.json($0) } }
    if stored.isEmpty || stored.count < cases.count { return nil }
    let texts = stored.compactMap(\.string)
    if texts.count == stored.count {
      self = .enumeration(texts)
    } else {
      self = stored.allSatisfy { $0.int != nil } ? .int : .any
    }
  }

  /// A type that asks for values by name is a struct of a system; nil for a type that asks for none, such as a
  /// dictionary.
  private static func object<Value: Decodable>(_ type: Value.Type, _ depth: Int) throws -> FieldType? {
    guard depth < ProbeDecoder.depthMax else { return nil }
    let heard = ProbeDecoder.Heard()
    let isMade = (try? Value(from: ProbeDecoder(heard: heard, depth: depth + 1))) != nil
    if let refusal = heard.refusal { throw refusal }
    guard isMade, heard.single == nil, !heard.isList, !heard.hasContainers, !heard.fields.isEmpty else {
      return nil
    }
    return .object(heard.fields)
  }

  /// A struct of a system, described by what it decodes.
  private init<Value: Decodable>(structure type: Value.Type, depth: Int) throws {
    guard depth < ProbeDecoder.depthMax else {
      self = .any
      return
    }
    let heard = ProbeDecoder.Heard()
    let value = try? Value(from: ProbeDecoder(heard: heard, depth: depth + 1))
    if let refusal = heard.refusal { throw refusal }
    if let single = heard.single {
      self = single
    } else if heard.isList || heard.hasContainers || value == nil {
      self = .any
    } else {
      self = .object(heard.fields)
    }
  }
}

extension CaseIterable {
  fileprivate static var listedCases: [Any] { Array(allCases) }
}

extension OpenEnum {
  static var knownValues: [String] { known.map(\.rawValue) }
}

/// References, and lists and optionals of decodable elements.
private protocol SelfDescribing {
  static var isReference: Bool { get }
  static func fieldType(depth: Int) throws -> FieldType
}

extension SelfDescribing {
  static var isReference: Bool { false }
}

extension Ref: SelfDescribing {
  static var isReference: Bool { true }
  static func fieldType(depth: Int) -> FieldType { .one(targetKind) }
}

extension Array: SelfDescribing where Element: Decodable {
  static func fieldType(depth: Int) throws -> FieldType {
    if Element.self == Blob.self { throw SchemaRefusal.nestedBlob }
    let element = try FieldType(describing: Element.self, depth: depth)
    if case .one(let kind) = element, (Element.self as? any SelfDescribing.Type)?.isReference ?? false {
      return .many(kind)
    }
    return .array(element)
  }
}

extension Dictionary: SelfDescribing where Key: Decodable, Value: Decodable {
  static func fieldType(depth: Int) throws -> FieldType {
    let areTexts =
      Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
    guard areTexts else {
      throw SchemaRefusal(
        description:
          "is a dictionary whose keys are not texts, which has no order to store it in; use String keys")
    }
    return .dictionary(try FieldType(describing: Value.self, depth: depth))
  }
}

extension Optional: SelfDescribing where Wrapped: Decodable {
  static func fieldType(depth: Int) throws -> FieldType {
    try FieldType(describing: Wrapped.self, depth: depth)
  }
}

extension FieldType: CustomStringConvertible {
  /// For people: `text`, `a whole number`, `references to sam.person`.
  public var description: String {
    switch self {
    case .string: "text"
    case .bool: "true or false"
    case .int: "a whole number"
    case .double: "a number"
    case .decimal: "an exact number"
    case .instant: "a date and time"
    case .day: "a day"
    case .uuid: "a UUID"
    case .data: "bytes in base64"
    case .enumeration(let known): "one of \(known.joined(separator: ", "))"
    case .one(let kind): "a reference to \(kind)"
    case .many(let kind): "references to \(kind)"
    case .array(let element): "an array of: \(element)"
    case .dictionary(let value): "names, each with \(value)"
    case .object(let fields): "an object with \(fields.map(\.name).joined(separator: ", "))"
    case .any: "any value"
    }
  }
}
