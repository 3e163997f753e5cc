package import DaybookModel

extension MutationPlanner {
  /// Whether an event in the log is what `mutation` asked for: the same, but for what the planner adds.
  package func asks(_ mutation: Mutation, for written: Mutation) -> Bool {
    var asked = mutation
    if let schema = schemas[mutation.kind], let stored = try? storing(mutation, schema) { asked = stored }
    let isSamePlace = asked.kind == written.kind && (asked.id.isEmpty || asked.id == written.id)
    let isSwapped = asked.to == written.id && (asked.id == written.to || asked.rel != written.rel)
    guard asked.op == written.op, isSamePlace || isSwapped else { return false }
    if isSamePlace, written.rel != nil, asked.rel != written.rel || asked.to != written.to { return false }
    return (asked.set ?? [:]).allSatisfy { written.set?[$0.key] == $0.value }
  }

  private func storing(_ mutation: Mutation, _ schema: KindSchema) throws -> Mutation {
    var stored = mutation
    try storeValues(&stored, schema)
    return stored
  }

  /// The kinds of no registered system met since this was last asked, ascending.
  package mutating func takeRawKinds() -> [String] {
    defer { rawKinds = [] }
    let fresh = rawKinds.subtracting(toldKinds)
    toldKinds.formUnion(fresh)
    return fresh.sorted()
  }
}
