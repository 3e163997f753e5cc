import ArgumentParser
import Daybook

// Names of roles, kinds and states are open: a later version may know more of them, and what was written of them stays.
// Here one that nobody knows is most often a typing error: it is refused, unless --force says that it is meant.

extension OpenEnum {
  /// The value that somebody typed: `primary-insured` and `Primary Insured` are `primaryInsured`.
  ///
  /// - Parameters:
  ///   - noun: such as "role".
  ///   - write: of the command that writes the value; nil where it only names one that may be there, which any may.
  static func read(_ text: String, _ noun: String, _ write: WriteOptions? = nil) throws -> Self {
    let letters = text.lowercased().filter { $0.isLetter || $0.isNumber }
    if let value = known.first(where: { $0.rawValue.lowercased() == letters }) { return value }
    guard !text.allSatisfy(\.isWhitespace) else {
      throw LedgerError(.usage, "the \(noun) is empty", advice: "the known ones are \(list)")
    }
    let near = Suggestion.nearest(to: text, among: known.map(\.rawValue))
    if let write, write.bounds.force {
      write.options.messages.show(
        Notice(
          "unknown-value",
          "'\(text)' is not a known \(noun), but is kept as it is; the known ones are \(list)"))
      return Self(rawValue: text)
    }
    if write == nil, near == nil { return Self(rawValue: text) }
    let advice = near.map { "did you mean '\($0)'?" } ?? "the known ones are \(list);"
    throw LedgerError(
      .usage, "'\(OneLine.cut(text))' is no \(noun)",
      advice: write == nil ? advice : "\(advice) --force writes it as it is")
  }

  /// The value to search for: a known one, or one that some entity has. Any other value would find nothing, and is
  /// refused.
  ///
  /// - Parameter field: the kind's field that holds these values.
  static func read(
    _ text: String, _ noun: String, in field: String, of kind: String, _ ledger: Ledger
  ) async throws -> Self {
    let letters = text.lowercased().filter { $0.isLetter || $0.isNumber }
    if let value = known.first(where: { $0.rawValue.lowercased() == letters }) { return value }
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
