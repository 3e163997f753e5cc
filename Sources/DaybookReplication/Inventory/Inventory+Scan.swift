import DaybookLocking
package import DaybookLog
import DaybookModel

extension Inventory {
  /// Lists the ledger's folder. With `includingBlobs` every blob is listed, too, and checked for its
  /// place: as many calls as there are blobs.
  package static func scan(
    _ store: any FileStore, includingBlobs: Bool = false
  ) throws(FileError) -> Inventory {
    var inventory = Inventory()
    for entry in try store.list("") ?? [] {
      switch (entry.name, entry.kind) {
      case (LedgerLayout.descriptor, .file): continue
      case (LedgerLayout.replicas, .folder): try inventory.addReplicas(store)
      case (LedgerLayout.blobs, .folder): if includingBlobs { try inventory.addBlobs(store) }
      default: inventory.addStranger(entry, in: "", store)
      }
    }
    inventory.replicas.sort { $0.id < $1.id }
    inventory.blobs.sort { $0.hash < $1.hash }
    inventory.strangers.sort { $0.path < $1.path }
    inventory.devices.sort { $0.path < $1.path }
    return inventory
  }

  /// What lies among the blobs and is none. O(blobs), of which no file is looked at.
  package static func strangersAmongBlobs(_ store: any FileStore) throws(FileError) -> [Stranger] {
    // What else bears the name is a stranger itself.
    guard try store.status(LedgerLayout.blobs)?.kind == .folder else { return [] }
    var inventory = Inventory()
    try inventory.addBlobs(store, isListingOnly: true)
    return inventory.strangers.sorted { $0.path < $1.path }
  }

  /// The segments of one replica, listed anew.
  static func segments(
    of replica: ReplicaID, in store: any FileStore
  ) throws(FileError) -> [SegmentFile] {
    var inventory = Inventory()
    try inventory.addReplica(replica, store)
    return inventory.segments(of: replica)
  }

  private mutating func addReplicas(_ store: any FileStore) throws(FileError) {
    for entry in try store.list(LedgerLayout.replicas) ?? [] {
      if entry.kind == .folder, let id = ReplicaID(entry.name) {
        try addReplica(id, store)
      } else {
        addStranger(entry, in: LedgerLayout.replicas, store)
      }
    }
  }

  /// Lists a replica's folder, and does so again if the listing shows that the folder changed meanwhile: a writer
  /// adds a file before it removes those whose lines the new one holds, and a listing that spans a change may show
  /// neither.
  private mutating func addReplica(_ id: ReplicaID, _ store: any FileStore) throws(FileError) {
    let folder = LedgerLayout.folder(of: id)
    var listing = try Listing(id, store)
    for _ in 1..<Self.listingsMax where listing.isDoubtful {
      let before = listing.files.segments
      listing = try Listing(id, store)
      if listing.files.segments == before { break }
    }
    for entry in listing.others {
      if entry.kind == .file, let name = LockingFileName(entry.name) {
        devices.append(DeviceEntry(path: joined(folder, entry.name), replica: id, name: name))
      } else {
        addStranger(entry, in: folder, store)
      }
    }
    identities.merge(listing.identities) { $1 }
    replicas.append(listing.files)
  }

  private static let listingsMax = 8

  private mutating func addBlobs(_ store: any FileStore, isListingOnly: Bool = false) throws(FileError) {
    for entry in try store.list(LedgerLayout.blobs) ?? [] {
      let isPrefix =
        entry.name.utf8.count == 2 && Array(entry.name.utf8).span.hexadecimal(at: 0, width: 2) != nil
      guard entry.kind == .folder, isPrefix else {
        addStranger(entry, in: LedgerLayout.blobs, store)
        continue
      }
      let folder = "\(LedgerLayout.blobs)/\(entry.name)"
      for file in try store.list(folder) ?? [] {
        let path = "\(folder)/\(file.name)"
        guard file.kind == .file, let hash = LedgerLayout.blob(folder: entry.name, name: file.name) else {
          addStranger(file, in: folder, store)
          continue
        }
        guard !isListingOnly, let status = try store.status(path), status.kind == .file else { continue }
        blobs.append(BlobFile(path: path, hash: hash, sizeBytes: status.sizeBytes))
      }
    }
  }

  private mutating func addStranger(
    _ entry: FileEntry, in folder: String, _ store: any FileStore
  ) {
    let path = joined(folder, entry.name)
    let why =
      switch entry.kind {
      case .file: "no name of a ledger's file"
      case .folder: "no folder of a ledger"
      case .link: "a symbolic link, which is never followed"
      case .other: "neither a file nor a folder"
      }
    let stranger = Stranger(path: path, kind: entry.kind, why: why)
    if entry.kind == .file, TemporaryName.isOfLedger(entry.name) {
      // Gone again: the writer has finished it.
      guard let status = (try? store.status(path)) ?? nil else { return }
      if FileClock.isRecent(status.changedTime) { return unfinished.append(stranger) }
    }
    strangers.append(stranger)
  }
}
