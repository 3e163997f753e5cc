/// The text of text/enriched (RFC 1896) and the text/richtext before it: `<bold>`, `<param>…</param>`, `<<`.
enum EnrichedText {
  static func extract(_ text: String) -> String {
    var output = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      output += rest[..<open]
      rest = rest[rest.index(after: open)...]
      if rest.first == "<" {
        output += "<"
        rest = rest.dropFirst()
        continue
      }
      guard let close = rest.firstIndex(of: ">") else {
        output += "<" + rest
        return output
      }
      let tag = rest[..<close].lowercased()
      rest = rest[rest.index(after: close)...]
      switch tag {
      case "nl", "paragraph", "/paragraph": output += "\n"
      case "lt": output += "<"
      case "param":
        guard let end = rest.firstRange(of: "</param>") else { return output }
        rest = rest[end.upperBound...]
      default: break
      }
    }
    return output + rest
  }
}
