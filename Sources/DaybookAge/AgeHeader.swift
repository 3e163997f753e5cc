import Foundation

/// The header of an age file: the file's key, wrapped for each recipient, and a MAC.
struct AgeHeader {
  /// One wrapped key.
  struct Stanza: Equatable {
    var type: String
    var arguments: [String]
    var body: [UInt8]
  }

  var stanzas: [Stanza]
  /// 32 bytes.
  var mac: [UInt8]
  /// The number of bytes that the MAC covers, from the start of the file.
  var coveredSizeBytes: Int
  /// Including the line with the MAC.
  var sizeBytes: Int

  static let version = "age-encryption.org/v1"
  static let macSizeBytes = 32
  /// Room for thousands of recipients; the format has no limit.
  static let sizeBytesMax = 1 << 20
  private static let lineCount = 64

  // MARK: Writing

  /// Everything that the MAC covers.
  static func text(of stanzas: [Stanza]) -> [UInt8] {
    var lines = [version]
    for stanza in stanzas {
      lines.append((["->", stanza.type] + stanza.arguments).joined(separator: " "))
      let body = Base64.encode(stanza.body)
      // A full last line is followed by an empty one.
      for start in stride(from: 0, through: body.count, by: lineCount) {
        lines.append(String(body.dropFirst(start).prefix(lineCount)))
      }
    }
    return Array((lines.joined(separator: "\n") + "\n---").utf8)
  }

  static func line(withMAC mac: [UInt8]) -> [UInt8] { Array(" \(Base64.encode(mac))\n".utf8) }

  // MARK: Reading

  static func parse(_ file: borrowing Span<UInt8>) throws(AgeError) -> AgeHeader {
    var lines = Lines(next: 0, end: min(file.count, sizeBytesMax))
    guard try lines.take(file) == version else { throw .header("it is not an age file of version 1") }
    var stanzas: [Stanza] = []
    while true {
      let start = lines.next
      let words = try lines.take(file).split(separator: " ", omittingEmptySubsequences: false).map(
        String.init)
      if words[0] == "---" {
        guard words.count == 2, let mac = Base64.decode(words[1]), mac.count == macSizeBytes else {
          throw .header("its last line has no MAC")
        }
        guard !stanzas.isEmpty else { throw .header("it has no recipients") }
        return AgeHeader(stanzas: stanzas, mac: mac, coveredSizeBytes: start + 3, sizeBytes: lines.next)
      }
      guard words[0] == "->", words.count >= 2, words.allSatisfy({ !$0.isEmpty }) else {
        throw .header("line \(lines.number) does not begin a stanza")
      }
      stanzas.append(Stanza(type: words[1], arguments: Array(words[2...]), body: try body(&lines, file)))
    }
  }

  private static func body(_ lines: inout Lines, _ file: borrowing Span<UInt8>) throws(AgeError) -> [UInt8] {
    var text = ""
    while true {
      let line = try lines.take(file)
      guard line.utf8.count <= lineCount else { throw .header("line \(lines.number) is too long") }
      text += line
      if line.utf8.count < lineCount { break }
    }
    guard let body = Base64.decode(text) else {
      throw .header("the base64 that ends in line \(lines.number) is not valid")
    }
    return body
  }

  /// Lines of visible ASCII and spaces.
  private struct Lines {
    var next: Int
    let end: Int
    var number = 0

    mutating func take(_ file: borrowing Span<UInt8>) throws(AgeError) -> String {
      number += 1
      var bytes: [UInt8] = []
      while next < end {
        let byte = file[next]
        next += 1
        if byte == 0x0a { return String(decoding: bytes, as: UTF8.self) }
        guard (0x20...0x7e).contains(byte) else {
          throw .header("line \(number) has a byte that is not printable ASCII")
        }
        bytes.append(byte)
      }
      throw .header("it is truncated")
    }
  }
}

/// Base64 as in RFC 4648, without padding, in its one canonical form.
enum Base64 {
  static func encode(_ bytes: [UInt8]) -> String {
    let padded = Data(bytes).base64EncodedString()
    return String(padded.prefix { $0 != "=" })
  }

  static func decode(_ text: String) -> [UInt8]? {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: text + padding) else { return nil }
    let bytes = [UInt8](data)
    return encode(bytes) == text ? bytes : nil
  }
}
