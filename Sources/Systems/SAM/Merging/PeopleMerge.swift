import Daybook

/// The events that make two people one: a pure plan over the present state.
struct PeopleMerge: Sendable {
  let absorbed: String
  let kept: String
  private(set) var mutations: [Mutation] = []
  private(set) var moved: [String: Int] = [:]
  private(set) var united: [String] = []

  init(_ absorbed: String, into kept: String, in state: borrowing LedgerState) throws(LedgerError) {
    (self.absorbed, self.kept) = (absorbed, kept)
    let isAgain = try Self.check(absorbed, kept, state)
    for schema in state.schemas.kinds {
      for relation in schema.relations where relation.target == Person.kind {
        move(relation, in: state)
      }
    }
    moveProposals(in: state)
    if isAgain {
      guard !mutations.isEmpty else {
        throw LedgerError(
          .refused, "\(absorbed) is merged into \(kept) already, and nothing is left to move")
      }
      return
    }
    // First the one goes, then the other takes its contact, which only one may have.
    mutations.append(
      Mutation(.upsert, kind: Person.kind, id: absorbed, set: ["mergedInto": .string(kept)]))
    mutations.append(Mutation(.delete, kind: Person.kind, id: absorbed))
    let fields = MergedFields(absorbed, into: kept, in: state).set
    if !fields.isEmpty { mutations.append(Mutation(.upsert, kind: Person.kind, id: kept, set: fields)) }
  }

  private enum Standing {
    case there
    /// And who they turned out to be, if that is why.
    case deleted(String?)
  }

  /// Whether they were merged before.
  private static func check(
    _ absorbed: String, _ kept: String, _ state: borrowing LedgerState
  ) throws(LedgerError) -> Bool {
    guard absorbed != kept else { throw LedgerError(.usage, "\(kept) cannot be merged into itself") }
    if case .deleted(let other) = try standing(of: kept, state) { throw refusal(kept, other) }
    guard case .deleted(let former) = try standing(of: absorbed, state) else { return false }
    guard former == kept else { throw refusal(absorbed, former) }
    return true
  }

  private static func standing(
    of person: String, _ state: borrowing LedgerState
  ) throws(LedgerError) -> Standing {
    let found = state.read(Person.kind, person, includesGone: true) { person -> Standing? in
      guard person.isMade else { return nil }
      return person.isDeleted ? .deleted(person.storedTargets("mergedInto").first) : .there
    }
    guard let standing = found ?? nil else {
      throw LedgerError(
        .notFound, "there is no person \(person)", advice: "daybook query \(Person.kind) lists them")
    }
    return standing
  }

  private static func refusal(_ person: String, _ other: String?) -> LedgerError {
    guard let other else {
      return LedgerError(.refused, "\(person) is deleted", advice: "restore it first")
    }
    return LedgerError(
      .refused, "\(person) is merged into \(other) already", advice: "name \(other) in its place")
  }

  mutating func add(_ mutation: Mutation) { mutations.append(mutation) }

  mutating func count(_ kind: String) { moved[kind, default: 0] += 1 }

  mutating func tell(_ text: String) { united.append(text) }
}
