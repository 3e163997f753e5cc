public import Daybook

/// The result of merging two people.
public struct MergeReceipt: Sendable {
  /// The only commit, which can be undone like any other.
  public var append = AppendReceipt()
  /// The numbers of references and edges that now lead to the kept person, by kind.
  public var moved: [String: Int] = [:]
  /// Descriptions of entities that were united with similar ones instead, or that would have had the same person at
  /// both ends.
  public var united: [String] = []
}

extension SAMLedger {
  /// Merges two people who turned out to be one: everything that led to `absorbed` leads to `kept`, which also gets the
  /// data that it lacks; `absorbed` is deleted, and its `mergedInto` names `kept`. One commit of ordinary events.
  ///
  /// - Participations, responsibilities, joint interests, coverages, consents, notes, evidence, proposals and
  ///   insights made by hand move; generated insights follow their evidence in the next run of the generator.
  /// - Two participations in one context at one time become one with the roles and notes of both, two coverages of
  ///   one product in one role as well; a responsibility of one for the other is deleted.
  /// - Roles, responsibility notes and addresses are united: the addresses of `absorbed` become typed ones. Name, first
  ///   address and photo are used if `kept` has none; so is the contact, with all of its card's data.
  ///
  /// If another machine has linked more to `absorbed` since, merging again moves the rest. O(people and evidence).
  ///
  /// - Throws: `usage` if both are the same person, `not-found` if one does not exist, `refused` if one is deleted, or
  ///   was already merged and nothing is left to move.
  @discardableResult
  public func merge(
    _ absorbed: Ref<Person>, into kept: Ref<Person>, options: AppendOptions = AppendOptions()
  ) async throws -> MergeReceipt {
    let merge = try await ledger.read { try PeopleMerge(absorbed.rawValue, into: kept.rawValue, in: $0) }
    var receipt = MergeReceipt()
    receipt.append = try await ledger.append(merge.mutations, options: options)
    (receipt.moved, receipt.united) = (merge.moved, merge.united)
    return receipt
  }
}

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
    // First the absorbed person is deleted, then the kept one gets the contact, which only one person may have.
    mutations.append(
      Mutation(.upsert, kind: Person.kind, id: absorbed, set: ["mergedInto": .string(kept)]))
    mutations.append(Mutation(.delete, kind: Person.kind, id: absorbed))
    let fields = MergedFields(absorbed, into: kept, in: state).set
    if !fields.isEmpty { mutations.append(Mutation(.upsert, kind: Person.kind, id: kept, set: fields)) }
  }

  private enum Standing {
    case there
    /// With the person into whom they were merged, if that is the reason.
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
        .notFound, "there is no person \(person)", advice: "'\(Remedy.entities.of(Person.kind))' lists them")
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

// Entities that both people have for the same thing are united, with the data of both.

extension PeopleMerge {
  /// Whether the kept person takes part in the same context at the same time; then that participation gets the
  /// roles and the note, and this one is deleted.
  mutating func uniteParticipation(
    _ participation: borrowing EntityReader, in state: borrowing LedgerState
  ) -> Bool {
    guard let context = participation.storedTargets("context").first else { return false }
    let theirs = Period(participation)
    let union = FieldUnion(ContextParticipation.kind, in: state)
    let fields = union.values(of: participation)
    for other in related("participations", in: state) {
      let set = state.read(ContextParticipation.kind, other) { own -> JSONObject? in
        let period = Period(own)
        guard own.storedTargets("context").first == context, period.overlaps(theirs) else { return nil }
        var set = union.gained(
          fields, by: union.values(of: own), besides: ["person", "context", "note", "startDate", "endDate"])
        own.join("note", with: fields["note"]?.string, into: &set)
        if let start = theirs.start, period.start.map({ $0 > start }) ?? true {
          set["startDate"] = fields["startDate"]
        }
        if let end = period.end, theirs.end.map({ $0 > end }) ?? true { set["endDate"] = fields["endDate"] }
        return set
      }
      guard let set = set ?? nil else { continue }
      if !set.isEmpty { add(Mutation(.upsert, kind: ContextParticipation.kind, id: other, set: set)) }
      add(Mutation(.delete, kind: ContextParticipation.kind, id: participation.id))
      let name = state.read(Context.kind, context) { $0.value("name").string } ?? nil
      tell("both took part in \(name ?? context): one participation with the roles of both")
      return true
    }
    return false
  }

  /// The same for two coverages of one product in one role.
  mutating func uniteCoverage(_ coverage: borrowing EntityReader, in state: borrowing LedgerState) -> Bool {
    guard let product = coverage.storedTargets("product").first else { return false }
    let union = FieldUnion(Coverage.kind, in: state)
    let fields = union.values(of: coverage)
    for other in related("coverages", in: state) {
      let set = state.read(Coverage.kind, other) { own -> JSONObject? in
        guard own.storedTargets("product").first == product, own.value("role") == fields["role"] else {
          return nil
        }
        return union.gained(fields, by: union.values(of: own), besides: ["person", "product", "role"])
      }
      guard let set = set ?? nil else { continue }
      if !set.isEmpty { add(Mutation(.upsert, kind: Coverage.kind, id: other, set: set)) }
      add(Mutation(.delete, kind: Coverage.kind, id: coverage.id))
      let name = state.read(Product.kind, product) { $0.value("name").string } ?? nil
      tell("both were covered by \(name ?? product) in one role: one coverage")
      return true
    }
    return false
  }

  private func related(_ relation: String, in state: borrowing LedgerState) -> [String] {
    state.read(Person.kind, kept) { $0.related(relation) } ?? []
  }

  /// A period, open at an end without a date.
  private struct Period {
    var start: Instant?
    var end: Instant?

    init(_ entity: borrowing EntityReader) {
      start = entity.value("startDate").string.flatMap { Instant($0) }?.dated
      end = entity.value("endDate").string.flatMap { Instant($0) }
    }

    func overlaps(_ other: Period) -> Bool { begins(beforeEndOf: other) && other.begins(beforeEndOf: self) }

    private func begins(beforeEndOf other: Period) -> Bool {
      guard let start, let end = other.end else { return true }
      return start <= end
    }
  }
}

extension EntityReader {
  /// Its own text, then the other on a line of its own.
  fileprivate func join(_ field: String, with other: String?, into set: inout JSONObject) {
    let own = value(field).string ?? ""
    guard let other, !other.isEmpty, other != own else { return }
    set[field] = .string(own.isEmpty ? other : own + "\n" + other)
  }
}
