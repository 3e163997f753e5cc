import DaybookModel
import Testing

@testable import DaybookMail
@testable import SAM

private func read(_ head: String, _ body: [UInt8]) throws -> ReadMessage {
  let bytes =
    "Message-ID: <1@x>\nDate: Thu, 1 Jan 2026 10:00:00 +0000\nFrom: a@x.org\n\(head)\n\n".bytes + body
  return try #require(MessageReader().read(bytes))
}

struct CharsetTests {
  @Test(
    arguments: [
      ("ks_c_5601-1987", [0xb0, 0xa1], "가"), ("KSC_5601", [0xb0, 0xa1], "가"), ("korean", [0xb0, 0xa1], "가"),
      ("iso-8859-8-i", [0xf9, 0xec], "של"), ("logical", [0xf9, 0xec], "של"),
      ("gb_2312-80", [0xc4, 0xe3], "你"), ("x-gbk", [0xc4, 0xe3], "你"), ("chinese", [0xc4, 0xe3], "你"),
      ("hz-gb-2312", Array("a~{Dc:C~} ~~".utf8), "a你好 ~"),
      ("unicode-1-1-utf-7", Array("Hi+AOQ-".utf8), "Hiä"), ("utf-7", Array("Hi+AOQ-".utf8), "Hiä"),
      ("cp819", [0xe4, 0x80], "ä€"), ("latin2", [0xb1], "ą"), ("koi8_r", [0xc1], "а"),
      ("dos-874", [0xa1], "ก"),
      ("x-x-big5", [0xa4, 0xa4], "中"), ("ms_kanji", [0x82, 0xa0], "あ"), ("x-euc-jp", [0xa4, 0xa2], "あ"),
      ("sun_eu_greek", [0xe1], "α"), ("x-mac-ukrainian", [0x80], "А"), ("unicode11utf8", [0xc3, 0xa4], "ä"),
      ("csISO2022KR", [0x1b, 0x24, 0x29, 0x43, 0x0e, 0x30, 0x21, 0x0f], "가"),
      ("ISO_8859-9:1989", [0xfd], "ı"),
      ("ansi_x3.4-1968", [0x41], "A"), ("\"windows-1251\"", [0xe0], "а"),
    ] as [(String, [UInt8], String)])
  func otherNamesOfCharsetsAreKnown(_ test: (name: String, bytes: [UInt8], text: String)) throws {
    let found = try read("Content-Type: text/plain; charset=\(test.name)", test.bytes)
    #expect(found.message.text == test.text)
    #expect(found.remarks == [])
  }

  @Test func whatCannotBeDecodedIsSaid() throws {
    let unknown = try read("Content-Type: text/plain; charset=x-klingon", [0xe4])
    #expect(unknown.message.text == "ä")
    #expect(unknown.remarks == ["the charset 'x-klingon' could not be used: it is not known"])
    // One bad byte does not turn the rest into something else.
    let korean = [UInt8](repeating: 0xb0, count: 1) + [0xa1] + [0xff] + [0xb0, 0xa1, 0x0a]
    let mended = try read(
      "Content-Type: text/plain; charset=euc-kr",
      korean + Array(repeating: korean.prefix(2), count: 8).joined())
    #expect(mended.message.text?.hasPrefix("가\u{fffd}가") == true)
    #expect(mended.remarks.first?.contains("became \u{fffd}") == true)
    let utf8 = try read("Content-Type: text/plain; charset=utf-8", "你好你好".bytes + [0xff] + "你".bytes)
    #expect(utf8.message.text == "你好你好\u{fffd}你")
    #expect(utf8.remarks.count == 1)
    let subject = try read("Subject: =?x-klingon?Q?=E4?=", [])
    #expect(subject.message.subject == "ä")
    #expect(subject.remarks == ["the charset 'x-klingon' could not be used: it is not known"])
  }

  @Test func aTextThatSaysItIsBase64() throws {
    let head = "Content-Type: text/plain\nContent-Transfer-Encoding: base64"
    let plain = try read(head, "Dear Ann,\nhere it is.\n".bytes)
    #expect(plain.message.text == "Dear Ann,\nhere it is.")
    #expect(plain.remarks == ["a text is declared as base64, but is not; it was read without decoding"])
    for encoded in [
      "SGVsbG8gQW5u\n", "SGVsbG8g\r\nQW5u\r\n", "SGVsbG8gQW5u", "SGVsbG8gQW5u\n\n-- \nA list's own words\n",
    ] {
      let found = try read(head, encoded.bytes)
      #expect(found.message.text?.hasPrefix("Hello Ann") == true)
      #expect(found.remarks == [])
    }
  }

  @Test(arguments: [
    ("Thu, 1 Jan 2026 10:00:00 cst", "2026-01-01T16:00:00.000Z"),
    ("Thu, 1 Jan 2026 10:00:00 est", "2026-01-01T15:00:00.000Z"),
    ("Thu, 1 Jan 2026 10:00:00 EST", "2026-01-01T15:00:00.000Z"),
    ("Thu, 1 Jan 2026 10:00:00 -600", "2026-01-01T16:00:00.000Z"),
    ("Thu, 1 Jan 2026 10:00:00 +530", "2026-01-01T04:30:00.000Z"),
    ("Thu, 1 Jul 2026 10:00:00 CEST", "2026-07-01T08:00:00.000Z"),
    ("Thu, 1 Jan 2026 10:00:00 +0100 (CET)", "2026-01-01T09:00:00.000Z"),
  ])
  func zonesOfDates(text: String, utc: String) throws {
    let bytes = "Message-ID: <1@x>\nFrom: a@x.org\nDate: \(text)\n\nx".bytes
    #expect(MessageReader().read(bytes)?.message.date?.description == utc)
  }
}
