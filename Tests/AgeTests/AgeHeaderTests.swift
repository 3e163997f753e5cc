import DaybookTestSupport
import Testing

@testable import DaybookAge

/// Headers as others write them, and as nobody should.
@Suite struct AgeHeaderTests {
  let ann = AgeIdentity()
  let key = AgeFileKey(random: AgeRandom.bytes)

  /// A file of the content "x" behind a header of these lines, up to its last one.
  private func file(_ header: String, ending: ((String) -> String)? = nil) -> [UInt8] {
    let covered = Array((header + "\n---").utf8)
    let mac = " " + Base64.encode(key.mac(of: covered)) + "\n"
    let nonce = [UInt8](repeating: 9, count: 16)
    var file = covered + Array((ending?(mac) ?? mac).utf8) + nonce
    AgePayload.Writer(key: key.payloadKey(nonce: nonce)).encrypt(Array("x".utf8), to: &file)
    return file
  }

  private func stanza() throws -> AgeHeader.Stanza {
    try key.wrapped(for: ann.recipient, random: AgeRandom.bytes)
  }

  private func lines(_ stanzas: AgeHeader.Stanza...) -> String {
    String(decoding: AgeHeader.text(of: stanzas).dropLast(4), as: UTF8.self)
  }

  @Test("Stanzas of other kinds are passed over, whatever they hold")
  func othersArePassedOver() throws {
    let bodies = [0, 1, 47, 48, 49, 96, 200].map { [UInt8](repeating: 5, count: $0) }
    for body in bodies {
      let other = AgeHeader.Stanza(
        type: "joint-7!~", arguments: ["CaJiLa", "\"#$%&'()*+,-./:;<=>?@"], body: body)
      for text in [lines(other, try stanza()), lines(try stanza(), other)] {
        #expect(try AgeFile.decrypt(file(text), with: [ann]) == Array("x".utf8), "\(body.count)")
      }
    }
    let lower = AgeHeader.Stanza(type: "x25519", arguments: ["AAAA"], body: [1])
    #expect(throws: AgeError.noMatch) { try AgeFile.decrypt(file(lines(lower)), with: [ann]) }
  }

  @Test(arguments: [
    "another version", "no stanza", "no arguments", "two spaces", "a space at the end", "a tab",
    "a carriage return",
    "a byte above ASCII", "an empty line", "padding", "bits beyond the end", "a long line",
    "a line of 64 and no empty one",
    "a missing body", "text before", "a passphrase beside",
  ])
  func whatIsNoHeader(_ what: String) throws {
    let good = lines(try stanza())
    var parts = good.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    switch what {
    case "another version": parts[0] = "age-encryption.org/v1234"
    case "no stanza": parts = [parts[0]]
    case "no arguments": parts.insert("->", at: 1)
    case "two spaces": parts[1] = parts[1].replacing("-> ", with: "->  ")
    case "a space at the end": parts[1] += " "
    case "a tab": parts[1] = parts[1].replacing("X25519 ", with: "X25519\t")
    case "a carriage return": parts[1] += "\r"
    case "a byte above ASCII": parts[1] += "é"
    case "an empty line": parts.insert("", at: 1)
    case "padding": parts[2] += "="
    case "bits beyond the end": parts[2] = String(parts[2].dropLast()) + "l"
    case "a long line": parts[1...] = ["-> x", String(repeating: "A", count: 68), parts[1], parts[2]]
    case "a line of 64 and no empty one": parts += ["-> x", String(repeating: "A", count: 64)]
    case "a missing body": parts.remove(at: 2)
    case "text before": parts.insert("x", at: 0)
    case "a passphrase beside": parts += ["-> scrypt AAAA 10", "AAAA"]
    default: Issue.record("no such case: \(what)")
    }
    let changed = file(parts.joined(separator: "\n"))
    let error = #expect(throws: AgeError.self) { try AgeFile.decrypt(changed, with: [ann]) }
    guard case .header = error else {
      Issue.record("\(what): \(String(describing: error))")
      return
    }
  }

  /// For the identity that tries it; for others it might be a stanza of another version.
  @Test func aMalformedStanzaOfThisKind() throws {
    let good = try stanza()
    var changed: [AgeHeader.Stanza] = []
    for arguments in [
      [], ["AAAA"], good.arguments + ["x"], [Base64.encode([UInt8](repeating: 0, count: 32))],
    ] {
      changed.append(AgeHeader.Stanza(type: good.type, arguments: arguments, body: good.body))
    }
    for body in [Array(good.body.dropLast()), good.body + [0], []] {
      changed.append(AgeHeader.Stanza(type: good.type, arguments: good.arguments, body: body))
    }
    for stanza in changed {
      #expect(throws: AgeError.header("a stanza of X25519 is malformed")) {
        try AgeFile.decrypt(file(lines(stanza)), with: [ann])
      }
    }
  }

  @Test func theLastLine() throws {
    let good = lines(try stanza())
    for end in ["", " ", " AAAA"] {
      #expect(throws: AgeError.header("its last line has no MAC")) {
        try AgeFile.decrypt(file(good) { _ in end + "\n" }, with: [ann])
      }
    }
    for change in [{ " " + $0 }, { $0.dropLast() + " \n" }, { $0.dropLast() + "A\n" }] as [(String) -> String]
    {
      #expect(throws: AgeError.self) { try AgeFile.decrypt(file(good, ending: change), with: [ann]) }
    }
    let other = " " + Base64.encode([UInt8](repeating: 1, count: 32)) + "\n"
    #expect(throws: AgeError.changedHeader) {
      try AgeFile.decrypt(file(good) { _ in other }, with: [ann])
    }
  }

  @Test(.seeded) func anyBytesAreReadOrRefused() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let good = file(lines(try stanza()))
    for _ in 0..<300 {
      var changed = good
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<changed.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: changed[place] = UInt8.random(in: 0...255, using: &random)
        case 1: changed.remove(at: place)
        default: changed.insert(0x0a, at: place)
        }
      }
      if changed == good { continue }
      #expect(throws: AgeError.self) { try AgeFile.decrypt(changed, with: [ann]) }
    }
  }
}
