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
      default: inventory.addStranger(entry, in: "")
      }
    }
    inventory.replicas.sort { $0.id < $1.id }
    inventory.blobs.sort { $0.hash < $1.hash }
    inventory.strangers.sort { $0.path < $1.path }
    return inventory
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
        addStranger(entry, in: LedgerLayout.replicas)
      }
    }
  }

  private mutating func addReplica(_ id: ReplicaID, _ store: any FileStore) throws(FileError) {
    var files = ReplicaFiles(id: id)
    let folder = LedgerLayout.folder(of: id)
    var names: [SegmentName] = []
    var entries: [String] = []
    for entry in try store.list(folder) ?? [] {
      if entry.kind == .file, let name = SegmentName(entry.name) {
        names.append(name)
        entries.append(entry.name)
      } else {
        addStranger(entry, in: folder)
      }
    }
    for (index, status) in try store.statuses(entries, in: folder).enumerated() {
      // Gone again between the listing and now: somebody copies or seals. Not an error.
      guard let status, status.kind == .file else { continue }
      let (name, path) = (names[index], "\(folder)/\(entries[index])")
      identities[path] = FileIdentity(status)
      files.segments.append(
        SegmentFile(path: path, name: name, sizeBytes: status.sizeBytes, inode: status.inode))
    }
    files.segments.sort(by: SegmentFile.precedes)
    replicas.append(files)
  }

  private mutating func addBlobs(_ store: any FileStore) throws(FileError) {
    for entry in try store.list(LedgerLayout.blobs) ?? [] {
      let isPrefix =
        entry.name.utf8.count == 2 && Array(entry.name.utf8).span.hexadecimal(at: 0, width: 2) != nil
      guard entry.kind == .folder, isPrefix else {
        addStranger(entry, in: LedgerLayout.blobs)
        continue
      }
      let folder = "\(LedgerLayout.blobs)/\(entry.name)"
      for file in try store.list(folder) ?? [] {
        let path = "\(folder)/\(file.name)"
        guard file.kind == .file, let hash = LedgerLayout.blob(folder: entry.name, name: file.name) else {
          addStranger(file, in: folder)
          continue
        }
        guard let status = try store.status(path), status.kind == .file else { continue }
        blobs.append(BlobFile(path: path, hash: hash, sizeBytes: status.sizeBytes))
      }
    }
  }

  private mutating func addStranger(_ entry: FileEntry, in folder: String) {
    let why =
      switch entry.kind {
      case .file: "no name of a ledger's file"
      case .folder: "no folder of a ledger"
      case .link: "a symbolic link, which is never followed"
      case .other: "neither a file nor a folder"
      }
    strangers.append(
      Stranger(path: folder.isEmpty ? entry.name : "\(folder)/\(entry.name)", kind: entry.kind, why: why))
  }
}
