/// The result of compacting a replica's sealed files.
package struct CompactResult: Sendable, Equatable {
  /// Paths in the ledger.
  package var written: [String] = []
  package var removed: [String] = []
  /// Sealed files that are damaged or not this replica's: they are left as they are.
  package var left: [String] = []
  package var filesBefore = 0
  package var filesAfter = 0
  package var sizeBytesBefore = 0
  package var sizeBytesAfter = 0

  package init() {}
}

/// How sealed files are rewritten.
package struct CompactOptions: Sendable {
  /// zstd's.
  package var level = 9
  /// The approximate unpacked size of a frame: that of a reader's window, so that all of it is searched.
  package var frameSizeBytes = 8 << 20
  /// The approximate unpacked size of a file; below a reader's limit.
  package var contentSizeBytesMax = 56 << 20

  package init() {}

  /// The smallest files that zstd makes: much slower to write, and as fast to read.
  package static var smallest: CompactOptions {
    var options = CompactOptions()
    options.level = 19
    return options
  }
}
