public import Daybook

/// People who may be the same person, and why.
public struct PossibleDuplicates: Sendable, Equatable {
  /// What the people have in common.
  public enum Reason: Sendable, Equatable {
    /// The address that all of them have, in its compared form.
    case address(String)
    /// The name that all of them have, in lower case.
    case name(String)
  }

  /// An address or a name; people who share both are listed with the address.
  public var reason: Reason
  /// Two at least, ascending by id.
  public var people: [Ref<Person>]
}

extension SAMLedger {
  /// People who share an address, then people who share a name; those that share both are reported once. O(people).
  public func possibleDuplicates() async throws -> [PossibleDuplicates] {
    try await ledger.read { state in
      var told: Set<[String]> = []
      return PeopleIndex(state).shared().compactMap { reason, people in
        let people = people.sorted()
        guard told.insert(people).inserted else { return nil }
        return PossibleDuplicates(reason: reason, people: people.map { Ref($0) })
      }
    }
  }
}
