// Bytes in lines of ASCII (RFC 2045), as in vCards and mail.

import DaybookModel

/// The encodings of MIME for bytes in text: base64 and quoted-printable.
public enum TransferEncoding {
  /// Text that is not `=XX` stays as it is, as in every mail program. A final `=` is a soft break that nothing follows.
  public static func quotedPrintable(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "=") {
        if index + 2 < bytes.count, let high = ASCII.hexValue(bytes[index + 1]),
          let low = ASCII.hexValue(bytes[index + 2])
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
  public static func base64(_ bytes: [UInt8]) -> [UInt8]? {
    let digits = digits
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count / 4 * 3 + 3)
    var accumulated: UInt32 = 0
    var bits = 0
    for byte in bytes {
      let digit = digits[Int(byte)]
      if digit < 64 {
        accumulated = accumulated << 6 & 0xffffff | UInt32(digit)
        bits += 6
        if bits >= 8 {
          bits -= 8
          output.append(UInt8(truncatingIfNeeded: accumulated >> UInt32(bits)))
        }
      } else if digit == foreign {
        return nil
      }
    }
    return output
  }

  private static let foreign: UInt8 = 0xff

  /// For each byte, its digit; 64 for a byte that is ignored.
  private static let digits: [UInt8] = {
    var digits = [UInt8](repeating: foreign, count: 256)
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (digit, byte) in alphabet.utf8.enumerated() {
      digits[Int(byte)] = UInt8(digit)
    }
    // The characters of the URL-safe alphabet.
    digits[Int(UInt8(ascii: "-"))] = 62
    digits[Int(UInt8(ascii: "_"))] = 63
    for byte in "= \t\n\r".utf8 { digits[Int(byte)] = 64 }
    return digits
  }()
}
