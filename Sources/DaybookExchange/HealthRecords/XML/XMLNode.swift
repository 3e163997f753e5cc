// A small document in memory, by the same parser: elements, attributes and texts, nothing else.

import DaybookModel
import DaybookText

/// An element, or a text between elements.
final class XMLNode {
  let name: String
  let attributes: [String: String]
  /// In their order; texts have an empty name.
  fileprivate(set) var children: [XMLNode] = []
  /// Of a text.
  fileprivate(set) var text = ""
  let line: Int

  fileprivate init(_ name: String, _ attributes: [String: String] = [:], line: Int) {
    (self.name, self.attributes, self.line) = (name, attributes, line)
  }

  subscript(_ name: String) -> String? { attributes[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// The children of this name.
  func all(_ name: String) -> [XMLNode] { children.filter { $0.name == name } }

  /// The first below a path of names.
  func first(_ path: String...) -> XMLNode? {
    var node: XMLNode? = self
    for name in path { node = node?.children.first { $0.name == name } }
    return node
  }

  /// The same without its children of these names.
  func without(_ names: Set<String>) -> XMLNode {
    let node = XMLNode(name, attributes, line: line)
    node.children = children.filter { !names.contains($0.name) }
    return node
  }

  /// All texts within it, white space as single spaces.
  var words: String {
    var all = ""
    collect(&all)
    return all.singleSpaced
  }

  private func collect(_ all: inout String) {
    if name.isEmpty { all += text }
    for child in children {
      if !child.name.isEmpty { all += " " }
      child.collect(&all)
    }
  }

  /// The element as XML, without its surroundings.
  var source: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes) { $0 }
    return bytes
  }

  /// The bytes from which an id is derived if the element has none.
  var identity: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes, XMLAttributes.identity)
    return bytes
  }

  private func write(to bytes: inout [UInt8], _ attribute: (String) -> String) {
    if name.isEmpty { return bytes += Self.escaped(text).utf8 }
    bytes += "<\(name)".utf8
    for (key, value) in attributes.sorted(by: { $0.key < $1.key }) {
      bytes += " \(key)=\"\(Self.escaped(attribute(value)))\"".utf8
    }
    if children.isEmpty { return bytes += "/>".utf8 }
    bytes.append(UInt8(ascii: ">"))
    for child in children { child.write(to: &bytes, attribute) }
    bytes += "</\(name)>".utf8
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  /// The maximum size of a document; the largest that portals write are a tenth of it.
  static let sizeBytesMax = 64 << 20
  /// Elements, and texts between them: each takes far more memory than its bytes.
  static let countMax = 1_000_000
  /// The nesting of elements: both walking through them and freeing them is recursive.
  static let depthMax = 256
  /// Of UTF-8 and UTF-16.
  private static let byteOrderMarks: [UInt8] = [0xef, 0xbb, 0xbf, 0xfe, 0xff]
  /// The parser keeps what it was fed, and refuses more than 10 MB at once.
  private static let pieceSizeBytes = 256 << 10

  /// Whether a text begins as XML does.
  static func isXML(_ bytes: [UInt8]) -> Bool {
    bytes.first { $0 > 0x20 && !byteOrderMarks.contains($0) } == UInt8(ascii: "<")
  }

  /// The root of a document.
  static func parse(_ bytes: [UInt8]) throws(XMLFailure) -> XMLNode {
    guard bytes.count <= sizeBytesMax else {
      throw XMLFailure(reason: "it is longer than \(sizeBytesMax >> 20) MiB", line: 1)
    }
    guard bytes.contains(where: { $0 > 0x20 }) else { throw XMLFailure(reason: "it is empty", line: 1) }
    guard isXML(bytes) else { throw XMLFailure(reason: "it is not XML", line: 1) }
    let builder = Builder()
    let stream = try XMLStream(builder)
    builder.line = { [unowned stream] in stream.line }
    var position = 0
    while position < bytes.count {
      let end = min(position + pieceSizeBytes, bytes.count)
      let goesOn = stream.feed(Array(bytes[position..<end]))
      if let line = builder.tooDeepLine {
        throw XMLFailure(reason: "it is nested more than \(depthMax) levels deep", line: line)
      }
      guard goesOn else { break }
      guard builder.count <= countMax else {
        throw XMLFailure(reason: "it has more than \(countMax) elements and texts", line: stream.line)
      }
      position = end
    }
    if stream.failure == nil { _ = stream.feed([]) }
    if let failure = stream.failure { throw failure }
    guard let root = builder.root else { throw XMLFailure(reason: "it has no element", line: 1) }
    return root
  }

  private final class Builder: XMLReceiver {
    private(set) var root: XMLNode?
    private(set) var count = 0
    /// Where it went too deep; nothing after that is kept.
    private(set) var tooDeepLine: Int?
    private var open: [XMLNode] = []
    var line: () -> Int = { 1 }

    func start(_ name: UnsafePointer<UInt8>, _ attributes: XMLAttributes) {
      guard tooDeepLine == nil else { return }
      guard open.count < depthMax else {
        tooDeepLine = line()
        return
      }
      count += 1
      let node = XMLNode(
        String(cString: name), Dictionary(attributes.texts) { first, _ in first }, line: line())
      if let parent = open.last { parent.children.append(node) } else { root = node }
      open.append(node)
    }

    func end(_ name: UnsafePointer<UInt8>) {
      if tooDeepLine == nil { _ = open.popLast() }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
      guard tooDeepLine == nil, let parent = open.last else { return }
      let text = String(decoding: bytes, as: UTF8.self)
      if let last = parent.children.last, last.name.isEmpty {
        last.text += text
      } else {
        count += 1
        let node = XMLNode("", line: line())
        node.text = text
        parent.children.append(node)
      }
    }
  }
}
