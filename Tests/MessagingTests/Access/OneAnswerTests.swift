import Daybook
import DaybookModel
import DaybookTestSupport
import MessagingTestSupport
import Testing

@testable import Messaging

/// Two ledgers that differ in nothing but what Ann may not read give her the same answer, whatever she writes: what is
/// another's is refused in the words for what is not there.
@Suite struct OneAnswerTests {
  private static let readable = AccessAttempts.readable["ann"] ?? [:]

  private static func name(_ kind: String) -> String { String(kind.dropFirst("messaging.".count)) }

  private static func isReadable(_ mutation: Mutation) -> Bool {
    readable[name(mutation.kind)]?.contains(mutation.id) == true
  }

  /// By kind: what Ann may read, what she may not, and what nobody ever wrote.
  private static let ids: [String: [String]] = {
    var ids: [String: [String]] = [:]
    for mutation in AccessAttempts.world { ids[mutation.kind, default: []].append(mutation.id) }
    for kind in ids.keys { ids[kind, default: []].append("nowhere") }
    return ids
  }()

  private static let hidden = Set(
    AccessAttempts.world.filter { !isReadable($0) }.map { "\($0.kind) \($0.id)" })

  private static func ledger(_ mutations: [Mutation]) async throws -> Ledger {
    let ledger = try Ledger.inMemory(systems: [.messaging])
    try await ledger.append(mutations)
    return ledger
  }

  /// Every kind, operation, relation, and id at either end; a field or none.
  private static func attempt(_ random: inout SeededRandom, _ schemas: [String: KindSchema]) -> Mutation? {
    guard let kind = ids.keys.sorted().randomElement(using: &random), let schema = schemas[kind],
      let id = ids[kind]?.randomElement(using: &random),
      let op = [EventOperation.upsert, .upsert, .upsert, .delete, .restore, .dismiss, .link, .unlink]
        .randomElement(
          using: &random)
    else { return nil }
    var mutation = Mutation(op, kind: kind, id: id)
    switch op {
    case .link, .unlink:
      let ways =
        schema.relations.map { ($0.name, $0.target) }
        + schema.inverses.compactMap { way in way.inverse.map { ($0, way.owner) } }
      guard let way = ways.randomElement(using: &random) else { return nil }
      (mutation.rel, mutation.to) = (way.0, ids[way.1]?.randomElement(using: &random))
    case .upsert:
      var set = JSONObject()
      for relation in schema.relations where Bool.random(using: &random) {
        if let target = ids[relation.target]?.randomElement(using: &random) {
          set[relation.name] = .string(target)
        }
      }
      let values: [(String, JSONValue)] = [
        ("displayName", "x"), ("question", ""), ("text", "x"), ("title", "x"), ("fileName", "x"),
        ("nothing of the kind", 1), ("isPinned", true), ("failure", "x"),
      ]
      if let (name, value) = values.randomElement(using: &random) { set[name] = value }
      mutation.set = set
    default: break
    }
    return mutation
  }

  private static func answer(
    _ mutation: Mutation, _ ledger: Ledger
  ) async -> (text: String, code: LedgerError.Code?) {
    var options = AppendOptions(as: Viewer(kind: User.kind, id: "ann"))
    options.isDryRun = true
    do {
      try await ledger.append([mutation], options: options)
      return ("done", nil)
    } catch let error as LedgerError {
      return ("\(error.code.rawValue): \(error.what); \(error.advice ?? "")", error.code)
    } catch {
      return ("\(error)", nil)
    }
  }

  @Test(.seeded) func whatIsAnothersIsRefusedAsIfItWereNotThere() async throws {
    let whole = try await Self.ledger(AccessAttempts.world)
    let visible = try await Self.ledger(AccessAttempts.world.filter(Self.isReadable))
    let schemas = Dictionary(
      uniqueKeysWithValues: Self.ids.keys.compactMap { kind in whole.schemas[kind].map { (kind, $0) } })
    var random = SeededRandom(seed: TestSeed.current)
    var refusedCount = 0
    for _ in 0..<2000 {
      guard let mutation = Self.attempt(&random, schemas) else { continue }
      let there = await Self.answer(mutation, whole)
      let nowhere = await Self.answer(mutation, visible)
      if there.code == .refused { refusedCount += 1 }
      // An id that somebody else's entity has is free where that one is not: what Ann may make there, and what is wrong
      // with it, she is told.
      let takesHiddenID =
        Self.hidden.contains("\(mutation.kind) \(mutation.id)")
        || mutation.to.map { to in Self.hidden.contains { $0.hasSuffix(" \(to)") } } ?? false
      if takesHiddenID, nowhere.code == nil || nowhere.code == .badData { continue }
      #expect(there.text == nowhere.text, "\(mutation.json)")
    }
    #expect(refusedCount > 200, "most of what is tried is another's")
  }

  @Test func nobodyTakesPartInWhatIsNotThere() async throws {
    let ledger = try await Self.ledger(AccessAttempts.world)
    let part = Mutation(
      .upsert, kind: Participant.kind, id: "n", set: ["conversation": "nowhere", "user": "ann"])
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.append([part], options: AppendOptions(as: Viewer(kind: User.kind, id: "ann")))
    }
    #expect(error?.code == .refused)
  }
}
