import ArgumentParser
import Daybook
import SAM

/// `daybook sam dismiss ID…`
struct SAMDismissCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dismiss",
    abstract: "Dismiss insights or evidence.",
    discussion: """
      A dismissed insight still gathers evidence, and stays dismissed until it is restored.

      Examples:
        daybook sam dismiss 9f3b2f6f
        daybook sam dismiss 9f3b2f6f 1d6f0a11 --why 'talked about it'
      """)

  @OptionGroup var entities: Dismissing

  func run() async throws {
    try await entities.run(.dismiss, [Insight.kind, EvidenceItem.kind], noun: "insight or piece of evidence")
  }
}

/// `daybook sam restore ID…`
struct SAMRestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore dismissed insights or evidence.",
    discussion: """
      Examples:
        daybook sam restore 9f3b2f6f
      """)

  @OptionGroup var entities: Dismissing

  func run() async throws {
    try await entities.run(.restore, [Insight.kind, EvidenceItem.kind], noun: "insight or piece of evidence")
  }
}

/// Dismisses or restores entities that are named by the beginnings of their ids.
struct Dismissing: ParsableArguments {
  @Argument(help: WhoHelp.id)
  var ids: [String]

  @OptionGroup var write: WriteOptions

  func run(_ op: EventOperation, _ kinds: [String], noun: String) async throws {
    try await write.commit(op, ids, kinds, noun: noun)
  }
}

extension WriteOptions {
  /// Dismisses or restores entities in one commit; those that are in that state already are left alone.
  func commit(_ op: EventOperation, _ ids: [String], _ kinds: [String], noun: String) async throws {
    let ledger = try await selection.open()
    let found = try await ledger.withView { view in
      try ids.map { text in
        let entity = try view.entity(text, among: kinds, noun: noun)
        return (entity, isDismissed: view.isDismissed(entity))
      }
    }
    let mutations = found.filter { $0.isDismissed != (op == .dismiss) }.map { entity, _ in
      Mutation(op, kind: entity.kind, id: entity.id)
    }
    try await commit(mutations, about: found.map(\.0), in: ledger)
  }
}
