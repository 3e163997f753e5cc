import Testing

@testable import DaybookInput

/// What a file is taken for, whatever it is called.
@Suite struct FileFormatTests {
  @Test(arguments: [
    ("BEGIN:VCARD\r\nVERSION:3.0\r\n", FileFormat.vcf), ("\u{feff}begin:vcard\n", .vcf),
    ("BEGIN:VCALENDAR\n", .ics),
    ("From ann@x Mon Jan 1 00:00:00 2026\nFrom: ann@x\n\nhi\n", .mbox),
    ("Return-Path: <a@x>\nReceived: by x\nFrom: a@x\n\nhi", .eml),
    ("X-Note: 1\nFrom: a@x\nMessage-ID: <1@x>\n\nhi", .eml),
    ("24.11.26, 10:15 - Ann: hello\n", .whatsapp), ("[24/11/2026, 10:15:00] Ann: hello\n", .whatsapp),
    ("\u{200e}[2026-11-24, 10:15:00 PM] Ann: hello\n", .whatsapp),
    ("11/24/26, 10:15\u{202f}PM - Ann Lee: hello\n", .whatsapp),
    ("<?xml version=\"1.0\"?><ClinicalDocument xmlns=\"urn:hl7-org:v3\">", .ccda),
    ("<?xml version=\"1.0\"?>\n<!DOCTYPE HealthData [", .appleHealth),
    ("<Bundle xmlns=\"http://hl7.org/fhir\">", .fhir), ("{\"resourceType\":\"Bundle\"}", .fhir),
    ("{\"_kind\":\"sam.person\",\"_id\":\"1\"}\n", .jsonl),
    ("{\"room_id\":\"!a:x\",\"event_id\":\"$1\",\"sender\":\"@a:x\"}", .matrix),
    ("{\"envelope\":{\"source\":\"+1\"}}", .signal),
    ("{\"name\":\"Ann\",\"type\":\"personal_chat\",\"messages\":[{\"from_id\":\"user1\"}]}", .telegram),
    ("[{\"type\":\"message\",\"user\":\"U1\",\"ts\":\"1.2\"}]", .slack),
    ("{\"participants\":[],\"messages\":[{\"sender_name\":\"A\",\"timestamp_ms\":1}]}", .messenger),
    (
      "{\"messages\":[{\"sender_name\":\"A\",\"timestamp_ms\":1,\"photos\":[{\"uri\":\"your_instagram_activity/a.jpg\"}]}]}",
      .instagram
    ),
    (
      "{\"messages\":[{\"sender_name\":\"A\",\"timestamp_ms\":1,\"share\":{\"link\":\"https://www.instagram.com/x\"}}]}",
      .messenger
    ),
    ("{\"participants\":[\"A\"],\"threadName\":\"A_1\",\"messages\":[{\"senderName\":\"A\"}]}", .messenger),
    ("{\"channel\":{\"type\":\"GuildTextChat\"},\"messages\":[{\"timestampEdited\":null}]}", .discord),
    ("[{\"ID\":1,\"Timestamp\":\"2019-01-20 10:00:00\",\"Contents\":\"Hi\"}]", .discord),
    ("{\"rows\":[{\"target\":[{\"selector\":[]}]}]}", .annotations),
    ("{\"planner\":{\"people\":[]}}", .json),
  ])
  func byItsContent(_ text: String, _ format: FileFormat) {
    #expect(FileFormat(Array(text.utf8), path: "a.bin") == format)
  }

  @Test(arguments: [
    ("# Title\n\ntext\n", "notes/a.md", FileFormat.markdown), ("a,b\n1,2\n", "a.csv", .csv),
    ("[]", "team/channels.json", .slack), ("[]", "team/general/2026-11-24.json", .slack),
    (
      "{\"messages\":[{\"sender_name\":\"A\",\"timestamp_ms\":1}]}",
      "instagram-ann.zip/messages/inbox/a_1/message_1.json", .instagram
    ),
  ])
  func byItsName(_ text: String, _ path: String, _ format: FileFormat) {
    #expect(FileFormat(Array(text.utf8), path: path) == format)
  }

  @Test(arguments: [
    "", "\0\0\0", "SQLite format 3\0", "just a text: with a colon\n", "{\"a\":1}", "<html></html>", "[1]",
  ])
  func otherFilesHaveNoFormat(_ text: String) { #expect(FileFormat(Array(text.utf8), path: "a") == nil) }

  /// As Windows writes it.
  @Test func utf16IsRecognised() {
    var bytes: [UInt8] = [0xff, 0xfe]
    for unit in "BEGIN:VCARD\n".utf16 { bytes += [UInt8(unit & 0xff), UInt8(unit >> 8)] }
    #expect(FileFormat(bytes, path: "a") == .vcf)
  }
}
