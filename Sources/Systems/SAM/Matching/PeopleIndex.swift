public import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An index of people by address and name, and of their contexts, which is read once for a run.
///
/// It does not hold people who are deleted or merged away. People who left the address book count only where nobody who
/// is still in it matches: a contact that was removed and added again is one person.
struct PeopleIndex: Sendable {
  struct Someone: Sendable {
    var id: String
    var name: String
    var isArchived: Bool
  }

  struct Attendance: Sendable {
    var context: String
    var end: Instant?
  }

  private var people: [String: Someone] = [:]
  private var byAddress: [String: [String]] = [:]
  private var byName: [String: [String]] = [:]
  private var contexts: [String: String] = [:]
  private var attendances: [String: [Attendance]] = [:]

  /// O(people and participations).
  init(_ state: borrowing some SyncState & ~Copyable) {
    for person in state.entities(Person.kind, reading: Self.personFields) { add(person) }
    for context in state.entities(Context.kind, reading: ["name"]) {
      contexts[context.id] = context.values["name"]?.string ?? ""
    }
    for attendance in state.entities(ContextParticipation.kind, reading: ["person", "context", "endDate"]) {
      guard let person = attendance.values["person"]?.string, people[person] != nil,
        let context = attendance.values["context"]?.string, contexts[context] != nil
      else { continue }
      let end = attendance.values["endDate"]?.string.flatMap { Instant($0) }
      attendances[person, default: []].append(Attendance(context: context, end: end))
    }
  }

  static let personFields = [
    "displayNameCache", "emailCache", "emailAddresses", "otherEmailAddresses", "isArchived",
  ]

  private mutating func add(_ person: SyncedEntity) {
    let name = person.values["displayNameCache"]?.string ?? ""
    people[person.id] = Someone(
      id: person.id, name: name, isArchived: person.values["isArchived"]?.bool ?? false)
    for address in Self.addresses(of: person.values) { byAddress[address, default: []].append(person.id) }
    let folded = SyncText.normalized(name)
    if !folded.isEmpty { byName[folded, default: []].append(person.id) }
  }

  /// In the compared form, each once.
  static func addresses(of values: JSONObject) -> Set<String> {
    var addresses = [values["emailCache"]?.string].compactMap { $0 }
    for field in ["emailAddresses", "otherEmailAddresses"] {
      addresses += values[field]?.array?.compactMap(\.string) ?? []
    }
    return Set(addresses.map(EmailAddress.normalized)).subtracting([""])
  }

  func person(_ id: String) -> Someone? { people[id] }
  func contextName(_ id: String) -> String? { contexts[id] }

  /// Ascending by id.
  func people(address: String) -> [Someone] { living(byAddress[EmailAddress.normalized(address)]) }
  func people(named name: String) -> [Someone] { living(byName[SyncText.normalized(name)]) }

  private func living(_ ids: [String]?) -> [Someone] {
    let found = (ids ?? []).compactMap { people[$0] }
    let present = found.filter { !$0.isArchived }
    return present.isEmpty ? found : present
  }

  /// The only context that all of them took part in at a time; nil if there is none, or several.
  func commonContext(of people: [String], at moment: Instant) -> String? {
    var common: Set<String>?
    for person in people {
      let theirs = Set(
        (attendances[person] ?? []).filter { $0.end.map { $0 >= moment } ?? true }.map(\.context))
      common = common?.intersection(theirs) ?? theirs
    }
    return common?.count == 1 ? common?.first : nil
  }

  /// Those that share an address or a name, by address or name.
  func shared() -> [(reason: PossibleDuplicates.Reason, people: [String])] {
    let addresses = byAddress.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
    let names = byName.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
    return addresses.map { (.address($0.key), $0.value) } + names.map { (.name($0.key), $0.value) }
  }
}

extension Person {
  /// Every address of the person, each once: the card's, then those that were typed or merged.
  public var allEmailAddresses: [String] {
    EmailAddress.distinct([emailCache].compactMap { $0 } + emailAddresses + otherEmailAddresses)
  }
}

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
