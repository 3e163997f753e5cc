import DaybookLog
package import DaybookModel
import DaybookRecords
import DaybookReplication
package import DaybookView

/// A ledger that is read by the code that opened it, on one thread and without waiting for another: enough for a
/// process that answers one question and ends. Becomes a ``Ledger`` if more is needed.
package struct SynchronousLedger: ~Copyable {
  package let schemas: SchemaRegistry
  fileprivate let info: LedgerInfo
  let folder: any FileStore
  fileprivate let descriptor: LedgerDescriptor
  fileprivate let machine: Machine
  fileprivate let options: LedgerOptions
  let loaded: LedgerState
  let unreadable: Set<String>
  fileprivate let view: View
  fileprivate let waiting: [OwnCommits]

  /// Opens the ledger in a folder, or in a tar. Costs what ``Ledger/open(at:systems:options:)`` does.
  ///
  /// - Parameter defersKeys: whether the device's keys to a locked ledger are read when one is needed: an answer from a
  ///   snapshot needs none.
  package static func open(
    at path: String, schemas: SchemaRegistry, options: LedgerOptions = LedgerOptions(),
    defersKeys: Bool = false
  ) throws -> SynchronousLedger {
    let (store, machine) = try Ledger.files(at: path, options)
    return try SynchronousLedger(
      store, path: SystemFolder.resolved(path), schemas, machine, options, defersKeys: defersKeys)
  }

  init(
    _ store: any FileStore, path: String, _ schemas: SchemaRegistry, _ machine: Machine,
    _ options: LedgerOptions, defersKeys: Bool = false
  ) throws {
    let descriptor = try LedgerDescriptor.settled(in: store, path: path)
    let store = try FolderLocking.opened(
      store, path: path, descriptor, machine, options, defersKeys: defersKeys)
    let journals = machine.waitingJournals(descriptor.ledger)
    var loaded = try LedgerState.open(store, descriptor, schemas: schemas, machine, options)
    let waiting = try loaded.takeIn(waiting: journals, of: machine, store, descriptor, schemas)
    try FolderLocking.requireKeys(store, loaded.inventory, path: path)
    try store.locking?.requireSight(loaded, descriptor, path: path, options.zone)
    if !waiting.isEmpty { try loaded.decideSeen(store, descriptor) }
    machine.begin(erasing: loaded.erasing.events, of: descriptor.ledger, at: options.now())
    self.waiting = waiting
    let view = View(registry: schemas)
    if let indexes = loaded.indexes { view.adopt(indexes) }
    (self.schemas, self.machine, self.options) = (schemas, machine, options)
    (info, folder, self.descriptor) = (LedgerInfo(descriptor, path: path), store, descriptor)
    self.view = view
    unreadable = Set(loaded.report.unreadable)
    self.loaded = loaded
  }
}

extension Ledger {
  /// The same ledger for any number of tasks.
  package init(_ opened: consuming sending SynchronousLedger) {
    self.init(
      info: opened.info, schemas: opened.schemas, folder: opened.folder, descriptor: opened.descriptor,
      machine: opened.machine, options: opened.options, loaded: opened.loaded,
      waiting: opened.waiting)
  }
}

extension SynchronousLedger {
  /// Whether a setting is on. O(1).
  package func isEnabled(_ setting: Setting.Name) -> Bool { view.isEnabled(setting, in: loaded.records) }

  /// See ``Ledger/get(kind:id:at:includesDeleted:as:)``.
  package func get(kind: String, id: String) -> Row? {
    (view.moment, view.zone) = (options.now(), options.zone)
    return view.row(kind, id, in: loaded.records)
  }

  /// See ``Ledger/query(_:at:as:)``.
  package func query(_ query: Query) throws(LedgerError) -> QueryResult {
    (view.moment, view.zone) = (options.now(), options.zone)
    return try view.fetch(query, in: loaded.records)
  }
}
