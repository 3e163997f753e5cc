import DaybookLog
import DaybookModel

// Checks for words that are probably misspelt. Events of others are kept, whatever they contain; local writes are
// checked, since a misspelt key would be stored too and have no effect.

extension MutationPlanner {
  /// Refuses operations that this version does not write, and keys and kinds that look like misspellings of known
  /// ones.
  func checkSpelling() throws(LedgerError) {
    if !draft.entry.op.isWritten { throw refusalOfOperation }
    if let other = draft.entry.other { try checkOther(buffer.value(other).object ?? [:]) }
    try checkEffect()
    if draft.kind.isRaw, let problem = kindProblem(draft.kind.kind) { throw problem }
  }

  /// Refuses misspelt keys, and fields outside of `set`.
  private func checkOther(_ other: JSONObject) throws(LedgerError) {
    // An import writes it with each event.
    for member in other where member.key != Mutation.sourceKey {
      guard let known = Self.knownKey(near: member.key) else { continue }
      throw LedgerError(
        .badData, "'\(member.key)' is not a key of a mutation", advice: "did you mean '\(known)'?")
    }
    if draft.kind.isRaw { return }
    let schema = draft.kind.schema
    for member in other {
      if schema.field(member.key) != nil {
        throw LedgerError(
          .badData, "'\(member.key)' is a field of \(schema.kind), not a key of a mutation",
          advice: "write it into 'set'")
      }
      guard !draft.hasSet, let object = member.value.object,
        object.members.contains(where: { schema.field($0.key) != nil })
      else { continue }
      throw LedgerError(
        .badData, "'\(member.key)' is not a key of a mutation", advice: "write the fields into 'set'")
    }
  }

  /// Refuses keys that the operation does not read, since they would be stored and have no effect.
  private func checkEffect() throws(LedgerError) {
    let (op, entry) = (draft.entry.op, draft.entry)
    if op == .link || op == .unlink, entry.rel == nil, !draft.hasSet {
      throw LedgerError(.badData, "\(op.operation.rawValue) needs 'rel'")
    }
    let effects = op.effects
    func refuse(_ key: EventKey, _ isThere: Bool) throws(LedgerError) {
      guard isThere, let effect = key.effect, !effects.contains(effect) else { return }
      throw LedgerError(
        .badData, "'\(key.name)' has no effect on \(op.operation.rawValue)",
        advice: "write it in a mutation of its own")
    }
    try refuse(.set, draft.hasSet)
    try refuse(.was, entry.was != nil)
    try refuse(.rel, entry.rel != nil)
    try refuse(.to, entry.to != nil)
    try refuse(.present, entry.present != nil)
    try refuse(.acks, entry.acks != nil)
    try refuse(.server, entry.server != nil)
  }

  var refusalOfOperation: LedgerError {
    let op = draft.entry.op
    let name = op == .other ? buffer.text(draft.entry.opName) : op.operation.rawValue
    let names = EventOperation.written.map(\.rawValue)
    guard op == .other else {
      return LedgerError(
        .badData, "the operation '\(name)' is reserved",
        advice: "this version writes \(names.joined(separator: ", "))")
    }
    return LedgerError(
      .badData, "'\(name)' is not an operation",
      advice: Suggestion.advice(for: name, among: names)
        ?? "the operations are: \(names.joined(separator: ", "))")
  }

  /// The known key that the user probably meant. Between two very short keys everything is similar, so there is no
  /// suggestion.
  private static func knownKey(near typed: String) -> String? {
    let known = EventKey.known.map(\.name)
    if let same = known.first(where: { $0 == typed.lowercased() }) { return same }
    return Suggestion.nearest(to: typed, among: known.filter { $0.count + typed.count >= 5 })
  }

  /// The problem with the name of a kind that no schema has: it resembles a kind of its own system, or differs from a
  /// known kind in one character. Nil for a kind of another program, or of a later version.
  func kindProblem(_ kind: String) -> LedgerError? {
    // Each kind is checked once.
    if rawKinds.contains(kind) || toldKinds.contains(kind) { return nil }
    let near =
      if let system = schemas.system(of: kind) {
        Suggestion.nearest(to: kind, among: Self.kinds(of: system))
      } else {
        Suggestion.nearest(to: kind, among: schemas.systems.flatMap { Self.kinds(of: $0) }, distanceMax: 1)
      }
    guard let near else { return nil }
    return LedgerError(.badData, "there is no kind '\(kind)'", advice: "did you mean '\(near)'?")
  }

  private static func kinds(of system: System) -> [String] { system.kinds.map { $0.kind }.sorted() }
}
