import DaybookReplication

/// How far a reading of the whole ledger has come.
public struct ReadingProgress: Sendable, Equatable {
  /// Bytes of the segment files read so far, at most ``totalBytes``; it never goes back within a reading.
  public var readBytes: Int
  /// Of all segment files, as listed at the beginning.
  public var totalBytes: Int

  /// Called now and then during a reading.
  public typealias Sink = @Sendable (ReadingProgress) -> Void

  /// How far a reading has come, in bytes of the segment files.
  public init(readBytes: Int, totalBytes: Int) {
    (self.readBytes, self.totalBytes) = (readBytes, totalBytes)
  }
}

extension ReadingProgress {
  /// Measures progress by the places of the frames that are passed on.
  struct Tally {
    /// How much there is before each file.
    private var before: [String: Int] = [:]
    private var total = 0
    private var told = 0
    private let sink: Sink

    /// Frames of open files may be a few hundred bytes.
    private static let stepBytes = 256 << 10

    init(_ inventory: Inventory, _ sink: @escaping Sink) {
      self.sink = sink
      for file in inventory.replicas.flatMap(\.segments) {
        before[file.path] = total
        total += file.sizeBytes
      }
    }

    mutating func note(_ frame: borrowing AttestedFrame) {
      guard let start = before[frame.file] else { return }
      let read = min(start + frame.offset, total)
      guard read >= told + Self.stepBytes else { return }
      told = read
      sink(ReadingProgress(readBytes: read, totalBytes: total))
    }
  }
}
