import DaybookTestSupport
import Testing

@testable import DaybookContacts

// Files that are damaged, hostile, or from other programs.

private func entries(_ bytes: [UInt8]) throws -> [VCardEntry] {
  var reader = VCardReader(bytes)
  var entries: [VCardEntry] = []
  while let entry = try reader.next() { entries.append(entry) }
  return entries
}

private func body(_ lines: String) -> String { "BEGIN:VCARD\nVERSION:3.0\n\(lines)\nEND:VCARD\n" }

struct VCardSkippingTests {
  @Test(arguments: [
    (
      "BEGIN:VCARD\nFN:A\nBEGIN:VCARD\nFN:B\nEND:VCARD", 1,
      "no END:VCARD before the next BEGIN:VCARD in line 3"
    ),
    ("BEGIN:VCARD\nFN:B\nEND:VCARD\n\nBEGIN:VCARD\nFN:A", 5, "no END:VCARD before the end of the file"),
    ("FN:A\nEND:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD", 1, "END:VCARD without BEGIN:VCARD"),
    ("hello\nEND:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD", 2, "END:VCARD without BEGIN:VCARD"),
    ("hello\nFN:A\nBEGIN:VCARD\nFN:B\nEND:VCARD", 2, "no BEGIN:VCARD before these properties"),
    ("BEGIN:VCARD\nFN:B\nEND:VCARD\nEMAIL:x", 4, "no BEGIN:VCARD before these properties"),
    (
      "BEGIN:VCARD\nEND:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD", 1,
      "the card has no name and no identifier"
    ),
    (
      "BEGIN:VCARD\nÿ§\nEND:VCARDBEGIN:VCARD\nFN:B\nEND:VCARD", 1,
      "the card has no name and no identifier"
    ),
  ])
  func oneIsSkippedTheOtherRead(text: String, line: Int, reason: String) throws {
    let all = try entries(text.bytes)
    #expect(all.count == 2)
    #expect(all.contains(.skipped(line: line, reason: reason)))
    #expect(all.contains { if case .card(let card) = $0 { card.formattedName == "B" } else { false } })
  }

  @Test func noVCardAtAll() throws {
    #expect(
      try entries([UInt8](repeating: 0, count: 3000)) == [
        .skipped(line: 1, reason: "no BEGIN:VCARD: this is not a vCard file")
      ])
    #expect(
      try entries("\n%PDF-1.7\n".bytes) == [
        .skipped(line: 2, reason: "no BEGIN:VCARD: this is not a vCard file")
      ])
    #expect(try entries([]) == [])
    #expect(try entries("\r\n \n".bytes) == [])
  }

  @Test func linesOutsideCardsAreNobody() throws {
    let all = try entries(("From: me\n\n" + body("FN:A") + "-- \nregards").bytes)
    guard case .card(let card)? = all.first, all.count == 1 else {
      Issue.record("no card: \(all)")
      return
    }
    #expect(card.formattedName == "A")
  }

  @Test func hostileSizes() throws {
    let semicolons = String(repeating: ";", count: 3 << 20)
    let all = try entries(
      (body("FN:A\nN:\(semicolons)") + body("FN:B\nX\(semicolons):") + body("FN:C\nX-Y:\(semicolons)")).bytes)
    #expect(all.first == .skipped(line: 1, reason: "N is longer than 1 MiB"))
    #expect(all.count == 3)
  }

  /// A value of 17 MiB costs its own card alone, and not its memory.
  @Test func hugeValues() throws {
    let piece = [UInt8](repeating: 0x41, count: 1 << 20)
    var chunks = ["BEGIN:VCARD\nFN:".bytes] + Array(repeating: piece, count: 17)
    chunks.append("\nEND:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD\n".bytes)
    var next = 0
    var reader = VCardReader {
      defer { next += 1 }
      return next < chunks.count ? chunks[next] : []
    }
    #expect(try reader.next() == .skipped(line: 1, reason: "a value is longer than 16 MiB"))
    guard case .card(let card)? = try reader.next() else {
      Issue.record("the second card was not read")
      return
    }
    #expect(card.formattedName == "B")
  }
}

struct VCardFileTests {
  @Test(.realData("vcf", "COUNTS.json")) func realFiles() throws {
    for (path, count) in try RealData.counts(under: "vcf", key: "cards") {
      let expected = path.hasSuffix("John_Doe_IPHONE.vcf") ? 1 : count
      let all = try entries(RealData.bytes(path))
      #expect(all.count == expected, "\(path)")
      for entry in all {
        guard case .card(let card) = entry else {
          Issue.record("\(path): \(entry)")
          continue
        }
        #expect(card.formattedName != nil, "\(path)")
      }
    }
  }

  @Test(.realData("vcf")) func realDetails() throws {
    func first(_ name: String) throws -> VCard? {
      guard case .card(let card)? = try entries(RealData.bytes("vcf/ez-vcard/io/text/\(name)")).first else {
        return nil
      }
      return card
    }
    let outlook = try first("outlook-2007.vcf")
    #expect(outlook?.notes.first?.contains("vCard type.\nBut I'm not sure") == true)
    #expect(outlook?.photo?.mediaType == "image/jpeg")
    #expect(try first("John_Doe_MAC_ADDRESS_BOOK.vcf")?.photo?.mediaType == "image/jpeg")
    #expect(try first("John_Doe_IPHONE.vcf")?.photo?.mediaType == "image/jpeg")
    #expect(try first("John_Doe_LOTUS_NOTES.vcf")?.uid == "0e7602cc-443e-4b82-b4b1-90f62f99a199")
    #expect(try first("rfc2426-example.vcf")?.emails.first == "Frank_Dawson@Lotus.com")
    #expect(try first("rfc6350-example.vcf")?.phones.count == 2)
  }

  @Test(.seeded) func damageNeverCrashes() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let inputs =
      try RealData.counts(under: "vcf", key: "cards").map { try RealData.bytes($0.path) }.filter {
        $0.count < 9000
      }
      + [
        body(
          "N;ENCODING=QUOTED-PRINTABLE:=C3=91=\n=91;x\nPHOTO;BASE64:\n /9j/\nAGENT:\nBEGIN:VCARD\nEND:VCARD"
        ).bytes
      ]
    for _ in 0..<60 {
      for input in inputs {
        for entry in try entries(damaged(input, using: &random)) {
          if case .skipped(let line, let reason) = entry { #expect(line > 0 && !reason.isEmpty) }
        }
      }
    }
  }
}
