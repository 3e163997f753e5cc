// Converts text of any age to Swift strings. UTF-8, UTF-16 and windows-1252 are read here; every other
// charset by the C library's iconv, which knows some hundred of them.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(iconv)
  import iconv
#endif

/// Conversion of text from the charset that it names, or that its bytes suggest.
public enum Charset {
  /// The text of `bytes` in the charset called `name` (a MIME name or a label of the WHATWG, any case). Where the name is
  /// unknown or nil, or the bytes do not fit it: UTF-8 if they are valid UTF-8, else windows-1252, in which most
  /// undeclared bytes were written.
  public static func decode(_ bytes: some Collection<UInt8>, named name: String? = nil) -> String {
    read(bytes, named: name).text
  }

  /// The same, and the problem with `name`, if there was one, as part of a sentence.
  public static func read(
    _ bytes: some Collection<UInt8>, named name: String?
  ) -> (text: String, problem: String?) {
    let label = name.map { normalized($0) } ?? ""
    let valid = String(validating: bytes, as: UTF8.self)
    func usual(_ problem: String?) -> (String, String?) {
      valid.map { ($0, problem) } ?? (Windows1252.decode(bytes), problem)
    }
    if label.isEmpty { return usual(nil) }
    let charset = CharsetNames.iconvName(of: label)
    switch charset {
    case "UTF-8":
      if valid != nil { return usual(nil) }
      guard let mended = mended(bytes) else { return usual(problem(label, "its bytes are not valid in it")) }
      return (mended, problem(label, "bytes that are not valid in it became \u{fffd}"))
    case CharsetNames.windows1252:
      // Bytes beyond ASCII in text declared as ASCII are mostly UTF-8.
      let isASCII = ["us-ascii", "ascii", "ansi_x3.4-1968", "iso646-us", "us"].contains(label)
      return isASCII ? usual(nil) : (Windows1252.decode(bytes), nil)
    default: break
    }
    let array = Array(bytes)
    let source = charset == CharsetNames.hz ? HZText.widened(array) : array
    if array.isEmpty { return ("", nil) }
    switch converted(source, from: charset == CharsetNames.hz ? "GB18030" : charset) {
    case .text(let text): return (text, nil)
    case .unknown:
      // Pure ASCII is the same even in an unknown charset.
      return usual(array.allSatisfy { $0 < 0x80 } ? nil : problem(label, "it is not known"))
    case .mended(let text): return (text, problem(label, "bytes that are not valid in it became \u{fffd}"))
    case .invalid: return usual(problem(label, "its bytes are not valid in it"))
    }
  }

  private static func problem(_ label: String, _ reason: String) -> String {
    "the charset '\(label.prefix(40))' could not be used: \(reason)"
  }

  private static func normalized(_ name: String) -> String {
    name.lowercased().filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
  }

  /// The text of UTF-8 with a few invalid bytes; nil if it is mostly something else.
  private static func mended(_ bytes: some Collection<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    var (broken, wide) = (0, 0)
    for scalar in text.unicodeScalars where scalar.value >= 0x80 {
      if scalar.value == 0xfffd { broken += 1 } else { wide += 1 }
    }
    return broken * 4 <= wide ? text : nil
  }

  private enum Conversion {
    case text(String), mended(String), invalid, unknown
  }

  /// By iconv. A few bytes that are not valid become U+FFFD; many of them mean that the charset is another one.
  private static func converted(_ bytes: [UInt8], from name: String) -> Conversion {
    #if canImport(Glibc) || canImport(Musl) || canImport(iconv)
      // Names are passed to the C library only if they look like one: no path, no //IGNORE.
      guard !bytes.isEmpty, name.count <= 40,
        name.utf8.allSatisfy({ byte in
          (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x30 && byte <= 0x39)
            || byte == 0x2d || byte == 0x5f || byte == 0x3a || byte == 0x2e || byte == 0x2b
        })
      else { return .unknown }
      guard let converter = iconv_open("UTF-8", name), Int(bitPattern: converter) != -1 else {
        return .unknown
      }
      defer { iconv_close(converter) }
      // One byte of a charset in use never becomes more than 8 of UTF-8; iconv says so if it does.
      let capacity = bytes.count * 8 + 16
      var input = bytes.map { CChar(bitPattern: $0) }
      var broken = 0
      let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        count = 0
        input.withUnsafeMutableBufferPointer { source in
          var from = source.baseAddress
          var fromLeft = source.count
          buffer.withMemoryRebound(to: CChar.self) { target in
            var to = target.baseAddress
            var toLeft = capacity
            while iconv(converter, &from, &fromLeft, &to, &toLeft) == Int(-1) {
              guard fromLeft > 0, toLeft >= 3, errno != E2BIG else { return }
              broken += 1
              for byte in UTF8.encodedReplacementCharacter {
                to?.pointee = CChar(bitPattern: byte)
                to = to.map { $0 + 1 }
              }
              (from, fromLeft, toLeft) = (from.map { $0 + 1 }, fromLeft - 1, toLeft - 3)
            }
            // Stateful charsets (ISO-2022-JP) may hold something back until the end of the input is declared.
            if iconv(converter, nil, nil, &to, &toLeft) != Int(-1) { count = capacity - toLeft }
          }
        }
      }
      guard !output.isEmpty, let text = String(validating: output, as: UTF8.self) else { return .invalid }
      if broken == 0 { return .text(text) }
      // In a 7-bit charset, every byte beyond ASCII is invalid.
      return broken * 8 <= bytes.count(where: { $0 >= 0x80 }) + 8 ? .mended(text) : .invalid
    #else
      return .unknown
    #endif
  }
}

/// windows-1252 as in the WHATWG encoding standard: every byte is a character.
public enum Windows1252 {
  /// Decodes Windows-1252; bytes without a character become U+FFFD.
  public static func decode(_ bytes: some Sequence<UInt8>) -> String {
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
