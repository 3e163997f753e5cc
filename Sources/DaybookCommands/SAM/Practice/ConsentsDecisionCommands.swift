import ArgumentParser
import Daybook
import SAM

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `daybook sam consents grant ID…`
struct ConsentsGrantCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grant",
    abstract: "Note that consents were granted.",
    discussion: """
      Examples:
        daybook sam consents grant 'recording ann lee'
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
    abstract: "Note that consents were revoked.",
    discussion: """
      Examples:
        daybook sam consents revoke 0193e0a4 --on 2026-09-30
      """)

  @OptionGroup var decision: ConsentDecision

  func run() async throws { try await decision.run(.revoked) }
}

/// `daybook sam consents expire [ID…]`
struct ConsentsExpireCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expire",
    abstract: "Note that consents have expired, by their ids or by the day on which they were due.",
    discussion: """
      --due-before selects all pending consents that were due before a day; each expires on the day on which it was due.

      Examples:
        daybook sam consents expire 0193e0a4 --on 2026-09-30
        daybook sam consents expire --due-before today
      """)

  @Argument(help: ConsentDecision.help)
  var ids: [String] = []

  @Option(help: ArgumentHelp("All pending consents that were due before this time.", valueName: "time"))
  var dueBefore: String?

  @Option(help: ArgumentHelp("When; by default now.", valueName: "time"))
  var on: String?

  @OptionGroup var write: WriteOptions

  func validate() throws {
    if ids.isEmpty == (dueBefore == nil) {
      throw ValidationError(
        ids.isEmpty ? "give an id, or --due-before" : "give ids or --due-before, not both")
    }
    if on != nil, dueBefore != nil { throw ValidationError("--on needs ids") }
  }

  func run() async throws {
    guard let dueBefore else {
      return try await write.decide(.expired, ids, on: on)
    }
    var filter = ConsentFilter()
    filter.dueBefore = Date(try write.selection.instant(dueBefore, .start))
    let ledger = try await write.selection.open()
    let consents = try await ledger.sam.consents(filter).items
    if consents.isEmpty {
      return write.options.messages.show(Notice("empty", "no pending consent was due before that"))
    }
    let mutations = try consents.map { consent in
      let due = try consent.dueDate.map { Instant($0) } ?? write.moment(nil)
      return Mutation(
        .upsert, kind: ConsentRequirement.kind, id: consent.id.rawValue,
        set: ["status": .string(ConsentStatus.expired.rawValue), "completedAt": .string(due.description)])
    }
    try await write.commit(
      mutations, about: mutations.map { EntityName(kind: $0.kind, id: $0.id) }, in: ledger)
  }
}

/// Decides on consents in one commit; those that are in that state already are left alone.
struct ConsentDecision: ParsableArguments {
  static let help: ArgumentHelp =
    "A consent: words of its type, its person and what it is for, such as 'recording ann', or the beginning of its id."

  @Argument(help: ConsentDecision.help)
  var ids: [String]

  @Option(help: ArgumentHelp("When; by default now.", valueName: "time"))
  var on: String?

  @OptionGroup var write: WriteOptions

  func run(_ status: ConsentStatus) async throws { try await write.decide(status, ids, on: on) }
}

extension WriteOptions {
  fileprivate func decide(_ status: ConsentStatus, _ ids: [String], on time: String?) async throws {
    let time = try moment(time)
    let ledger = try await selection.open()
    let consents = try await ledger.withView { view in
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
    try await commit(mutations, about: consents.map(\.0), in: ledger)
  }
}
