/// The keys of an event's line in canonical order: the one table of them. The parser, the scanner, the writer, the SQL
/// views and the table of the file format are generated from it, or tested against it.
package enum EventKey: UInt8, CaseIterable, Sendable {
  case stamp, seq, op, kind, id, v, at, server, present, over, was, acks, set, rel, to, by, why, salt
  /// Any key that this version does not know.
  case other

  /// The form of a key's value.
  package enum Form: Sendable {
    case stamp, positiveInteger, integer, time, flag, text, stampOrNull
    /// A text that is not empty.
    case name
    /// `{field: stamp or null}`
    case stampsOrNulls
    case object, anything
  }

  package var form: Form {
    switch self {
    case .stamp, .at, .acks: .stamp
    case .seq: .positiveInteger
    case .op, .kind, .id: .name
    case .v: .integer
    case .server: .time
    case .present: .flag
    case .over: .stampOrNull
    case .was: .stampsOrNulls
    case .set: .object
    case .rel, .to, .by, .why, .salt: .text
    case .other: .anything
    }
  }

  /// Whether every event has it.
  package var isRequired: Bool { rawValue <= EventKey.id.rawValue }

  /// Whether the ledger itself writes it, so no mutation has it.
  package var isOfLedger: Bool { [.stamp, .seq, .at, .over, .salt].contains(self) }

  /// What an operation must do for the key to count; nil: it counts with every operation.
  package var effect: EventOperation.Effects? {
    switch self {
    case .server, .present, .acks: .source
    case .over: .over
    case .was, .set: .fields
    case .rel, .to: .edge
    case .stamp, .seq, .op, .kind, .id, .v, .at, .by, .why, .salt, .other: nil
    }
  }
}

extension EventKey {
  /// The keys that this version knows.
  package static let known = allCases.filter { $0 != .other }

  private static let names = known.map { "\($0)" }
  private static let byName = Dictionary(uniqueKeysWithValues: zip(names, known))

  /// The key's name in a line. O(1); not for `other`, which has no name.
  package var name: String { Self.names[Int(rawValue)] }

  /// Nil for a key that this version does not know.
  package init?(name: String) {
    guard let key = Self.byName[name] else { return nil }
    self = key
  }
}

extension EventKey.Form {
  /// What is wrong with a value of another form.
  package var problem: String {
    switch self {
    case .stamp: "must be a stamp"
    case .positiveInteger: "must be a positive integer"
    case .integer: "must be an integer"
    case .time: "must be a time such as 2026-11-21T06:13:00.123456789Z"
    case .flag: "must be true or false"
    case .text, .name: "must be a string"
    case .stampOrNull: "must be a stamp or null"
    case .stampsOrNulls: "must be an object of stamps or nulls"
    case .object: "must be an object"
    case .anything: ""
    }
  }
}
