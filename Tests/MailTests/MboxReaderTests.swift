import Testing

@testable import DaybookMail

private let line = "From ann@example.org Thu Jan  1 10:00:00 2026"

/// A message of an mbox, with a body of its own.
private func mail(_ subject: String, _ body: String, header: String = "") -> String {
  "\(line)\nSubject: \(subject)\n\(header)\n\(body)\n"
}

struct MboxReaderTests {
  @Test(arguments: [1, 2, 3, 7, 64, 1000, Int.max])
  func whateverTheChunks(_ chunkBytes: Int) throws {
    let text =
      mail("one", "Hello\n") + mail("two", "From here on\n\nFrom now on\nhttp://x\n") + mail("three", "")
    let found = try messages(text.bytes, chunkBytes: chunkBytes)
    #expect(found.skipped == [])
    #expect(
      found.messages.map(\.bytes.text) == [
        "Subject: one\n\nHello\n", "Subject: two\n\nFrom here on\n\nFrom now on\nhttp://x\n",
        "Subject: three\n\n",
      ])
    #expect(found.messages.map(\.line) == [1, 6, 14])
    #expect(found.messages.map(\.offset) == [0, 67, 163])
    #expect(found.messages.allSatisfy { $0.fromLine.text == line && !$0.isCut })
  }

  @Test func carriageReturns() throws {
    let text = (mail("one", "Hello\n") + mail("two", ">From me\n")).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .joined(separator: "\r\n")
    let found = try messages(text.bytes)
    #expect(
      found.messages.map(\.bytes.text) == [
        "Subject: one\r\n\r\nHello\r\n", "Subject: two\r\n\r\nFrom me\r\n",
      ])
    #expect(found.messages.first?.fromLine.text == line)
  }

  @Test(arguments: [
    // Nobody puts a blank line before the next.
    "\(line)\nA: 1\n\nx\n\(line)\nA: 2\n\ny\n",
    // Thunderbird's.
    "From - Thu Jan 01 10:00:00 2026\nX-Mozilla-Status: 0001\n\nx\n\nFrom \nA: 2\n\ny\n",
    // Without a header.
    "\(line)\n\nx\n\n\(line)\n\ny\n",
    // Gmail's.
    "From 1852@xxx Thu Jan 01 10:00:00 +0000 2026\nX-GM-THRID: 1\n\nx\n\nFrom 1853@xxx Thu Jan 01 10:00:00 +0000 2026\nA: 1\n\ny",
  ])
  func aFromLineOfEverySort(_ text: String) throws {
    let found = try messages(text.bytes)
    #expect(found.messages.count == 2)
    #expect(found.messages.last?.bytes.text.contains("y") == true)
  }

  /// No blank line before the next message, or one that holds a space; without a date, or with one in another form.
  @Test(
    arguments: ["From -", "From - ", "From bob@example.org", "From bob@example.org 2026-01-02 10:00:00"],
    ["x\n\n", "x\n \n", "x\n\t \n", "x\n"])
  func whateverStandsBetween(_ next: String, _ end: String) throws {
    let text = "\(line)\nSubject: one\n\n\(end)\(next)\nReceived: by a\n\tfor b\nFrom: b\nSubject: two\n\ny\n"
    let count = next.hasSuffix("00") && end == "x\n" ? 1 : 2
    for form in [
      text, text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"),
    ] {
      for chunkBytes in [1, 7, 1000] {
        let found = try messages(form.bytes, chunkBytes: chunkBytes).messages
        #expect(found.count == count)
        if count == 2 {
          #expect(found[0].bytes.text.filter { $0 != "\r\n" && $0 != "\n" } == "Subject: onex")
          #expect(found[1].bytes.text.hasPrefix("Received: by a"))
        }
      }
    }
  }

  @Test(arguments: [
    "From what I hear,\n\nFrom bob\n\nFrom: bob@example.org\n", "From ann@example.org\ntext\n",
    "x\nFrom \nSubject: y\n", "x\nFrom bob@example.org\nNote: y\nand: z\n",
    "x\nFrom bob@example.org\nSubject: y\n", "From Monday, Jan 5 2026, 10:30 on we meet\nthere\n",
  ])
  func aBodyThatLooksLikeOne(_ body: String) throws {
    #expect(try messages(mail("one", body).bytes).messages.map(\.bytes.text) == ["Subject: one\n\n" + body])
  }

  @Test func foreignBytes() throws {
    #expect(try messages([]).messages == [])
    #expect(try messages("\n\n\r\n".bytes).skipped == [])
    let letter = try messages("Subject: x\n\nHello".bytes)
    #expect(letter.messages == [])
    #expect(letter.skipped.count == 1)
    #expect(letter.skipped.first?.contains("import eml") == true)
    let late = try messages(("greetings\n\n" + mail("one", "x\n")).bytes)
    #expect(late.messages.count == 1)
    #expect(late.skipped.count == 1)
    #expect(try messages(("\u{feff}" + mail("one", "x\n")).bytes).messages.count == 1)
  }

  @Test func aCutFile() throws {
    let text = mail("one", "Hello\n") + mail("two", "Hello again\n")
    for length in 0...text.utf8.count {
      let found = try messages(Array(text.bytes.prefix(length)))
      #expect(found.messages.count <= 2)
      if length > mail("one", "Hello\n").utf8.count + line.utf8.count { #expect(found.messages.count == 2) }
    }
  }

  @Test func aMessageTooLarge() throws {
    let large = mail("large", String(repeating: "0123456789\n", count: 300_000))
    let text = mail("one", "x\n") + large + mail("two", "y\n")
    for chunkBytes in [999, 1 << 20] {
      let found = try messages(text.bytes, limitBytes: 10_000, chunkBytes: chunkBytes)
      #expect(found.messages.map(\.isCut) == [false, true, false])
      #expect(found.messages.map(\.bytes.count) == [16, 10_000, 16])
      #expect(found.messages.last?.bytes.text == "Subject: two\n\ny\n")
      #expect(found.messages.map(\.line) == [1, 6, 300_010])
    }
    // A line that never ends.
    let endless = try messages(
      (mail("one", String(repeating: "x", count: 3 << 20)) + mail("two", "y\n")).bytes, limitBytes: 10_000)
    #expect(endless.messages.map(\.isCut) == [true, false])
  }
}

struct FromQuotingTests {
  /// Body lines as they stand in the file, and as they were.
  @Test(
    arguments: [
      (">From here\n", "From here\n", MboxDialect?.none),
      ("Hi,\n>From here\nyes\n", "Hi,\nFrom here\nyes\n", nil),
      // Somebody answered: the mark was there before.
      ("> so\n>From now on\n> we do\n", "> so\n>From now on\n> we do\n", nil),
      // mboxrd: one deeper than what is around it.
      (
        "> so\n>>From now on\n> we do\n>From here\n>From there\n",
        "> so\n>From now on\n> we do\nFrom here\nFrom there\n", nil
      ),
      (">>From here\n", ">>From here\n", .mboxo), (">From here\n", "From here\n", .mboxo),
      (">>From here\n", ">From here\n", .mboxrd), (">>>From here\n", ">>From here\n", .mboxrd),
      (">From here\n", ">From here\n", .mboxcl2), (">From here\n", "From here\n", .mboxcl),
      (">Fromage\n> From\n>from \n", ">Fromage\n> From\n>from \n", .mboxrd),
    ] as [(String, String, MboxDialect?)])
  func quotedFromLinesAreAsTheyWere(_ test: (quoted: String, plain: String, dialect: MboxDialect?)) throws {
    for end in ["\n", "\r\n"] {
      func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: end)
      }
      let found = try messages(lines(mail("one", test.quoted)).bytes, dialect: test.dialect)
      #expect(found.messages.map(\.bytes.text) == [lines("Subject: one\n\n" + test.plain)])
    }
  }

  @Test func aContentLengthDelimitsTheMessage() throws {
    func measured(_ subject: String, _ body: String) -> String {
      mail(subject, body, header: "Content-Length: \(body.utf8.count)\n")
    }
    // mboxcl2: whatever stands in the body, also a whole message.
    let inner = mail("inner", ">From x\nFrom y\n")
    let verbatim = try messages((measured("one", "\n" + inner + "\n\n") + measured("two", ">From z\n")).bytes)
    #expect(verbatim.messages.count == 2)
    #expect(verbatim.messages.first?.bytes.text.hasSuffix("\n\n\n" + inner + "\n\n") == true)
    #expect(verbatim.messages.last?.bytes.text.hasSuffix("\n\n>From z\n") == true)
    // mboxcl: nothing in it looks like a From_ line.
    let quoted = try messages((measured("one", ">From x\n") + measured("two", "z\n")).bytes)
    #expect(quoted.messages.map { $0.bytes.text.suffix(8) } == ["\nFrom x\n", "h: 2\n\nz\n"])
  }

  @Test(arguments: ["0", "1", "5", "7", "9", "99999", "-3", "x", "99999999999999999999", "  6  "])
  func wrongLengths(_ length: String) throws {
    let text = mail("one", "Hello\n", header: "Content-Length: \(length)\n") + mail("two", "x\n")
    let found = try messages(text.bytes)
    // One that leads close to the next From_ line costs a line feed at most.
    #expect(found.messages.count == 2)
    #expect(found.messages.first?.bytes.text.split(separator: "\n").last == "Hello")
    #expect(found.messages.last?.bytes.text == "Subject: two\n\nx\n")
  }
}
