import ArgumentParser
import Daybook

// Names of roles, kinds and states are open: a later version may know more of them, and written values stay. In a
// command, an unknown name is most often a typing error: it is refused without --force.

extension OpenEnum {
  /// The value that somebody typed: `primary-insured` and `Primary Insured` are `primaryInsured`.
  ///
  /// - Parameters:
  ///   - noun: such as "role".
  ///   - write: the options of the command that writes the value; nil if the value is only searched for, and any is
  ///     allowed.
  static func read(_ text: String, _ noun: String, _ write: WriteOptions? = nil) throws -> Self {
    Self(rawValue: try KnownValues(known.map(\.rawValue)).read(text, noun, write))
  }

  /// The value to search for: a known one, or one that some entity has. Any other value would find nothing, and is
  /// refused.
  ///
  /// - Parameter field: the kind's field that holds these values.
  static func read(
    _ text: String, _ noun: String, in field: String, of kind: String, _ ledger: Ledger
  ) async throws -> Self {
    if let value = KnownValues(known.map(\.rawValue)).match(text) { return Self(rawValue: value) }
    var query = Query(
      kind, where: .compare(Condition.Path(stringLiteral: field), .equal, .string(text)), limit: 1)
    query.isCount = true
    if try await ledger.query(query).count > 0 { return Self(rawValue: text) }
    throw LedgerError(
      .usage, "there is no \(noun) '\(text)'",
      advice: Suggestion.advice(for: text, among: known.map(\.rawValue)) ?? "the known ones are \(list)")
  }

  /// The known values, for help and advice.
  static var list: String { known.map(\.rawValue).joined(separator: ", ") }
}
