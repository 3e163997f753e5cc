import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookLog

@Suite struct FormatCommitLineTests {
  static let root = Hash256(words: (1, 2, 3, 4))
  static let head = SignedHead(size: 54, root: root, signature: Array(0..<64))
  static let tail = ",\"size\":54,\"root\":\"\(root)\",\"sig\":\"\(Base64.text(0..<64 as Range<UInt8>))\""

  static func commit() -> Commit {
    var commit = Commit(
      number: 12, events: 3, key: "k\"",
      seen: Seen([(ReplicaID(rawValue: 1), [Seen.Part(end: 41, root: root)])]), head: head)
    commit.other = ["later": 1]
    return commit
  }

  @Test func hasTheFormatsOrderAndReadsBack() throws {
    let line = CommitLine.write(Self.commit())
    #expect(
      String(decoding: line, as: UTF8.self)
        == "{\"commit\":12,\"events\":3,\"key\":\"k\\\"\",\"seen\":{\"0000000000000001\":[[41,\"\(Self.root)\"]]},"
        + "\"later\":1\(Self.tail)}")
    let parsed = try CommitLine.parse(line)
    #expect(parsed.commit == Self.commit())
  }

  @Test func theLeafIsTheLineWithoutItsHead() throws {
    let line = CommitLine.write(Self.commit())
    var bare = Self.commit()
    bare.head = nil
    let leaf = CommitLine.write(bare)
    let parsed = try CommitLine.parse(line)
    #expect(parsed.strippingHead(line) == leaf)
    #expect(parsed.leafHash(line) == Leaf.hash(leaf))
    #expect(try CommitLine.parse(leaf).leafHash(leaf) == Leaf.hash(leaf))
    #expect(CommitLine.adding(Self.head, to: leaf) == line)
    #expect(try CommitLine.parse(leaf).strippingHead(leaf) == leaf)
  }

  /// White space is legal, and stays part of the leaf.
  @Test func whiteSpaceAroundTheHeadIsKept() throws {
    let line = Array("{ \"commit\": 12, \"events\":3 \(Self.tail) }  ".utf8)
    let parsed = try CommitLine.parse(line)
    #expect(parsed.strippingHead(line) == Array("{ \"commit\": 12, \"events\":3  }  ".utf8))
    #expect(CommitLine.adding(Self.head, to: Array("{\"commit\":12,\"events\":3}  ".utf8)).last == 0x20)
  }

  @Test(arguments: [
    "{\"commit\":12,\"events\":3,\"size\":54}",
    "{\"commit\":12,\"events\":3,\"size\":54,\"root\":\"\(root)\"}",
    "{\"commit\":12,\"events\":3,\"root\":\"\(root)\",\"size\":54,\"sig\":\"\"}",
    "{\"commit\":12,\"events\":3,\"sig\":\"\"}",
    "{\"commit\":12,\"events\":3\(tail),\"more\":1}",
    "{\"commit\":12,\"events\":3\(tail)\(tail)}",
    "{\"size\":54,\"root\":\"\(root)\",\"sig\":\"\",\"commit\":12,\"events\":3}",
    "{\"commit\":12,\"events\":3\(tail.replacing("54", with: "054"))}",
    "{\"commit\":12,\"events\":3\(tail.replacing("54", with: "0"))}",
    "{\"commit\":12,\"events\":3\(tail.replacing("54", with: "5.4"))}",
    "{\"commit\":12,\"events\":3\(tail.replacing("54", with: " 54"))}",
    "{\"commit\":12,\"events\":3\(tail.replacing("54", with: "9999999999999999999"))}",
    "{\"commit\":12,\"events\":3\(tail.replacing("\"root\"", with: "\"\\u0072oot\""))}",
    "{\"commit\":12,\"events\":3\(tail.replacing("000000000001", with: "00000000000A"))}",
    "{\"commit\":12,\"events\":3\(tail.replacing("==\"", with: "=\""))}",
    "{\"commit\":12,\"events\":3\(tail.replacing("w==\"", with: "x==\""))}",
    "{\"commit\":12,\"events\":3\(tail.replacing(",\"size", with: ", \"size"))}",
  ])
  func aHeadHasOnePlaceAndOneForm(text: String) throws {
    let line = Array(text.utf8)
    let error = try #require(throws: LineError.self) { try CommitLine.parse(line) }
    #expect(error.reason == .headNotLast)
  }

  @Test(arguments: [
    ("{\"commit\":12}", LineError.Reason.missing(key: "events")),
    ("{\"commit\":0,\"events\":3}", .wrongType(key: "commit", expected: "a positive integer")),
    ("{\"commit\":12,\"events\":0}", .wrongType(key: "events", expected: "a positive integer")),
    ("{\"commit\":12,\"events\":3,\"key\":1}", .wrongType(key: "key", expected: "a string")),
    (
      "{\"commit\":12,\"events\":3,\"seen\":{\"x\":[]}}",
      .wrongType(key: "seen", expected: "{replica: [[size, root], …]}")
    ),
    ("{\"commit\":12,\"events\":3,\"commit\":12}", .json(.duplicateKey)),
    ("{\"events\":3}", .missing(key: "commit")),
  ])
  func aBadCommitLineIsRefusedWithItsReason(text: String, reason: LineError.Reason) throws {
    let line = Array(text.utf8)
    #expect(try #require(throws: LineError.self) { try CommitLine.parse(line) }.reason == reason)
  }

  @Test func everyTruncationAndChangedByteIsRefusedOrAnotherCommit() {
    let line = CommitLine.write(Self.commit())
    for count in 0..<line.count {
      #expect(throws: LineError.self) { try CommitLine.parse(Array(line.prefix(count))) }
    }
    for place in line.indices {
      for bit in 0..<8 {
        var changed = line
        changed[place] ^= 1 << UInt8(bit)
        guard let parsed = try? CommitLine.parse(changed) else { continue }
        #expect(parsed.commit != Self.commit(), "\(place) \(bit)")
      }
    }
  }

  @Test func base64HasOneTextForEachValue() {
    // RFC 4648, 10.
    let vectors = [
      "": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE=",
      "foobar": "Zm9vYmFy",
    ]
    for (value, text) in vectors {
      #expect(Base64.text(value.utf8) == text)
      #expect(Base64.bytes(text) == Array(value.utf8))
    }
    for text in [
      "Zg=", "Zg", "Zh==", "Zm9=", "Zg==Zg==", "=", "====", "Z===", "Zm 8=", "Zm-v", "Zm9v\n", "=m9v",
    ] {
      #expect(Base64.bytes(text) == nil, "\(text)")
    }
    let all = (0...255).map { UInt8($0) }
    #expect(Base64.bytes(Base64.text(all)) == all)
  }
}

extension String {
  func replacing(_ part: String, with other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }
}
