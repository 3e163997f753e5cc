import Daybook

/// What a ledger would hold after the plans that were applied to it.
struct MemoryState: SyncState {
  private(set) var held: [String: [SyncedEntity]] = [:]
  private let keys = ["sam.person": "contactIdentifier", "sam.evidenceItem": "sourceUID"]

  func entity(_ kind: String, key: String) -> SyncedEntity? {
    held[kind]?.first { $0.values[keys[kind] ?? ""]?.string == key }
  }

  func newID(_ kind: String, key: String) -> String { "id of \(key)" }

  func entities(_ kind: String, where field: String, equals value: JSONValue) -> [SyncedEntity] {
    (held[kind] ?? []).filter { $0.values[field] == value }
  }

  func entities(_ kind: String, reading fields: [String]) -> [SyncedEntity] {
    (held[kind] ?? []).filter { $0.isAlive && $0.isPresent }
  }

  func links(_ kind: String, _ id: String, _ relation: String) -> [String] {
    edges.filter { $0.owner == [kind, id, relation] && $0.isLinked }.map(\.target)
  }

  func isLinked(_ kind: String, _ id: String, _ relation: String, to target: String) -> Bool? {
    edges.first { $0.owner == [kind, id, relation] && $0.target == target }?.isLinked
  }

  private var edges: [(owner: [String], target: String, isLinked: Bool)] = []

  mutating func link(_ kind: String, _ id: String, _ relation: String, to target: String, _ isLinked: Bool) {
    edges.removeAll { $0.owner == [kind, id, relation] && $0.target == target }
    edges.append(([kind, id, relation], target, isLinked))
  }

  mutating func apply(_ plan: SyncPlan) {
    for mutation in plan.mutations {
      if let relation = mutation.rel, let target = mutation.to {
        link(mutation.kind, mutation.id, relation, to: target, mutation.op == .link)
        continue
      }
      var all = held[mutation.kind] ?? []
      let index = all.firstIndex { $0.id == mutation.id } ?? all.count
      if index == all.count { all.append(SyncedEntity(id: mutation.id)) }
      for member in mutation.set ?? [:] { all[index].values[member.key] = member.value }
      if let present = mutation.present { all[index].isPresent = present }
      held[mutation.kind] = all
    }
  }

  mutating func change(_ kind: String, key: String, _ change: (inout SyncedEntity) -> Void) {
    guard let index = held[kind]?.firstIndex(where: { $0.values[keys[kind] ?? ""]?.string == key }) else {
      return
    }
    change(&held[kind]![index])
  }
}

extension SyncPlan {
  /// The plan's mutations of one kind as what they set.
  func sets(_ kind: String) -> [JSONObject] { mutations.filter { $0.kind == kind }.map { $0.set ?? [:] } }

  var counts: [Int] { summary.fields.map(\.count) }
}
