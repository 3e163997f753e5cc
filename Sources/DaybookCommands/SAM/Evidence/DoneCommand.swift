import ArgumentParser
import Daybook
import SAM

/// `daybook sam done ID…`
struct DoneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "done",
    abstract: "Say that evidence was reviewed.",
    discussion: """
      Examples:
        daybook sam done 9f3b2f6f
        daybook sam done 9f3b2f6f 1d6f0a11 --why 'no client matter'
      """)

  @OptionGroup var entities: Dismissing

  func run() async throws {
    try await entities.run(.dismiss, [EvidenceItem.kind], noun: "piece of evidence")
  }
}

/// `daybook sam reopen ID…`
struct ReopenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reopen",
    abstract: "Put evidence back among what needs review.",
    discussion: """
      Examples:
        daybook sam reopen 9f3b2f6f
      """)

  @OptionGroup var entities: Dismissing

  func run() async throws {
    try await entities.run(.restore, [EvidenceItem.kind], noun: "piece of evidence")
  }
}
