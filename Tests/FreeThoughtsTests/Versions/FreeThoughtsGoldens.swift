import Daybook
import DaybookModel
import DaybookTestSupport

/// A reader's ledger as the program of version 1 writes it: notes on a text and on a PDF, one of them an orphan,
/// tags, what prompts made of them, a prompt that was changed, one that was hidden and one of the reader's own.
enum FreeThoughtsGoldens {
  static let essay = "/home/ann/essay.md"
  static let quick = "0193b2c4-0000-7000-8000-0000000000a1"
  static let orphan = "0193b2c4-0000-7000-8000-0000000000a2"
  static let paper = "0193b2c4-0000-7000-8000-0000000000a3"
  static let answer = "0193b2c4-0000-7000-8000-0000000000b1"
  static let selection = "0193b2c4-0000-7000-8000-0000000000b2"
  static let doubt = "0193b2c4-0000-7000-8000-0000000000c1"
  static let animals = NaturalKey.id(of: "freethoughts.tag", normalized: "animals")
  static let hash = String(repeating: "0f", count: 32)

  /// nil only if the key is refused.
  static var ledger: GoldenLedger? {
    GoldenLedger(seed: Array(repeating: 3, count: 32)) { replica in
      var author = Author(replica: replica)
      return drafts(&author)
    }
  }

  private struct Author {
    private var clock: HybridClock
    private var now: Int64 = 1_790_000_000_000
    private let replica: ReplicaID

    init(replica: ReplicaID) {
      self.replica = replica
      clock = HybridClock(replica: replica)
    }

    mutating func replicaMade() -> GoldenDraft {
      let set: JSONObject = ["name": "desk", "createdAt": .string(Instant(milliseconds: now).description)]
      let mutation = Mutation(.upsert, kind: "daybook.replica", id: replica.description, set: set)
      return GoldenDraft(events: [stamped(mutation, salt: nil)])
    }

    mutating func write(_ op: EventOperation, _ kind: String, _ id: String, _ set: JSONObject? = nil) -> Event
    {
      var mutation = Mutation(op, kind: "freethoughts." + kind, id: id, set: set)
      mutation.v = 1
      return stamped(mutation, salt: set == nil ? nil : "AAECAwQFBgcICQoL")
    }

    mutating func link(_ note: String, to tag: String) -> Event {
      var mutation = Mutation(.link, kind: "freethoughts.note", id: note, rel: "tags", to: tag)
      mutation.v = 1
      return stamped(mutation, salt: nil)
    }

    private mutating func stamped(_ mutation: Mutation, salt: String?) -> Event {
      now += 60_000
      var mutation = mutation
      mutation.by = "ann"
      return Event(stamp: clock.next(now: Instant(milliseconds: now)), seq: 0, mutation: mutation, salt: salt)
    }
  }

  private static func drafts(_ author: inout Author) -> [GoldenDraft] {
    [
      author.replicaMade(),
      GoldenDraft(events: [
        author.write(
          .upsert, "note", quick,
          [
            "documentPath": .string(essay), "anchorStart": 4, "anchorEnd": 15, "selectedText": "quick brown",
            "content": "Why brown?", "documentHash": .string(hash), "prefix": "The ", "suffix": " fox",
            "anchorState": "anchored", "rivalSimilarity": 0.25,
          ]),
        author.write(.upsert, "tag", animals, ["name": "animals"]),
        author.link(quick, to: animals),
      ]),
      GoldenDraft(events: [
        author.write(
          .upsert, "note", orphan,
          [
            "documentPath": .string(essay), "anchorStart": 30, "anchorEnd": 33, "selectedText": "dog",
            "anchorState": "anchored",
          ]),
        author.write(
          .upsert, "note", paper,
          [
            "documentPath": "/home/ann/paper.pdf", "anchorStart": 900, "anchorEnd": 910, "anchorPage": 2,
            "selectedText": "ten letter", "content": "",
          ]),
      ]),
      GoldenDraft(events: [
        author.write(.upsert, "note", orphan, ["anchorState": "orphaned"]),
        author.write(
          .upsert, "provocation", answer,
          [
            "documentPath": .string(essay), "sourceType": "note", "sourceText": "Why brown?",
            "promptName": "Challenge", "response": "Why not?", "note": .string(quick), "generatedBy": "rules",
          ]),
        author.write(
          .upsert, "provocation", selection,
          [
            "documentPath": .string(essay), "sourceType": "textSelection", "sourceText": "fox",
            "promptName": "Expand", "response": "Which fox?",
          ]),
      ]),
      GoldenDraft(events: [
        author.write(
          .upsert, "provocationPrompt", "6f1d0c7e-52a4-4b0e-9c35-0a4f6b1e7d21",
          ["promptTemplate": "Doubt {selection}."]),
        author.write(.delete, "provocationPrompt", "c24a9b15-83d6-4f72-a1b8-5e90d37c6f42"),
        author.write(
          .upsert, "provocationPrompt", doubt,
          ["name": "Haiku", "promptTemplate": "{selection}", "isBuiltIn": false, "sortOrder": 7]),
      ]),
      GoldenDraft(events: [
        author.write(.upsert, "note", paper, ["content": "Letters or digits?"]),
        author.write(.delete, "note", orphan),
      ]),
    ]
  }
}
