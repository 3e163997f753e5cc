import Daybook
import Testing

@testable import FreeThoughts

/// A bad value: one error that names kind, field and rule, and nothing is written of its commit.
@Suite struct BadValueTests {
  static let sound: [String: JSONObject] = [
    Note.kind: [
      "documentPath": "/home/ann/essay.md", "anchorStart": 4, "anchorEnd": 9, "selectedText": "quick",
    ],
    Provocation.kind: [
      "documentPath": "/home/ann/essay.md", "sourceText": "quick", "promptName": "Challenge",
      "response": "Is it?",
    ],
    ProvocationPrompt.kind: ["name": "Doubt", "promptTemplate": "Doubt this: {selection}"],
    FreeThoughts.Tag.kind: ["name": "birds"],
  ]

  @Test(
    arguments: [
      ("freethoughts.note", ["anchorEnd": 3], "freethoughts.note.anchorEnd must not be before anchorStart"),
      ("freethoughts.note", ["anchorStart": -1], "freethoughts.note.anchorStart must not be negative"),
      ("freethoughts.note", ["selectedText": ""], "freethoughts.note.selectedText must not be empty"),
      ("freethoughts.note", ["documentPath": ""], "freethoughts.note.documentPath must not be empty"),
      ("freethoughts.note", ["anchorPage": 1], "freethoughts.note.anchorPage must be null"),
      (
        "freethoughts.note", ["anchorPage": 0, "documentPath": "/a.pdf"],
        "freethoughts.note.anchorPage must be 1 or more"
      ),
      ("freethoughts.note", ["documentHash": "abc"], "freethoughts.note.documentHash must be the 64"),
      ("freethoughts.note", ["rivalSimilarity": 1.5], "rivalSimilarity must be between 0 and 1"),
      ("freethoughts.note", ["anchorStart": "4"], "freethoughts.note.anchorStart must be"),
      ("freethoughts.note", ["anchorStart": 4.5], "freethoughts.note.anchorStart must be"),
      ("freethoughts.note", ["content": 5], "freethoughts.note.content must be a text"),
      ("freethoughts.note", ["selectedText": .null], "freethoughts.note.selectedText must not be empty"),
      ("freethoughts.note", ["createdAt": 0], "freethoughts.note.createdAt must be a time"),
      ("freethoughts.note", ["syncStatus": "synced"], "freethoughts.note.syncStatus is computed"),
      ("freethoughts.note", ["provocations": ["p"]], "provocations is stored by the other side"),
      ("freethoughts.note", ["tags": ["t"]], "freethoughts.note.tags is a relation to many"),
      ("freethoughts.note", ["tags": .null], "freethoughts.note.tags is a relation to many"),
      ("freethoughts.note", ["selectedTxt": "x"], "freethoughts.note has no field 'selectedTxt'"),
      ("freethoughts.provocation", ["note": "n"], "freethoughts.provocation.note must be null where"),
      (
        "freethoughts.provocation", ["sourceText": ""],
        "freethoughts.provocation.sourceText must not be empty"
      ),
      (
        "freethoughts.provocation", ["promptName": ""],
        "freethoughts.provocation.promptName must not be empty"
      ),
      ("freethoughts.provocation", ["response": ""], "freethoughts.provocation.response must not be empty"),
      ("freethoughts.provocation", ["documentPath": ""], "provocation.documentPath must not be empty"),
      ("freethoughts.provocation", ["sourceType": 1], "freethoughts.provocation.sourceType must be a text"),
      ("freethoughts.provocationPrompt", ["name": " "], "provocationPrompt.name must not be empty"),
      ("freethoughts.provocationPrompt", ["promptTemplate": ""], "promptTemplate must not be empty"),
      ("freethoughts.provocationPrompt", ["isBuiltIn": "no"], "isBuiltIn must be true or false"),
      ("freethoughts.provocationPrompt", ["sortOrder": "last"], "sortOrder must be"),
      ("freethoughts.tag", ["name": " "], "freethoughts.tag.name"),
    ] as [(String, JSONObject, String)])
  func isNamed(kind: String, bad: JSONObject, rule: String) async throws {
    let ledger = try Ledger.inMemory(systems: [.freethoughts])
    try await ledger.commit { batch in
      for (kind, set) in Self.sound where kind != FreeThoughts.Tag.kind {
        batch.append(Mutation(.upsert, kind: kind, id: "sound", set: set))
      }
    }
    let before = try await ledger.audit.replay()
    var set = try #require(Self.sound[kind])
    for member in bad { set[member.key] = member.value }
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.commit { [set] batch in
        // What is sound in the same commit is not written either.
        batch.append(Mutation(.upsert, kind: Note.kind, id: "sound", set: ["content": "new"]))
        batch.append(Mutation(.upsert, kind: kind, id: "bad", set: set))
      }
    }
    #expect(error?.what.contains(rule) == true, "\(error?.description ?? "")")
    #expect(error?.line == 2)
    let after = try await ledger.audit.replay()
    #expect(after.events == before.events)
    #expect(after.digest == before.digest)
  }

  /// What the rules leave open.
  @Test(
    arguments: [
      ("freethoughts.note", ["content": ""]),
      ("freethoughts.note", ["anchorStart": 9, "anchorEnd": 9]),
      ("freethoughts.note", ["documentPath": "/home/ann/scan.pdf", "anchorPage": 1]),
      ("freethoughts.note", ["documentPath": "https://example.org/essay", "anchorPage": 12]),
      ("freethoughts.provocation", ["sourceType": "note"]),
      ("freethoughts.provocation", ["sourceType": "note", "note": "sound"]),
      ("freethoughts.provocation", ["sourceType": "voiceMemo", "note": "sound"]),
      ("freethoughts.provocationPrompt", ["promptTemplate": "No placeholder at all"]),
    ] as [(String, JSONObject)])
  func isTaken(kind: String, values: JSONObject) async throws {
    let ledger = try Ledger.inMemory(systems: [.freethoughts])
    var set = try #require(Self.sound[kind])
    for member in values { set[member.key] = member.value }
    _ = try await ledger.append([Mutation(.upsert, kind: kind, id: "it", set: set)])
    let row = try #require(try await ledger.get(kind: kind, id: "it"))
    for member in values { #expect(row[member.key] == member.value) }
  }
}
