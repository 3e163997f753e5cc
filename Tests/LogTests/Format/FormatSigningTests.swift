import DaybookModel
import Testing

@testable import DaybookLog

@Suite struct FormatSigningTests {
  /// RFC 8032, 7.1, tests 1 and 3. CryptoKit may sign with randomness, so that only verification and the
  /// public key are held to the published bytes.
  @Test(arguments: [
    (
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
        + "d25bf5f0595bbe24655141438e7a100b"
    ),
    (
      "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
      "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
        + "4a7c15e9716ed28dc027beceea1ec40a"
    ),
  ])
  func keysAndSignaturesArePublishedOnes(seed: String, publicKey: String, text: String, signature: String)
    throws
  {
    let key = try #require(SigningKey(seed: unhex(seed)))
    #expect(key.publicKey == unhex(publicKey))
    #expect(key.seed == unhex(seed))
    #expect(Signing.verify(unhex(signature), unhex(text), publicKey: key.publicKey))
    #expect(Signing.verify(try key.sign(unhex(text)), unhex(text), publicKey: key.publicKey))
    #expect(!Signing.verify(unhex(signature), unhex(text) + [0], publicKey: key.publicKey))
  }

  @Test func aHeadIsBoundToLedgerReplicaSizeAndRoot() throws {
    let key = try #require(SigningKey(seed: Array(1...32)))
    var tree = MerkleTree()
    tree.append(Leaf.hash([1]))
    let header = SegmentHeader(
      ledger: "a", replica: key.replica, publicKey: key.publicKey, firstSeq: 1, size: 0, peaks: [])
    let head = try Signing.head(of: tree, ledger: "a", replica: key.replica, key: key)
    #expect(Signing.verify(head, header: header))
    for change in 0..<5 {
      var (head, header) = (head, header)
      switch change {
      case 0: header.ledger = "b"
      case 1: header.replica.rawValue ^= 1
      case 2: head.size += 1
      case 3: head.root.words.3 ^= 1
      default: header.publicKey = SigningKey().publicKey
      }
      #expect(!Signing.verify(head, header: header))
    }
  }

  @Test func theMessageIsTheFormatDocuments() {
    let replica = ReplicaID(rawValue: 0x4f2a_9c1e_07b3_5d68)
    let message = Signing.message(ledger: "x", replica: replica, size: 54, root: MerkleTree.emptyRoot)
    #expect(
      String(decoding: message, as: UTF8.self)
        == "daybook1\nx\n4f2a9c1e07b35d68\n54\ne3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n"
    )
  }

  @Test func anIdIsTheHashOfTheKey() throws {
    // printf '\x00…\x1f' as a seed; sha256sum of the public key.
    let key = try #require(SigningKey(seed: Array(0..<32)))
    #expect(key.replica.rawValue == Hash256.of(key.publicKey).words.0)
    #expect(Signing.verify([], [], publicKey: []) == false)
    #expect(
      Signing.verify(Array(repeating: 0, count: 64), [], publicKey: Array(repeating: 255, count: 32)) == false
    )
    #expect(SigningKey(seed: [1, 2, 3]) == nil)
    #expect(SigningKey().publicKey != SigningKey().publicKey)
  }
}
