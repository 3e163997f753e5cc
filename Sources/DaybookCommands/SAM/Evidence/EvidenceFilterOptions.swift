import ArgumentParser
import Daybook
import SAM

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
