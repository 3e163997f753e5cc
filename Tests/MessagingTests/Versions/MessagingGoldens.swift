import Daybook
import DaybookModel
import DaybookTestSupport

/// A phone's ledger as the program of version 1 writes it: a conversation that its user began, one that came from the far
/// side, a message that was taken, one that was given up, one that waits, and one that is gone.
enum MessagingGoldens {
  /// nil only if the key is refused.
  static var ledger: GoldenLedger? {
    GoldenLedger(seed: Array(repeating: 6, count: 32)) { replica in
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
      let set: JSONObject = ["name": "phone", "createdAt": .string(Instant(milliseconds: now).description)]
      return GoldenDraft(events: [
        stamped(Mutation(.upsert, kind: "daybook.replica", id: replica.description, set: set), salt: nil)
      ])
    }

    mutating func write(_ op: EventOperation, _ kind: String, _ id: String, _ set: JSONObject? = nil) -> Event
    {
      var mutation = Mutation(op, kind: "messaging." + kind, id: id, set: set)
      mutation.v = 1
      return stamped(mutation, salt: set == nil ? nil : "AAECAwQFBgcICQoL")
    }

    /// What the remote store told.
    mutating func told(
      _ kind: String, _ id: String, second: Int64, present: Bool? = nil, _ set: JSONObject? = nil,
      acks: Stamp? = nil
    ) -> Event {
      var mutation = Mutation(.sync, kind: "messaging." + kind, id: id, set: set)
      mutation.v = 1
      mutation.server = ServerTime(seconds: 1_800_000_000 + second, nanoseconds: 123_456_789)
      (mutation.present, mutation.acks) = (present, acks)
      return stamped(mutation, salt: set == nil ? nil : "AAECAwQFBgcICQoL")
    }

    private mutating func stamped(_ mutation: Mutation, salt: String?) -> Event {
      now += 60_000
      var mutation = mutation
      mutation.by = "ann"
      return Event(stamp: clock.next(now: Instant(milliseconds: now)), seq: 0, mutation: mutation, salt: salt)
    }
  }

  static let accepted = "2027-01-15T08:00:02.123456789Z"

  private static func drafts(_ author: inout Author) -> [GoldenDraft] {
    var drafts = [author.replicaMade()]
    drafts.append(
      GoldenDraft(events: [
        author.write(.upsert, "user", "ann", ["displayName": "Ann Lee", "email": "ann@example.org"]),
        author.write(
          .upsert, "faq", "f",
          [
            "question": "When are you open?", "answer": "At nine.", "keywords": ["opening hours"],
            "owner": "ann",
          ]),
        author.write(.upsert, "conversation", "c", ["owner": "ann"]),
        author.write(
          .upsert, "participant", "c/ann",
          ["conversation": "c", "user": "ann", "displayName": "Ann Lee", "isPinned": true]),
        author.write(
          .upsert, "participant", "c/bob", ["conversation": "c", "user": "bob", "displayName": "Bob"]),
      ]))
    let sent = author.write(
      .upsert, "message", "m1", ["conversation": "c", "sender": "ann", "text": "one"])
    drafts.append(
      GoldenDraft(events: [
        sent,
        author.write(
          .upsert, "attachment", "a",
          [
            "message": "m1", "type": "image", "fileName": "a.png", "mimeType": "image/png", "fileSize": 3,
            "data": "AAEC",
          ]),
      ]))
    drafts.append(
      GoldenDraft(events: [
        author.told(
          "message", "m1", second: 2, present: true,
          [
            "conversation": "c", "sender": "ann", "text": "one", "readBy": [],
            "acceptedAt": .string(accepted), "createdAt": "2027-01-15T08:00:02.123Z",
            "updatedAt": "2027-01-15T08:00:02.123Z",
          ], acks: sent.stamp),
        author.told(
          "attachment", "a", second: 2, present: true,
          ["message": "m1", "type": "image", "url": "conversations/c/attachments/x"]),
      ]))
    drafts.append(
      GoldenDraft(events: [
        author.told(
          "message", "m2", second: 5, present: true,
          [
            "conversation": "c", "sender": "bob", "text": "When are you open?", "readBy": [],
            "acceptedAt": "2027-01-15T08:00:05.123456789Z", "createdAt": "2027-01-15T08:00:05.123Z",
          ]),
        author.told("message", "m3", second: 6, present: false),
      ]))
    drafts.append(
      GoldenDraft(events: [
        author.write(
          .upsert, "message", "m2",
          [
            "category": "question", "sentiment": "neutral", "opportunityScore": 0.1, "faqMatch": "f",
            "smartReplyDraft": "At nine.", "analyzedBy": "rules",
          ]),
        author.write(.upsert, "message", "m4", ["conversation": "c", "sender": "ann", "text": "failed"]),
        author.write(.sync, "message", "m4", ["retryCount": 3, "failure": "no answer"]),
        author.write(.upsert, "message", "m5", ["conversation": "c", "sender": "ann", "text": "waiting"]),
      ]))
    return drafts
  }
}
