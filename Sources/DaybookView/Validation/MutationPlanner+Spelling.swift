import DaybookModel

// Words that nobody here can have meant. What others wrote is kept, whatever it says; what is written here is checked,
// since a misspelt word would be kept, too, and change nothing.

extension MutationPlanner {
  /// Refuses operations that this version does not write, and keys and kinds that are nearly those it knows.
  func checkSpelling(of mutation: Mutation) throws(LedgerError) {
    try check(mutation.op)
    for member in mutation.other {
      guard let known = Self.knownKey(near: member.key) else { continue }
      throw LedgerError(
        .badData, "'\(member.key)' is not a key of a mutation", advice: "did you mean '\(known)'?")
    }
    if schemas[mutation.kind] == nil, let problem = kindProblem(mutation.kind) { throw problem }
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

  /// The key that was nearly typed. Of the shortest ones everything short is near, and nothing is said.
  private static func knownKey(near typed: String) -> String? {
    let known = Event.Key.allCases.map(\.rawValue)
    if let same = known.first(where: { $0 == typed.lowercased() }) { return same }
    guard typed.count >= 3 else { return nil }
    return Suggestion.nearest(to: typed, among: known.filter { $0.count >= 3 })
  }

  /// What is wrong with the name of a kind that no schema has: it is nearly that of a kind of its own system, or a known
  /// kind's but for one character. Nil for a kind of another program, or of a later version.
  func kindProblem(_ kind: String) -> LedgerError? {
    // Each is looked at once.
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
