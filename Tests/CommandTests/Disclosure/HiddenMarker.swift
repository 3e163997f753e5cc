import DaybookModel
import DaybookView

/// A value of every type that is found again wherever it is shown, whole or cut.
enum HiddenMarker {
  /// In texts. Short, so that a table cannot cut it in two.
  static let text = "Zq7M"
  static let int: Int64 = 735_192_046
  static let double = 8351.927
  static let day = "1951-07-23"
  static let instant = "1951-07-24T03:04:05.000Z"
  static let uuid = "5ec2e700-7d51-4cc2-9f3b-2f6f1d6f0a11"
  /// Of "Zq7MZq7MZq7M", so that the base64 repeats itself.
  static let data = "WnE3TVpxN01acTdN"

  /// What must not be seen, in lower case.
  static let needles = [
    "zq7m", "735192046", "735_192_046", "8351.92", "1951-07-2", "5ec2e700", "wne3tvpx",
  ]

  /// What is seen of it in a text; nil when nothing is.
  static func found(in text: String) -> String? {
    let lower = text.lowercased()
    return needles.first { lower.contains($0) }
  }

  /// A value of a field's type; nil for what no text can be written to (a truth value).
  static func value(of type: FieldType) -> JSONValue? {
    switch type {
    case .string, .enumeration, .any, .one, .many: .string(text + " value")
    case .bool: nil
    case .int: .int(int)
    case .double, .decimal: .double(double)
    case .day: .string(day)
    case .instant: .string(instant)
    case .uuid: .string(uuid)
    case .data: .string(data)
    case .array(let element): value(of: element).map { [$0] }
    case .dictionary(let element): value(of: element).map { .object([text + "key": $0]) }
    case .object(let fields):
      .object(JSONObject(fields.compactMap { field in value(of: field.type).map { (field.name, $0) } }))
    }
  }
}
