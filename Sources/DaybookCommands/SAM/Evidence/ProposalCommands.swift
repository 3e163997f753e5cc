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
