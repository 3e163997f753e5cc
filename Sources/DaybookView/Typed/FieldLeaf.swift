import DaybookModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value of a type that has its own stored form.
enum FieldLeaf<Value> {
  case value(Value)
  /// The value has another form.
  case mismatch
  /// A type that reads itself.
  case none

  init(_ json: JSONValue, _ blobs: FieldDecoder.BlobSource?) {
    func found<Found>(_ found: Found?) -> FieldLeaf {
      // Sound: each is cast to the type that it has. A checked cast at run time costs more than the whole reading.
      if Value.self == Found?.self, found != nil || json.isNull {
        return .value(unsafeBitCast(found, to: Value.self))
      }
      guard let found, Value.self == Found.self else { return .mismatch }
      return .value(unsafeBitCast(found, to: Value.self))
    }
    if Value.self == String.self || Value.self == String?.self {
      self = found(json.string)
    } else if Value.self == Bool.self || Value.self == Bool?.self {
      self = found(json.bool)
    } else if Value.self == Int.self || Value.self == Int?.self {
      self = found(json.int.map { Int($0) })
    } else if Value.self == Double.self || Value.self == Double?.self {
      self = found(json.double)
    } else if Value.self == Date.self || Value.self == Date?.self {
      self = found(json.string.flatMap { Instant($0) ?? DateText.instant($0) }.map(FieldForm.date))
    } else if Value.self == UUID.self || Value.self == UUID?.self {
      self = found(json.string.flatMap { UUID(uuidString: $0) })
    } else if Value.self == Data.self || Value.self == Data?.self {
      self = found(json.data(blobs))
    } else if Value.self == JSONValue.self {
      self = found(json)
    } else if Value.self == URL.self || Value.self == URL?.self {
      self = found(json.string.flatMap { URL(string: $0) })
    } else if Value.self == Decimal.self || Value.self == Decimal?.self {
      self = found(FieldForm.decimal(json))
    } else if Value.self == Duration.self || Value.self == Duration?.self {
      self = found(FieldForm.duration(json))
    } else {
      self = .none
    }
  }
}

extension JSONValue {
  /// A description for errors, which hold no values.
  var form: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .int, .double, .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }

  fileprivate func data(_ blobs: FieldDecoder.BlobSource?) -> Data? {
    switch self {
    case .string(let text): Data(base64Encoded: text)
    case .object(let object): object["$blob"]?.string.flatMap { blobs?($0) } ?? Data()
    default: nil
    }
  }
}
