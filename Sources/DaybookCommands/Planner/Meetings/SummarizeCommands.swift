import ArgumentParser
import Daybook
import Planner

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options for what makes a summary, and when it is made again.
struct SummarizeOptions: ParsableArguments {
  @Flag(help: "Write it even if nothing has changed, and replace one that was written by hand.")
  var rewrite = false

  @OptionGroup var provider: ProviderOptions
  @OptionGroup var write: WriteOptions

  func summarizer() throws -> any Summarizer {
    try provider.textProvider().map { ModelSummarizer($0) } ?? RuleSummarizer()
  }

  /// Keeps the summary, and shows it.
  func show(_ outcome: SummaryOutcome, kind: String, id: String, in ledger: Ledger) async throws {
    var stamp: Stamp?
    if let mutation = outcome.mutation {
      let receipt = try await ledger.append([mutation], options: write.appendOptions())
      write.options.messages.show(receipt.notices)
      stamp = write.dryRun ? nil : receipt.lastStamp
    }
    guard write.options.output.format == .table else {
      return try write.options.output.show(
        OutputRecord(
          OutputRow([
            ("_kind", .string(kind)), ("_id", .string(id)),
            ("_stamp", stamp.map { .string($0.description) } ?? .null), ("summary", .string(outcome.text)),
            ("summarizedBy", .text(outcome.summarizedBy)), ("unchanged", .bool(outcome.mutation == nil)),
          ])))
    }
    try write.options.output.show(text: VisibleText.lines(outcome.text))
    if outcome.mutation == nil {
      let reason = outcome.summarizedBy == nil ? "it was written by hand" : "nothing has changed since"
      write.options.messages.show(Notice("unchanged", "\(reason); --rewrite replaces it"))
    }
  }
}

/// `daybook planner meeting summarize MEETING`
struct MeetingSummarizeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "summarize",
    abstract: "Write a meeting's summary, and keep it.",
    discussion: """
      Without --provider, built-in rules compile what was written down, and no network is used. With it, the data of \
      the meeting and its notes is sent to the service. A summary stays until something it was made from changes.

      Examples:
        daybook planner meeting summarize 'budget review'
        daybook planner meeting summarize 'budget review' --provider http://localhost:11434/v1 --model llama3.2
      """)

  @Argument(help: PlannerHelp.meeting)
  var meeting: String

  @OptionGroup var options: SummarizeOptions

  func run() async throws {
    let summarizer = try options.summarizer()
    let ledger = try await options.write.selection.open()
    let id = try await ledger.withView { [meeting] in try PlannerFinder.meetings.find(meeting, in: $0).id }
    try await options.show(
      try await ledger.planner.summary(of: id, by: summarizer, rewrites: options.rewrite),
      kind: MeetingRecord.kind,
      id: id.rawValue, in: ledger)
  }
}

/// `daybook planner people summarize PERSON`
struct PersonSummarizeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "summarize",
    abstract: "Write a summary of the meetings with a person, and keep it.",
    discussion: """
      Covers the meetings that have begun by now. Without --provider built-in rules write it, and no network is used. \
      With it, the person's name, company and role and the titles and days of the meetings are sent to the service.

      Examples:
        daybook planner people summarize 'ann lee'
      """)

  @Argument(help: PlannerHelp.person)
  var person: String

  @OptionGroup var options: SummarizeOptions

  func run() async throws {
    let summarizer = try options.summarizer()
    let ledger = try await options.write.selection.open()
    let id = try await ledger.withView { [person] in try PlannerFinder.people.find(person, in: $0).id }
    try await options.show(
      try await ledger.planner.relationshipSummary(
        of: id, by: summarizer, now: Date(SystemClock.now()), rewrites: options.rewrite),
      kind: Person.kind, id: id.rawValue, in: ledger)
  }
}
