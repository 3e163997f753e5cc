import Daybook
import DaybookTestSupport
import Testing

@testable import DaybookMail
@testable import SAM

/// Messages that nobody here wrote, as their own projects test with them.
struct RealMailTests {
  /// How many Python's mailbox counts.
  private static let mailboxes = [
    "complex.mbox": 3, "headers.mbox": 1, "multiline.mbox": 1, "multiline2.mbox": 1, "quoted.mbox": 1,
    "simple.mbox": 2, "single_mail.mbox": 1, "testMBOX_complex.mbox": 1, "testMBOX_lengthy_x-headers.mbox": 1,
  ]

  @Test(.realData("mbox")) func everyMailbox() throws {
    let files = try RealMail.files("mbox")
    for file in files {
      let found = try messages(try RealMail.bytes(file))
      #expect(
        found.messages.count == Self.mailboxes[file.split(separator: "/").last.map(String.init) ?? ""],
        "\(file)")
      #expect(found.skipped == [])
      let reader = MessageReader()
      for message in found.messages {
        let read = try #require(reader.read(message.bytes, fromLine: message.fromLine), "\(file)")
        // Each of them is dated, if only by its From_ line.
        #expect(read.message.date != nil, "\(file)")
        #expect(
          read.message.text?.isEmpty == false || file.contains("headers") || file.contains("multiline"),
          "\(file)")
      }
    }
    #expect(files.count == Self.mailboxes.count)
  }

  /// Files that are no message, by Python's email too: not a field stands in them.
  private static let none = [
    "enmime/mail/erroneous.raw", "testmsgs/malformedHeader-noheader.msg",
    "testmsgs/malformedHeaderStartsBody-noheader.msg",
  ]

  @Test(.realData("eml")) func everyMessage() throws {
    var counts = (files: 0, unread: 0, identified: 0, dated: 0)
    let reader = MessageReader()
    for file in try RealMail.files("eml") {
      counts.files += 1
      let message = SingleMessageFile.read(try RealMail.bytes(file))
      guard let read = reader.read(message.bytes, fromLine: message.fromLine) else {
        counts.unread += 1
        #expect(Self.none.contains { file.hasSuffix($0) }, "\(file)")
        continue
      }
      if !read.message.identifier.hasPrefix("sha256:") { counts.identified += 1 }
      if read.message.date != nil { counts.dated += 1 }
      #expect(read == reader.read(message.bytes, fromLine: message.fromLine), "\(file)")
    }
    #expect(counts.files == 225)
    // Python's email finds 132 and 161: it takes neither "Message-Id :" for one, nor a time from a From_ line.
    #expect(counts.unread == 3 && counts.identified == 134 && counts.dated == 163)
  }

  @Test(.seeded) func damageNeverCrashes() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let reader = MessageReader()
    let inputs =
      try (RealMail.files("eml") + RealMail.files("mbox")).map { try RealMail.bytes($0) }.filter {
        $0.count < 12_000
      }
      + ["Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nHello\n--b--\n".bytes]
    for _ in 0..<5 {
      for input in inputs {
        let bytes = damaged(input, using: &random)
        for message in try messages(bytes).messages {
          _ = reader.read(message.bytes, fromLine: message.fromLine)
        }
        if let read = reader.read(bytes) {
          let texts =
            [read.message.subject, read.message.text].compactMap { $0 }
            + read.message.participants.flatMap { [$0.name, $0.email].compactMap { $0 } }
          for text in texts {
            #expect(
              text.unicodeScalars.allSatisfy {
                $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control
              })
          }
        }
      }
    }
  }

  /// A message that was cut has no more attachments than the whole, and reads the same again.
  @Test(.realData("eml")) func everyTruncationReads() throws {
    let reader = MessageReader()
    var count = 0
    for file in try RealMail.files("eml")
    where file.hasSuffix("mime-mixed.raw") || file.hasSuffix("multi-nested.msg") {
      let bytes = try RealMail.bytes(file)
      for length in stride(from: 0, to: bytes.count, by: 7) {
        let cut = Array(bytes.prefix(length))
        #expect(reader.read(cut) == reader.read(cut), "\(file) of \(length) bytes")
        count += 1
      }
    }
    #expect(count > 0)
  }
}

/// A file of one message, without the From_ line that some begin with.
private enum SingleMessageFile {
  static func read(_ bytes: [UInt8]) -> (bytes: [UInt8], fromLine: [UInt8]?) {
    guard bytes.starts(with: "From ".bytes), let end = bytes.firstIndex(of: 0x0a) else { return (bytes, nil) }
    return (Array(bytes[(end + 1)...]), Array(bytes[..<end]))
  }
}
