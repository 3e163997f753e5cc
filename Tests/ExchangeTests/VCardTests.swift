import DaybookTestSupport
import Testing

@testable import DaybookContacts

private func entries(_ bytes: [UInt8]) throws -> [VCardEntry] {
  var reader = VCardReader(bytes)
  var entries: [VCardEntry] = []
  while let entry = try reader.next() { entries.append(entry) }
  return entries
}

private func card(_ text: String) throws -> VCard { try card(text.bytes) }

private func card(_ bytes: [UInt8]) throws -> VCard {
  let all = try entries(bytes)
  #expect(all.count == 1)
  guard case .card(let card)? = all.first else {
    Issue.record("no card: \(all)")
    return VCard(line: 0)
  }
  return card
}

private func body(_ lines: String, version: String = "3.0") -> String {
  "BEGIN:VCARD\nVERSION:\(version)\n\(lines)\nEND:VCARD\n"
}

struct VCardPropertyTests {
  /// What nobody sees neither hides in a name nor turns the words around it.
  @Test func whatIsNotSeen() throws {
    let card = try card(
      body(
        "UID:a\u{200b}b\u{1b}\nFN:Ann\u{202e} Lee\u{7}\nORG:Ac\u{200b}me;Sales\nNOTE:one\\ntwo\u{feff}\ttab\u{2028}three"
      ))
    #expect(card.uid == "ab" && card.formattedName == "Ann Lee" && card.organization == ["Acme", "Sales"])
    #expect(card.notes == ["one\ntwo\ttab\nthree"])
  }

  @Test func aCardIsReadWhole() throws {
    let card = try card(
      body("UID:1\nFN:Ann Lee\nN:Lee;Ann;;;\nORG:Acme\\, Inc.;Sales\nTEL:123\nNOTE:a\\nb\\;c\\\\d\nREV:x"))
    #expect(card.uid == "1")
    #expect(card.formattedName == "Ann Lee")
    #expect(card.name == VCard.Name(family: ["Lee"], given: ["Ann"]))
    #expect(card.organization == ["Acme, Inc.", "Sales"])
    #expect(card.phones == ["123"])
    #expect(card.notes == ["a\nb;c\\d"])
    #expect(card.revision == "x")
    #expect(card.line == 1)
  }

  @Test func emailsByPreference() throws {
    let three = try card(
      body(
        "FN:A\nEMAIL:a@x\nitem1.EMAIL;type=INTERNET;type=pref:b@x\nEMAIL;TYPE=\"work,PREF\":c@x\nEMAIL:A@X"))
    #expect(three.emails == ["b@x", "c@x", "a@x"])
    let four = try card(
      body("FN:A\nEMAIL:a@x\nEMAIL;PREF=2:b@x\nEMAIL;PREF=1:mailto:c@x", version: "4.0"))
    #expect(four.emails == ["c@x", "b@x", "a@x"])
    let old = try card(body("FN:A\nEMAIL;INTERNET:a@x\nEMAIL;PREF;INTERNET:b@x", version: "2.1"))
    #expect(old.emails == ["b@x", "a@x"])
  }

  @Test(arguments: [
    ("FN:\nN:Lee;Ann;May,Sue;Dr.;Jr.", "Dr. Ann May Sue Lee Jr."),
    ("N:;;;;\nORG:Acme;Sales\nEMAIL:a@x", "Acme, Sales"),
    ("NICKNAME:Annie\nORG:Acme", "Annie"),
    ("N:\nEMAIL:a@x\nEMAIL;TYPE=pref:b@x", "b@x"),
    ("TEL;VALUE=uri:tel:+1-418-555", "+1-418-555"),
    ("FN:First\nFN;PREF=1:Second", "Second"),
    ("fn : Ann", "Ann"),
    ("FN;X-A=\"a;b:c\":Ann", "Ann"),
    ("FN;X-A=\"never closed:Ann", "Ann"),
    ("FN;LANGUAGE=^n^'^^x:Ann", "Ann"),
  ])
  func theNameIsTheBestThatTheCardHas(lines: String, name: String) throws {
    #expect(try card(body(lines)).formattedName == name)
  }

  @Test func onlyAUID() throws {
    let card = try card(body("UID:1"))
    #expect(card.uid == "1")
    #expect(card.formattedName == nil)
  }

  @Test func escapesOfOldCards() throws {
    #expect(try card(body("FN:A\nNOTE:C:\\new\\;x", version: "2.1")).notes == ["C:\\new;x"])
    #expect(try card(body("N:Lee, Jr.;Ann", version: "2.1")).formattedName == "Ann Lee, Jr.")
  }

  @Test func groupsAndOrganizationsSayTheirKind() throws {
    #expect(try card(body("FN:A\nX-ADDRESSBOOKSERVER-KIND:Group")).kind == "group")
    #expect(try card(body("FN:A\nKIND:org", version: "4.0")).kind == "org")
  }
}

struct VCardFoldingTests {
  @Test(arguments: ["\n", "\r\n", "\r", "\r\r\n"])
  func lineEnds(end: String) throws {
    let lines = "BEGIN:VCARD\nVERSION:3.0\nFN:Ann\n  Lee\n\t-Smith\nEMAI\n L:a@x\nEND:VCARD"
    let text = lines.split(separator: "\n").joined(separator: end)
    let found = try card(text)
    #expect(found.formattedName == "Ann Lee-Smith")
    #expect(found.emails == ["a@x"])
  }

  @Test func oldFoldsKeepTheirSpace() throws {
    #expect(try card(body("FN:Ann\n Lee", version: "2.1")).formattedName == "Ann Lee")
  }

  @Test func softBreaks() throws {
    let text = body(
      "FN;ENCODING=QUOTED-PRINTABLE:=C3=91=\n=C3=91\nNOTE;QUOTED-PRINTABLE:one=0D=0A=\n two = 2=\n",
      version: "2.1")
    let card = try card(text)
    #expect(card.formattedName == "ÑÑ")
    #expect(card.notes == ["one\n two = 2"])
  }

  @Test func encodedSeparatorsAreContent() throws {
    let card = try card(body("N;ENCODING=QUOTED-PRINTABLE:Lee=3B=2C;Ann", version: "2.1"))
    #expect(card.name == VCard.Name(family: ["Lee;,"], given: ["Ann"]))
  }

  @Test func anyChunksGiveTheSameCards() throws {
    let text = "\u{feff}" + body("UID:1\nFN:Ann\r\n  Lee") + body("UID:2\nFN:Bob")
    for size in 1...9 {
      var rest = text.bytes[...]
      var reader = VCardReader {
        defer { rest = rest.dropFirst(size) }
        return Array(rest.prefix(size))
      }
      var names: [String?] = []
      while case .card(let card)? = try reader.next() { names.append(card.formattedName) }
      #expect(names == ["Ann Lee", "Bob"], "chunks of \(size)")
    }
  }

  @Test func anAgentIsNotReadIntoItsCard() throws {
    let old = """
      BEGIN:VCARD
      VERSION:2.1
      FN:Boss
      AGENT:

      BEGIN:VCARD
      FN:Agent
      EMAIL:agent@x
      END:VCARD
      EMAIL:boss@x
      END:VCARD
      """
    #expect(try card(old).formattedName == "Boss")
    #expect(try card(old).emails == ["boss@x"])
    let new = body("FN:Boss\nAGENT:BEGIN:VCARD\\nFN:Agent\\nEND:VCARD\nEMAIL:boss@x")
    #expect(try card(new).emails == ["boss@x"])
  }
}

struct VCardCharsetTests {
  @Test func utf16IsReadByItsMark() throws {
    let text = body("FN:Zoë 😀")
    for (mark, swap) in [([0xff, 0xfe] as [UInt8], false), ([0xfe, 0xff], true), ([], false)] {
      let units = text.utf16.flatMap { unit in
        let pair = [UInt8(unit & 0xff), UInt8(unit >> 8)]
        return swap ? pair.reversed() : pair
      }
      #expect(try card(mark + units).formattedName == "Zoë 😀")
    }
  }

  @Test(arguments: [
    ("CHARSET=ISO-8859-2:", [0xb1] as [UInt8], "ą"),
    ("CHARSET=windows-1251:", [0xc0, 0xed, 0xed, 0xe0], "Анна"),
    ("CHARSET=Shift_JIS:", [0x83, 0x5c, 0x83, 0x74, 0x83, 0x67], "ソフト"),
    ("CHARSET=\"EUC-KR\":", [0xb1, 0xe8], "김"),
    ("CHARSET=ISO-2022-JP:", [0x1b, 0x24, 0x42, 0x3b, 0x33, 0x1b, 0x28, 0x42], "山"),
    ("CHARSET=iso-8859-1:", [0xe9, 0x80], "é€"),
    ("CHARSET=no-such:", [0xc3, 0xa9], "é"),
    ("CHARSET=../x:", [0xe9], "é"),
    ("CHARSET=UTF-8:", [0xe9], "é"),
    ("LANGUAGE=de:", [0x4d, 0xfc, 0x6c], "Mül"),
    ("LANGUAGE=de:", [0x4d, 0xc3, 0xbc], "Mü"),
  ])
  func aDeclaredCharsetIsUsed(parameter: String, bytes: [UInt8], text: String) throws {
    let start = "BEGIN:VCARD\nVERSION:2.1\nFN;\(parameter)".bytes
    #expect(try card(start + bytes + "\nEND:VCARD".bytes).formattedName == text)
    let quoted = bytes.map { "=" + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    let encoded = "BEGIN:VCARD\nVERSION:2.1\nFN;ENCODING=QUOTED-PRINTABLE;\(parameter)\(quoted)\nEND:VCARD"
    #expect(try card(encoded).formattedName == text)
  }
}

struct VCardPhotoTests {
  private static let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]

  @Test(arguments: [
    ("2.1", "PHOTO;TYPE=JPEG;ENCODING=BASE64:\n /9j/\n 4AEC\n Aw==\n\n"),
    ("2.1", "PHOTO;JPEG;BASE64:\n/9j/4AEC\nAw==\n\n"),
    ("3.0", "PHOTO;ENCODING=b;TYPE=GIF:/9j/4\n AECAw=="),
    ("3.0", "PHOTO;BASE64:\n  /9j/4AECAw"),
    ("3.0", "PHOTO;VALUE=URI:https://x/y\nPHOTO;ENCODING=b:/9j/4AECAw=="),
    ("4.0", "PHOTO:data:image/jpeg;base64,/9j/4AECAw=="),
    ("4.0", "PHOTO:data:image/jpeg\\;base64\\,/9j/4AECAw=="),
    ("4.0", "PHOTO:data:image/jpeg,%ff%D8%ff%e0%01%02%03"),
    ("4.0", "PHOTO;PREF=2:data:image/png;base64,AAAA\nPHOTO;PREF=1:data:;base64,/9j/4AECAw=="),
  ])
  func everyFormOfAPhotoIsRead(version: String, lines: String) throws {
    let card = try card(body("FN:A\n\(lines)\nTEL:1", version: version))
    #expect(card.photo == VCard.Photo(bytes: Self.jpeg, mediaType: "image/jpeg"))
    #expect(card.phones == ["1"])
  }

  @Test(arguments: ["PHOTO:https://example.com/a.jpg", "PHOTO;ENCODING=b:", "PHOTO;ENCODING=b:§§", "PHOTO:"])
  func aPhotoWithoutBytesIsNone(line: String) throws {
    #expect(try card(body("FN:A\n\(line)")).photo == nil)
  }
}
