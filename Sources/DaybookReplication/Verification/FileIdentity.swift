package import DaybookLog
package import DaybookModel

/// Distinguishes a file from any other, and from itself after a change, as far as the file system shows: if all of this
/// is unchanged, so are the file's bytes. Someone who can set the system's clock, or write to the disk without the file
/// system, can defeat this.
package struct FileIdentity: Sendable, Hashable {
  package var inode: UInt64
  package var sizeBytes: Int
  /// Nanoseconds since 1970.
  package var modifiedTime: Int64
  package var changedTime: Int64

  package init(_ status: FileStatus) {
    (inode, sizeBytes) = (status.inode, status.sizeBytes)
    (modifiedTime, changedTime) = (status.modifiedTime, status.changedTime)
  }

  /// Whether a later change would show: the system's times advance in steps, and a change within the same step leaves
  /// them equal. Some file systems count whole seconds, FAT two at a time.
  package func isSettled(at now: Int64) -> Bool {
    let step: Int64 = changedTime % 1_000_000_000 == 0 ? 2_500_000_000 : 100_000_000
    let (latest, overflows) = now.subtractingReportingOverflow(step)
    return !overflows && changedTime <= latest
  }
}

extension FileIdentity {
  /// The four numbers.
  package var json: JSONValue {
    .array([.string(String(inode)), .int(Int64(sizeBytes)), .int(modifiedTime), .int(changedTime)])
  }

  package init?(_ json: JSONValue?) {
    guard let parts = json?.array, parts.count == 4, let inode = parts[0].string.flatMap({ UInt64($0) }),
      let size = parts[1].int.flatMap({ Int(exactly: $0) }), let modified = parts[2].int,
      let changed = parts[3].int
    else { return nil }
    (self.inode, sizeBytes, modifiedTime, changedTime) = (inode, size, modified, changed)
  }
}
