import DaybookModel

// Checks for words that are probably misspelt. Events of others are kept, whatever they contain; local writes are
// checked, since a misspelt word would be kept too and have no effect.

extension MutationPlanner {
  /// Refuses operations that this version does not write, and keys and kinds that look like misspellings of known
  /// ones.
  func checkSpelling(of mutation: Mutation) throws(LedgerError) {
    try check(mutation.op)
    for member in mutation.other {
      guard let known = Self.knownKey(near: member.key) else { continue }
      throw LedgerError(
        .badData, "'\(member.key)' is not a key of a mutation", advice: "did you mean '\(known)'?")
    }
    if let schema = schemas[mutation.kind] { try checkPlaces(of: mutation, schema) }
    try checkEffect(of: mutation)
    if schemas[mutation.kind] == nil, let problem = kindProblem(mutation.kind) { throw problem }
  }

  /// Refuses fields outside of `set`.
  private func checkPlaces(of mutation: Mutation, _ schema: KindSchema) throws(LedgerError) {
    for member in mutation.other {
      if schema.field(member.key) != nil {
        throw LedgerError(
          .badData, "'\(member.key)' is a field of \(schema.kind), not a key of a mutation",
          advice: "write it into 'set'")
      }
      guard mutation.set == nil, let object = member.value.object,
        object.members.contains(where: { schema.field($0.key) != nil })
      else { continue }
      throw LedgerError(
        .badData, "'\(member.key)' is not a key of a mutation", advice: "write the fields into 'set'")
    }
  }

  /// Refuses keys that the operation does not read, since they would be stored and have no effect.
  private func checkEffect(of mutation: Mutation) throws(LedgerError) {
    let isEdge = mutation.op == .link || mutation.op == .unlink
    if isEdge, mutation.rel == nil, mutation.set == nil {
      throw LedgerError(.badData, "\(mutation.op.rawValue) needs 'rel'")
    }
    let effects = mutation.op.effects
    let unread = mutation.effectKeys.first { key in key.effect.map { !effects.contains($0) } ?? false }
    guard let key = unread else { return }
    throw LedgerError(
      .badData, "'\(key.name)' has no effect on \(mutation.op.rawValue)",
      advice: "write it by a mutation of its own")
  }

  private func check(_ op: Operation) throws(LedgerError) {
    guard !Operation.written.contains(op) else { return }
    let names = Operation.written.map(\.rawValue)
    guard !Operation.known.contains(op) else {
      throw LedgerError(
        .badData, "the operation '\(op.rawValue)' is reserved",
        advice: "this version writes \(names.joined(separator: ", "))")
    }
    throw LedgerError(
      .badData, "'\(op.rawValue)' is not an operation",
      advice: Suggestion.advice(for: op.rawValue, among: names)
        ?? "there are: \(names.joined(separator: ", "))")
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
    // Each is checked once.
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

extension Mutation {
  /// The keys it has that count only with some operations.
  fileprivate var effectKeys: [EventKey] {
    let all: [(EventKey, Bool)] = [
      (.set, set != nil), (.was, was != nil), (.rel, rel != nil), (.to, to != nil),
      (.present, present != nil),
      (.acks, acks != nil), (.server, server != nil),
    ]
    return all.filter(\.1).map(\.0)
  }
}
