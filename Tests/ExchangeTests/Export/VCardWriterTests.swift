import Daybook
import DaybookTestSupport
import Testing

@testable import DaybookContacts
@testable import SAM

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Texts with everything that a card must escape, fold or leave out.
private func text(_ random: inout SeededRandom) -> String {
  let pieces = [
    "Ann", "Lee", "Jürgen", "田中", "👩‍👩‍👧‍👦", "🇨🇿", "e\u{301}", ",", ";", "\\", "\\n", ":", "\"", "^", "\n", "=", " ",
    "\t",
    "BEGIN:VCARD", "x", "+49 221", "'",
  ]
  let count = Int.random(in: 1...40, using: &random)
  let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  // A reader takes white space at the ends away.
  return "a" + text + "z"
}

private func readBack(_ bytes: [UInt8]) throws -> [VCard] {
  var reader = VCardReader(bytes)
  var cards: [VCard] = []
  while let entry = try reader.next() {
    guard case .card(var card) = entry else {
      Issue.record("\(entry)")
      continue
    }
    (card.line, card.kept) = (0, nil)
    cards.append(card)
  }
  return cards
}

struct VCardWriterTests {
  @Test(.seeded) func everyCardComesBack() throws {
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<300 {
      var card = VCard(line: 0)
      (card.version, card.uid, card.formattedName) = ("4.0", text(&random), text(&random))
      if Bool.random(using: &random) {
        card.name = .init(family: [text(&random), text(&random)], given: [text(&random)], suffixes: ["Jr."])
      }
      if Bool.random(using: &random) { card.nickname = text(&random) }
      if Bool.random(using: &random) { card.organization = [text(&random), text(&random)] }
      if Bool.random(using: &random) { card.title = text(&random) }
      card.emails = (0..<Int.random(in: 0...3, using: &random)).map { "a\($0)@example.org" }
      card.phones = (0..<Int.random(in: 0...3, using: &random)).map { "+49 \($0)" }
      card.notes = (0..<Int.random(in: 0...2, using: &random)).map { _ in text(&random) }
      if Bool.random(using: &random) {
        let size = Int.random(in: 0...200, using: &random)
        card.photo = .init(
          bytes: [0xff, 0xd8, 0xff] + (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) },
          mediaType: "image/jpeg")
      }
      var writer = VCardWriter()
      let bytes = writer.write(card)
      #expect(try readBack(bytes) == [card])
      for line in bytes.split(separator: 0x0a, omittingEmptySubsequences: false).dropLast() {
        #expect(line.count <= 76 && line.last == 0x0d)
        #expect(String(validating: line, as: UTF8.self) != nil, "folded within a code point")
        #expect(!line.contains { $0 < 0x20 && $0 != 0x0d && $0 != 0x09 })
      }
    }
  }

  @Test func whatNoLineMayHold() throws {
    var card = VCard(line: 0)
    (card.uid, card.formattedName) = ("1\u{0}2", "a\u{7}b\r\nc\rd\u{7f}e\u{1b}[31m\u{2028}\u{202e}f")
    var writer = VCardWriter()
    let read = try readBack(writer.write(card)).first
    #expect(read?.uid == "12" && read?.formattedName == "ab\nc\nde[31m\nf")
  }

  /// Out of one ledger and into another: what a sync of contacts reads is equal.
  @Test(.seeded) func peopleComeBack() async throws {
    var random = SeededRandom(seed: TestSeed.current)
    let ledger = try Ledger.seeded(systems: [.sam])
    let source = SyncSource(.contacts, name: "people.vcf")
    let people = (0..<200).map { index in
      Person {
        $0.contactIdentifier =
          "contacts:" + (index % 3 == 0 ? "ann lee <\(index)@x>" : "\(index)" + text(&random))
        $0.displayNameCache = text(&random)
        $0.emailAddresses = (0..<index % 4).map { "p\(index).\($0)@example.org" }
        $0.emailCache = $0.emailAddresses.first
        // Inline, and large enough to be kept beside the log.
        if index % 5 == 0 {
          $0.photoThumbnailCache = Data(repeating: UInt8(index), count: index % 2 == 0 ? 30 : 20_000)
        }
      }
    }
    _ = try await ledger.commit(by: "david") { batch in for person in people { try batch.upsert(person) } }
    var export = PeopleExport(ledger)
    try await export.add([Query(Person.kind)])
    #expect(export.count == 200 && export.notices == [])
    let bytes = export.bytes
    let fresh = try Ledger.seeded(systems: [.sam])
    _ = try await fresh.sync { state, store in
      var sync = ContactSync()
      var reader = VCardReader(bytes)
      while let entry = try reader.next() {
        guard case .card(let card) = entry else { continue }
        sync.add(ContactCard(card), file: "people.vcf", source: source, in: state)
        for photo in sync.takeBlobs() { try store(photo) }
      }
      return sync.finish(in: state)
    }
    func read(_ ledger: Ledger) async throws -> [[String]] {
      try await ledger.fetch(Person.self).map {
        [
          $0.contactIdentifier ?? "", $0.displayNameCache ?? "", $0.emailCache ?? "", "\($0.emailAddresses)",
          "\($0.photoThumbnailCache?.hashValue ?? 0)", "\($0.isArchived)",
        ]
      }.sorted { $0[0] < $1[0] }
    }
    #expect(try await read(fresh) == read(ledger))
  }
}
