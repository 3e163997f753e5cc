/// A prompt's text with places to be filled in.
public struct PromptTemplate: Sendable, Hashable {
  public var text: String

  public init(_ text: String) { self.text = text }

  public static let selection = "selection"
  public static let context = "context"

  /// The text with `{selection}` and `{context}` filled in, in one pass: braces in what is filled in stay as they are,
  /// and so does a placeholder of another name. O(length).
  public func filled(selection: String, context: String) -> String {
    let values = [Self.selection: selection, Self.context: context]
    var filled = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      filled += rest[..<open]
      rest = rest[open...]
      let close = rest.firstIndex(of: "}")
      if let close, let value = values[String(rest[rest.index(after: open)..<close])] {
        filled += value
        rest = rest[rest.index(after: close)...]
      } else {
        filled.append(rest.removeFirst())
      }
    }
    return filled + rest
  }
}
