import DaybookModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FieldType {
  /// The type of a field whose Swift type is `type`.
  init<Value: Decodable>(describing type: Value.Type, depth: Int) throws {
    switch type {
    case is String.Type: self = .string
    case is Bool.Type: self = .bool
    case is Double.Type, is Float.Type: self = .double
    case is Date.Type, is Instant.Type: self = .instant
    case is CivilDay.Type: self = .day
    case is UUID.Type: self = .uuid
    case is Data.Type: self = .data
    case is JSONValue.Type, is JSONObject.Type: self = .any
    case let type as any FixedWidthInteger.Type:
      _ = type
      self = .int
    case let type as any AnyRef.Type: self = .one(type.targetKind)
    case let type as any OpenEnum.Type: self = .enumeration(type.knownValues)
    case let type as any ListType.Type: self = try type.fieldType(depth: depth)
    case is any RawRepresentable.Type:
      throw SchemaRefusal(description: "is a closed enumeration; make \(type) an OpenEnum")
    case is any SetAlgebra.Type:
      throw SchemaRefusal(description: "is a set, which has no order to store it in; use an array")
    default: self = try .init(structure: type, depth: depth)
    }
  }

  /// A struct of a system's own, by what it decodes.
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
    } else if heard.isList || value == nil {
      self = .any
    } else {
      self = .object(heard.fields)
    }
  }
}

extension OpenEnum {
  fileprivate static var knownValues: [String] { known.map(\.rawValue) }
}

/// Arrays and dictionaries of decodable elements.
private protocol ListType {
  static func fieldType(depth: Int) throws -> FieldType
}

extension Array: ListType where Element: Decodable {
  static func fieldType(depth: Int) throws -> FieldType {
    let element = try FieldType(describing: Element.self, depth: depth)
    if case .one(let kind) = element, Element.self is any AnyRef.Type { return .many(kind) }
    return .array(element)
  }
}

extension Dictionary: ListType where Key == String, Value: Decodable {
  static func fieldType(depth: Int) throws -> FieldType {
    .dictionary(try FieldType(describing: Value.self, depth: depth))
  }
}

extension Optional: ListType where Wrapped: Decodable {
  static func fieldType(depth: Int) throws -> FieldType {
    try FieldType(describing: Wrapped.self, depth: depth)
  }
}
