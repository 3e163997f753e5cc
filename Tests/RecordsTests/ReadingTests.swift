import DaybookModel
import DaybookRecords
import DaybookTestSupport
import Testing

/// What reading shows, held to the reference model on random histories: `over`, servers and acks, edges,
/// life, conflicts, and what a writer must exceed.
@Suite struct ReadingTests {
  @Test(.seeded, arguments: 0..<150)
  func showsWhatTheRulesSay(round: Int) throws {
    let seed = TestSeed.current &+ UInt64(3000 + round)
    var maker = RandomHistory(seed: seed)
    let history = try maker.history(commitCount: TestSize.steps(12))
    let model = ReferenceModel(history)
    let records = history.records(Array(history.commits.indices).shuffled(using: &maker.random))
    var counted = 0
    for entity in model.writes.keys {
      let index = try records.required(entity.kind, entity.id)
      counted += 1
      #expect(records.id(of: index) == entity.id)
      #expect(records.name(of: records.kind(of: index)) == entity.kind)
      checkFields(entity, index, model, records, seed)
      checkEdges(entity, index, model, records, seed)
      checkConflicts(entity, index, model, records, seed)
      let life = records.life(of: index)
      let hasField = model.writes[entity]?.keys.contains {
        if case .field = $0.register { true } else { false }
      }
      #expect(
        life.isAlive == (model.winner(entity, .alive).map { $0.value == "true" } ?? hasField), "seed \(seed)")
      #expect(life.isPresent == (model.shown(entity, .present)?.value != "false"), "seed \(seed)")
      #expect(life.over == model.over(entity), "seed \(seed)")
      #expect(records.firstStamp(index) == model.stamps[entity]?.min())
      #expect(records.lastStamp(index) == model.stamps[entity]?.max())
      #expect(records.overForRecreation(index) == model.greatestOrder(entity), "seed \(seed)")
      for replica in [replicaA, replicaB, replicaC] {
        #expect(records.acknowledged(index, replica) == model.acks[entity]?[replica]?.max(), "seed \(seed)")
      }
    }
    #expect(records.entityCount == counted)
    #expect(records.kindIDs.reduce(0) { $0 + records.entities(of: $1).count } == counted)
  }

  private func checkFields(
    _ entity: ReferenceModel.Entity, _ index: EntityIndex, _ model: ReferenceModel,
    _ records: borrowing Records,
    _ seed: UInt64
  ) {
    var shown: [String] = []
    for name in ["f0", "f\t1"] {
      let expected = model.shown(entity, .field(name))
      let expectedValue = expected.flatMap { $0.isErased ? nil : $0.value }
      if expectedValue != nil { shown.append(name) }
      guard let field = records.field(name) else {
        #expect(expected == nil)
        continue
      }
      let register = records.register(index, field)
      #expect(register?.leafHash == expected?.hash, "\(entity) \(name), seed \(seed)")
      #expect(register?.stamp == expected?.event.stamp)
      #expect(register?.at == expected?.at)
      #expect(register?.v == expected?.event.mutation.v)
      #expect(register?.by == expected?.event.mutation.by)
      #expect(register?.branch.rawValue == expected.map { UInt32($0.branch) })
      #expect(register?.leaf == expected?.leaf)
      let value = records.value(index, field)
      let text = value.map {
        records.withBytes(of: $0) { span in
          span.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        }
      }
      #expect(text == expectedValue, "\(entity) \(name), seed \(seed)")
      #expect(value.map { records.json($0).description } == expectedValue)
      #expect(
        records.isErased(index, field) == expected?.isErased ?? false, "\(entity) \(name), seed \(seed)")
      #expect(records.localRegister(index, field)?.leafHash == model.winner(entity, .field(name))?.hash)
      #expect(
        records.serverRegister(index, field)?.leafHash
          == model.winner(entity, .field(name), isServer: true)?.hash)
    }
    let names = records.fields(of: index).map { records.name(of: $0) }
    #expect(names == shown.sorted(by: precede), "\(entity), seed \(seed)")
  }

  private func checkEdges(
    _ entity: ReferenceModel.Entity, _ index: EntityIndex, _ model: ReferenceModel,
    _ records: borrowing Records,
    _ seed: UInt64
  ) {
    for name in ["rel", "f0"] {
      var links = ["t", "t\\2"].compactMap { to in
        model.shown(entity, .edge(name, to)).map { (to: to, write: $0) }
      }.filter { $0.write.value == "true" }
      links.sort { left, right in
        if left.write.order != right.write.order { return left.write.order < right.write.order }
        if left.write.event.stamp != right.write.event.stamp {
          return left.write.event.stamp < right.write.event.stamp
        }
        return left.write.hash < right.write.hash
      }
      guard let rel = records.field(name) else {
        #expect(links.isEmpty)
        continue
      }
      #expect(records.edges(from: index, rel: rel).map(\.to) == links.map(\.to), "\(entity), seed \(seed)")
      for to in ["t", "t\\2"] {
        let incoming = records.edges(to: to, rel: rel).filter { $0.from == index }
        #expect(incoming.count == links.count { $0.to == to }, "\(entity) -> \(to), seed \(seed)")
      }
    }
  }

  private func checkConflicts(
    _ entity: ReferenceModel.Entity, _ index: EntityIndex, _ model: ReferenceModel,
    _ records: borrowing Records,
    _ seed: UInt64
  ) {
    let conflicts = records.conflicts(of: index)
    #expect(conflicts.map { $0.heads.map(\.leafHash) } == model.conflicts(entity), "\(entity), seed \(seed)")
    for conflict in conflicts {
      // Before those that `over` hides are left out.
      let heads = records.heads(index, conflict.register)
      #expect(heads.count >= conflict.heads.count)
    }
  }
}

extension ReferenceModel {
  func greatestOrder(_ entity: Entity) -> Stamp? {
    (writes[entity] ?? [:]).keys.filter { !$0.isServer }.compactMap { winner(entity, $0.register)?.order }
      .max()
  }

  /// The heads of every register in conflict, in the registers' order.
  func conflicts(_ entity: Entity) -> [[Hash256]] {
    let registers = (writes[entity] ?? [:]).keys.filter { !$0.isServer }.map(\.register).sorted(by: precedes)
    return registers.compactMap { register in
      var heads = heads(entity, register)
      if register != .alive, register != .over { heads.removeAll { isOver(entity, $0) } }
      heads.removeAll(where: \.isErased)
      let values = heads.map { $0.value }
      return values.allSatisfy { $0 == values.first } ? nil : heads.map(\.hash)
    }
  }
}
