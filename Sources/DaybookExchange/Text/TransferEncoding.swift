// Bytes in lines of ASCII (RFC 2045), as cards and mails carry them.

import DaybookModel

package enum TransferEncoding {
  /// What is no `=XX` stays as it is, as in every mail reader. A final `=` is a soft break that nothing follows.
  package static func quotedPrintable(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "=") {
        if index + 2 < bytes.count, let high = hexValue(bytes[index + 1]),
          let low = hexValue(bytes[index + 2])
        {
          output.append(high << 4 | low)
          index += 3
          continue
        }
        if index + 1 == bytes.count { break }
      }
      output.append(byte)
      index += 1
    }
    return output
  }

  /// nil where a character is foreign to base64. White space, padding and missing padding are all right.
  package static func base64(_ bytes: some Sequence<UInt8>) -> [UInt8]? {
    var output: [UInt8] = []
    var accumulated: UInt32 = 0
    var bits = 0
    for byte in bytes {
      let digit: UInt8
      switch byte {
      case 0x41...0x5a: digit = byte - 0x41
      case 0x61...0x7a: digit = byte - 0x61 + 26
      case 0x30...0x39: digit = byte - 0x30 + 52
      case UInt8(ascii: "+"), UInt8(ascii: "-"): digit = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): digit = 63
      case UInt8(ascii: "="), 0x20, 0x09, 0x0a, 0x0d: continue
      default: return nil
      }
      accumulated = accumulated << 6 & 0xffffff | UInt32(digit)
      bits += 6
      if bits >= 8 {
        bits -= 8
        output.append(UInt8(truncatingIfNeeded: accumulated >> UInt32(bits)))
      }
    }
    return output
  }
}
