import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  /// How a recovery key relates to a ledger.
  package struct KeyCheck: Sendable {
    package var ledger: String
    package var isPresent = false
    /// For how many devices it opens all files, and how many devices have files; nil if it opens none.
    package var devices: (opened: Int, all: Int)?
  }

  /// Whether a key is the current recovery key, by what it opens itself: for a device without a key of its own.
  package static func check(
    _ recovery: RecoverySecret, at path: String, options: LedgerOptions = LedgerOptions()
  ) async throws -> KeyCheck {
    var reading = options
    reading.keys = .closure { recovery.paper }
    let ledger: Ledger
    do { ledger = try LedgerPlace(path).open(reading) } catch let error as LedgerError
      where error.code == .locked
    {
      return KeyCheck(ledger: try LedgerPlace(path).descriptor(options).ledger)
    }
    do {
      let check = try await ledger.check(recovery)
      await ledger.close()
      return check
    } catch {
      await ledger.close()
      throw error
    }
  }

  private func check(_ recovery: RecoverySecret) throws -> KeyCheck {
    if let refused = folder.refused(among: loaded.report.unreadable) { throw refused.error }
    var check = KeyCheck(ledger: descriptor.ledger, devices: openedDevices())
    guard let known = try membership() else { return check }
    // A member's files that the key does not open may name a newer key.
    let isWhole = unopenedDevices().allSatisfy { device in
      known.members.member(device).map { $0.endedBy != nil } ?? true
    }
    check.isPresent = isWhole && known.members.recovery.present == recovery.key.keys
    return check
  }

  /// For how many devices all files open, and how many devices have files.
  func openedDevices() -> (opened: Int, all: Int) {
    let all = loaded.inventory.replicas.count { !$0.segments.isEmpty }
    return (all - unopenedDevices().count, all)
  }

  private func unopenedDevices() -> Set<ReplicaID> {
    let files = loaded.report.unreadable.filter { SegmentName.isLocked(path: $0) }
    return Set(files.compactMap { LedgerLayout.replica(ofPath: $0) })
  }
}

/// Encrypted files that the disk cannot read, whatever the keys.
struct RefusedFiles {
  var count: Int
  var first: FileError

  var error: LedgerError {
    LedgerError(
      .inputOutput, "\(count == 1 ? "a file" : "\(count) files") of the ledger cannot be read: \(first.why)",
      file: first.path, advice: "check the disk and the file's permissions, then try again", cause: first
    )
  }
}

extension FileStore {
  /// Those of the unreadable files that the disk cannot read; nil if only keys are missing.
  func refused(among files: Set<String>) -> RefusedFiles? {
    let errors = files.sorted().compactMap { refusal(of: $0) }
    return errors.first.map { RefusedFiles(count: errors.count, first: $0) }
  }

  /// Why the disk cannot read a file; nil if it can, or the file is gone.
  func refusal(of path: String) -> FileError? {
    do throws(FileError) {
      _ = try ((self as? CipheredFolder)?.base ?? self).read(path, from: 0, count: 1)
      return nil
    } catch {
      return error.reason == .missing ? nil : error
    }
  }
}
