import DaybookModel

/// What a journal's beginning and its length say. O(1): no commit is read.
package struct JournalOutline: Sendable {
  package let base: JournalBase
  private let segmentStart: Int
  private let commitsStart: Int
  private let sizeBytes: Int

  /// The bases of ledgers with very many replicas are longer.
  private static let beginningSizeBytesMax = 1 << 18

  /// Nil if the journal is missing, or if its beginning is damaged or too long.
  package init?(_ state: any FileStore, folder: String) throws(FileError) {
    let path = joined(folder, JournalLayout.name)
    guard let status = try state.status(path), status.kind == .file else { return nil }
    let bytes = try state.read(path, from: 0, count: min(status.sizeBytes, Self.beginningSizeBytesMax))
    guard let reader = try? JournalReader(bytes) else { return nil }
    (base, segmentStart, commitsStart) = (reader.base, reader.segmentStart, reader.commitsStart)
    sizeBytes = status.sizeBytes
  }

  package static func exists(_ state: any FileStore, folder: String) throws(FileError) -> Bool {
    try state.status(joined(folder, JournalLayout.name))?.kind == .file
  }

  /// Whether it holds no commit and has no room for one yet.
  package var isEmpty: Bool { sizeBytes == commitsStart }

  /// The length of the open segment that the journal makes if this is its last commit, and nothing follows that.
  package func segmentSizeBytes(lastCommit: UInt64) -> Int? {
    guard lastCommit > base.commit, let commits = Int(exactly: lastCommit - base.commit) else { return nil }
    let (marks, overflow) = commits.multipliedReportingOverflow(by: JournalLayout.markSizeBytes)
    let size = sizeBytes - segmentStart
    return overflow || marks > size ? nil : size - marks
  }
}
