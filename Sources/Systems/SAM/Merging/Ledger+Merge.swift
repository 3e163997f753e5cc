public import Daybook

/// What merging two people came to.
public struct MergeReceipt: Sendable {
  /// The one commit, which is undone as any other.
  public var append = AppendReceipt()
  /// References and edges that lead to the kept person now, by kind.
  public var moved: [String: Int] = [:]
  /// What was united with its like instead, or could not lead to one person at both ends, in plain words.
  public var united: [String] = []
}

extension Ledger {
  /// Merges two people who turned out to be one: everything that led to `absorbed` leads to `kept`, which also gets
  /// what it lacks; `absorbed` is deleted, and remembers in `mergedInto` who it is. One commit of ordinary events.
  ///
  /// - Participations, responsibilities, joint interests, coverages, consents, notes, evidence, proposals and
  ///   insights made by hand move; generated insights follow their evidence in the next run of the generator.
  /// - Two participations in one context at one time become one with the roles and notes of both, two coverages of
  ///   one product in one role as well; a responsibility of one for the other is deleted.
  /// - Roles, responsibility notes and addresses are united: those of `absorbed` become typed-in ones. Name, first
  ///   address, photo are taken where `kept` has none; so is the contact, with all that its card says.
  ///
  /// Where another machine linked more to `absorbed` since, merging again moves the rest. O(people and evidence).
  ///
  /// - Throws: `usage` for one and the same person, `not-found` for nobody, `refused` for somebody who is deleted,
  ///   or merged already and nothing is left to move.
  @discardableResult
  public func merge(
    _ absorbed: Ref<Person>, into kept: Ref<Person>, options: AppendOptions = AppendOptions()
  ) async throws -> MergeReceipt {
    let merge = try read { try PeopleMerge(absorbed.rawValue, into: kept.rawValue, in: $0) }
    var receipt = MergeReceipt()
    receipt.append = try await append(merge.mutations, options: options)
    (receipt.moved, receipt.united) = (merge.moved, merge.united)
    return receipt
  }
}
