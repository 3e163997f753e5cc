import ArgumentParser
import Daybook
import SAM

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `daybook sam timeline WHO`
struct TimelineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timeline",
    abstract: "Show what happened to a person or in a context, in chronological order.",
    discussion: """
      Evidence, notes, consents, coverage, participations, responsibilities and insights. --limit takes \
      the latest, --offset skips the latest. A date without a time means the whole day.

      Examples:
        daybook sam timeline 'ann lee'
        daybook sam timeline 'the lees' --since today-90d
        daybook sam timeline ann@example.com --until 2026-09-30 --format jsonl
      """)

  @Argument(help: WhoHelp.subject)
  var who: String

  @Option(help: ArgumentHelp("Only from this time on.", valueName: "time"))
  var since: String?

  @Option(help: ArgumentHelp("Only up to this time.", valueName: "time"))
  var until: String?

  @OptionGroup var list: ListOptions

  func run() async throws {
    let since = try since.map { Date(try list.selection.instant($0, .start)) }
    let until = try until.map { Date(try list.selection.instant($0, .end)) }
    let zone = try list.selection.zone()
    let ledger = try await list.selection.open()
    let entries =
      switch try await ledger.withView({ [who] in try Subject.find(who, in: $0) }) {
      case .person(let person):
        try await ledger.sam.timeline(
          of: person.id, since: since, until: until, in: zone, limit: list.count, offset: list.offset)
      case .context(let context):
        try await ledger.sam.timeline(
          of: context.id, since: since, until: until, in: zone, limit: list.count, offset: list.offset)
      }
    try await list.show(entries, in: ledger, empty: "nothing happened then")
  }
}
