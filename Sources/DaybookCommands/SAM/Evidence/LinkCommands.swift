import ArgumentParser
import Daybook
import SAM

/// `daybook sam link EVIDENCE WHO…`
struct SAMLinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Link evidence to people and contexts, proposed or not.",
    discussion: """
      If a link is proposed, this accepts it. Existing links stay.

      Examples:
        daybook sam link 9f3b2f6f 'ben lee'
        daybook sam link 9f3b2f6f 'ben lee' 'the lees'
      """)

  @OptionGroup var ends: EvidenceEnds

  func run() async throws {
    try await ends.decide { end, ledger, options in
      if end.isProposed {
        return try await ledger.sam.acceptProposal(of: end.evidence, target: end.target.id, options: options)
      }
      guard !end.isLinked else { return nil }
      return try await ledger.append([end.mutation(.link)], options: options)
    }
  }
}

/// `daybook sam unlink EVIDENCE WHO…`
struct SAMUnlinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlink",
    abstract: "Remove links from evidence to people and contexts.",
    discussion: """
      A sync of the source does not link them again. 'sam reject' also says that a proposal was wrong.

      Examples:
        daybook sam unlink 9f3b2f6f 'ben lee'
      """)

  @OptionGroup var ends: EvidenceEnds

  func run() async throws {
    try await ends.decide { end, ledger, options in
      guard end.isLinked else { return nil }
      return try await ledger.append([end.mutation(.unlink)], options: options)
    }
  }
}

/// EVIDENCE and the people and contexts that it is linked to.
struct EvidenceEnds: ParsableArguments {
  @Argument(help: WhoHelp.id)
  var evidence: String

  @Argument(help: "People and contexts: a name or part of it, an e-mail, or the beginning of an id.")
  var who: [String]

  @OptionGroup var write: WriteOptions

  struct End: Sendable {
    let evidence: Ref<EvidenceItem>
    let target: EntityName
    let isLinked: Bool
    /// The link is proposed, and nobody has accepted it.
    let isProposed: Bool

    var relation: String { target.kind == Context.kind ? "linkedContexts" : "linkedPeople" }

    func mutation(_ op: EventOperation) -> Mutation {
      Mutation(op, kind: EvidenceItem.kind, id: evidence.rawValue, rel: relation, to: target.id)
    }

    init(_ evidence: EntityName, _ subject: Subject, in view: borrowing ViewReader) throws(LedgerError) {
      self.evidence = Ref(evidence.id)
      let target: EntityName
      switch subject {
      case .person(let person): target = EntityName(kind: Person.kind, id: person.id.rawValue)
      case .context(let context): target = EntityName(kind: Context.kind, id: context.id.rawValue)
      }
      self.target = target
      let relation = target.kind == Context.kind ? "linkedContexts" : "linkedPeople"
      isLinked = view.read(evidence.kind, evidence.id) { $0.related(relation).contains(target.id) } ?? false
      let proposals = try EvidencePage.read(Ref(evidence.id), in: view)?.proposals ?? []
      isProposed = proposals.contains { $0.targetID == target.id && $0.status != .accepted }
    }
  }

  /// Each decision is a commit of its own, like decisions on proposals.
  func decide(_ decision: (End, Ledger, AppendOptions) async throws -> AppendReceipt?) async throws {
    let ledger = try await write.selection.open()
    let (found, ends) = try await ledger.withView { [evidence, who] view in
      let found = try view.entity(evidence, among: [EvidenceItem.kind], noun: "piece of evidence")
      var ends: [End] = []
      for text in who { ends.append(try End(found, Subject.find(text, in: view), in: view)) }
      return (found, ends)
    }
    var receipts: [AppendReceipt] = []
    for end in ends {
      var options = try write.appendOptions()
      // Each commit changes the evidence, and an idempotency key names only one commit.
      if !receipts.isEmpty {
        options.expect = nil
        options.key = options.key.map { "\($0)/\(receipts.count)" }
      }
      if let receipt = try await decision(end, ledger, options) { receipts.append(receipt) }
    }
    try write.show(receipts, about: [found])
  }
}
