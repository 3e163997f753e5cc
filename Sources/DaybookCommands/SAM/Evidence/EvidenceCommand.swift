import ArgumentParser
import Daybook
import SAM

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `daybook sam evidence ID`
struct EvidenceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evidence",
    abstract: "Show a piece of evidence on one screen.",
    discussion: """
      Shows who was there, whom it is linked to, which links are proposed (with their numbers for 'sam accept' and \
      'sam reject'), signals, and the insights based on it; for a mail also its labels, its attachments, and the other \
      mails of its thread.

      Examples:
        daybook sam evidence 9f3b2f6f
        daybook get sam.attachment ATTACHMENT --data content -o form.pdf
      """)

  @Argument(help: WhoHelp.id)
  var id: String

  @OptionGroup var options: PageOptions

  func run() async throws {
    try await options.show(
      read: { [id] view -> EvidencePage? in
        let evidence = try view.entity(id, among: [EvidenceItem.kind], noun: "piece of evidence")
        return try EvidencePage.read(Ref(evidence.id), in: view)
      }, ids: { $0.insights + $0.thread + $0.attachments }, page: { $0.page($1) }, record: { $0.record })
  }
}

extension EvidencePage {
  func page(_ style: TableStyle) -> OutputPage {
    var page = OutputPage(title: summary.title.isEmpty ? summary.snippet : summary.title)
    page.add("when", style.time(summary.occurredAt, orDay: summary.occurredOn))
    page.add("source", TableStyle.list([summary.source.rawValue, sourceName]))
    page.add("state", summary.state.rawValue)
    page.add("people", summary.people.names)
    page.add("contexts", TableStyle.list(summary.contexts.map(\.name)))
    page.add("labels", labels.joined(separator: "; "))
    page.add("text", bodyText.map { OneLine.of($0) })
    page.add("id", summary.id.rawValue)
    page.add(
      "Signals", ["sure", "kind", "reason"],
      summary.signals.map { signal in
        [
          .string(TableStyle.percent(signal.confidence)), .string(signal.kind.rawValue),
          .string(OneLine.of(signal.reason)),
        ]
      })
    page.add(
      "Participants", ["name", "email", "role", "status"],
      participantHints.map { [.text($0.name), .text($0.email), .text($0.role), .text($0.status)] })
    page.add(
      "Proposed links", ["number", "name", "email", "sure", "status", "reason"],
      NumberedProposal.all(proposals).map(\.cells))
    page.add("Attachments", attachments, columns: ["name", "type", "bytes"], showsIDs: true, style)
    page.add("Thread", thread, columns: ["when", "title", "people"], showsIDs: true, style)
    page.add("Insights", insights, columns: ["sure", "kind", "insight", "dismissed"], showsIDs: true, style)
    return page
  }

  var record: OutputRecord {
    var row = summary.row
    row.append("sourceUID", .text(sourceUID))
    row.append("importedFrom", .text(sourceName))
    row.append("bodyText", .text(bodyText))
    row.append(
      "participantHints",
      .array(
        participantHints.map {
          [
            "name": .text($0.name), "email": .text($0.email), "role": .text($0.role),
            "status": .text($0.status), "isOrganizer": .bool($0.isOrganizer),
          ]
        }))
    row.append("proposedLinks", .array(proposals.map(\.json)))
    row.append("insights", .rows(insights))
    row.append("labels", .array(labels.map { .string($0) }))
    row.append("threadID", .text(threadID))
    row.append("thread", .rows(thread))
    row.append("attachments", .rows(attachments))
    return OutputRecord(row)
  }
}

/// Which evidence a command is about.
struct EvidenceFilterOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Only from this source: \(EvidenceSource.list).", valueName: "source"))
  var source: String?

  @Option(help: ArgumentHelp("Only what occurred from this time on.", valueName: "time"))
  var from: String?

  @Option(
    help: ArgumentHelp("Only what occurred up to this time; a day counts to its end.", valueName: "time"))
  var to: String?

  @Option(help: ArgumentHelp("Only what this person is linked to.", valueName: "person"))
  var person: String?

  @Option(
    help: ArgumentHelp("Only from this calendar or mailbox, by its name or a part of it.", valueName: "name"))
  var calendar: String?

  var isGiven: Bool { [source, from, to, person, calendar].contains { $0 != nil } }

  func filter(
    _ state: EvidenceTriageState?, _ selection: LedgerSelection, in ledger: Ledger
  ) async throws -> EvidenceFilter {
    var filter = EvidenceFilter()
    filter.state = state
    filter.from = try from.map { Date(try selection.instant($0, .start)) }
    filter.through = try to.map { Date(try selection.instant($0, .end)) }
    filter.calendar = calendar
    filter.source = try await source.asyncMap {
      try await EvidenceSource.read($0, "source", in: "source", of: EvidenceItem.kind, ledger)
    }
    filter.person = try await person.asyncMap { try await ledger.sam.person(matching: $0).id }
    return filter
  }
}
