import Daybook
import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookContacts
@testable import DaybookText
@testable import SAM

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Cards as they came: kept beside the person, and given back with what was changed here.
@Suite struct StoredCardTests {
  /// A card with the properties of many makers, which nothing here has a place for.
  private static let card = """
    BEGIN:VCARD
    VERSION:3.0
    PRODID:-//Maker//Address Book 5//EN
    N:Lee;Ann;;Dr.;
    FN:Dr. Ann Lee
    ORG:Acme Inc.;Sales
    item1.EMAIL;type=INTERNET;type=WORK;type=pref:ann@acme.example
    EMAIL;type=INTERNET;type=HOME:ann@lee.example
    TEL;type=CELL;type=pref:+49 221 1234
    item2.ADR;type=HOME:;;12 Main Street\\nApt 4;Springfield;IL;62701;USA
    item2.X-ABADR:us
    NOTE:likes tea\\, not coffee
    BDAY;value=date:1980-05-12
    X-SOCIALPROFILE;type=somewhere;x-user=ann:https://social.example/ann
    CATEGORIES:friends,tennis
    REV:2026-01-01T00:00:00Z
    UID:ann-1
    END:VCARD

    """

  private static func sync(_ text: String, into ledger: Ledger, from name: String = "a.vcf") async throws
    -> SyncSummary
  {
    try await ledger.sync { state, store in
      var sync = ContactSync()
      var reader = VCardReader(text.bytes)
      while let entry = try reader.next() {
        guard case .card(let card) = entry else { continue }
        sync.add(
          ContactCard(card), file: name, source: SyncSource(.contacts, name: name), in: state)
        for blob in sync.takeBlobs() { try store(blob) }
      }
      return sync.finish(in: state)
    }.plan.summary
  }

  /// Unfolded.
  private static func export(_ ledger: Ledger) async throws -> String {
    var export = PeopleExport(ledger)
    try await export.add([Query(Person.kind)])
    return unfolded(export.bytes)
  }

  @Test(.seeded) func whatNobodyChangedGoesOutAsItCame() async throws {
    let ledger = try Ledger.seeded(systems: [.sam])
    #expect(try await Self.sync(Self.card, into: ledger).created == 1)
    #expect(try await Self.export(ledger) == Self.card)
    let person = try #require(try await ledger.fetch(Person.self).first)
    #expect(person.postalAddresses == ["12 Main Street, Apt 4, Springfield, IL, 62701, USA"])
    #expect(person.birthday == "1980-05-12" && person.addressBookNote == "likes tea, not coffee")
    #expect(person.sourceCard == Self.card.trimmed)
  }

  @Test(.seeded) func theChangedPropertiesAloneChange() async throws {
    let ledger = try Ledger.seeded(systems: [.sam])
    _ = try await Self.sync(Self.card, into: ledger)
    var person = try #require(try await ledger.fetch(Person.self).first)
    (person.displayNameCache, person.birthday, person.jobTitle) = ("Ann Lee-Meyer", "1980-05-13", "CEO")
    person.phoneNumbers = ["+1 555", "+49 221 1234"]
    person.emailAddresses = ["ann@acme.example"]
    person.addressBookNote = nil
    person.postalAddresses += ["1 New Road, Oslo"]
    let changed = person
    try await ledger.commit(by: "david") { try $0.upsert(changed) }
    let before = Set(Self.card.split(separator: "\n").map(String.init))
    let after = Set(try await Self.export(ledger).split(separator: "\n").map(String.init))
    #expect(
      before.subtracting(after) == [
        "N:Lee;Ann;;Dr.;", "FN:Dr. Ann Lee", "BDAY;value=date:1980-05-12",
        "TEL;type=CELL;type=pref:+49 221 1234",
        "EMAIL;type=INTERNET;type=HOME:ann@lee.example", "NOTE:likes tea\\, not coffee",
        "REV:2026-01-01T00:00:00Z",
      ])
    var new = after.subtracting(before)
    new = new.filter { !$0.hasPrefix("REV:2") }
    #expect(
      new == [
        "N:Lee-Meyer;Ann;;;", "FN:Ann Lee-Meyer", "BDAY;value=date:1980-05-13", "TITLE:CEO",
        "TEL;type=CELL:+49 221 1234", "TEL;TYPE=pref:+1 555", "ADR:;;1 New Road\\, Oslo;;;;",
      ])
  }

  /// Some address books write the time of the export into every card.
  @Test(.seeded) func aNewTimeOfChangeAloneIsNoChange() async throws {
    let ledger = try Ledger.seeded(systems: [.sam])
    _ = try await Self.sync(Self.card, into: ledger)
    let later = Self.card.replacing("2026-01-01T", with: "2026-02-02T").replacing("Book 5", with: "Book 6")
    #expect(try await Self.sync(later, into: ledger).unchanged == 1)
    let other = later.replacing("friends,tennis", with: "friends")
    #expect(try await Self.sync(other, into: ledger).changed == 1)
    #expect(try await Self.export(ledger) == other)
  }

  /// vCard 2.1 goes out as 3.0, since few programs of today read it.
  @Test(.seeded) func whatCameInTheFirstVersionGoesOutInTheNext() async throws {
    let ledger = try Ledger.seeded(systems: [.sam])
    let old = """
      BEGIN:VCARD
      VERSION:2.1
      UID:jm
      N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg
      FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B6rg M=C3=BCller
      TEL;CELL;PREF:0221 555
      ADR;HOME;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:;;Am Hof 1=0D=0AHinterhaus;K=C3=B6ln;;50667;
      X-LUID:0001
      NOTE;ENCODING=QUOTED-PRINTABLE:one=0D=0Atwo; three, four
      AGENT:
      BEGIN:VCARD
      VERSION:2.1
      FN:Somebody Else
      END:VCARD
      END:VCARD

      """
    #expect(try await Self.sync(old, into: ledger).created == 1)
    #expect(
      try await Self.export(ledger) == """
        BEGIN:VCARD
        VERSION:3.0
        UID:jm
        N:Müller;Jörg
        FN:Jörg Müller
        TEL;TYPE=CELL;TYPE=PREF:0221 555
        ADR;TYPE=HOME:;;Am Hof 1\\nHinterhaus;Köln;;50667;
        X-LUID:0001
        NOTE:one\\ntwo\\; three\\, four
        AGENT:BEGIN:VCARD\\nVERSION:2.1\\nFN:Somebody Else\\nEND:VCARD
        END:VCARD

        """)
  }

  @Test(.seeded, arguments: [40, 40_000]) func thePhotoStandsInItsPlaceAgain(size: Int) async throws {
    let ledger = try Ledger.seeded(systems: [.sam])
    let photo = Data([0xff, 0xd8, 0xff] + (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    for (version, line) in [
      ("3.0", "PHOTO;ENCODING=b;TYPE=JPEG:"), ("4.0", "item1.PHOTO:data:image/jpeg;base64,"),
    ] {
      let card =
        "BEGIN:VCARD\nVERSION:\(version)\nUID:\(version)\nN:Lee;Ann;;;\nFN:Ann Lee\n\(line)"
        + photo.base64EncodedString() + "\nX-LAST:1\nEND:VCARD\n"
      _ = try await Self.sync(card, into: ledger, from: version)
      #expect(try await Self.export(ledger).contains(card))
    }
    for person in try await ledger.fetch(Person.self) {
      #expect(person.sourceCard?.count ?? .max < 200)
      var person = person
      person.photoThumbnailCache = Data([0x89, 0x50, 0x4e, 0x47])
      let changed = person
      try await ledger.commit(by: "david") { try $0.upsert(changed) }
    }
    let changed = try await Self.export(ledger)
    #expect(changed.contains("PHOTO;ENCODING=b;TYPE=PNG:iVBORw==\n"))
    #expect(changed.contains("PHOTO:data:image/png;base64,iVBORw==\n") && !changed.contains("/9j"))
  }

  /// Longer than an event should be.
  @Test(.seeded) func aLongCardIsKeptBesideTheLog() async throws {
    let ledger = try Ledger.seeded(systems: [.sam])
    let long = Self.card.replacing(
      "CATEGORIES", with: "X-LONG:\(String(repeating: "ab", count: 90_000))\nCATEGORIES")
    _ = try await Self.sync(long, into: ledger)
    #expect(try await ledger.fetch(Person.self).first?.sourceCard == nil)
    #expect(try await Self.export(ledger) == long)
    #expect(try await Self.sync(long, into: ledger).unchanged == 1)
  }

  // MARK: Random cards

  private static func random(_ random: inout SeededRandom, uid: Int) -> String {
    let version = ["3.0", "4.0"].randomElement(using: &random)!
    func text() -> String {
      let pieces = [
        "Ann", " ", "Jürgen", "田中", "👩‍👩‍👧‍👦", "\\,", "\\;", "\\n", "\\\\", "x", ":", "e\u{301}", "=", "-",
      ]
      let count = Int.random(in: 1...30, using: &random)
      return "a" + (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined() + "z"
    }
    func pick(_ words: String...) -> String { words.randomElement(using: &random)! }
    var lines = ["FN:\(text())", "N:\(text());\(text());;;", "UID:\(uid)"]
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      lines.append(
        "\(pick("", "item1.", "A."))EMAIL;TYPE=\(pick("home", "work", "\"x,y\"")):\(uid).\(lines.count)@example.org"
      )
    }
    for _ in 0..<Int.random(in: 0...14, using: &random) {
      lines.append(
        pick(
          "TEL;TYPE=\(pick("cell", "home")):+49 \(lines.count)", "ORG:\(text());\(text())", "TITLE:\(text())",
          "NOTE;LANGUAGE=de:\(text())", "ADR;TYPE=work:;;\(text());\(text());;5;X", "BDAY:19800512",
          "X-\(pick("ONE", "TWO"))-\(lines.count);X-P=\"a;b:c\":\(text())",
          "URL:https://example.org/\(lines.count)",
          "CATEGORIES:\(text()),\(text())", "IMPP;X-SERVICE-TYPE=a:b:\(text())", "GEO:1.5;2.5",
          "item\(lines.count).X-ABLABEL:_$!<Home>!$_", "REV:20260101T000000Z", "NICKNAME:\(text())",
          "ANNIVERSARY:2001-02-03", "RELATED;TYPE=friend:urn:uuid:\(lines.count)"))
    }
    return (["BEGIN:VCARD", "VERSION:\(version)"] + lines.shuffled(using: &random) + ["END:VCARD", ""])
      .joined(separator: "\n")
  }

  @Test(.seeded) func aSecondImportOfWhatWentOutChangesNothing() async throws { _ = try await outAndIn() }

  /// Random cards and those of other programs, as they were imported and as they went out.
  private func outAndIn() async throws -> (texts: [String], exported: String) {
    var random = SeededRandom(seed: TestSeed.current)
    let ledger = try Ledger.seeded(systems: [.sam])
    var texts = (0..<60).map { Self.random(&random, uid: $0) }
    #expect(try await Self.sync(texts.joined(), into: ledger).created == 60)
    // Real cards have their own ids.
    for (path, _) in try RealData.counts(under: "vcf", key: "cards") {
      let text = String(decoding: try RealData.bytes(path), as: UTF8.self)
      guard text.contains("VERSION:3.0") || text.contains("VERSION:4.0") else { continue }
      if try await Self.sync(text, into: ledger, from: path).created > 0 { texts.append(text) }
    }
    let exported = try await Self.export(ledger)
    #expect(try await Self.sync(exported, into: ledger).changed == 0)
    let fresh = try Ledger.seeded(systems: [.sam])
    _ = try await Self.sync(exported, into: fresh)
    #expect(try await Self.export(fresh) == exported)
    return (texts, exported)
  }

  /// Out, and in by another reader: every property with its parameters and its value, in its order.
  @Test(.seeded, .python("vobject")) func anotherReaderFindsTheSame() async throws {
    let (texts, exported) = try await outAndIn()
    let folder = try TemporaryFolder()
    try Data(texts.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: folder.path + "/in"))
    try Data(exported.utf8).write(to: URL(fileURLWithPath: folder.path + "/out"))
    try await folder.run(Python.path, "-c", Self.script)
    let said = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: folder.path + "/found")), as: UTF8.self)
    print(said.trimmed)
    #expect(said.hasPrefix("0 of "), "\(said)")
  }

  /// Cards by their UID, else by their name; without the UID, which those that had none get.
  private static let script = """
    import vobject
    def cards(name):
        found = {}
        # vobject refuses a card that says what it is.
        text = ''.join(l for l in open(name, encoding='utf-8', newline='') if not l.startswith('PROFILE'))
        for card in vobject.readComponents(text, ignoreUnreadable=True, allowQP=True):
            lines = [(line.group, line.name, sorted((k, sorted(v)) for k, v in line.params.items()), line.value)
                     for line in card.lines() if line.name != 'UID']
            key = card.fn.value + str(sorted(str(l) for l in lines if l[1] == 'EMAIL'))
            found[key] = lines
        return found
    before, after = cards('in'), cards('out')
    found = open('found', 'w', encoding='utf-8')
    differ = [key for key in before if before[key] != after.get(key)]
    print(len(differ), 'of', len(before), 'cards differ', file=found)
    for key in differ[:3]:
        a, b = before[key], after.get(key, [])
        print(key, [l for l in a if l not in b], [l for l in b if l not in a], file=found)
    """
}
