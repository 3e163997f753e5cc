import ArgumentParser
import Daybook
import SAM

/// `daybook sam consents grant ID…`
struct ConsentsGrantCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grant",
    abstract: "Note that consents were granted.",
    discussion: """
      Examples:
        daybook sam consents grant 0193e0a4
        daybook sam consents grant 0193e0a4 --on 2026-09-30 --why 'form signed'
      """)

  @OptionGroup var decision: ConsentDecision

  func run() async throws { try await decision.run(.granted) }
}

/// `daybook sam consents decline ID…`
struct ConsentsDeclineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decline",
    abstract: "Note that consents were declined.",
    discussion: """
      Examples:
        daybook sam consents decline 0193e0a4
      """)

  @OptionGroup var decision: ConsentDecision

  func run() async throws { try await decision.run(.declined) }
}

/// `daybook sam consents revoke ID…`
struct ConsentsRevokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Note that consents were taken back.",
    discussion: """
      Examples:
        daybook sam consents revoke 0193e0a4 --on 2026-09-30
      """)

  @OptionGroup var decision: ConsentDecision

  func run() async throws { try await decision.run(.revoked) }
}

/// What became of consents: one commit for all; what stands so already is left alone.
struct ConsentDecision: ParsableArguments {
  @Argument(help: WhoHelp.id)
  var ids: [String]

  @Option(help: ArgumentHelp("When; by default now.", valueName: "time"))
  var on: String?

  @OptionGroup var write: WriteOptions

  func run(_ status: ConsentStatus) async throws {
    let time = try write.moment(on)
    let ledger = try await write.selection.open()
    let consents = try await ledger.withView { [ids] view in
      try ids.map { text in
        let consent = try view.entity(text, among: [ConsentRequirement.kind], noun: "consent")
        let present = view.read(consent.kind, consent.id) { $0.value("status").string }
        return (consent, isSo: present == status.rawValue)
      }
    }
    let mutations = consents.filter { !$0.isSo }.map { consent, _ in
      Mutation(
        .upsert, kind: consent.kind, id: consent.id,
        set: ["status": .string(status.rawValue), "completedAt": .string(time.description)])
    }
    try await write.commit(mutations, about: consents.map(\.0), in: ledger)
  }
}
