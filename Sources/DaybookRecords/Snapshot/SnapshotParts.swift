import DaybookLog
import Synchronization

/// The content of a snapshot's sections, written in parts by the threads that make them.
final class SnapshotParts: Sendable {
  private struct State {
    /// Of the sections.
    var sums: [UInt64] = []
    var failure: FileError?
  }

  private let file: any PlacedFile
  private let state = Mutex(State())

  init(_ file: any PlacedFile) { self.file = file }

  /// The next section's number.
  func addSection() -> Int {
    state.withLock { state in
      state.sums.append(0)
      return state.sums.count - 1
    }
  }

  /// Writes a part. After a failure nothing is written any more; ``requireWritten()`` reports it.
  ///
  /// - Parameter offset: within the section, a multiple of 8.
  func put(_ bytes: UnsafeRawBufferPointer, in section: SnapshotWriter.Place, at offset: Int) {
    guard bytes.count > 0, state.withLock({ $0.failure == nil }) else { return }
    let sum = SnapshotSum.of(bytes, at: offset)
    do throws(FileError) {
      try file.write(bytes, at: section.offset + offset)
      state.withLock { $0.sums[section.number] &+= sum }
    } catch {
      state.withLock { $0.failure = error }
    }
  }

  /// Adds the sum of a section that is written with others.
  func note(_ sum: UInt64, of section: SnapshotWriter.Place) {
    state.withLock { $0.sums[section.number] &+= sum }
  }

  func requireWritten() throws(FileError) {
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// Writes the bytes between sections, and their table.
  func writePlain(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    var failure: FileError?
    bytes.withUnsafeBytes { bytes in
      do throws(FileError) { try file.write(bytes, at: offset) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  func finish() throws(FileError) { try file.finish() }

  func sum(of section: Int) -> UInt64 { state.withLock { $0.sums[section] } }
}
