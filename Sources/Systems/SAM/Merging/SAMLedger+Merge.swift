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
