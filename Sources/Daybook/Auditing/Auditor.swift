package import DaybookLog
import DaybookModel
import DaybookReplication

/// Looks at a ledger's files alone: whether they are what was signed, which heads they have, and proofs of single
/// events. Reads no records, needs no schema, no identity and no lock, and opens whatever a ``Ledger`` opens.
///
///     let auditor = try Auditor.open(at: "family.daybook")
///     let report = try auditor.verify()
///     for finding in report.findings { print(finding) }
public struct Auditor: Sendable {
  /// The ledger's description as `daybook.json` had it when the auditor was opened, and the folder's absolute path.
  public let info: LedgerInfo
  let folder: any FileStore
  let descriptor: LedgerDescriptor
  let machine: Machine
  let options: LedgerOptions

  init(
    info: LedgerInfo, folder: any FileStore, descriptor: LedgerDescriptor, machine: Machine,
    options: LedgerOptions
  ) {
    (self.info, self.folder, self.descriptor) = (info, folder, descriptor)
    (self.machine, self.options) = (machine, options)
  }

  /// Opens the ledger at a path, and reads none of it.
  /// - Throws: ``LedgerError`` with code `no-ledger` where there is none.
  public static func open(at path: String, options: LedgerOptions = LedgerOptions()) throws -> Auditor {
    let (store, machine) = try Ledger.files(at: path, options)
    return try Auditor(
      folder: store, path: SystemFolder.resolved(path), machine: machine, options: options)
  }

  /// Of a ledger in a store of any kind.
  package init(folder: any FileStore, path: String, machine: Machine, options: LedgerOptions) throws {
    let descriptor = try LedgerDescriptor.settled(in: folder, path: path)
    let folder = try FolderLocking.opened(folder, path: path, descriptor, machine, options)
    self.init(
      info: LedgerInfo(descriptor, path: path), folder: folder, descriptor: descriptor, machine: machine,
      options: options)
  }
}

extension Ledger {
  /// The same ledger's files.
  package nonisolated var auditor: Auditor {
    Auditor(info: info, folder: folder, descriptor: descriptor, machine: machine, options: options)
  }
}
