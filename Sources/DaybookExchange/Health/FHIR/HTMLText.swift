// The words of a narrative: what a resource or a section says to people, without its markup.

enum HTMLText {
  /// The text without tags, character references resolved, white space as single spaces. O(length).
  static func plain(_ html: String) -> String {
    var words = ""
    var rest = Substring(html)
    while let mark = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
      words += rest[..<mark]
      rest = rest[mark...]
      if rest.first == "<" {
        words += " "
        rest = rest.firstIndex(of: ">").map { rest[rest.index(after: $0)...] } ?? ""
      } else {
        let (text, count) = reference(rest)
        words += text
        rest = rest.dropFirst(count)
      }
    }
    words += rest
    return words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " "]

  /// The character that `&…;` at the beginning stands for, and how many characters it takes.
  private static func reference(_ text: Substring) -> (text: String, count: Int) {
    let head = text.prefix(12)
    guard let end = head.firstIndex(of: ";") else { return ("&", 1) }
    let name = head[head.index(after: head.startIndex)..<end]
    let count = name.count + 2
    if let text = named[String(name)] { return (text, count) }
    guard name.first == "#" else { return ("&", 1) }
    let digits = name.dropFirst()
    let value =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let scalar = value.flatMap(Unicode.Scalar.init) else { return ("&", 1) }
    return (String(Character(scalar)), count)
  }
}
