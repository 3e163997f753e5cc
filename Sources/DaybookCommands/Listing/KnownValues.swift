import ArgumentParser
import Daybook

/// The values of an open enumeration that this version knows.
struct KnownValues {
  private let known: [String]

  init(_ known: [String]) { self.known = known }

  /// The known value that the text means: `primary-insured` and `Primary Insured` are `primaryInsured`.
  func match(_ text: String) -> String? {
    let letters = text.lowercased().filter { $0.isLetter || $0.isNumber }
    return known.first { $0.lowercased() == letters }
  }

  /// The value that somebody typed; an unknown one is refused, unless --force writes it.
  ///
  /// - Parameters:
  ///   - noun: such as "role".
  ///   - write: the options of the command that writes the value; nil if the value is only searched for, and any is
  ///     allowed.
  ///   - isHidden: whether errors must not repeat the text.
  func read(_ text: String, _ noun: String, _ write: WriteOptions?, isHidden: Bool = false) throws -> String {
    if let value = match(text) { return value }
    guard !text.allSatisfy(\.isWhitespace) else {
      throw LedgerError(.usage, "the \(noun) is empty", advice: "the known ones are \(list)")
    }
    let shown = isHidden ? Disclosure.mask : OneLine.cut(text)
    let near = isHidden ? nil : Suggestion.nearest(to: text, among: known)
    if let write, write.bounds.force {
      write.options.messages.show(
        Notice(
          "unknown-value",
          "'\(shown)' is not a known \(noun), and is written because of --force; the known ones are \(list)"))
      return text
    }
    if write == nil, near == nil { return text }
    let advice = near.map { "did you mean '\($0)'?" } ?? "the known ones are \(list);"
    throw LedgerError(
      .usage, "'\(shown)' is not a known \(noun)",
      advice: write == nil ? advice : "\(advice) --force writes it as it is")
  }

  private var list: String { known.joined(separator: ", ") }
}

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
