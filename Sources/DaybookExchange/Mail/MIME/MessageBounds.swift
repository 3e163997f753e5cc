// GMime makes an object of every part, field and address in advance. It reads groups of addresses recursively, and for
// every address without a domain it reads to the end of the field. Whatever a hostile message has too many of is
// removed before GMime sees it.

/// Limits for the parts of a message that cost more than their bytes, counted line by line. Messages within it are
/// included.
struct MessageBounds {
  /// Lines that may begin a part; far fewer parts are read.
  static let boundariesMax = 10_000
  /// Lines that may be a field.
  static let fieldsMax = 50_000
  /// Between addresses and parameters, in all fields together.
  static let separatorsMax = 100_000

  private var boundaries = 0
  private var fields = 0
  private var separators = 0
  /// The field with addresses or parameters that may go on in the next line.
  private var open: StructuredField?

  /// The message within the bounds: the same bytes, unless it is beyond them.
  static func apply(to message: [UInt8]) -> [UInt8] {
    var bounds = MessageBounds()
    var output: [UInt8] = []
    var taken = 0
    var place = 0
    while place < message.count {
      let end = (MboxBuffer.lineFeed(in: message, from: place, to: message.count) ?? message.count - 1) + 1
      if let line = bounds.changed(message[place..<end]) {
        output += message[taken..<place]
        output += line
        taken = end
      }
      place = end
    }
    return taken == 0 ? message : output + message[taken...]
  }

  /// The replacement for the line; nil to keep it.
  private mutating func changed(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    if line.first == 0x20 || line.first == 0x09 { return bounded(line) }
    if line.starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-")]) {
      open = nil
      boundaries += 1
      return boundaries > Self.boundariesMax ? indented(line) : nil
    }
    // A longer name costs less than its bytes.
    guard let colon = line.prefix(64).firstIndex(of: UInt8(ascii: ":")) else {
      open = nil
      return nil
    }
    fields += 1
    guard fields <= Self.fieldsMax else {
      let rest = bounded(line) ?? Array(line)
      return rest.isEmpty ? rest : indented(rest[...])
    }
    open = StructuredField(name: line[..<colon])
    return bounded(line)
  }

  /// Indented, a line is neither a boundary nor a field, but its text stays.
  private func indented(_ line: ArraySlice<UInt8>) -> [UInt8] { [0x20] + line }

  private mutating func bounded(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard var field = open else { return nil }
    let room = StructuredField.sizeBytesMax - field.sizeBytes
    field.sizeBytes += line.count
    // Its end stays, unless it was left out before.
    var output = line.count <= room ? Array(line) : room > 0 ? Array(line.prefix(room)) + [0x0a] : []
    for index in output.indices {
      switch output[index] {
      case UInt8(ascii: ":"):
        field.colons += 1
        if field.colons > StructuredField.colonsMax { output[index] = 0x20 }
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "<"), UInt8(ascii: ">"):
        field.separators += 1
        separators += 1
        if field.separators > StructuredField.separatorsMax || separators > Self.separatorsMax {
          output[index] = 0x20
        }
      default: break
      }
    }
    open = field
    return output.elementsEqual(line) ? nil : output
  }
}

/// A field that GMime parses.
private struct StructuredField {
  /// Far more than are kept of a message.
  static let separatorsMax = 2000
  /// Each may open a group within the group before it.
  static let colonsMax = 500
  static let sizeBytesMax = 64 << 10

  var colons = 0
  var separators = 0
  var sizeBytes = 0

  /// nil for any other.
  init?(name: ArraySlice<UInt8>) {
    let name = String(decoding: name, as: UTF8.self).lowercased().prefix { $0 != " " && $0 != "\t" }
    guard Self.names.contains(name) else { return nil }
  }

  private static let names: Set<Substring> = [
    "from", "to", "cc", "bcc", "reply-to", "sender", "content-type", "content-disposition",
  ]
}
