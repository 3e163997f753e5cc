package import DaybookLog
import DaybookModel
package import DaybookReplication

/// This machine, as far as writing a ledger needs it: where its state lies, which machine it is, and
/// which folder the ledger is. Used only when something is to be written or remembered.
package struct Machine: Sendable {
  /// The store of this machine's state; made if missing.
  package var state: @Sendable () throws -> any FileStore
  /// The same, for reading only: nil while it does not exist.
  package var existingState: @Sendable () -> (any FileStore)?
  /// Where keys to locked ledgers are looked for; nil: in the state that is there.
  package var keyState: (@Sendable () -> (any FileStore)?)?
  /// Why the state cannot be read although it exists; nil if it can be read, or does not exist.
  package var stateProblem: @Sendable () -> FileError? = { nil }
  package var id: @Sendable (any FileStore) throws -> MachineID
  package var folder: @Sendable () throws -> FolderMark
  /// The default name of a new replica.
  package var hostName: @Sendable () -> String
  /// Where data that can be rebuilt is kept; nil if there is no place for it.
  package var cache: @Sendable () -> (any FileStore)? = { nil }
  /// Signals that the ledger's folder may have changed, and also does so at intervals; nil for a ledger in memory.
  package var notices: @Sendable (_ every: Duration) -> AsyncStream<Void>?

  package init(
    state: @escaping @Sendable () throws -> any FileStore,
    existingState: @escaping @Sendable () -> (any FileStore)?,
    id: @escaping @Sendable (any FileStore) throws -> MachineID,
    folder: @escaping @Sendable () throws -> FolderMark, hostName: @escaping @Sendable () -> String,
    notices: @escaping @Sendable (_ every: Duration) -> AsyncStream<Void>? = { _ in nil }
  ) {
    (self.state, self.existingState, self.id) = (state, existingState, id)
    (self.folder, self.hostName, self.notices) = (folder, hostName, notices)
  }

  /// Whether the ledger is in a place that can be written: false only for a tar. A folder's permissions are known only
  /// when it is written.
  package var canWrite = true

  /// The heads that this machine remembers, to be judged by a reading.
  func claimsRemembered(_ ledger: String) -> [Claim] {
    guard let state = existingState() else { return [] }
    return ((try? Witness.read(state, ledger: ledger)) ?? nil)?.claims ?? []
  }

  /// The sizes of their trees, for which a reading must note roots.
  func rootsRemembered(_ ledger: String) -> [ReplicaID: [UInt64]] {
    claimsRemembered(ledger).sizesByReplica
  }

  /// Looks for damage in its own state of a ledger; nil if it has no state of it.
  ///
  /// - Parameters:
  ///   - ledger: the ledger's folder.
  ///   - report: what a reading of it found.
  func inspection(
    _ ledger: any FileStore, _ descriptor: LedgerDescriptor, _ report: ReadReport
  ) throws -> StateInspection? {
    guard let state = existingState(), try state.status(StateLayout.folder(ledger: descriptor.ledger)) != nil
    else { return nil }
    return StateInspection(state, of: try id(state), at: try folder(), ledger, descriptor, report)
  }

  /// The findings of that check. A file that cannot be read is one, too.
  func findings(
    in ledger: any FileStore, _ descriptor: LedgerDescriptor, _ report: ReadReport
  ) -> [Finding] {
    do {
      if let problem = stateProblem() { throw problem }
      // What was read of it has been compared; here it matters whether it could be read.
      if let state = existingState() { _ = try Witness.stored(state, ledger: descriptor.ledger) }
      return (try inspection(ledger, descriptor, report)?.damage() ?? []).map(\.finding)
    } catch {
      let what = (error as? FileError)?.description ?? "\(error)"
      return [
        Finding(
          .limit,
          "this machine's state of the ledger could not be read (\(what)), so the files were not compared",
          advice: "make it readable for this user, and check its disk")
      ]
    }
  }

  /// The real one, for the ledger at `disk`.
  static func current(
    stateDirectory: String?, cacheDirectory: String? = nil, disk: DiskFileStore
  ) -> Machine {
    var machine = Machine(
      state: {
        let path = try stateDirectory ?? MachinePaths.current().state
        guard !SystemFolder.isWithin(path, disk.path) else {
          throw LedgerError(
            .refused, "this machine's state would lie inside the ledger, and be copied with it", file: path,
            advice: "set DAYBOOK_STATE_DIR to a folder outside of it")
        }
        do throws(FileError) { return try DiskFileStore.creating(path: path) } catch {
          throw LedgerError(error, creating: path)
        }
      },
      existingState: {
        guard let path = try? stateDirectory ?? MachinePaths.current().state,
          !SystemFolder.isWithin(path, disk.path)
        else { return nil }
        return try? DiskFileStore(path: path)
      },
      id: { state in try MachineID.current(system: DiskFileStore(path: "/"), state: state) },
      folder: { try FolderMark.of(disk) },
      hostName: { SystemFolder.hostName() },
      notices: { disk.notices(under: LedgerLayout.replicas, every: $0) })
    machine.stateProblem = {
      guard let path = try? stateDirectory ?? MachinePaths.current().state else { return nil }
      do throws(FileError) {
        _ = try DiskFileStore(path: path).list("")
      } catch  where error.reason != .missing {
        return FileError(error.reason, error.operation, path)
      } catch {}
      return nil
    }
    machine.cache = {
      guard let path = try? cacheDirectory ?? MachinePaths.current().cache,
        !SystemFolder.isWithin(path, disk.path), (try? SystemFolder.create(path)) != nil
      else { return nil }
      return try? DiskFileStore(path: path)
    }
    return machine
  }

  /// For a ledger in a tar: no state is kept of it, and it has no writer.
  ///
  /// - Parameter stateDirectory: where keys are, if it is a locked one.
  static func reading(_ path: String, stateDirectory: String? = nil) -> Machine {
    let error = LedgerError(
      .refused, "a ledger in a tar is read-only", file: path,
      advice: "to write, unpack it and \(Remedy.folder)")
    var machine = Machine(
      state: { throw error }, existingState: { nil }, id: { _ in throw error }, folder: { throw error },
      hostName: { SystemFolder.hostName() })
    machine.canWrite = false
    machine.keyState = {
      (try? stateDirectory ?? MachinePaths.current().state).flatMap { try? DiskFileStore(path: $0) }
    }
    return machine
  }

  /// A machine whose state lives as long as the process does.
  static func inMemory() -> Machine {
    let state = MemoryFileStore()
    return Machine(
      state: { state },
      existingState: { state },
      id: { _ in MachineID(hash: Hash256(words: (0, 0, 0, 0))) },
      folder: { FolderMark(realPath: "memory:", mark: FileMark(inode: 1, birthTime: 0)) },
      hostName: { "memory" })
  }
}
