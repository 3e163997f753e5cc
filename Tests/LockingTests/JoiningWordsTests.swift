import DaybookAge
import DaybookLog
import DaybookModel
import Testing

@testable import DaybookLocking

@Suite struct JoiningWordsTests {
  @Test func theListIsWhatItSays() {
    let words = WordList.words
    #expect(words.count == 2048 && Set(words).count == 2048)
    #expect(words == words.sorted())
    for word in words {
      #expect(
        (3...8).contains(word.utf8.count) && word.utf8.allSatisfy { (0x61...0x7a).contains($0) }, "\(word)")
    }
    #expect(Set(words.map { $0.prefix(4) }).count == 2048, "four letters tell a word")
    for (word, next) in zip(words, words.dropFirst()) { #expect(!next.hasPrefix(word)) }
  }

  /// The list is part of the format.
  @Test func theListStays() {
    let hash = Hash256.of(Array(WordList.words.joined(separator: "\n").utf8).span)
    #expect("\(hash)" == "fec2695723c9df884c6f3e0af14d836a83b9720604e040ef7d65c5273ecde48d")
  }

  /// As Python's `hashlib` has them.
  @Test func goldenWords() {
    func words(_ hash: [UInt8]) -> String { JoiningWords.words(of: hash).joined(separator: " ") }
    #expect(
      words([UInt8](repeating: 0, count: 16))
        == "abbey abbey abbey abbey abbey abbey abbey abbey abbey abbey abbey absorb")
    #expect(
      words([UInt8](repeating: 255, count: 16))
        == "zucchini zucchini zucchini zucchini zucchini zucchini zucchini zucchini zucchini zucchini zucchini zenith"
    )
    #expect(
      words(Array(0..<16)) == "abbey arctic matrix arctic gadget aim charm chimney aurora hold face cereal")
    let password = Array(
      "daybook-words1\n\(Samples.ledger)\n\(String(repeating: "0", count: 64))\nkey\n".utf8)
    #expect(
      "\(JoiningWords(password: password, iterations: 1000))"
        == "tulip scoop otter bouquet stay kettle shovel spider hockey fuel step much")
    #expect(
      "\(JoiningWords(password: password, iterations: JoiningWords.iterations))"
        == "harbor hatch salmon compass practice master local recall funnel cage sleep critic")
  }

  @Test func everythingThatIsComparedChangesThem() throws {
    let (ann, ben) = (try Samples.device(1).keys, try Samples.device(2).keys)
    let mixed = try #require(PublicKeys(key: ben.key, recipient: ann.recipient))
    let lock = Samples.hash(1)
    let password = JoiningWords.password(ledger: Samples.ledger, lock: lock, member: ann, device: ben)
    #expect(
      String(decoding: password, as: UTF8.self) == """
        daybook-words1
        \(Samples.ledger)
        \(lock)
        \(Base64.text(ann.key))
        \(ann.recipient)
        \(Base64.text(ben.key))
        \(ben.recipient)

        """)
    let others = [
      JoiningWords.password(ledger: Samples.ledger, lock: lock, member: ben, device: ann),
      JoiningWords.password(ledger: Samples.otherLedger, lock: lock, member: ann, device: ben),
      JoiningWords.password(ledger: Samples.ledger, lock: Samples.hash(2), member: ann, device: ben),
      JoiningWords.password(ledger: Samples.ledger, lock: lock, member: ann, device: mixed),
      JoiningWords.password(ledger: Samples.ledger, lock: lock, member: mixed, device: ben),
    ]
    let words = ([password] + others).map { JoiningWords(password: $0, iterations: 1) }
    #expect(Set(words).count == words.count)
  }
}
