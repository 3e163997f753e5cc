import DaybookAge
package import DaybookLog
import DaybookModel

extension FolderKeys {
  package func open(
    blobOf sizeBytes: Int, _ read: (_ offset: Int, _ count: Int) throws(FileError) -> [UInt8]
  ) throws(FileError) -> (any OpenBlob)? {
    let beginning = try read(0, Self.headerSizeBytesMax)
    if let (payload, epoch) = opened(beginning, sizeBytes: sizeBytes, of: nil) {
      return ReadBlob(payload, epoch, later: epoch.flatMap { later(than: $0) })
    }
    if let unreadable { throw unreadable }
    return nil
  }

  package func closingBlob() throws(FileError) -> any ClosingBlob {
    guard let writing else { throw FileError(.locked, "encrypt", LedgerLayout.blobs) }
    do throws(AgeError) { return WrittenBlob(try AgeWriter(to: [writing])) } catch {
      throw FileError(.locked, "encrypt", LedgerLayout.blobs)
    }
  }

  /// The epoch that a blob's file is encrypted to; nil where no epoch's key opens it.
  package func epoch(ofBlob path: String, in folder: any FileStore) throws(FileError) -> EpochKey? {
    guard let status = try folder.status(path) else { return nil }
    let beginning = try folder.read(path, from: 0, count: Self.headerSizeBytesMax)
    return opened(beginning, sizeBytes: status.sizeBytes, of: nil)?.epoch
  }
}

private final class ReadBlob: OpenBlob {
  private let payload: AgePayload
  private let epoch: EpochKey?
  private let later: EpochKey?
  private var index = 0

  init(_ payload: AgePayload, _ epoch: EpochKey?, later: EpochKey?) {
    (self.payload, self.epoch, self.later) = (payload, epoch, later)
  }

  func next(_ read: (_ offset: Int, _ count: Int) throws(FileError) -> [UInt8]) throws -> [UInt8]? {
    guard index < payload.chunkCount else { return nil }
    let place = payload.place(of: index)
    let sealed = try read(place.lowerBound, place.count)
    guard let chunk = try? payload.decrypt(chunk: index, sealed) else { throw FrameError.corrupt }
    index += 1
    return chunk
  }

  func name(of content: Hash256) -> Hash256? { epoch?.blobName(of: content) }
  func laterName(of content: Hash256) -> Hash256? { later?.blobName(of: content) }
}

private final class WrittenBlob: ClosingBlob {
  private var writer: AgeWriter
  private var frameSizeBytes = 0

  init(_ writer: AgeWriter) { self.writer = writer }

  func push(_ frame: [UInt8]) -> [UInt8] {
    frameSizeBytes += frame.count
    return writer.push(frame)
  }

  func finish() -> [UInt8] {
    let padding = writer.push(PaddingFrame.frame(behind: frameSizeBytes))
    return padding + writer.finish()
  }
}
