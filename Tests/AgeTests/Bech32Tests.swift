import Testing

@testable import DaybookAge

@Suite struct Bech32Tests {
  /// Of BIP 173.
  @Test(arguments: [
    "A12UEL5L", "a12uel5l", "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw",
    "split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w",
  ])
  func readsAndWritesAgain(_ text: String) throws {
    let (prefix, bytes) = try #require(Bech32.decode(text))
    #expect(Bech32.encode(prefix, bytes) == text.lowercased())
  }

  /// Each breaks one rule: the bytes, the prefix, the separator, the checksum, the case, the padding.
  @Test(arguments: [
    " 1nwldj5", "\u{7f}1axkwrx", "pzry9x0s0muk", "1pzry9x0s0muk", "x1b4n0q5v", "li1dgmt3", "A1G7SGD8",
    "10a06t8", "1qzzfhee", "a12UEL5L", "a12uel5m", "", "1", "é1uel5l",
  ])
  func aBrokenTextIsRefused(_ text: String) { #expect(Bech32.decode(text) == nil) }

  @Test func paddingIsZeroAndShort() throws {
    let text = Bech32.encode("age", [UInt8](repeating: 0xff, count: 32))
    #expect(Bech32.decode(text)?.bytes.count == 32)
    // The same key with a bit of the padding set has a checksum of its own and is still refused.
    let other = text.dropLast(7) + "7"
    let refused = "qpzry9x8gf2tvdw0s3jn54khce6mua7l".filter { Bech32.decode(other + String($0)) != nil }
    #expect(refused.isEmpty)
  }
}
