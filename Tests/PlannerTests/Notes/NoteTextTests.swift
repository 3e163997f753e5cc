import Daybook
import Foundation
import Testing

@testable import Planner

/// A note's text is worked out when it is written, by whichever way.
@Suite struct NoteTextTests {
  private static let rtf = Data(#"{\rtf1\ansi Buy {\b milk}\par and bread}"#.utf8)

  @Test func onSave() async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    try await ledger.commit {
      try $0.upsert(Note(id: "n") { ($0.richTextData, $0.richTextType) = (Self.rtf, .rtf) })
    }
    var note = try #require(try await ledger.get(Ref<Note>("n")))
    #expect(note.plainText == "Buy milk\nand bread")
    #expect(note.richTextData == Self.rtf)
    note.richTextData = Data("<p>Buy <i>tea</i></p>".utf8)
    note.richTextType = .html
    let edited = note
    try await ledger.commit { try $0.upsert(edited) }
    #expect(try await ledger.get(Ref<Note>("n"))?.plainText == "Buy tea")
  }

  /// As another program or `daybook upsert` writes it.
  @Test func byFields() async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    try await ledger.append([
      Mutation(
        .upsert, kind: Note.kind, id: "n", set: ["richTextData": .string(Self.rtf.base64EncodedString())])
    ])
    // It says itself what it is.
    #expect(try await ledger.get(Ref<Note>("n"))?.plainText == "Buy milk\nand bread")
    // Who says the text knows it.
    try await ledger.append([
      Mutation(
        .upsert, kind: Note.kind, id: "n",
        set: ["richTextData": .string(Data("bplist00".utf8).base64EncodedString()), "plainText": "as said"])
    ])
    #expect(try await ledger.get(Ref<Note>("n"))?.plainText == "as said")
    // An archive that comes without keeps it.
    try await ledger.append([
      Mutation(
        .upsert, kind: Note.kind, id: "n",
        set: [
          "richTextData": .string(Data("bplist00x".utf8).base64EncodedString()), "richTextType": "archive",
        ])
    ])
    #expect(try await ledger.get(Ref<Note>("n"))?.plainText == "as said")
  }

  /// Kept beside the log, and read all the same.
  @Test func aLargeTextIsReadFromBesideTheLog() async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    let body = (0..<4000).map { "line \($0)" }
    let data = Data((#"{\rtf1 "# + body.joined(separator: #"\par "#) + "}").utf8)
    try await ledger.append([
      Mutation(
        .upsert, kind: Note.kind, id: "n",
        set: ["richTextData": .string(data.base64EncodedString()), "richTextType": "rtf"])
    ])
    let row = try #require(try await ledger.get(kind: Note.kind, id: "n"))
    #expect(row["plainText"] == .string(body.joined(separator: "\n")))
    let note = try #require(try await ledger.get(Ref<Note>("n")))
    #expect(note.richTextData == data)
    // The text is stored: another type alone gives it anew.
    try await ledger.append([Mutation(.upsert, kind: Note.kind, id: "n", set: ["richTextType": "markdown"])])
    #expect(try await ledger.get(Ref<Note>("n"))?.plainText.hasPrefix("{\\rtf1 line 0") == true)
  }
}
