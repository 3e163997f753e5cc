/// Escapes texts for a page of HTML: nothing in them is markup, and none changes the direction of the text around it.
public enum Markup {
  /// How to treat invisible characters and those that change the direction of the text around them.
  public enum Unseen: Sendable {
    /// Controls are left out, because a page may not contain them. Direction marks stay, but affect only their own
    /// text.
    case dropped
    /// All of them are shown by number, such as `[U+202E]`, for readers who must see everything in the text.
    case named
  }

  /// Text with the characters escaped that HTML gives a meaning.
  public static func text(_ text: String, _ unseen: Unseen = .dropped) -> String {
    "<bdi>\(escaped(text, unseen))</bdi>"
  }

  /// For an attribute in quotes, too.
  public static func escaped(_ text: String, _ unseen: Unseen = .dropped) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      default:
        switch unseen {
        case .dropped:
          if scalar.properties.generalCategory != .control { result.unicodeScalars.append(scalar) }
        case .named:
          if scalar.isUnseen { result += named(scalar) } else { result.unicodeScalars.append(scalar) }
        }
      }
    }
    return result
  }

  private static func named(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "[U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits + "]"
  }
}
