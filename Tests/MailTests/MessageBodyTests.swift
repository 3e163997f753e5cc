import Testing

@testable import DaybookMail
@testable import SAM

/// A multipart with these parts, each with its own header.
private func multipart(_ subtype: String, _ parts: [String], boundary: String = "b") -> String {
  "Content-Type: multipart/\(subtype); boundary=\"\(boundary)\"\n\n"
    + parts.map { "--\(boundary)\n\($0)\n" }.joined() + "--\(boundary)--\n"
}

private func message(_ body: String) -> ReadMessage? {
  MessageReader().read(("Subject: x\nMIME-Version: 1.0\n" + body).bytes)
}

private func names(_ read: ReadMessage?) -> [String] {
  (read?.message.attachments ?? []).filter { !$0.isInline }.map { "\($0.name ?? "-") \($0.mediaType)" }
}

struct MessageBodyTests {
  private static let plain = "Content-Type: text/plain\n\nplain\n"
  private static let page = "Content-Type: text/html; charset=utf-8\n\n<p>a <b>page</b></p><p>more</p>\n"
  private static let file =
    "Content-Type: application/pdf; name=\"a.pdf\"\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64\n\nAAAA\n"
  private static let picture = "Content-Type: image/png\nContent-ID: <1>\n\nx\n"

  @Test(
    arguments: [
      // The plain one, whatever its place; a page where there is no other.
      (multipart("alternative", [plain, page]), "plain", []),
      (multipart("alternative", [page, plain]), "plain", []),
      (multipart("alternative", [page]), "a page\n\nmore", []),
      (multipart("alternative", ["Content-Type: text/plain\n\n  \n", page]), "a page\n\nmore", []),
      (
        multipart("alternative", [plain, multipart("related", [page, picture], boundary: "c")]), "plain", []
      ),
      (
        multipart("alternative", [plain, "Content-Type: text/calendar\n\nBEGIN:VCALENDAR\n"]), "plain",
        ["- text/calendar"]
      ),
      // All of them, and what is no text by its name.
      (multipart("mixed", [plain, file, page]), "plain\n\na page\n\nmore", ["a.pdf application/pdf"]),
      (
        multipart("mixed", [multipart("alternative", [plain, page], boundary: "c"), file]), "plain",
        ["a.pdf application/pdf"]
      ),
      (multipart("related", [page, picture, file]), "a page\n\nmore", ["a.pdf application/pdf"]),
      (
        multipart(
          "mixed",
          [plain, "Content-Type: text/plain; name=log.txt\nContent-Disposition: attachment\n\nlog\n"]),
        "plain", ["log.txt text/plain"]
      ),
      (
        multipart("mixed", [plain, "Content-Type: application/ms-tnef; name=winmail.dat\n\nx\n"]), "plain",
        ["winmail.dat application/ms-tnef"]
      ),
      (
        multipart("digest", ["\nSubject: inner\n\none\n", "\nSubject: second\n\ntwo\n"]),
        "Subject: inner\n\none\n\nSubject: second\n\ntwo", []
      ),
      (
        multipart(
          "mixed", [plain, "Content-Type: message/rfc822\n\nFrom: bob@example.org\nSubject: inner\n\nHi\n"]),
        "plain\n\nFrom: bob@example.org\nSubject: inner\n\nHi", []
      ),
      // Signed and encrypted.
      (
        multipart(
          "signed; protocol=\"application/pgp-signature\"",
          [plain, "Content-Type: application/pgp-signature\n\nx\n"]),
        "plain", []
      ),
      (
        multipart(
          "encrypted; protocol=\"application/pgp-encrypted\"",
          [
            "Content-Type: application/pgp-encrypted\n\nVersion: 1\n",
            "Content-Type: application/octet-stream\n\nx\n",
          ]),
        "[encrypted (PGP), not opened]", []
      ),
      (
        "Content-Type: application/pkcs7-mime; smime-type=enveloped-data\nContent-Transfer-Encoding: base64\n\nMAAA\n",
        "[encrypted (S/MIME), not opened]", []
      ),
      // The name of a file that tries to lie elsewhere.
      (
        multipart(
          "mixed",
          [
            "Content-Type: image/png\nContent-Disposition: attachment; filename=\"../../etc/\u{7}pass\u{202e}wd\"\n\nx\n"
          ]),
        nil, ["passwd image/png"]
      ),
      // Broken: no boundary, none closed, empty.
      ("Content-Type: multipart/mixed\n\ntext\n", "text", []),
      ("Content-Type: multipart/mixed; boundary=b\n\n--b\n\ntext", "text", []), ("\n", nil, []),
      ("Content-Type: nonsense\n\ntext\n", "text", []),
      ("Content-Type: text/plain; charset=no-such\n\ntext\n", "text", []),
    ] as [(String, String?, [String])])
  func thePlainPartIsTheText(_ test: (body: String, text: String?, attachments: [String])) {
    let found = message(test.body)
    #expect(found?.message.text == test.text)
    #expect(names(found) == test.attachments)
  }

  @Test(arguments: [
    ("text/plain; charset=iso-8859-1", "quoted-printable", "Gr=FC=DFe", "Grüße"),
    ("text/plain; charset=utf-8", "base64", "R3LDvMOfZQ==", "Grüße"),
    ("text/plain", "8bit", "Grüße", "Grüße"), ("text/plain; charset=utf-7", "7bit", "Gr+APwA3w-e", "Grüße"),
    ("text/plain; charset=windows-1251", "base64", "z/Do4uXy", "Привет"),
    ("text/plain; charset=GB18030", "base64", "xOO6ww==", "你好"),
    ("text/html", "quoted-printable", "<meta charset=3D\"windows-1251\"><p>=CF=F0=E8=E2=E5=F2", "Привет"),
    (
      "text/plain; format=flowed", "7bit", "one \ntwo\n> a \n> b\n>> c\n-- \nAnn",
      "one two\n> a b\n>> c\n--\nAnn"
    ),
    ("text/plain; format=flowed; delsp=yes", "7bit", "on \ne\n From", "one\nFrom"),
    ("text/enriched", "7bit", "<bold>a</bold> <<b<nl>c<param>x</param>", "a <b\nc"),
    ("text/plain", "x-uuencode", "begin 644 a.txt\n#0V%T\n`\nend\n", "Cat"),
    ("text/plain", "7bit", "look:\nbegin 644 cat.txt\n#0V%T\n`\nend\nend of it", "look:\nend of it"),
    (
      "text/plain", "7bit", "we begin 644 things\nbegin 644 things\nand do not end them",
      "we begin 644 things\nbegin 644 things\nand do not end them"
    ),
    ("text/plain", "7bit", "a\u{0}b\u{7}\r\n\r\n\r\n\r\n\r\nc  \r\n", "ab\n\n\nc"),
  ])
  func aTransferEncodingIsDecoded(_ test: (type: String, encoding: String, body: String, text: String)) {
    let found = message(
      "Content-Type: \(test.type)\nContent-Transfer-Encoding: \(test.encoding)\n\n\(test.body)\n")
    #expect(found?.message.text == test.text)
  }

  /// S/MIME that is signed and not encrypted carries its message in DER, or in BER of open length and in pieces.
  @Test func opaqueSignature() {
    let inner = "Content-Type: text/plain\r\n\r\nsigned text\r\n".bytes
    func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
      content.count < 128
        ? [tag, UInt8(content.count)] + content
        : [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 255)] + content
    }
    let data: [UInt8] = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01]
    let signed: [UInt8] = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02]
    let head = element(0x02, [1]) + element(0x31, [])
    let der = element(
      0x30,
      signed + element(0xa0, element(0x30, head + element(0x30, data + element(0xa0, element(0x04, inner))))))
    let pieces = element(0x04, Array(inner.prefix(10))) + element(0x04, Array(inner.dropFirst(10)))
    let end: [UInt8] = [0, 0]
    let ber =
      [0x30, 0x80] + signed + [0xa0, 0x80, 0x30, 0x80] + head + [0x30, 0x80] + data
      + [0xa0, 0x80, 0x24, 0x80] + pieces + end + end + end + end + end + end
    for bytes in [der, ber] {
      let text = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      // Quoted-printable, since any encoding will do.
      let quoted = stride(from: 0, to: text.count, by: 2).map { offset in
        "=" + text.dropFirst(offset).prefix(2).uppercased() + (offset % 40 == 38 ? "=\n" : "")
      }.joined()
      let found = message(
        "Content-Type: application/pkcs7-mime; smime-type=signed-data\nContent-Transfer-Encoding: quoted-printable\n\n\(quoted)\n"
      )
      #expect(found?.message.text == "signed text")
    }
  }

  @Test func aMessageEncodedWithinOne() {
    let inner = "U3ViamVjdDogaW5uZXIKCkhpCg=="
    let found = message("Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n\(inner)\n")
    #expect(found?.message.text == "Subject: inner\n\nHi")
  }

  @Test func whatIsNoMessage() {
    #expect(MessageReader().read([]) == nil)
    #expect(MessageReader().read("just a text\nof two lines".bytes) == nil)
    #expect(MessageReader().read((0...255).map { UInt8($0) }) == nil)
    // With a From_ line it is one, whatever it says.
    #expect(
      MessageReader().read("\ntext".bytes, fromLine: "From ann Thu Jan 1 10:00:00 2026".bytes)?.message.text
        == "text")
  }
}

struct HostileMailTests {
  @Test(.timeLimit(.minutes(2)), arguments: [40, 1000, 10_000])
  func nestedDeeply(_ depth: Int) {
    let multiparts =
      (0..<depth).map { "Content-Type: multipart/mixed; boundary=\"b\($0)\"\n\n--b\($0)\n" }.joined()
      + "\ninnermost\n"
    let same =
      String(repeating: "Content-Type: multipart/mixed; boundary=b\n\n--b\n", count: depth) + "\ninnermost\n"
    let messages =
      String(repeating: "Content-Type: message/rfc822\n\n", count: depth) + "Subject: y\n\ninnermost\n"
    for body in [multiparts, same, messages] {
      let found = message(body)
      #expect(found != nil)
      if depth > 50, body != same { #expect(found?.remarks.contains { $0.contains("nested") } == true) }
    }
    if depth == 40 { #expect(message(multiparts)?.message.text == "innermost") }
  }

  @Test func manyParts() {
    let found = message(
      multipart("mixed", Array(repeating: "Content-Type: image/png; name=a\n\nx\n", count: 20_000)))
    #expect(found?.message.attachments.count == MailMessage.attachmentsMax + 1)
    #expect(found?.remarks == ["only the first 2000 parts were read", "it does not say when it was sent"])
  }

  @Test func largeTexts() {
    let line = String(repeating: "ä", count: 30) + "\n"
    let found = message(
      "Content-Type: text/plain; charset=utf-8\n\n" + String(repeating: line, count: 100_000))
    #expect(found?.message.text?.unicodeScalars.allSatisfy { $0 == "ä" || $0 == "\n" } == true)
    #expect(found?.message.isTextCut == true)
    #expect(found?.remarks.first?.contains("cut") == true)
    let header = message((0..<50_000).map { "X-\($0): y\n" }.joined() + "\nx")
    #expect(header?.message.text == "x")
    #expect(message("To: " + String(repeating: "\"", count: 100_000) + "\n\nx") != nil)
    #expect(message("To: " + String(repeating: "(", count: 100_000) + "\n\nx") != nil)
    #expect(message("Subject: " + String(repeating: "=?utf-8?Q?a?= ", count: 100_000) + "\n\nx") != nil)
    #expect(
      message("Content-Type: text/plain" + String(repeating: "; a*0=b", count: 20_000) + "\n\nx") != nil)
  }
}
