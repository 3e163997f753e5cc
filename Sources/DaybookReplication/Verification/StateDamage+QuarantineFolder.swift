package import DaybookLog
import DaybookModel

// A state that is moved aside has a note in it while its journal holds signed commits that no file holds: the finding
// stays until they are in the ledger, or somebody removes what was kept.

extension StateDamage {
  private static let asideSuffix = "-state"

  /// The replica whose state lies in a folder of this name among what is kept aside; nil for anything else.
  static func replica(ofAside name: String) -> ReplicaID? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 2, "-\(parts[1])" == asideSuffix else { return nil }
    return ReplicaID(String(parts[0]))
  }

  /// The number in the note; nil where there is none.
  static func unplacedCommits(_ state: any FileStore, _ folder: String) throws(FileError) -> Int? {
    let path = joined(folder, StateLayout.unplaced)
    guard try state.status(path) != nil else { return nil }
    let text = String(decoding: try state.read(path, from: 0, count: 32), as: UTF8.self)
    return text.hasSuffix("\n") ? Int(text.dropLast()) ?? 1 : 1
  }

  private static func note(_ unplaced: Int, _ state: any FileStore, _ folder: String) throws {
    let path = joined(folder, StateLayout.unplaced)
    if unplaced > 0 {
      try state.replaceFile(path, with: Array("\(unplaced)\n".utf8))
    } else if try state.status(path) != nil {
      try state.remove(path)
    }
  }

  /// Ends the damage once a repair took from the journal what it could: moves the state of a damaged journal, whole, to
  /// where what was repaired is kept; any other state stays where it is. The caller holds the replica's lock.
  ///
  /// - Parameter unplaced: how many signed commits of the journal could not be taken.
  /// - Returns: what was done, as one sentence without a full stop, and where the state is (of a dry run where it would
  ///   be); nil if nothing is left to do.
  package func settle(
    _ state: any FileStore, ledger: String, unplaced: Int, isDryRun: Bool
  ) throws -> (what: String, keptAt: String)? {
    let lacking =
      "\(Self.signed(unplaced)) of its journal \(unplaced == 1 ? "is" : "are") in no file and could not be taken, because earlier lines are missing"
    switch part {
    case .unreadable(_, let folder): return ("left as it is: \(what)", folder)
    case .identity, .left(_, _, false):
      let folder = folder(ledger: ledger)
      return unplaced > 0 ? ("left where it is, a state without identity: \(lacking)", folder) : nil
    case .left(_, let folder, true):
      if !isDryRun { try Self.note(unplaced, state, folder) }
      return unplaced > 0
        ? ("left where it is, a state that was kept aside: \(lacking)", folder)
        : ("settled: every signed commit of a journal that was kept aside is in the ledger", folder)
    case .journal:
      let kept = try moveAside(state, ledger: ledger, unplaced: unplaced, isDryRun: isDryRun)
      let rest = unplaced > 0 ? "; \(lacking)" : ""
      return ("moved aside in this machine's state: \(what)\(rest)", kept)
    }
  }

  private func moveAside(
    _ state: any FileStore, ledger: String, unplaced: Int, isDryRun: Bool
  ) throws -> String {
    let folder = StateLayout.folder(ledger: ledger, replica: replica)
    let aside = StateLayout.aside(ledger: ledger)
    var kept = joined(aside, "\(replica)\(Self.asideSuffix)")
    if isDryRun { return kept }
    // First: the finding must not go if this ends here.
    try Self.note(unplaced, state, folder)
    if try state.status(aside) == nil { try state.createFolderDurably(aside) }
    if try state.status(kept) != nil { kept += "-\(TemporaryName.random())" }
    // Not every file system can rename a folder without replacing; the name is free.
    try state.rename(folder, to: kept, replacing: true)
    try state.syncFolder(aside)
    try state.syncFolder(StateLayout.folder(ledger: ledger))
    return kept
  }
}
