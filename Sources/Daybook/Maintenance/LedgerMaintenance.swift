import DaybookLog
import DaybookModel

/// Maintenance of a ledger's files: compacting, sealing and repairing them; and this machine's cache.
///
///     let report = try await ledger.maintenance.repair(dryRun: true)
///     let compacted = try await ledger.maintenance.compact()
public struct LedgerMaintenance: Sendable {
  let ledger: Ledger
}

extension Ledger {
  /// The ledger's files, and this machine's cache.
  public nonisolated var maintenance: LedgerMaintenance { LedgerMaintenance(ledger: self) }
}

// MARK: Files

extension LedgerMaintenance {
  /// Seals what is open and rewrites this replica's sealed files as few large ones, which take less room. Files are
  /// removed only when all their events are held in others that were read whole. Doing it again changes nothing.
  /// O(size of the replica's files).
  ///
  /// - Parameter smallest: takes the time for the smallest files: some forty times as long.
  /// - Throws: ``LedgerError`` when the folder cannot be written; nothing is lost then.
  public func compact(smallest: Bool = false) async throws -> CompactReport {
    try await ledger.compact(smallest: smallest)
  }

  /// Joins the segments that this replica's journal still holds into one, and begins a new journal behind it. The ledger
  /// does so by itself when the journal has grown to ``LedgerOptions/rollSizeBytes``.
  public func seal() async throws -> SealReport {
    try await ledger.seal()
  }

  /// Takes from files that are not part of the ledger (conflict copies, temporary files, renamed ones) every valid
  /// commit that is held nowhere else, moves damaged files of this machine's replica into its state, and publishes
  /// again what its journal has. From a damaged journal it takes every signed commit that no file holds, and moves the
  /// journal aside with the replica's state. Nothing is destroyed: what is replaced is kept. Only the beginnings of
  /// blobs that a program left unfinished are removed.
  ///
  /// - Parameter dryRun: reports what would be done, and does nothing.
  public func repair(dryRun: Bool = false) async throws -> RepairReport {
    try await ledger.repair(dryRun: dryRun)
  }

  /// One notice for each file of the ledger that exists but could not be read, for the records or for a later answer:
  /// its contents are missing from answers. ``LedgerReplicas/status()`` has a finding for each file that the records
  /// lack.
  public func unreadableNotices() async -> [Notice] {
    await ledger.unreadableNotices()
  }

  /// Takes the right to write where this machine wrote before: what it wrote and could no longer publish is then read,
  /// too. A caller that plans writes from what the ledger holds calls this first.
  public func resumeWriting() async throws {
    try await ledger.resumeWriting()
  }
}

// MARK: The cache

extension LedgerMaintenance {
  /// Reads data that this machine keeps in its cache under a name: data that is derived from the ledger and takes long
  /// to make. Nil if there is none, or it cannot be read.
  public func cached(_ name: String, sizeBytesMax: Int) async -> [UInt8]? {
    try? ledger.machine.cache()?.readAll(Ledger.path(name, ledger.info.id), sizeBytesMax: sizeBytesMax)
  }

  /// Keeps it for other processes. A failure to write it is not an error.
  public func cache(_ bytes: [UInt8], as name: String) async {
    await ledger.cache(bytes, as: name)
  }
}
