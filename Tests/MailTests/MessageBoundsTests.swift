import DaybookTestSupport
import Testing

@testable import DaybookMail
@testable import SAM

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Messages that would cost far more than their bytes.
struct MessageBoundsTests {
  private static let header = "Message-ID: <1@example.org>\nFrom: Ann <ann@example.org>\n"

  private func read(_ text: String) throws -> ReadMessage {
    try #require(MessageReader().read((Self.header + text).bytes))
  }

  /// Each group is within the one before it, and GMime follows them by recursion.
  @Test(arguments: ["To", "CC", "bcc ", "Reply-To", "Sender"])
  func groupsWithinGroups(_ name: String) throws {
    let groups = "\(name): " + String(repeating: "g:", count: 50_000)
    #expect(try read("\(groups)\nSubject: Hi\n\nText\n").message.subject == "Hi")
    #expect(
      try read("\(name):\n" + String(repeating: " g:\n", count: 50_000) + "\nText\n").message.text == "Text")
    let inner = "Content-Type: message/rfc822\n\n\(groups)\nSubject: Hi\n\nText\n"
    #expect(try read(inner).message.text?.hasSuffix("Text") == true)
    let encoded = Data("\(groups)\nSubject: Hi\n\nText\n".utf8).base64EncodedString()
    #expect(
      try read("Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n\(encoded)\n").message
        .text?
        .hasSuffix("Text") == true)
  }

  /// GMime seeks the end of each that has no domain to the end of the field.
  @Test func addressesWithoutDomains() throws {
    let message = try read("To: " + (0..<100_000).map { "a\($0)," }.joined() + "\n\nText\n")
    #expect(message.message.participants.count == 250 && message.message.text == "Text")
    #expect(message.remarks.contains("only the first 250 participants were read"))
  }

  @Test func moreParts() throws {
    let parts = String(repeating: "--x\n\n", count: 100_000)
    let message = try read("Content-Type: multipart/mixed; boundary=x\n\n--x\n\nText\n\(parts)--x--\n")
    #expect(message.message.text == "Text" && message.remarks.contains("only the first 2000 parts were read"))
  }

  @Test func moreFields() throws {
    let message = try read("Subject: Hi\n" + String(repeating: "a:\n", count: 100_000) + "\nText\n")
    #expect(message.message.subject == "Hi" && message.message.text == "Text")
  }

  /// What looks like fields and boundaries in a text is its own.
  @Test func textsStayWhatTheyAre() throws {
    let lines = (0..<2000).map { "12:\($0) a, b; <c>\n-- \($0)\nTo: a:b, c" }.joined(separator: "\n")
    #expect(try read("\n\(lines)\n").message.text == lines)
  }
}
