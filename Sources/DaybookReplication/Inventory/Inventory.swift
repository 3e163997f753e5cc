package import DaybookLocking
package import DaybookLog
package import DaybookModel

/// The content of a ledger's folder: the segments of each replica, the blobs, and the strangers. Made only by listing;
/// no file is opened.
package struct Inventory: Sendable {
  /// Ascending by replica; a replica with an empty folder is listed too.
  package var replicas: [ReplicaFiles] = []
  /// Ascending by hash. Empty unless asked for.
  package var blobs: [BlobFile] = []
  /// Everything whose name is not part of the ledger's grammar. It is reported, but never opened.
  package var strangers: [Stranger] = []

  /// Unfinished files of this program on some machine, except leftovers of ended processes. They are recognised by
  /// their names and by their modification times.
  package var unfinished: [Stranger] = []

  /// Rings, device files and offers of a locked ledger, by replica; ascending by path.
  package var devices: [DeviceEntry] = []

  /// The identity by which each segment is recognized later, by path, from the time of the listing.
  package var identities: [String: FileIdentity] = [:]

  package init() {}

  /// One replica's segments, ascending by first seq; if these are equal, the longest sealed one first, then the open
  /// ones, largest first. So a file comes before its own copies and prefixes.
  package struct ReplicaFiles: Sendable {
    package var id: ReplicaID
    package var segments: [SegmentFile] = []

    package init(id: ReplicaID, segments: [SegmentFile] = []) {
      (self.id, self.segments) = (id, segments)
    }
  }

  package struct SegmentFile: Sendable, Hashable {
    /// Relative to the ledger's folder.
    package var path: String
    package var name: SegmentName
    package var sizeBytes: Int
    package var inode: UInt64

    package init(path: String, name: SegmentName, sizeBytes: Int, inode: UInt64) {
      (self.path, self.name, self.sizeBytes, self.inode) = (path, name, sizeBytes, inode)
    }
  }

  package struct BlobFile: Sendable, Hashable {
    package var path: String
    package var hash: Hash256
    package var sizeBytes: Int

    package init(path: String, hash: Hash256, sizeBytes: Int) {
      (self.path, self.hash, self.sizeBytes) = (path, hash, sizeBytes)
    }
  }

  /// A file of a locked ledger's device.
  package struct DeviceEntry: Sendable, Hashable {
    package var path: String
    package var replica: ReplicaID
    package var name: LockingFileName
  }

  package struct Stranger: Sendable, Hashable {
    package var path: String
    package var kind: FileKind
    package var why: String

    package init(path: String, kind: FileKind, why: String) {
      (self.path, self.kind, self.why) = (path, kind, why)
    }

    /// Whether it has the name that a blob's writer gives to an unfinished file.
    package var isUnfinishedBlob: Bool {
      guard kind == .file, path.hasPrefix("\(LedgerLayout.blobs)/"), path.hasSuffix(".tmp") else {
        return false
      }
      return path.split(separator: "/").last.map { TemporaryName.isOfLedger(String($0)) } ?? false
    }
  }

  /// Equal as long as no segment was added, removed, extended or replaced.
  package var signature: Signature { signature(without: nil) }

  /// The same, as if a replica had no files.
  package func signature(without own: ReplicaID?) -> Signature {
    Signature(
      files: replicas.flatMap { $0.id == own ? [] : $0.segments },
      devices: devices.filter { $0.replica != own }.map(\.path))
  }

  package struct Signature: Sendable, Equatable {
    var files: [SegmentFile]
    var devices: [String]
  }

  package func names(of replica: ReplicaID?) -> [SegmentName] {
    replica.map { segments(of: $0).map(\.name) } ?? []
  }

  package func segments(of replica: ReplicaID) -> [SegmentFile] {
    replicas.first { $0.id == replica }?.segments ?? []
  }

  /// The paths of all files that are not part of the ledger, including unfinished ones.
  var notOfLedger: [String] { (strangers + unfinished).map(\.path).sorted() }

  /// A finding for each stranger.
  package var findings: [Finding] {
    strangers.map { stranger in
      Finding(
        .stranger, file: stranger.path, stranger.why,
        advice: "it is ignored; `\(Remedy.repair)` takes events from it that no other file has")
    }
  }
}

extension Inventory.SegmentFile {
  package var first: UInt64 { name.first }
  package var isSealed: Bool { name.isSealed }

  /// The last seq that a sealed file's name promises. Never inlined: Swift 6.3.1's optimizer fails on
  /// this switch inside a larger function.
  @inline(never)
  package var last: UInt64? {
    if case .sealed(_, let last, _) = name { last } else { nil }
  }

  /// See ``Inventory/ReplicaFiles``: every file before its own copies and prefixes.
  static func precedes(_ left: Self, _ right: Self) -> Bool {
    if left.first != right.first { return left.first < right.first }
    switch (left.name, right.name) {
    case (.sealed(_, let a, _), .sealed(_, let b, _)) where a != b: return a > b
    case (.sealed, .open): return true
    case (.open, .sealed): return false
    case (.open, .open) where left.sizeBytes != right.sizeBytes: return left.sizeBytes > right.sizeBytes
    default: return left.path < right.path
    }
  }
}

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

  /// The strangers among the blobs. O(blobs); no file is opened.
  package static func strangersAmongBlobs(_ store: any FileStore) throws(FileError) -> [Stranger] {
    // Anything else with this name is a stranger itself.
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
  /// adds a file before it removes those whose lines the new one holds, and a listing during a change may show neither.
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
      case .file: "its name is not that of a ledger's file"
      case .folder: "it is not a folder of a ledger"
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
