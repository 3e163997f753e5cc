import DaybookLog
import DaybookModel

extension CommonKind {
  /// Appends the event's body; its keys in canonical order. Gives where its fields' object lies.
  func write(
    _ scanner: borrowing MutationScanner, _ line: Span<UInt8>, to bytes: inout [UInt8],
    _ defaults: MutationDefaults, _ random: () -> UInt64, _ stamp: Stamp
  ) -> ByteRange? {
    bytes.append(contentsOf: ",\"op\":\"" as StaticString)
    bytes.append(line, scanner.opName)
    bytes.append(contentsOf: "\",\"kind\":\"" as StaticString)
    bytes.append(line, scanner.kind)
    bytes.append(contentsOf: "\",\"id\":\"" as StaticString)
    bytes.append(line, scanner.id)
    bytes.append(UInt8(ascii: "\""))
    bytes += version
    if let server = scanner.server {
      bytes.append(contentsOf: ",\"server\":\"" as StaticString)
      bytes.append(line, server)
      bytes.append(UInt8(ascii: "\""))
    }
    if let present = scanner.present {
      bytes.append(contentsOf: ",\"present\":" as StaticString)
      bytes.append(contentsOf: present ? "true" : "false" as StaticString)
    }
    let set = writeFields(scanner, line, to: &bytes, stamp)
    if let rel = scanner.rel, let to = scanner.to {
      bytes.append(contentsOf: ",\"rel\":\"" as StaticString)
      bytes.append(line, rel)
      bytes.append(contentsOf: "\",\"to\":\"" as StaticString)
      bytes.append(line, to)
      bytes.append(UInt8(ascii: "\""))
    }
    Self.write(",\"by\":", scanner.by, defaults.byText, line, to: &bytes)
    Self.write(",\"why\":", scanner.why, defaults.whyText, line, to: &bytes)
    if let set, set.count > 2, isSalted {
      bytes.append(contentsOf: ",\"salt\":\"" as StaticString)
      Salt.write(random(), random(), to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: "}"))
    return set
  }

  private static func write(
    _ key: StaticString, _ own: ByteRange?, _ other: [UInt8], _ line: Span<UInt8>, to bytes: inout [UInt8]
  ) {
    guard own != nil || !other.isEmpty else { return }
    bytes.append(contentsOf: key)
    if let own { bytes.append(line, own) } else { bytes += other }
  }

  private func writeFields(
    _ scanner: borrowing MutationScanner, _ line: Span<UInt8>, to bytes: inout [UInt8], _ stamp: Stamp
  ) -> ByteRange? {
    if !scanner.hasSet, isRaw || scanner.op != .dismiss { return nil }
    bytes.append(contentsOf: ",\"set\":" as StaticString)
    let start = bytes.count
    if scanner.hasSet {
      for (index, member) in scanner.members.enumerated() {
        bytes.append(UInt8(ascii: index == 0 ? "{" : ","))
        // Keys have no escapes, so that their quotes stand beside them.
        bytes.append(line, ByteRange(member.key.start - 1, member.key.end + 1))
        bytes.append(UInt8(ascii: ":"))
        bytes.append(line, member.value)
      }
      if scanner.members.isEmpty { bytes.append(UInt8(ascii: "{")) }
      bytes.append(UInt8(ascii: "}"))
    } else {
      switch dismissal {
      case .fields(let text)?: bytes += text
      case .now(let beginning)?:
        bytes += beginning
        stamp.instant.write(to: &bytes)
        bytes.append(contentsOf: "\"}" as StaticString)
      case nil: break
      }
    }
    return ByteRange(start, bytes.count)
  }
}

/// 12 random bytes in base64: 16 characters, no padding.
package enum Salt {
  package static func write(_ first: UInt64, _ second: UInt64, to text: inout [UInt8]) {
    // Byte by byte from the low end, as bytes of each word.
    var words = (first, second)
    withUnsafeBytes(of: &words) { bytes in
      for group in stride(from: 0, to: 12, by: 3) {
        let value = UInt32(bytes[group]) << 16 | UInt32(bytes[group + 1]) << 8 | UInt32(bytes[group + 2])
        text.append(Base64.digit(value >> 18))
        text.append(Base64.digit(value >> 12 & 63))
        text.append(Base64.digit(value >> 6 & 63))
        text.append(Base64.digit(value & 63))
      }
    }
  }
}

extension [UInt8] {
  @inline(__always)
  mutating func append(contentsOf text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  @inline(__always)
  mutating func append(_ line: Span<UInt8>, _ range: ByteRange) {
    line.extracting(range.start..<range.end).withUnsafeBufferPointer { append(contentsOf: $0) }
  }
}
