/// Slack's marked text as people read it: `<@U1>` by name, `<#C1|general>`, `<https://a.example|label>`, and the three
/// escapes of its protocol.
struct SlackText: Sendable {
  /// Names by the ids of people and channels.
  var names: [String: String]

  init(names: [String: String] = [:]) { self.names = names }

  func plain(_ text: String) -> String {
    guard text.contains(where: { $0 == "<" || $0 == "&" }) else { return text }
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      result += rest[..<open]
      guard let close = rest[open...].firstIndex(of: ">") else {
        rest = rest[open...]
        break
      }
      result += entity(rest[rest.index(after: open)..<close])
      rest = rest[rest.index(after: close)...]
    }
    return Self.unescaped(result + rest)
  }

  /// The readable form of the text between the brackets.
  private func entity(_ text: Substring) -> String {
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let target = parts.first ?? ""
    let label = parts.count == 2 && !parts[1].isEmpty ? String(parts[1]) : nil
    switch target.first {
    case "@": return "@" + (names[String(target.dropFirst())] ?? label ?? String(target.dropFirst()))
    case "#": return "#" + (label ?? names[String(target.dropFirst())] ?? String(target.dropFirst()))
    case "!":
      if let label { return label }
      // `<!here>`, `<!subteam^S1>`
      return "@" + (target.dropFirst().split(separator: "^").first ?? "")
    default:
      guard let label else { return String(target) }
      let address = target.hasPrefix("mailto:") ? target.dropFirst(7) : target
      return address == label || target.hasSuffix("//" + label) ? String(address) : "\(label) (\(address))"
    }
  }

  private static func unescaped(_ text: String) -> String {
    guard text.contains("&") else { return text }
    return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }
}
