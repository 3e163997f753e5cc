import DaybookLog
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

/// The additional events of the golden ledger of format 3, after those of format 2: two erasures and all acts. In one
/// line two fields are erased, in others everything; one still has its text.
enum GoldenErasing {
  static let erasure = "0193b2c4-0000-7000-8000-0000000000e1"
  static let withdrawn = "0193b2c4-0000-7000-8000-0000000000e2"

  /// - Parameter commits: the earlier commits, numbered.
  static func commits(of replica: ReplicaID, after commits: [GoldenCommit]) -> [GoldenDraft] {
    var clock = HybridClock(replica: replica)
    var now: Int64 = 1_795_241_700_000
    func event(_ mutation: Mutation) -> Event {
      now += 1700
      var mutation = mutation
      mutation.by = "david"
      return Event(
        stamp: clock.next(now: Instant(milliseconds: now)), seq: 0, mutation: mutation,
        salt: "AAECAwQFBgcICQoL")
    }
    func asked(_ id: String, _ mutation: Mutation, lines: Int64, why: String) -> Event {
      var asked = Mutation(
        .upsert, kind: StubRules.erasureKind, id: id,
        set: [
          "of": .string(mutation.kind), "entity": .string(mutation.id), "fields": [], "lines": .int(lines),
        ])
      (asked.v, asked.why) = (1, why)
      return event(asked)
    }
    func erase(_ commit: Int, _ place: Int, _ fields: ErasedFields, of id: String) -> Event {
      let (line, erased) = (commits[commit].lines[place], commits[commit].events[place].mutation)
      let leaf = Leaf.hash(line.span)
      // Sound: the line was written for the ledger.
      guard let parsed = try? EventLine.parse(line.span) else { return event(erased) }
      let stub = Stub.make(of: line.span, parsed, leaf: leaf, erasing: fields)
      let named = EraseEvent.Line(
        replica: replica, leaf: leaf, fields: fields, stub: Hash256.of(stub.span))
      return event(mutation(.line(named), of: id, by: replica, erased.kind, erased.id))
    }
    func act(_ act: EraseEvent.Act, of id: String) -> Event {
      event(mutation(act, of: id, by: replica, StubRules.erasureKind, id))
    }
    let ann = commits[1].events[0].mutation
    return [
      GoldenDraft(events: [
        asked(erasure, ann, lines: 3, why: "her wish"),
        erase(1, 0, .named(["emailCache", "displayNameCache", "gone"]), of: erasure),
        // It has an `at` and an `over`.
        erase(4, 0, .all, of: erasure), erase(6, 1, .all, of: erasure), act(.begun, of: erasure),
      ]),
      GoldenDraft(events: [
        asked(withdrawn, commits[5].events[0].mutation, lines: 1, why: "by mistake"),
        erase(5, 0, .all, of: withdrawn), act(.withdrawn, of: withdrawn), act(.done, of: erasure),
      ]),
    ]
  }

  private static func mutation(
    _ act: EraseEvent.Act, of id: String, by author: ReplicaID, _ kind: String, _ entity: String
  ) -> Mutation {
    let event = EraseEvent(
      author: author, kind: kind, id: entity, erasure: ErasureID(author: author, id: id), act: act)
    var mutation = Mutation(.erase, kind: kind, id: entity)
    mutation.other[EraseEvent.key] = event.json
    return mutation
  }
}
