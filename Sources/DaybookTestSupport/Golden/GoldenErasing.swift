import DaybookLog
import DaybookModel

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
