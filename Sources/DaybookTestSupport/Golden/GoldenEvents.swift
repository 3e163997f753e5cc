import DaybookModel

/// The golden ledger's events: every operation, every key, and what later versions may add.
enum GoldenEvents {
  private static let ann = "0193b2c4-0000-7000-8000-000000000001"
  private static let ben = "0193b2c4-0000-7000-8000-000000000002"
  private static let call = "0193b2c4-0000-7000-8000-000000000003"

  /// In format 2 every event has a salt, and a commit's key is hashed.
  static func commits(of replica: ReplicaID, format: Int64) -> [GoldenDraft] {
    var clock = HybridClock(replica: replica)
    var now: Int64 = 1_795_241_600_000
    func event(_ mutation: Mutation, hasValues: Bool = true) -> Event {
      now += 1700
      var mutation = mutation
      mutation.by = mutation.by ?? "david"
      let stamp = clock.next(now: Instant(milliseconds: now))
      let isSalted = hasValues || format > 1
      return Event(stamp: stamp, seq: 0, mutation: mutation, salt: isSalted ? "AAECAwQFBgcICQoL" : nil)
    }
    let other = ReplicaID(rawValue: 0x0011_2233_4455_6677)
    let foreign = Stamp(time: 1_795_241_500_000 << 16 | 7, replica: other)

    var upsert = Mutation(
      .upsert, kind: "sam.person", id: ann,
      set: [
        "displayNameCache": "Ann Lee", "emailCache": "ann@example.org", "isMe": false, "weight": 0.1,
        "contactPhotoThumbnailCache": .null, "roleBadges": ["Client", "\u{1F600} \"ok\"\n"],
      ])
    upsert.v = 7
    upsert.why = "card"
    var reCreated = event(Mutation(.upsert, kind: "sam.person", id: ben, set: ["displayNameCache": "Ben"]))
    reCreated.over = .upTo(foreign)
    reCreated.at = Stamp(time: foreign.time + 1, replica: replica)
    var restored = event(Mutation(.restore, kind: "sam.person", id: ben))
    restored.over = .cleared
    var synced = Mutation(
      .sync, kind: "sam.evidenceItem", id: call, set: ["title": "Call", "state": "needsReview"])
    synced.server = ServerTime(seconds: 1_795_241_700, nanoseconds: 123_456_789)
    synced.acks = foreign
    synced.present = true
    var late = Mutation(.upsert, kind: "sam.person", id: ann, set: ["displayNameCache": "Anne Lee"])
    late.was = ["displayNameCache": .string(foreign.description), "emailCache": .null]
    late.other = ["x-later": ["n": 9_007_199_254_740_993]]
    let root = Hash256(words: (1, 2, 3, 4))

    return [
      GoldenDraft(events: [
        event(
          Mutation(
            .upsert, kind: "daybook.replica", id: replica.description,
            set: ["name": "golden", "createdAt": "2026-11-21T06:13:00.123Z"]), hasValues: false)
      ]),
      GoldenDraft(
        events: [event(upsert), event(Mutation(.upsert, kind: "sam.person", id: ben))],
        key: format == 1 ? "import-1" : "hash:55dc8f5d2b9f27e920a0b3a0a578613a"),
      GoldenDraft(
        events: [
          event(
            Mutation(.link, kind: "sam.evidenceItem", id: call, rel: "linkedPeople", to: ann),
            hasValues: false),
          event(
            Mutation(.unlink, kind: "sam.evidenceItem", id: call, rel: "linkedPeople", to: ann),
            hasValues: false),
        ],
        // A run behind a gap has its root from format 2 on.
        seen: Seen([
          (
            other,
            [
              Seen.Part(end: 41, root: root),
              Seen.Part(first: 50, end: 60, root: format == 1 ? nil : root),
            ]
          )
        ])),
      GoldenDraft(events: [event(Mutation(.delete, kind: "sam.person", id: ben), hasValues: false)]),
      GoldenDraft(events: [reCreated, restored]),
      GoldenDraft(events: [event(synced)]),
      GoldenDraft(
        events: [
          event(Mutation(.dismiss, kind: "sam.evidenceItem", id: call, set: ["state": "done"])), event(late),
        ],
        other: ["note": "kept"], otherLines: [Array("{\"later\":[1,2.5e-7,\"\\u00e9\"]}".utf8)]),
      GoldenDraft(events: [event(Mutation("merge", kind: "x.raw", id: "no schema knows me", set: ["": []]))]),
    ]
  }
}
