import DaybookTestSupport
import Testing

@testable import DaybookAge

@Suite struct AgeFileTests {
  let ann = AgeIdentity()
  let ben = AgeIdentity()

  private func content(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) } }

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])
  func everyRecipientReadsIt(_ count: Int) throws {
    let content = content(count)
    let file = try AgeFile.encrypt(content, to: [ann.recipient, ben.recipient])
    for reader in [[ann], [ben], [AgeIdentity(), ben]] {
      #expect(try AgeFile.decrypt(file, with: reader) == content)
    }
    #expect(throws: AgeError.noMatch) { try AgeFile.decrypt(file, with: [AgeIdentity()]) }
    #expect(throws: AgeError.noMatch) { try AgeFile.decrypt(file, with: []) }
  }

  @Test(.seeded) func partsAreReadAlone() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let content = content(Int.random(in: 0...300_000, using: &random))
    let file = try AgeFile.encrypt(content, to: [ann.recipient])
    let payload = try AgeFile.open(Array(file.prefix(400)), sizeBytes: file.count, with: [ann])
    #expect(payload.sizeBytes == content.count)
    for _ in 0..<20 {
      let bounds = (0..<2).map { _ in Int.random(in: 0...content.count, using: &random) }.sorted()
      #expect(try payload.decrypt(bounds[0]..<bounds[1], of: file) == Array(content[bounds[0]..<bounds[1]]))
    }
  }

  /// Between reading the header and the rest somebody may replace the file.
  @Test(arguments: [-1, 1, 70_000]) func aFileOfAnotherLengthIsRefused(_ difference: Int) throws {
    let file = try AgeFile.encrypt(content(1000), to: [ann.recipient])
    let payload = try AgeFile.open(file, sizeBytes: file.count + difference, with: [ann])
    #expect(throws: AgeError.payload("its length has changed")) { try payload.decrypt(file) }
  }

  /// Everybody could read a file for one of these.
  @Test func pointsOfLowOrderAreKnown() throws {
    for text in [
      "age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq5cu47z",
      "age1ur4h5lpmgxu2u9jku0a0r87ydtdqnr0tnsetrlvxvgz3vh6fhqqqzyt4v9",
    ] {
      let recipient = try #require(AgeRecipient(text))
      #expect(recipient.isLowOrder)
      #expect(throws: AgeError.self) { try AgeFile.encrypt([1], to: [recipient]) }
    }
    #expect(!ann.recipient.isLowOrder)
  }

  @Test func sameRandomnessSameFile() throws {
    func file() throws -> [UInt8] {
      var random = SeededRandom(seed: 7)
      return try AgeFile.encrypt([1, 2, 3], to: [ben.recipient]) { count in
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
    }
    #expect(try file() == file())
  }

  @Test("No changed bit, no cut and no addition goes unnoticed")
  func changesAreNoticed() throws {
    let content = content(100)
    let file = try AgeFile.encrypt(content, to: [ann.recipient, ben.recipient])
    for place in file.indices {
      for bit in [UInt8(1), 0x20, 0x80] {
        var changed = file
        changed[place] ^= bit
        #expect(throws: AgeError.self, "byte \(place)") { try AgeFile.decrypt(changed, with: [ben]) }
      }
      #expect(throws: AgeError.self, "cut at \(place)") {
        try AgeFile.decrypt(Array(file[..<place]), with: [ben])
      }
    }
    #expect(throws: AgeError.self) { try AgeFile.decrypt(file + [0], with: [ben]) }
  }

  @Test("Chunks cannot be left out, repeated or exchanged")
  func chunksKeepTheirOrder() throws {
    let file = try AgeFile.encrypt(content(200_000), to: [ann.recipient])
    let sealed = 65_536 + 16
    let start = file.count - (200_000 + 4 * 16)
    let chunks = stride(from: start, to: file.count, by: sealed).map {
      Array(file[$0..<min(file.count, $0 + sealed)])
    }
    for order in [[0, 1, 2], [0, 1, 3], [1, 0, 2, 3], [0, 1, 1, 2, 3], [0, 1, 2, 3, 3], [3], []] {
      let changed = file[..<start] + order.flatMap { chunks[$0] }
      #expect(throws: AgeError.self, "\(order)") { try AgeFile.decrypt(Array(changed), with: [ann]) }
    }
  }

  @Test func keysAreSpelledAsAgeDoes() throws {
    #expect(AgeIdentity(secret: ann.secret)?.recipient == ann.recipient)
    #expect(AgeRecipient("\(ann.recipient)") == ann.recipient)
    #expect(ann.secret.hasPrefix("AGE-SECRET-KEY-1") && "\(ann.recipient)".hasPrefix("age1"))
    #expect("\(ann)" == "\(ann.recipient)")
    for text in ["", "age1", "\(ann.recipient)".uppercased(), ann.secret, "\(ann.recipient) "] {
      #expect(AgeRecipient(text) == nil)
    }
    for text in ["", "\(ann.recipient)", ann.secret.lowercased(), String(ann.secret.dropLast())] {
      #expect(AgeIdentity(secret: text) == nil)
    }
  }

  @Test func aPointOfLowOrderIsNoRecipient() throws {
    let text = Bech32.encode("age", [UInt8](repeating: 0, count: 32))
    let nobody = try #require(AgeRecipient(text))
    #expect(throws: AgeError.recipient("\(nobody) is not a key that a file can be encrypted for")) {
      try AgeFile.encrypt([1], to: [nobody])
    }
    #expect(throws: AgeError.recipient("a file needs a recipient")) { try AgeFile.encrypt([1], to: []) }
  }
}
