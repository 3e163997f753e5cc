// Text of any age to Swift strings. UTF-8, UTF-16 and windows-1252 are read here; every other
// charset by the C library's iconv, which knows some hundred of them.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(iconv)
  import iconv
#endif

package enum Charset {
  /// The text of `bytes` in the charset called `name` (a MIME name, any case). Where the name is unknown
  /// or nil, or the bytes do not fit it: UTF-8 if they are valid UTF-8, else windows-1252, in which most
  /// undeclared bytes were written.
  package static func decode(_ bytes: some Collection<UInt8>, named name: String? = nil) -> String {
    if let name, let text = decodeDeclared(Array(bytes), name: normalized(name)) { return text }
    return String(validating: bytes, as: UTF8.self) ?? Windows1252.decode(bytes)
  }

  private static func normalized(_ name: String) -> String {
    name.lowercased().filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
  }

  private static func decodeDeclared(_ bytes: [UInt8], name: String) -> String? {
    switch name {
    case "", "utf-8", "utf8", "us-ascii", "ascii": nil
    // As browsers do: what calls itself Latin 1 is windows-1252.
    case "windows-1252", "cp1252", "iso-8859-1", "latin1": Windows1252.decode(bytes)
    case "shift_jis", "shift-jis", "sjis", "x-sjis": converted(bytes, from: "CP932")
    default: converted(bytes, from: name)
    }
  }

  /// By iconv; nil where it does not know the charset or the bytes are not valid in it.
  private static func converted(_ bytes: [UInt8], from name: String) -> String? {
    #if canImport(Glibc) || canImport(Musl) || canImport(iconv)
      // Names are passed to the C library only if they look like one: no path, no //IGNORE.
      guard !bytes.isEmpty, name.count <= 40,
        name.utf8.allSatisfy({ byte in
          (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x30 && byte <= 0x39)
            || byte == 0x2d || byte == 0x5f || byte == 0x3a || byte == 0x2e || byte == 0x2b
        })
      else { return nil }
      guard let converter = iconv_open("UTF-8", name), Int(bitPattern: converter) != -1 else { return nil }
      defer { iconv_close(converter) }
      // One byte of a charset in use never becomes more than 8 of UTF-8; iconv says so if it does.
      let capacity = bytes.count * 8 + 16
      var input = bytes.map { CChar(bitPattern: $0) }
      let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        count = 0
        input.withUnsafeMutableBufferPointer { source in
          var from = source.baseAddress
          var fromLeft = source.count
          buffer.withMemoryRebound(to: CChar.self) { target in
            var to = target.baseAddress
            var toLeft = capacity
            let result = iconv(converter, &from, &fromLeft, &to, &toLeft)
            // Stateful charsets (ISO-2022-JP) may hold something back until told that this is all.
            if result != Int(-1), iconv(converter, nil, nil, &to, &toLeft) != Int(-1) {
              count = fromLeft == 0 ? capacity - toLeft : 0
            }
          }
        }
      }
      return output.isEmpty ? nil : String(validating: output, as: UTF8.self)
    #else
      return nil
    #endif
  }
}

/// windows-1252 as the WHATWG encoding standard has it: every byte is a character.
package enum Windows1252 {
  package static func decode(_ bytes: some Sequence<UInt8>) -> String {
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      scalars.append(
        (0x80..<0xa0).contains(byte) ? Unicode.Scalar(high[Int(byte) - 0x80])! : Unicode.Scalar(byte))
    }
    return String(scalars)
  }

  private static let high: [UInt16] = [
    0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152,
    0x8d, 0x017d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122,
    0x0161, 0x203a, 0x0153, 0x9d, 0x017e, 0x0178,
  ]
}
