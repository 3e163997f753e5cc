public import Daybook

/// JSON for people: each member on its own line, without characters that a terminal would act on.
public enum PrettyJSON {
  /// The value with two spaces per level and a line feed at its end. Control and format characters are escaped as `\u`
  /// with four hexadecimal digits.
  public static func text(_ value: JSONValue) -> String {
    var text = ""
    write(value, "", to: &text)
    return text + "\n"
  }

  private static func write(_ value: JSONValue, _ indent: String, to text: inout String) {
    let inner = indent + "  "
    switch value {
    case .array(let values) where !values.isEmpty:
      text += "["
      for (index, value) in values.enumerated() {
        text += (index > 0 ? ",\n" : "\n") + inner
        write(value, inner, to: &text)
      }
      text += "\n\(indent)]"
    case .object(let object) where !object.isEmpty:
      text += "{"
      for (index, member) in object.members.enumerated() {
        text += (index > 0 ? ",\n" : "\n") + inner
        escape(.string(member.key), to: &text)
        text += ": "
        write(member.value, inner, to: &text)
      }
      text += "\n\(indent)}"
    default: escape(value, to: &text)
    }
  }

  private static func escape(_ value: JSONValue, to text: inout String) {
    for scalar in value.description.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
