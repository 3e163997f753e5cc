package import DaybookLog
import DaybookModel

extension JournalSummary {
  /// The bytes of the open file that an earlier version published of a journal: a frame with the header, and one for each
  /// commit.
  package static func openFile(_ state: any FileStore, folder: String) throws -> [UInt8] {
    guard let summary = try read(state, folder: folder) else { return [] }
    return try contents(state, folder: folder).reduce(into: SegmentWriter.headerFrame(summary.base.header)) {
      $0 += SegmentWriter.commitFrame(lines: $1.content.bytes)
    }
  }
}
