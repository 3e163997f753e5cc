package import DaybookLog
package import DaybookModel

/// What distinguishes a file or folder from its copies: its inode and when that was made. A device's number is not part
/// of it, since it may change with every start of the machine.
package struct FileMark: Sendable, Hashable {
  package var inode: UInt64
  /// Nanoseconds since 1970; 0 where the file system keeps none.
  package var birthTime: Int64

  package init(inode: UInt64, birthTime: Int64) {
    self.inode = inode
    self.birthTime = birthTime
  }

  package init(_ status: FileStatus) { self.init(inode: status.inode, birthTime: status.birthTime) }

  /// The same file, as far as the file system can tell.
  package func matches(_ other: FileMark) -> Bool {
    guard inode == other.inode else { return false }
    return birthTime == 0 || other.birthTime == 0 || birthTime == other.birthTime
  }
}

/// A ledger's folder as this machine sees it.
package struct FolderMark: Sendable, Hashable {
  /// Absolute, without links.
  package var realPath: String
  package var mark: FileMark

  package init(realPath: String, mark: FileMark) {
    self.realPath = realPath
    self.mark = mark
  }

  /// After `mv`, the inode is the same; after a restore or a copy onto itself, the path is.
  func isSame(as other: FolderMark) -> Bool { mark.matches(other.mark) || realPath == other.realPath }
}

/// The content of `identity.json` about a replica of this machine: everything that later use must match.
package struct StoredIdentity: Sendable, Equatable {
  package var ledger: String
  package var replica: ReplicaID
  package var machine: MachineID
  /// Of the identity file itself: a copy of the state has another.
  package var file: FileMark
  package var folder: FolderMark
  package var createdAt: Instant
  /// The replica that this one continues, of this machine or of the state that was copied.
  package var forkedFrom: ReplicaID?

  package init(
    ledger: String, replica: ReplicaID, machine: MachineID, file: FileMark, folder: FolderMark,
    createdAt: Instant, forkedFrom: ReplicaID?
  ) {
    (self.ledger, self.replica, self.machine) = (ledger, replica, machine)
    (self.file, self.folder, self.createdAt, self.forkedFrom) = (file, folder, createdAt, forkedFrom)
  }
}

extension StoredIdentity {
  private static let sizeBytesMax = 1 << 16

  /// Nil where there is none, or it is damaged.
  static func read(_ state: any FileStore, folder: String) throws(FileError) -> StoredIdentity? {
    let path = joined(folder, StateLayout.identity)
    guard let status = try state.status(path), status.kind == .file, status.sizeBytes <= sizeBytesMax else {
      return nil
    }
    return StoredIdentity(try state.readAll(path, sizeBytesMax: sizeBytesMax))
  }

  /// One JSON object and LF. Numbers of 64 bits unsigned are written as text.
  var bytes: [UInt8] {
    var object: JSONObject = [
      "daybook": 1, "ledger": .string(ledger), "replica": .string(replica.description),
      "machine": .string(machine.hash.description), "file": Self.json(file),
      "folder": ["path": .string(folder.realPath), "mark": Self.json(folder.mark)],
      "createdAt": .string(createdAt.description),
    ]
    if let forkedFrom { object["forkedFrom"] = .string(forkedFrom.description) }
    return JSONValue.object(object).canonicalBytes + [UInt8(ascii: "\n")]
  }

  /// Nil when the file is damaged: then there is no such identity.
  init?(_ bytes: [UInt8]) {
    guard let object = (try? JSONParser.parse(bytes))?.object, object["daybook"]?.int == 1,
      let ledger = object["ledger"]?.string,
      let replica = object["replica"]?.string.flatMap(ReplicaID.init(_:)),
      let machine = object["machine"]?.string.flatMap({ Hash256($0) }),
      let file = Self.mark(object["file"]),
      let folder = object["folder"]?.object, let path = folder["path"]?.string,
      let folderMark = Self.mark(folder["mark"]),
      let createdAt = object["createdAt"]?.string.flatMap({ Instant($0) })
    else { return nil }
    self.init(
      ledger: ledger, replica: replica, machine: MachineID(hash: machine), file: file,
      folder: FolderMark(realPath: path, mark: folderMark), createdAt: createdAt,
      forkedFrom: object["forkedFrom"]?.string.flatMap { ReplicaID($0) })
  }

  private static func json(_ mark: FileMark) -> JSONValue {
    ["inode": .string(String(mark.inode)), "birth": .string(String(mark.birthTime))]
  }

  private static func mark(_ value: JSONValue?) -> FileMark? {
    guard let object = value?.object, let inode = object["inode"]?.string.flatMap({ UInt64($0) }),
      let birth = object["birth"]?.string.flatMap({ Int64($0) })
    else { return nil }
    return FileMark(inode: inode, birthTime: birth)
  }
}
