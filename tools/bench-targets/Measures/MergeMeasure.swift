import Daybook
import SAM

/// Imports another machine's events into an open ledger.
enum MergeMeasure {
  /// All of it: found, copied, checked, made durable, and applied.
  static func pull(_ folder: String, from foreign: String) async throws {
    let ledger = try await open(folder)
    let before = try await count(ledger)
    Measures.tell(
      "seconds",
      try await Measures.time { _ = try await ledger.replicas.replicate(with: foreign, direction: .pull) })
    try await requireMore(ledger, than: before)
  }

  /// Its files are in the folder already, as Syncthing or a copy puts them there: checked and applied.
  static func apply(_ folder: String, from foreign: String) async throws {
    let ledger = try await open(folder)
    let before = try await count(ledger)
    try Folder.copyReplicas(foreign, to: folder + "/ledger")
    Measures.tell("seconds", try await Measures.time { _ = try await ledger.refresh() })
    try await requireMore(ledger, than: before)
  }

  private static func open(_ folder: String) async throws -> Ledger {
    try await Ledger.open(
      at: folder + "/ledger", systems: WorkloadLedger.systems, options: WorkloadLedger.options(folder))
  }

  private static func count(_ ledger: Ledger) async throws -> Int {
    try await ledger.count(EvidenceItem.self)
  }

  private static func requireMore(_ ledger: Ledger, than before: Int) async throws {
    let after = try await count(ledger)
    guard after > before else { throw LedgerError(.damaged, "the other machine's events had no effect") }
    Measures.tell("entities", Double(after))
  }
}
