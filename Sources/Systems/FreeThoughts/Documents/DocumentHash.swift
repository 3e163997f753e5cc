import Crypto

/// A file's SHA-256 as text, which identifies a document regardless of its name and place.
public enum DocumentHash {
  /// Whether a text is 64 hexadecimal digits in lower case.
  public static func isOne(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }

  /// Of a file's bytes.
  public static func of(_ bytes: [UInt8]) -> String { text(SHA256.hash(data: bytes)) }

  static func text(_ digest: SHA256.Digest) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
