import Daybook
import SAM

/// A proposed link with the number by which people choose it.
struct NumberedProposal: Sendable {
  /// From 1, decided ones included: a decision does not renumber the others.
  var number: Int
  var link: ProposedLink

  static func all(_ links: [ProposedLink]) -> [NumberedProposal] {
    links.enumerated().map { NumberedProposal(number: $0 + 1, link: $1) }
  }

  var cells: [JSONValue] {
    [
      .count(number), .string(OneLine.of(link.displayName)),
      .text(link.email), .string(TableStyle.percent(link.confidence)), .string(link.status.rawValue),
      .string(OneLine.of(link.reason)),
    ]
  }

  /// `1 Ben Lee (ben@example.com)`
  fileprivate var text: String {
    let name = OneLine.of(link.displayName)
    let email = link.email.flatMap { $0 == name ? nil : " (\($0))" } ?? ""
    return "\(number) \(name)\(email)"
  }
}

extension [NumberedProposal] {
  /// The proposals that a user names: by number, by the person's id or its beginning, by name or address; without
  /// any the only one that is pending; with `all` all that are pending.
  func chosen(_ texts: [String], all: Bool) throws(LedgerError) -> [NumberedProposal] {
    let pending = filter { $0.link.status == .pending }
    if all || texts.isEmpty {
      guard !pending.isEmpty else { throw LedgerError(.notFound, "no proposal is pending here") }
      guard all || pending.count == 1 else {
        throw LedgerError(
          .usage, "\(pending.count) proposals are pending: \(pending.list)",
          advice: "choose by number or name, or all with --all")
      }
      return pending
    }
    var chosen: [NumberedProposal] = []
    for text in texts { chosen.append(try one(text)) }
    return chosen
  }

  private func one(_ text: String) throws(LedgerError) -> NumberedProposal {
    if let number = Int(text), let proposal = first(where: { $0.number == number }) { return proposal }
    let folded = TextFolding.fold(text)
    func holds(_ whole: String?) -> Bool {
      whole.map { TextFolding.fold($0).firstRange(of: folded) != nil } ?? false
    }
    let found =
      text.isEmpty
      ? []
      : filter { $0.link.targetID == text }.nonEmpty
        ?? filter { proposal in
          proposal.link.targetID.hasPrefix(text) || holds(proposal.link.displayName)
            || holds(proposal.link.email)
        }
    guard let first = found.first else {
      throw LedgerError(
        .notFound, "no link to '\(text.prefix(60))' is proposed here",
        advice: isEmpty ? nil : "the proposed ones are \(list)")
    }
    guard found.count == 1 else {
      throw LedgerError(
        .usage, "'\(text)' matches several proposals: \(found.list)", advice: "choose by number")
    }
    return first
  }

  private var list: String {
    map(\.text).joined(separator: ", ")
  }

  private var nonEmpty: Self? { isEmpty ? nil : self }
}
