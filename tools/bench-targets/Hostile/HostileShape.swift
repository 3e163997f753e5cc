import Daybook
import DaybookLog
import Planner

/// A ledger that somebody made to be slow, beside a plain one of the same size.
struct HostileShape {
  var name: String
  /// A description of its size.
  var size: String
  /// The maximum ratio of its cost to that of the plain one.
  var ratioMax: Double
  var hostile: (any FileStore) throws -> Void
  var plain: (any FileStore) throws -> Void
  var work = Work.read

  enum Work {
    /// Opens the ledger, and asks for its digest, its conflicts and its state.
    case read
    /// Replicates all of it into an empty copy.
    case replicate
  }

  /// The processor time for the work on one of the two.
  func milliseconds(_ make: (any FileStore) throws -> Void, in folder: String) async throws -> Double {
    let path = folder + "/family.daybook"
    try make(try HostileWriter.found(path))
    var options = LedgerOptions()
    (options.stateDirectory, options.cacheDirectory) = (folder + "/state", folder + "/cache")
    let before = Folder.processorMilliseconds
    switch work {
    case .read:
      let ledger = try await Ledger.open(at: path, systems: [.planner], options: options)
      _ = try await ledger.audit.replay()
      _ = try await ledger.conflicts.list()
      _ = try await ledger.replicas.status()
      await ledger.close()
    case .replicate:
      _ = try HostileWriter.found(folder + "/copy.daybook")
      let ledger = try await Ledger.open(at: folder + "/copy.daybook", systems: [], options: options)
      _ = try await ledger.replicas.replicate(with: path)
      await ledger.close()
    }
    let milliseconds = Folder.processorMilliseconds - before
    try Folder.remove(folder)
    return milliseconds
  }
}
