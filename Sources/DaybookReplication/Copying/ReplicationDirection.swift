public import DaybookModel

/// The direction in which files are copied between this ledger and another copy of it.
public enum ReplicationDirection: String, Sendable, CaseIterable {
  /// Both sides get what they lack.
  case both
  /// Only this ledger does; nothing is written to the other side.
  case pull
  /// Only the other side does; nothing is written to this ledger.
  case push

  package var pulls: Bool { self != .push }
  package var pushes: Bool { self != .pull }
}

/// What was copied in one direction.
public struct CopyTraffic: Sendable, Equatable {
  /// Commits and events that the side did not hold before, in any file.
  public var commits: UInt64 = 0
  /// Events that the side did not hold before, in any file.
  public var events: UInt64 = 0
  /// Segment files, including those with the same events in another form.
  public var files = 0
  /// Large values, each in a file of its own beside the log.
  public var blobs = 0
  /// The size of the files and blobs on the disk.
  public var sizeBytes = 0

  package init() {}

  /// Whether nothing was copied in this direction.
  public var isEmpty: Bool { self == CopyTraffic() }

  package static func += (left: inout CopyTraffic, right: CopyTraffic) {
    left.commits += right.commits
    left.events += right.events
    left.files += right.files
    left.blobs += right.blobs
    left.sizeBytes += right.sizeBytes
  }
}

/// How far a replication has come.
public struct ReplicationProgress: Sendable, Equatable {
  /// The replica whose files are being copied; nil: the blobs.
  public var replica: ReplicaID?
  /// Bytes of the differing files and blobs that were processed so far.
  public var doneSizeBytes: Int
  /// Bytes of all files and blobs that differ between the two sides; set before the first is copied.
  public var totalSizeBytes: Int
}
