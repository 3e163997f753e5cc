import DaybookLog
import DaybookModel
import DaybookReplication

// A journal that nobody goes on with has texts as well: see FormerReplicas.

extension Ledger {
  /// Erases lines of a replica as which this machine writes no more. Its journal, where that has texts, is sealed first and
  /// begins anew. No commit is written: a program that still writes as the replica, on a copy of this machine's state, goes on.
  func erase(
    former replica: ReplicaID, _ due: Erasures, by erasing: inout FolderErasing, _ state: any FileStore
  ) throws {
    do throws(FileError) { try erasing.erase(of: replica) } catch {
      throw LedgerError(error, in: info.path)
    }
    let stateFolder = StateLayout.folder(ledger: descriptor.ledger, replica: replica)
    var journal = EraseBeside(state, due, opening: folder.cipher)
    do throws(FileError) { try journal.look(at: "\(stateFolder)/journal", removes: false) } catch {
      throw LedgerError(error)
    }
    // Without its key it stays, and is listed.
    guard !journal.left.isEmpty,
      let key = try SigningKey.read(state, ledger: descriptor.ledger, replica: replica)
    else { return }
    do {
      let lock = try WriterLock.acquire(state: state, folder: stateFolder, wait: options.wait)
      let (writer, _) = try LogWriter.open(
        ledger: folder, state: state, stateFolder: stateFolder, descriptor: descriptor, key: key,
        options: WriterOptions())
      writer.lock = lock
      defer { writer.close() }
      try writer.erase(due, vouching: appliedErasures, by: &erasing)
    } catch {
      // Damaged it also is where its history goes on elsewhere; then it stays, and is listed.
      if error.code != .damaged { throw error }
    }
  }
}
