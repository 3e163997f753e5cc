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
