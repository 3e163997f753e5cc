import ArgumentParser
import Daybook
import SAM

/// `daybook sam accept EVIDENCE [PROPOSAL…]`
struct AcceptCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Accept proposed links: link the evidence to the person or context.",
    discussion: """
      'sam evidence' shows what is proposed. Each decision is a separate commit; one that was already made is \
      left alone. Accepting a proposal for a new person creates the person.

      Examples:
        daybook sam accept 9f3b2f6f
        daybook sam accept 9f3b2f6f 2
        daybook sam accept 9f3b2f6f 'ben lee' ann@example.com
        daybook sam accept 9f3b2f6f --all
      """)

  @OptionGroup var proposals: ProposalArguments

  func run() async throws {
    try await proposals.decide { ledger, evidence, target, options in
      try await ledger.sam.acceptProposal(of: evidence, target: target, options: options)
    }
  }
}

/// `daybook sam reject EVIDENCE [PROPOSAL…]`
struct RejectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reject",
    abstract: "Reject proposed links, which are then never proposed again.",
    discussion: """
      'sam evidence' shows what is proposed. Rejecting an accepted link removes it.

      Examples:
        daybook sam reject 9f3b2f6f 2
        daybook sam reject 9f3b2f6f --all
      """)

  @OptionGroup var proposals: ProposalArguments

  func run() async throws {
    try await proposals.decide { ledger, evidence, target, options in
      try await ledger.sam.rejectProposal(of: evidence, target: target, options: options)
    }
  }
}

/// EVIDENCE and which of its proposals.
struct ProposalArguments: ParsableArguments {
  @Argument(help: WhoHelp.id)
  var evidence: String

  @Argument(
    help: ArgumentHelp(
      "Which proposals: by number, name, e-mail or id; by default the only one that is pending.",
      valueName: "proposal"))
  var proposals: [String] = []

  @Flag(help: "All that are pending.")
  var all = false

  @OptionGroup var write: WriteOptions

  func validate() throws {
    if all, !proposals.isEmpty { throw ValidationError("name proposals or give --all, not both") }
  }

  typealias Decision = (Ledger, Ref<EvidenceItem>, String, AppendOptions) async throws -> AppendReceipt

  func decide(_ decision: Decision) async throws {
    let ledger = try await write.selection.open()
    let page = try await ledger.withView { [evidence] view in
      let found = try view.entity(evidence, among: [EvidenceItem.kind], noun: "piece of evidence")
      return try EvidencePage.read(Ref(found.id), in: view)
    }
    guard let page else { return }
    let id = page.summary.id
    var receipts: [AppendReceipt] = []
    for proposal in try NumberedProposal.all(page.proposals).chosen(proposals, all: all) {
      var options = try write.appendOptions()
      // Each commit changes the evidence, and an idempotency key names only one commit.
      if !receipts.isEmpty {
        options.expect = nil
        options.key = options.key.map { "\($0)/\(receipts.count)" }
      }
      receipts.append(try await decision(ledger, id, proposal.link.targetID, options))
    }
    try write.show(receipts, about: [EntityName(kind: EvidenceItem.kind, id: id.rawValue)])
  }
}

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
