import Daybook
import Testing

@testable import DaybookMail
@testable import SAM

struct SubjectTests {
  @Test(arguments: [
    ("Hello", "Hello"), ("=?utf-8?Q?Gr=C3=BC=C3=9Fe?=", "Grüße"), ("=?iso-8859-1?B?R3L832U=?=", "Grüße"),
    ("=?ISO-2022-JP?B?GyRCJTMlcyVLJUElTxsoQg==?=", "コンニチハ"),
    // One character in two words, as careless programs split them.
    ("=?utf-8?B?4p8=?= =?utf-8?B?tg==?=", "⟶"),
    ("=?x-no-such?Q?=41?= =?utf-8?Q??= =?utf-8?Z?a?= =?utf-8?Q?a", "A =?utf-8?Z?a?= =?utf-8?Q?a"),
    ("=?utf-8*en?Q?a?=b", "ab"), ("a =?utf-8?B?w6Q?= b", "a ä b"),
    ("Re: =?utf-8?Q?a_b?=\n  =?utf-8?Q?c?=", "Re: a bc"), ("a\tb\u{7}c\u{202e}d", "a bcd"),
  ])
  func anEncodedSubjectIsDecoded(_ test: (written: String, subject: String)) {
    #expect(read("Subject: " + test.written)?.subject == test.subject)
  }

  @Test func rawBytes() {
    let latin = MessageReader().read("Subject: Gr".bytes + [0xfc, 0xdf] + "e\n\nx".bytes)
    #expect(latin?.message.subject == "Grüße")
    #expect(read("Subject: Grüße 🎉")?.subject == "Grüße 🎉")
  }

  @Test func aSubjectMayBeMissingAndIsBounded() {
    #expect(read("From: ann@example.org")?.subject == nil)
    #expect(read("Subject:   ")?.subject == nil)
    let long = read("Subject: " + String(repeating: "x", count: 5000))?.subject
    #expect(long?.count == 1000)
  }
}

struct IdentifierTests {
  @Test(arguments: [
    ("<a@b>", "a@b"), ("  <a@b> (comment)", "a@b"), ("a@b", "a@b"), ("<a\n b@c>", "ab@c"), ("<a@b", "a@b"),
    ("<\u{202e}a@b>", "a@b"),
  ])
  func messageID(_ test: (written: String, identifier: String)) {
    let message = read("Message-ID: " + test.written)
    #expect(message?.identifier == test.identifier)
    #expect(message?.sourceUID == "mail:" + test.identifier)
  }

  /// Without one: the same wherever it lies, and no other's.
  @Test func aMessageWithoutAnIdHasItsDigest() throws {
    let plain = "Subject: x\nTo: ann@example.org\n\nHello\n\nagain\n"
    let digest = try #require(MessageReader().read(plain.bytes)?.message.identifier)
    #expect(digest.hasPrefix("sha256:") && digest.count == 71)
    for same in [
      plain.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"),
      plain + "\n\n",
      "Status: RO\nX-Mozilla-Status: 0001\n folded\n" + plain,
      plain.replacing("To:", with: "X-Keywords: a,\n\tb\nContent-Length: 12\nTo:"),
    ] {
      #expect(MessageReader().read(same.bytes)?.message.identifier == digest)
    }
    for other in [
      plain + "x", plain.replacing("\n\nagain", with: "\nagain"), plain.replacing("To", with: "Cc"),
    ] {
      #expect(MessageReader().read(other.bytes)?.message.identifier != digest)
    }
    #expect(read("Message-ID: <>\nSubject: x")?.identifier.hasPrefix("sha256:") == true)
    let long = read("Message-ID: <" + String(repeating: "x", count: 2000) + ">")
    #expect(long?.identifier.hasPrefix("sha256:") == true)
  }
}

struct DateTests {
  private static let received = "Received: from a by b; Thu, 1 Jan 2026 12:00:00 +0000\n"
  private static let fromLine = "From ann Thu Jan  1 13:00:00 2026"

  @Test(arguments: [
    ("Date: Thu, 1 Jan 2026 10:00:00 +0100", "2026-01-01T09:00:00.000Z"),
    ("Date: 1 Jan 26 10:00 EST", "2026-01-01T15:00:00.000Z"),
    (received + "Date: Thu, 1 Jan 2026 10:00:00 +0100", "2026-01-01T09:00:00.000Z"),
    // Missing, unparsable, of another age, later than it arrived.
    (received + "Subject: x", "2026-01-01T12:00:00.000Z"),
    (received + "Date: soon", "2026-01-01T12:00:00.000Z"),
    (received + "Date: Thu, 1 Jan 1970 00:00:00 +0000", "2026-01-01T12:00:00.000Z"),
    (received + "Date: Thu, 1 Jan 9999 00:00:00 +0000", "2026-01-01T12:00:00.000Z"),
    (received + "Date: Thu, 1 Jan 2032 00:00:00 +0000", "2026-01-01T12:00:00.000Z"),
    ("Date: Thu, 01 Jan 0000 00:00:00 +0000", "2026-01-01T13:00:00.000Z"),
    ("Date: Thu, 01 Jan 0026 00:00:00 +0000", "2026-01-01T13:00:00.000Z"),
    ("Date: 01 Jan 0069 00:00:00 +0000", "2026-01-01T13:00:00.000Z"),
    ("Date: \nSubject: x", "2026-01-01T13:00:00.000Z"), ("Received: nonsense", "2026-01-01T13:00:00.000Z"),
  ])
  func inOrder(_ test: (header: String, date: String)) {
    #expect(read(test.header, fromLine: Self.fromLine)?.date?.description == test.date)
  }

  @Test func aMessageWithoutADateIsNamed() {
    let found = MessageReader().read("Subject: x\nDate: Thu, 45 Foo 2026\n\n".bytes)
    #expect(found?.message.date == nil)
    #expect(found?.remarks == ["it does not say when it was sent"])
  }
}

struct ParticipantTests {
  private func hints(_ header: String) -> [String] {
    (read(header)?.participants ?? []).map { hint in
      "\(hint.role ?? "?") \(hint.name ?? "-") <\(hint.email ?? "-")>"
    }
  }

  @Test func everyParticipantHasARole() {
    #expect(
      hints(
        """
        Reply-To: office@example.org
        Cc: c@example.org
        To: "Lee, Ann" <ann@example.org>, Bob
         <bob@example.org>
        From: =?utf-8?Q?J=C3=BCrgen?= <j@example.org>
        Bcc: d@example.org
        To: e@example.org
        """) == [
          "From Jürgen <j@example.org>", "To Lee, Ann <ann@example.org>", "To Bob <bob@example.org>",
          "To - <e@example.org>", "Cc - <c@example.org>", "Bcc - <d@example.org>",
          "Reply-To - <office@example.org>",
        ])
  }

  @Test(
    arguments: [
      ("To: undisclosed-recipients:;", []), ("To: ", []), ("Subject: x", []),
      (
        "To: Team: ann@example.org, Bob <bob@example.org>;, c@example.org",
        ["To - <ann@example.org>", "To Bob <bob@example.org>", "To - <c@example.org>"]
      ),
      // What names only itself names nobody, and what is said twice is said once.
      ("To: \"Ann@Example.org\" <ann@example.org>, ann@example.org", ["To - <ann@example.org>"]),
      ("To: postmaster", ["To postmaster <->"]), ("To: ann@bücher.example", ["To - <ann@bücher.example>"]),
      ("From: nobody at all, really <<", ["From nobody at all, really << <->"]),
    ] as [(String, [String])])
  func addressesAreReadInEveryForm(_ test: (header: String, hints: [String])) {
    #expect(hints(test.header) == test.hints)
  }

  @Test func tooMany() {
    let all = (0..<3000).map { "a\($0)@example.org" }.joined(separator: ",\n ")
    let found = MessageReader().read("To: \(all)\nFrom: x@example.org\n\n".bytes)
    #expect(found?.message.participants.count == MailMessage.participantsMax)
    #expect(found?.message.participants.first?.email == "x@example.org")
    #expect(found?.remarks.contains { $0.contains("participants") } == true)
  }
}
