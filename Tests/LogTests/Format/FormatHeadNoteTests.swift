import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookLog

/// Signed notes of heads. The bytes were worked out by hand from the specification (C2SP, signed-note) with other
/// tools: `printf 'daybook/21fe31dfa154a261\n\1…' | sha256sum` and base64.
@Suite struct FormatHeadNoteTests {
  static let ledger = "0193b6f0-0000-7000-8000-000000000001"
  /// RFC 8032, 7.1, test 1.
  static let publicKey = unhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
  static let seed = unhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
  static let replica = Signing.replicaID(ofPublicKey: publicKey)

  static var counting: HeadNote {
    let head = SignedHead(size: 54, root: MerkleTree.emptyRoot, signature: Array(0..<64))
    return HeadNote(ledger: ledger, replica: replica, head: head, publicKey: publicKey)
  }

  @Test func theBytesOfANote() {
    #expect(
      Self.counting.description == """
        daybook1
        0193b6f0-0000-7000-8000-000000000001
        21fe31dfa154a261
        54
        e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855

        \u{2014} daybook/21fe31dfa154a261 \
        Qwg84QABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=

        """)
    #expect(
      HeadNote.verifierKey(Self.replica, publicKey: Self.publicKey)
        == "daybook/21fe31dfa154a261+43083ce1+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea")
    #expect(
      SSHSignature.allowedSigner("ann", publicKey: Self.publicKey)
        == "ann namespaces=\"daybook\" ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea"
    )
  }

  @Test func aCommitsSignatureIsTheNotes() throws {
    let note = try Self.signed(size: 3)
    #expect(note.isSigned(by: Self.publicKey))
    #expect(try HeadNote.all(in: Array(note.description.utf8)) == [note])
    #expect(!note.isSigned(by: SigningKey().publicKey) && !note.isSigned(by: []))
    #expect(!Self.counting.isSigned(by: Self.publicKey))
  }

  @Test func severalNotesAndOtherSignatures() throws {
    let (one, two) = (try Self.signed(size: 3), try Self.signed(size: 4))
    let witness = "\u{2014} example.com/witness \(Base64.text([UInt8](repeating: 7, count: 76)))\n"
    let text = one.description + witness + "\n\n" + two.description
    #expect(try HeadNote.all(in: Array(text.utf8)) == [one, two])
  }

  @Test(arguments: [
    "", "\n\n", "daybook1\n", "garbage\n", "\u{2014} a b\n", "daybook1\n\n\n\n\n\n\n\n",
  ])
  func whatIsNoNote(_ text: String) {
    #expect(throws: HeadNoteError.self) { try HeadNote.all(in: Array(text.utf8)) }
  }

  /// Cut anywhere, or with any byte changed, it is refused, or it is not signed any more.
  @Test(.seeded) func noChangeGoesThrough() throws {
    let note = try Self.signed(size: 54)
    let bytes = Array(note.description.utf8)
    for count in 0..<bytes.count {
      #expect(throws: HeadNoteError.self, "\(count)") { try HeadNote.all(in: Array(bytes[..<count])) }
    }
    var random = SeededRandom(seed: TestSeed.current)
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= UInt8.random(in: 1...255, using: &random)
      let found = (try? HeadNote.all(in: changed)) ?? []
      #expect(!found.contains { $0.isSigned(by: Self.publicKey) && $0 != note }, "\(place)")
      #expect(found.first?.isSigned(by: Self.publicKey) != true || found == [note], "\(place)")
    }
  }

  static func signed(size: Int) throws -> HeadNote {
    let key = try #require(SigningKey(seed: seed))
    var tree = MerkleTree()
    for index in 0..<size { tree.append(Leaf.hash([UInt8(index)])) }
    let head = try Signing.head(of: tree, ledger: ledger, replica: replica, key: key)
    return HeadNote(ledger: ledger, replica: replica, head: head, publicKey: publicKey)
  }
}
