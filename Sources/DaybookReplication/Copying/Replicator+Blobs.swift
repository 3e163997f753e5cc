import DaybookLog
import DaybookModel

extension Replicator {
  /// Brings the blobs together, before the events that name them. One content may lie in different bytes: a name
  /// that both sides have is good enough, unless the sizes differ and one of the two does not check.
  mutating func copyBlobs(_ inventories: [CopySide: Inventory]) throws {
    for side in [CopySide.there, .here] {
      var others: [Hash256: Inventory.BlobFile] = [:]
      for blob in inventories[side.other]?.blobs ?? [] { others[blob.hash] = blob }
      for blob in inventories[side]?.blobs ?? [] {
        let other = others[blob.hash]
        if let other, other.sizeBytes == blob.sizeBytes, !comparesAll { continue }
        do {
          try copy(blob, from: side, in: other)
        } catch is FileVanished {
          // Nobody removes blobs: whoever did will have it back with the next run.
          report.unread.insert("\(side) \(blob.path)")
        }
        if other == nil { advance(blob.sizeBytes, nil) }
      }
    }
  }

  private mutating func copy(
    _ blob: Inventory.BlobFile, from side: CopySide, in other: Inventory.BlobFile?
  ) throws {
    let target = side.other
    // What the other direction has just mended is good.
    if mended.contains(blob.path) { return }
    guard let bytes = try sound(blob, side) else {
      if other == nil { lackBlob(0, on: target) }
      return
    }
    if let other, try isSound(other, target) { return }
    guard isTarget(target) else { return lackBlob(bytes.count, on: target) }
    if !isDryRun {
      let old = try other.flatMap { _ in try seen(blob.path, target) }
      let put = try change(target) { (writer) throws(FileError) in
        try writer.put(bytes, at: blob.path, replacing: old)
      }
      guard put != nil else { throw FileVanished() }
    }
    mended.insert(blob.path)
    report.findings.removeAll { $0.side == target && $0.finding.file == blob.path }
    var traffic = CopyTraffic()
    (traffic.blobs, traffic.sizeBytes) = (1, bytes.count)
    if target == .here { report.blobs.pulled += traffic } else { report.blobs.pushed += traffic }
  }

  private mutating func lackBlob(_ sizeBytes: Int, on side: CopySide) {
    var traffic = CopyTraffic()
    (traffic.blobs, traffic.sizeBytes) = (1, sizeBytes)
    if side == .here { report.blobs.lackedHere += traffic } else { report.blobs.lackedThere += traffic }
  }

  private func seen(_ path: String, _ side: CopySide) throws -> SideWriter.Seen? {
    do throws(FileError) {
      return try store(side).status(path).map { SideWriter.Seen(sizeBytes: $0.sizeBytes, inode: $0.inode) }
    } catch {
      throw CopyFailure(side, error)
    }
  }

  /// The blob's bytes, if its content is what the name says; otherwise that is noted.
  private mutating func sound(_ blob: Inventory.BlobFile, _ side: CopySide) throws -> [UInt8]? {
    guard blob.sizeBytes <= BlobStore.frameSizeBytesMax else {
      noteDamage(blob, "larger than a blob may be", side)
      return nil
    }
    guard let bytes = try contents(blob.path, blob.sizeBytes, side, nil) else { return nil }
    guard (try? BlobStore.content(of: bytes, blob.hash)) != nil else {
      noteDamage(blob, "the blob is not what its name says", side)
      return nil
    }
    return bytes
  }

  private mutating func isSound(_ blob: Inventory.BlobFile, _ side: CopySide) throws -> Bool {
    guard blob.sizeBytes <= BlobStore.frameSizeBytesMax,
      let bytes = try contents(blob.path, blob.sizeBytes, side, nil)
    else { return false }
    return (try? BlobStore.content(of: bytes, blob.hash)) != nil
  }

  private mutating func noteDamage(_ blob: Inventory.BlobFile, _ what: String, _ side: CopySide) {
    note(
      Finding(
        .corruption, file: blob.path, what,
        advice: "it is not copied; remove it and copy it again from a machine that has it whole"), side)
  }
}
