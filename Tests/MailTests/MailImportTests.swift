import Daybook
import DaybookTestSupport
import Testing

@testable import DaybookMail
@testable import SAM

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Files in a folder of their own, removed with it.
private final class Mailboxes {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "daybook-mail-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ text: String, _ name: String) throws -> String {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }
}

private func letter(
  _ id: String, subject: String = "Hello", text: String = "Hi Ann", to: String = "ann@example.org"
)
  -> String
{
  """
  Message-ID: <\(id)@example.org>
  Date: Thu, 1 Jan 2026 10:00:00 +0100
  From: Bob Hall <bob@example.org>
  To: \(to)
  Subject: \(subject)

  \(text)

  """
}

private func mbox(_ letters: String...) -> String {
  letters.map { "From bob@example.org Thu Jan  1 10:00:00 2026\n\($0)\n" }.joined()
}

private func counts(_ receipt: SyncReceipt) -> [Int] {
  let summary = receipt.plan.summary
  return [summary.read, summary.skipped, summary.created, summary.changed, summary.unchanged, receipt.events]
}

private func run(
  _ files: [String], _ form: MailImporter.Form = .mbox(nil), source: String? = nil, into ledger: Ledger
) async throws -> SyncReceipt {
  try await ledger.importAll(MailImporter(files, form, source: source))
}

struct MailImportTests {
  private let mailboxes: Mailboxes
  private let ledger: Ledger

  init() throws {
    mailboxes = try Mailboxes()
    ledger = try Ledger.inMemory(systems: [.sam])
  }

  /// What was read of a damaged file before the damage showed is no message; those before it are in, and the next file is.
  @Test func aDamagedFileOfAnArchive() async throws {
    let folder = try TemporaryFolder()
    let long = mbox(letter("1"), letter("2", text: String(repeating: "long\n", count: 200_000)))
    for (name, text) in [("a.mbox", long), ("b.mbox", mbox(letter("3")))] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
    }
    let script = """
      import zipfile
      with zipfile.ZipFile("x.zip", "w") as archive:
          for name in ["a.mbox", "b.mbox"]:
              archive.write(name)
      data = bytearray(open("x.zip", "rb").read())
      data[data.rindex(b"long")] ^= 1
      open("x.zip", "wb").write(data)
      """
    try await folder.run("python3", "-c", script)
    let receipt = try await run([folder.path + "/x.zip"], into: ledger)
    #expect(counts(receipt).prefix(3) == [2, 1, 2])
    #expect(receipt.plan.skipped.map(\.file) == [folder.path + "/x.zip/a.mbox"])
    #expect(receipt.plan.skipped.first?.reason.hasPrefix("it is damaged: ") == true)
  }

  @Test func aMailboxBecomesEvidence() async throws {
    let ann = Person { ($0.displayNameCache, $0.emailAddresses) = ("Ann Lee", ["Ann@Example.org"]) }
    _ = try await ledger.commit(by: "david") { try $0.upsert(ann) }
    let file = try mailboxes.write(mbox(letter("1"), letter("2", subject: "Offer")), "Inbox.mbox")
    let receipt = try await run([file], into: ledger)
    // Two items with a link each, and the source.
    #expect(counts(receipt) == [2, 0, 2, 0, 0, 5])
    let item = try #require(
      try await ledger.fetch(EvidenceItem.self).first { $0.sourceUID == "mail:2@example.org" })
    #expect(
      item.source == .mail && item.title == "Offer" && item.snippet == "Hi Ann" && item.bodyText == "Hi Ann")
    #expect(item.occurredAt == Date(timeIntervalSince1970: 1_767_258_000))
    #expect(item.importedFrom?.rawValue == "mail:Inbox.mbox")
    #expect(item.linkedPeople == [ann.id])
    #expect(item.participantHints.map(\.role) == ["From", "To"])
    #expect(item.proposedLinks.map(\.displayName) == ["Bob Hall"])
    #expect(item.state == .needsReview)
    // The same again writes nothing, from another mailbox or as a file of its own too.
    #expect(counts(try await run([file], into: ledger)) == [2, 0, 0, 0, 2, 0])
    let copy = try mailboxes.write(mbox(letter("1", text: "Hi Ann\n-- \nsent by a list")), "list.mbox")
    #expect(counts(try await run([copy], into: ledger)) == [1, 0, 0, 0, 1, 0])
    let single = try mailboxes.write(letter("2"), "work/2.eml")
    #expect(counts(try await run([single], .eml, into: ledger)) == [1, 0, 0, 0, 1, 0])
  }

  @Test func whatChangedAndWhatIsDeleted() async throws {
    let before = try mailboxes.write(mbox(letter("1"), letter("2")), "inbox")
    _ = try await run([before], into: ledger)
    let items = try await ledger.fetch(EvidenceItem.self)
    let deleted = try #require(items.first { $0.sourceUID == "mail:2@example.org" })
    _ = try await ledger.commit(by: "david") { $0.delete(deleted.id) }
    let after = try mailboxes.write(
      mbox(letter("1", text: "longer"), letter("2", text: "longer"), letter("3")), "inbox")
    // Two fields of the first, the third, and the source.
    #expect(counts(try await run([after], into: ledger)) == [3, 0, 1, 1, 1, 3])
    #expect(
      try await ledger.fetch(EvidenceItem.self).compactMap(\.bodyText).sorted() == ["Hi Ann", "longer"])
  }

  @Test func aMessageTwice() async throws {
    let file = try mailboxes.write(mbox(letter("1"), letter("1", text: "a copy"), letter("1")), "inbox")
    let receipt = try await run([file], into: ledger)
    #expect(counts(receipt) == [3, 0, 1, 0, 2, 2])
    #expect(receipt.plan.notices.map(\.reason).filter { $0.contains(":1, which counts") }.count == 2)
    #expect(counts(try await run([file], into: ledger)) == [3, 0, 0, 0, 3, 0])
    #expect(try await ledger.fetch(EvidenceItem.self).map(\.bodyText) == ["Hi Ann"])
  }

  @Test func foldersOfMessages() async throws {
    let maildir = mailboxes.folder.appendingPathComponent("mail").path
    _ = try mailboxes.write(letter("1"), "mail/cur/1767258000.M1P2.host:2,S")
    _ = try mailboxes.write(
      "\(letter("2").utf8.count)\n\(letter("2"))<?xml version=\"1.0\"?><plist/>", "mail/2.emlx")
    _ = try mailboxes.write("From bob Thu Jan  1 10:00:00 2026\n\(letter("3"))", "mail/3.eml")
    _ = try mailboxes.write("not mail", "mail/notes.txt")
    let receipt = try await run([maildir], .eml, into: ledger)
    #expect(counts(receipt) == [3, 0, 3, 0, 0, 4])
    #expect(receipt.plan.notices.map(\.reason) == ["it has no mail header: it is not a message"])
    let items = try await ledger.fetch(EvidenceItem.self)
    #expect(Set(items.map { $0.importedFrom?.rawValue }) == ["mail:mail"])
    #expect(items.allSatisfy { $0.bodyText == "Hi Ann" })
    // What is named itself, and is none, is skipped.
    let note = mailboxes.folder.appendingPathComponent("mail/notes.txt").path
    #expect(counts(try await run([note], .eml, into: ledger)) == [0, 1, 0, 0, 0, 0])
    #expect(counts(try await run([note], into: ledger)) == [0, 1, 0, 0, 0, 0])
  }

  /// A mailbox that was given the name of a message.
  @Test func anMboxNamedAsOneMessage() async throws {
    let file = try mailboxes.write(mbox(letter("1"), letter("2")), "offers/both.eml")
    let receipt = try await run([file], .eml, into: ledger)
    #expect(counts(receipt) == [2, 0, 2, 0, 0, 3])
    #expect(receipt.plan.sources == ["mail:offers"])
  }

  /// Whatever lies in a folder beside mail makes no source.
  @Test func sourcesAreWhatHoldsMail() async throws {
    _ = try mailboxes.write(mbox(letter("1")), "profile/Inbox")
    _ = try mailboxes.write("// <!-- <mdb:mork:z v=\"1.4\"/> -->\n", "profile/Inbox.msf")
    let receipt = try await run([mailboxes.folder.path + "/profile"], into: ledger)
    #expect(counts(receipt).prefix(3) == [1, 0, 1])
    #expect(receipt.plan.sources == ["mail:Inbox"])
  }

  /// More than an event holds: the first copy cannot be written, and the second makes nothing of it.
  @Test func aMessageTwiceThatIsRefused() async throws {
    let name = String(repeating: "a\u{301}\u{302}\u{303}\u{304}\u{306}\u{307}\u{308}", count: 190)
    let people = (0..<250).map { "\"\(name)\" <p\($0)@example.org>" }.joined(separator: "\nTo: ")
    let fat = letter("1", text: String(repeating: "long ", count: 50_000), to: people)
    let file = try mailboxes.write(mbox(fat, fat), "inbox")
    for _ in 0..<2 {
      let receipt = try await run([file], into: ledger)
      #expect(receipt.plan.summary.skipped == 1 && receipt.events == 0)
      #expect(try await ledger.fetch(EvidenceItem.self).isEmpty)
    }
  }

  @Test func asEachFileBegins() async throws {
    let box = try mailboxes.write(mbox(letter("1"), letter("2")), "Sent")
    let single = try mailboxes.write(letter("3"), "offers/3.eml")
    let receipt = try await run([box, single], .any, into: ledger)
    #expect(counts(receipt).prefix(3) == [3, 0, 3])
    #expect(receipt.plan.sources == ["mail:Sent", "mail:offers"])
    #expect(counts(try await run([box, single], .any, source: "work", into: ledger)) == [3, 0, 0, 0, 3, 0])
  }

  @Test func attachmentsAndLongTexts() async throws {
    let parts =
      "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n" + String(repeating: "ä line\n", count: 60_000)
      + "--b\nContent-Type: application/pdf; name=a.pdf\n\nx\n--b--\n"
    let text = letter("1").replacing("Subject: Hello\n\nHi Ann\n", with: parts)
    let file = try mailboxes.write(mbox(text), "inbox")
    let receipt = try await run([file], into: ledger)
    #expect(counts(receipt).prefix(3) == [1, 0, 1])
    #expect(receipt.plan.notices.map(\.reason) == ["its text was cut at 256 KiB"])
    let body = try #require(try await ledger.fetch(EvidenceItem.self).first?.bodyText)
    #expect(body.hasSuffix("\n[…]\n\n[attachment: a.pdf, application/pdf]"))
    #expect((262_100...262_300).contains(body.utf8.count))
  }

  /// Every real message: read and skipped are all there are, and a second run writes nothing.
  @Test(.realData("mbox", "eml")) func realMailboxes() async throws {
    let boxes = try await run([RealData.path("mbox")], into: ledger)
    #expect(counts(boxes).prefix(2) == [12, 0] && boxes.plan.summary.addsUp())
    #expect(counts(try await run([RealData.path("mbox")], into: ledger)).last == 0)
    let files = try RealMail.files("eml")
    let first = try await run(files, .eml, into: ledger)
    #expect(first.plan.summary.read == 222 && first.plan.summary.skipped == 3 && first.plan.summary.addsUp())
    let second = try await run(files, .eml, into: ledger)
    #expect(counts(second).dropFirst(2) == [0, 0, 222, 0])
  }
}
