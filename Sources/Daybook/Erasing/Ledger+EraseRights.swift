import DaybookLog
import DaybookModel

// Said before anything is written: an erasure of which texts go cannot be withdrawn any more.

extension Ledger {
  /// Refuses a ledger that nobody writes, such as one in a tar.
  package func requireWriter() throws {
    if !machine.canWrite { _ = try machine.state() }
  }

  /// Refuses a folder in which no file can make way for another.
  package func requireRemovableTexts() throws {
    try requireWriter()
    let own = session.map { LedgerLayout.folder(of: $0.replica) }
    do throws(FileError) {
      let place = if let own, try folder.status(own) != nil { own } else { LedgerLayout.replicas }
      try WritingTrial.run(folder, in: place)
    } catch {
      guard error.reason == .denied || error.reason == .readOnly else {
        throw LedgerError(error, in: info.path)
      }
      let reason = error.reason == .readOnly ? "is read-only" : "may not be written by this user"
      throw LedgerError(
        .cannotCreate, "texts that are erased cannot be removed: the ledger's folder \(reason)",
        file: info.path,
        advice: "make it writable, then '\(Remedy.eraseNow)' removes them")
    }
  }
}
