import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookMail
@testable import SAM

/// Threads, labels and attachments of mails are kept.
@Suite struct ThreadTests {
  @Test(
    arguments: [
      ("In-Reply-To: <a@x>\nReferences: <root@x> <b@x>\n <a@x>", "a@x", "root@x"),
      ("In-Reply-To: <a@x>", "a@x", "a@x"), ("References: <root@x>\n\t<b@x>", "b@x", "root@x"),
      ("In-Reply-To: Your message of \"Mon, 1 Jan\" <a@x>", "a@x", "a@x"), ("X-A: b", nil, nil),
      ("In-Reply-To: nothing\nReferences: <", nil, nil), ("References: <open@x", nil, nil),
    ] as [(String, String?, String?)])
  func theRootOfTheReferencesIsTheThread(_ fields: String, _ answered: String?, _ thread: String?) throws {
    let message = try #require(read("From: a@x.example\n" + fields))
    #expect(message.inReplyTo == answered && message.threadID == thread)
  }

  @Test(
    arguments: [
      (
        "X-Gmail-Labels: Inbox,Important,\"Family, friends\",Opened",
        ["Inbox", "Important", "Family, friends", "Opened"]
      ),
      ("X-Gmail-Labels: =?UTF-8?Q?Ge=C3=B6ffnet,Posteingang?=", ["Geöffnet", "Posteingang"]),
      ("X-Keywords: work $label1 NonJunk", ["work", "$label1"]),
      (
        "X-Mozilla-Keys: later      \nX-Mozilla-Status: 0007", ["later", "\\Seen", "\\Answered", "\\Flagged"]
      ),
      ("Keywords: one, two words", ["one", "two words"]),
      ("Status: RO\nX-Status: AF", ["\\Seen", "\\Answered", "\\Flagged"]),
      ("Status: O", []), ("X-Mozilla-Status: zz", []), ("X-Gmail-Labels: a,a, ,a", ["a"]),
    ] as [(String, [String])])
  func labelsOfGmailAreRead(_ fields: String, _ labels: [String]) throws {
    #expect(try #require(read("From: a@x.example\n" + fields)).labels == labels)
  }

  @Test(
    arguments: [
      ("/m/cur/1700.1.host:2,FRS", ["\\Flagged", "\\Answered", "\\Seen"]), ("1700;2,S", ["\\Seen"]),
      ("1700:2,", []),
      ("new/1700.1.host", []), ("2,S", []), ("a 2,S", []),
      ("1700:2,PDTab", ["$Forwarded", "\\Draft", "\\Deleted"]),
    ] as [(String, [String])])
  func flagsOfMaildirs(_ name: String, _ flags: [String]) { #expect(MaildirName.flags(name) == flags) }

  /// A message that was read since changes its labels, and nothing else.
  @Test func aFlagIsSetLater() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    let folder = try TemporaryFolder()
    for (name, changed) in [("1700.1.host:2,", 0), ("1700.1.host:2,S", 1), ("1700.1.host:2,S", 0)] {
      try? FileManager.default.removeItem(atPath: folder.path + "/cur")
      try FileManager.default.createDirectory(atPath: folder.path + "/cur", withIntermediateDirectories: true)
      try Data(Self.letter("1@x", "").utf8).write(to: URL(filePath: folder.path + "/cur/" + name))
      let receipt = try await ledger.importAll(MailImporter([folder.path], .eml, source: "mail"))
      #expect(receipt.plan.summary.changed == changed, "\(name)")
    }
    #expect(try await ledger.fetch(EvidenceItem.self).map(\.labels) == [["\\Seen"]])
  }

  private static func letter(_ id: String, _ more: String, _ body: String = "Hello\n") -> String {
    "Message-ID: <\(id)>\nDate: Thu, 1 Jan 2026 10:00:00 +0100\nFrom: bob@x.example\nSubject: \(id)\n\(more)\n\(body)\n"
  }

  /// A picture, a text, and a file without a name, which is large enough to be kept beside the log.
  private static let large = (0..<60_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }

  private static var mail: String {
    letter(
      "files@x", "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n",
      """
      --b

      See the files.
      --b
      Content-Type: image/png; name="a.png"
      Content-Disposition: attachment; filename="../a.png"
      Content-Transfer-Encoding: base64

      AAECAwT/
      --b
      Content-Type: text/plain; charset=iso-8859-1
      Content-Disposition: attachment; filename="note.txt"
      Content-Transfer-Encoding: quoted-printable

      caf=E9
      --b
      Content-Type: application/octet-stream
      Content-Transfer-Encoding: base64

      \(Data(large).base64EncodedString(options: .lineLength76Characters))
      --b--
      """)
  }

  private func importing(
    _ text: String, into ledger: Ledger, keepsAttachments: Bool = true
  ) async throws -> SyncReceipt {
    let folder = try TemporaryFolder()
    try Data(text.utf8).write(to: URL(filePath: folder.path + "/1.eml"))
    return try await ledger.importAll(
      MailImporter([folder.path + "/1.eml"], .eml, source: "mail", keepsAttachments: keepsAttachments))
  }

  @Test func attachmentsAreKept() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    // Their names alone, then their content: the same mail, now with its files.
    _ = try await importing(Self.mail, into: ledger, keepsAttachments: false)
    #expect(try await ledger.count(SAM.Attachment.self) == 0)
    _ = try await importing(Self.mail, into: ledger)
    let files = try await ledger.fetch(SAM.Attachment.self, sort: [SortKey("position")])
    #expect(files.map(\.fileName) == ["a.png", "note.txt", nil])
    #expect(files.map(\.mediaType) == ["image/png", "text/plain", "application/octet-stream"])
    #expect(
      files.map(\.content) == [
        Data([0, 1, 2, 3, 4, 255]), Data("caf\u{e9}".unicodeScalars.map { UInt8($0.value) }),
        Data(Self.large),
      ])
    #expect(files.map(\.size) == [6, 4, Self.large.count])
    #expect(try await importing(Self.mail, into: ledger).events == 0)
    // They go with their mail, and stay away.
    let mail = try #require(try await ledger.fetch(EvidenceItem.self).first)
    #expect(mail.attachments.count == 3)
    try await ledger.commit { batch in batch.delete(mail.id) }
    #expect(try await ledger.count(SAM.Attachment.self) == 0)
    #expect(try await importing(Self.mail, into: ledger).events == 0)
  }

  /// Files of a mail that was deleted before its files were kept do not come without it.
  @Test func deletedMailHasNoAttachments() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    _ = try await importing(Self.mail, into: ledger, keepsAttachments: false)
    let mail = try #require(try await ledger.fetch(EvidenceItem.self).first)
    try await ledger.commit { batch in batch.delete(mail.id) }
    #expect(try await importing(Self.mail, into: ledger).events == 0)
    #expect(try await ledger.count(SAM.Attachment.self) == 0)
  }

  @Test func uuencodedFilesAreKept() throws {
    // `uuencode` of the bytes 0 to 99, whose last line is a short one.
    let lines = stride(from: 0, to: 100, by: 45).map { start in
      Self.uuencoded((start..<min(100, start + 45)).map { UInt8($0) })
    }
    let body = "Hello\nbegin 644 bytes.bin\n" + lines.joined(separator: "\n") + "\n`\nend\nBye\n"
    let message = try #require(read("From: a@x.example", body))
    #expect(
      message.attachments == [
        .init(name: "bytes.bin", mediaType: "application/octet-stream", content: Array(0..<100))
      ])
    #expect(message.text == "Hello\nBye")
  }

  private static func uuencoded(_ bytes: [UInt8]) -> String {
    func sign(_ value: UInt8) -> Character {
      Character(Unicode.Scalar(value & 63 == 0 ? 0x60 : (value & 63) + 0x20))
    }
    var line = String(sign(UInt8(bytes.count)))
    for place in stride(from: 0, to: bytes.count, by: 3) {
      let three = (0..<3).map { place + $0 < bytes.count ? bytes[place + $0] : 0 }
      line.append(sign(three[0] >> 2))
      line.append(sign(three[0] << 4 | three[1] >> 4))
      line.append(sign(three[1] << 2 | three[2] >> 6))
      line.append(sign(three[2]))
    }
    return line
  }

  @Test func aThreadIsOnItsPages() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    for (id, fields) in [
      ("root@x", ""), ("2@x", "In-Reply-To: <root@x>\nReferences: <root@x>\n"),
      ("3@x", "In-Reply-To: <2@x>\nReferences: <root@x> <2@x>\n"), ("other@x", ""),
    ] {
      _ = try await importing(Self.letter(id, fields + "X-Gmail-Labels: Inbox\n"), into: ledger)
    }
    let mails = try await ledger.fetch(EvidenceItem.self, sort: [SortKey("title")])
    let answer = try #require(mails.first { $0.title == "2@x" })
    let page = try #require(try await ledger.sam.evidencePage(answer.id))
    #expect(Set(page.thread.map(\.title)) == ["root@x", "3@x"])
    #expect(page.labels == ["Inbox"] && page.threadID == "root@x")
    let other = try #require(mails.first { $0.title == "other@x" })
    let alone = try #require(try await ledger.sam.evidencePage(other.id))
    #expect(alone.thread.isEmpty)
  }
}
