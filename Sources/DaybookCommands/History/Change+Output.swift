import Daybook

// A register's change as it is shown: masked, as JSON for programs and as a line for people.

extension Step.Register {
  /// `field`, `relation`, …
  var type: String {
    switch self {
    case .field: "field"
    case .relation: "relation"
    case .alive: "alive"
    case .present: "present"
    case .visibility: "visibility"
    }
  }

  /// The field's or the relation's name.
  var name: String? {
    switch self {
    case .field(let name), .relation(let name, _): name
    default: nil
    }
  }

  /// A link's target as it may be shown.
  func target(of kind: String, _ disclosure: Disclosure) -> String? {
    guard case .relation(let rel, let to) = self else { return nil }
    return disclosure.text(to, of: rel, kind: kind)
  }

  /// A value as it may be shown. Whether something is linked or exists is not hidden.
  func value(_ value: JSONValue?, of kind: String, _ disclosure: Disclosure) -> JSONValue {
    guard let value else { return .null }
    guard case .field(let name) = self else { return value }
    return disclosure.value(value, of: name, kind: kind)
  }

  /// For people: the field or relation that changed.
  func place(of kind: String, _ disclosure: Disclosure) -> String {
    switch self {
    case .field(let name): name
    case .relation(let rel, _): "\(rel) → \(target(of: kind, disclosure) ?? "")"
    case .alive: "entity"
    case .present: "source"
    case .visibility: "shown"
    }
  }

  /// For people: the change as text.
  func text(
    _ value: JSONValue?, of kind: String, _ disclosure: Disclosure, _ zone: TimeZoneRule
  ) -> String {
    switch (self, value) {
    case (.alive, true): "there"
    case (.alive, false): "deleted"
    case (.present, false): "gone from its source"
    case (.present, true): "in its source"
    // No source had a value for it.
    case (.present, _): "(nothing)"
    case (.relation, true): "linked"
    case (.relation, _): "not linked"
    case (.visibility, true): "yes"
    case (.visibility, _): "no"
    default: Self.text(told(self.value(value, of: kind, disclosure), of: kind, disclosure, zone))
    }
  }

  private func told(
    _ value: JSONValue, of kind: String, _ disclosure: Disclosure, _ zone: TimeZoneRule
  ) -> JSONValue {
    guard case .field(let name) = self else { return value }
    return disclosure.schemas.told(value, of: name, kind: kind, in: zone)
  }

  private static func text(_ value: JSONValue) -> String {
    let text = OutputTable.text(value)
    return text.isEmpty ? "(nothing)" : text
  }
}

extension OutputRow {
  /// A register's name.
  mutating func append(_ register: Step.Register, of kind: String, _ disclosure: Disclosure) {
    append("register", .string(register.type))
    append("field", ifPresent: register.name)
    append("to", ifPresent: register.target(of: kind, disclosure))
  }

  /// Who wrote, when, where and why.
  mutating func append(writer entry: LogEntry, on machine: String?) {
    append("stamp", .string(entry.event.stamp.description))
    append("by", ifPresent: entry.event.mutation.by)
    append("why", ifPresent: entry.event.mutation.why)
    append("replica", .string(entry.replica.description))
    append("replicaName", ifPresent: machine)
    append("commit", .count(entry.commit))
  }

  /// By whom, when and why something was erased.
  mutating func append(erasedBy erasers: [LogEntry]) {
    var row = OutputRow([])
    if let eraser = erasers.first?.event {
      row.append("stamp", .string(eraser.stamp.description))
      row.append("by", ifPresent: eraser.mutation.by)
      row.append("why", ifPresent: eraser.mutation.why)
      row.append("erasure", ifPresent: eraser.erasure)
    }
    append("erased", .object(JSONObject(row.members.map { ($0.name, $0.value) })))
  }

  mutating func append(_ cause: Step.Cause, of kind: String, _ disclosure: Disclosure) {
    var row = OutputRow([("what", .string(cause.what.rawValue)), ("_kind", .string(cause.kind))])
    row.append("_id", .string(disclosure.owner(cause.id, of: kind)))
    row.append("stamp", .string(cause.stamp.description))
    row.append("by", ifPresent: cause.by)
    append("cause", .object(JSONObject(row.members.map { ($0.name, $0.value) })))
  }
}

extension [LogEntry] {
  /// For people, of events that erased something: "(erased by david at …: her request)".
  func erasedText(_ zone: TimeZoneRule) -> String {
    guard let eraser = first?.event else { return "(erased)" }
    let mutation = eraser.mutation
    let by = mutation.by.map { " by \($0)" } ?? ""
    return "(erased\(by) at \(zone.text(eraser.stamp.instant))\(mutation.why.map { ": \($0)" } ?? ""))"
  }
}

extension Step.Cause {
  /// For people: "sam.context c1 was deleted by david at …".
  func sentence(of kind: String, _ disclosure: Disclosure, _ zone: TimeZoneRule) -> String {
    let owner = "\(self.kind) \(disclosure.owner(id, of: kind))"
    let who = (by.map { " by \($0)" } ?? "") + " at \(zone.text(stamp.instant))"
    return switch what {
    case .deleted: "hidden because its owner \(owner) was deleted\(who)"
    case .gone: "hidden because its owner \(owner) is gone from its source\(who)"
    case .returned: "back because its owner \(owner) was brought back\(who)"
    case .left: "back because it was taken from \(owner)\(who)"
    }
  }
}

/// The names of the machines that wrote.
struct Machines {
  private var names: [ReplicaID: String] = [:] {
    didSet { shared = Self.shared(names) }
  }
  /// The names that several machines have.
  private var shared: Set<String> = []

  init() {}

  init(of ledger: Ledger) async {
    names = await ledger.replicas.names()
    shared = Self.shared(names)
  }

  subscript(replica: ReplicaID) -> String? {
    get { names[replica] }
    set { names[replica] = newValue }
  }

  /// For people: the name, with the beginning of the id where another machine has the same, or the id of one that has none.
  func text(_ replica: ReplicaID) -> String {
    guard let name = names[replica] else { return replica.description }
    return shared.contains(name) ? "\(name) (\(replica.description.prefix(8)))" : name
  }

  private static func shared(_ names: [ReplicaID: String]) -> Set<String> {
    Set(Dictionary(grouping: names.values) { $0 }.filter { $0.value.count > 1 }.keys)
  }
}
