package import DaybookModel

/// JSON for the standard output. It differs from the log's canonical form in what is escaped: here
/// also everything that ``VisibleText`` escapes, so that it may go to a terminal.
package struct OutputJSON {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package static func text(_ value: JSONValue) -> String {
    var writer = OutputJSON()
    writer.write(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  package static func line(_ row: OutputRow) -> [UInt8] {
    var writer = OutputJSON()
    writer.write(row)
    writer.bytes.append(UInt8(ascii: "\n"))
    return writer.bytes
  }

  package mutating func write(_ row: OutputRow) {
    write(raw: "{")
    for (index, member) in row.members.enumerated() {
      if index > 0 { write(raw: ",") }
      write(quoted: member.name)
      write(raw: ":")
      write(member.value)
    }
    write(raw: "}")
  }

  package mutating func write(_ value: JSONValue) {
    switch value {
    case .string(let text): write(quoted: text)
    case .array(let values):
      write(raw: "[")
      for (index, value) in values.enumerated() {
        if index > 0 { write(raw: ",") }
        write(value)
      }
      write(raw: "]")
    case .object(let object):
      write(OutputRow(object.members.map { ($0.key, $0.value) }))
    default: bytes.append(contentsOf: value.canonicalBytes)
    }
  }

  private mutating func write(raw text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func write(quoted text: String) {
    guard VisibleText.needsEscape(text) else {
      bytes.append(contentsOf: JSONValue.string(text).canonicalBytes)
      return
    }
    write(raw: "\"")
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": write(raw: "\\\"")
      case "\\": write(raw: "\\\\")
      case _ where VisibleText.isUnsafe(scalar): bytes.append(contentsOf: VisibleText.escaped(scalar).utf8)
      default: bytes.append(contentsOf: String(Character(scalar)).utf8)
      }
    }
    write(raw: "\"")
  }
}
