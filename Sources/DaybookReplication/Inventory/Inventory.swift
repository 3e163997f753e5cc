package import DaybookLocking
package import DaybookLog
package import DaybookModel

/// What lies in a ledger's folder: the segments of each replica, the blobs, and the strangers. Made
/// by listing alone; no file is opened.
package struct Inventory: Sendable {
  /// Ascending by replica; a replica with an empty folder is listed too.
  package var replicas: [ReplicaFiles] = []
  /// Ascending by hash. Empty unless asked for.
  package var blobs: [BlobFile] = []
  /// Whatever is not of the ledger's grammar. Named, never opened.
  package var strangers: [Stranger] = []

  /// Unfinished files of this program on some machine, except leftovers of ended processes. They are recognised by
  /// their names and by their modification times.
  package var unfinished: [Stranger] = []

  /// Rings, device files and offers of a locked ledger, by replica; ascending by path.
  package var devices: [DeviceEntry] = []

  /// What each segment is known again by, by path, as it was when it was listed.
  package var identities: [String: FileIdentity] = [:]

  package init() {}

  /// One replica's segments, ascending by first seq; of equal ones the longest sealed first, then the
  /// open ones, largest first. So a file comes before its own copies and prefixes.
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

    /// Whether it has the name that a blob's writer gives to what is not whole yet.
    package var isUnfinishedBlob: Bool {
      guard kind == .file, path.hasPrefix("\(LedgerLayout.blobs)/"), path.hasSuffix(".tmp") else {
        return false
      }
      return path.split(separator: "/").last.map { TemporaryName.isOfLedger(String($0)) } ?? false
    }
  }

  /// Equal as long as no segment came, went, grew or was replaced.
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
        advice: "it is ignored; `\(Remedy.repair)` takes from it what is held nowhere else")
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
