/// What a Markdown text says, as far as text goes: without the signs of headings, quotes, emphasis, code and links, and
/// without front matter. What a link leads to is left out, the words for it stay.
public enum MarkdownPlainText {
  /// Whatever the bytes of UTF-8 are, it ends and never fails.
  public static func extract(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for line in MarkdownLine.lines(of: bytes) {
      switch line.role {
      case .frontMatter, .fence, .underline, .rule, .definition: continue
      case .code: text += line.bytes
      case .heading, .text: text += MarkdownInline.text(line.content)
      case .row: text += MarkdownInline.text(ArraySlice(line.cells.joined(separator: [UInt8(ascii: "\t")])))
      }
      text.append(UInt8(ascii: "\n"))
    }
    return String(decoding: text, as: UTF8.self)
  }
}
