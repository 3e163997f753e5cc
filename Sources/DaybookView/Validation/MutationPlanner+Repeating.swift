import DaybookLog
package import DaybookModel

extension MutationPlanner {
  /// Whether an event in the log is what `mutation` asked for: the same, but for what the planner adds.
  package func asks(_ mutation: Mutation, for written: Mutation) -> Bool {
    let asked = stored(mutation) ?? mutation
    let isSamePlace = asked.kind == written.kind && (asked.id.isEmpty || asked.id == written.id)
    let isSwapped = asked.to == written.id && (asked.id == written.to || asked.rel != written.rel)
    guard asked.op == written.op, isSamePlace || isSwapped else { return false }
    if isSamePlace, written.rel != nil, asked.rel != written.rel || asked.to != written.to { return false }
    return (asked.set ?? [:]).allSatisfy { written.set?[$0.key] == $0.value }
  }

  /// With its values as they are stored; nil where they cannot be.
  private func stored(_ mutation: Mutation) -> Mutation? {
    guard schemas[mutation.kind] != nil, let buffer = try? MutationBuffer([mutation]) else { return nil }
    var planner = self
    planner.buffer = buffer
    planner.draft.begin(buffer.entries[0], buffer.members[...])
    planner.draft.kind = planner.compiled(mutation.kind)
    guard (try? planner.storeValues()) != nil else { return nil }
    return planner.buffer.mutation(planner.draft.entry, planner.draft.set)
  }

  /// The kinds of no registered system met since this was last asked, ascending.
  package mutating func takeRawKinds() -> [String] {
    defer { rawKinds = [] }
    let fresh = rawKinds.subtracting(toldKinds)
    toldKinds.formUnion(fresh)
    return fresh.sorted()
  }
}
