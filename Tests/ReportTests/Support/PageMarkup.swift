import Foundation

/// A strict reader of the pages that this project writes: every element is closed in its order, every attribute
/// stands in double quotes, and nothing stands bare that would be markup.
struct PageMarkup {
  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  /// The names of all elements, and all attributes as name and value, in their order.
  private(set) var elements: [String] = []
  private(set) var attributes: [(element: String, name: String, value: String)] = []
  /// What a reader sees, style sheets left out.
  private(set) var text = ""

  private static let void: Set<String> = ["meta", "br"]

  init(_ page: String) throws {
    let prefix = "<!DOCTYPE html>\n"
    guard page.hasPrefix(prefix) else { throw Fault(description: "no document type") }
    var rest = page.dropFirst(prefix.count)
    var open: [String] = []
    while let mark = rest.firstIndex(where: { $0 == "<" }) {
      let words = rest[..<mark]
      if open.last != "style" {
        guard !words.contains(">") else { throw Fault(description: "a bare > in \(words.prefix(80))") }
        text += words
      }
      rest = rest[mark...]
      guard let end = rest.firstIndex(of: ">") else { throw Fault(description: "a mark without its end") }
      let inner = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      if inner.hasPrefix("/") {
        guard open.popLast() == String(inner.dropFirst()) else {
          throw Fault(description: "\(inner) closes nothing")
        }
        continue
      }
      let isClosed = inner.hasSuffix("/")
      let name = String(inner.prefix { $0.isLetter || $0.isNumber })
      elements.append(name)
      try read(
        String(inner.dropFirst(name.count).drop { $0 == " " }.prefix { _ in true }), of: name, isClosed)
      if !isClosed, !Self.void.contains(name) { open.append(name) }
    }
    guard open.isEmpty else { throw Fault(description: "left open: \(open)") }
  }

  private mutating func read(_ text: String, of element: String, _ isClosed: Bool) throws {
    var rest = Substring(isClosed ? String(text.dropLast()) : text)
    while !rest.isEmpty {
      let name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" })
      rest = rest.dropFirst(name.count)
      guard !name.isEmpty, rest.hasPrefix("=\""), let end = rest.dropFirst(2).firstIndex(of: "\"") else {
        throw Fault(description: "an attribute of \(element): \(text.prefix(120))")
      }
      attributes.append((element, name, String(rest[rest.index(rest.startIndex, offsetBy: 2)..<end])))
      rest = rest[rest.index(after: end)...].drop { $0 == " " || $0 == "\n" }
    }
  }

  func values(of name: String) -> [String] { attributes.filter { $0.name == name }.map(\.value) }
}
