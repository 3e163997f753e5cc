/// A prompt's text with places to be filled in.
public struct PromptTemplate: Sendable, Hashable {
  /// The template, with `{selection}` and `{context}` where they are to be filled in.
  public var text: String

  /// Takes any text; one without placeholders stays as it is.
  public init(_ text: String) { self.text = text }

  /// The placeholder, without its braces, for the text that the prompt is about.
  public static let selection = "selection"
  /// The placeholder, without its braces, for the text around the selection, with the selection itself.
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
