import DaybookLog
import DaybookModel

extension Replicator {
  /// Brings the blobs together, before the events that name them. The same content may have different bytes: a name
  /// that both sides have is enough, unless the sizes differ and one of the two is not sound.
  mutating func copyBlobs(_ inventories: [Endpoint: Inventory]) throws {
    let erasedPaths = Set(
      erasedBlobs.flatMap { blob in
        [LedgerLayout.path(ofBlob: blob)]
          + (store(.here).cipher?.names(ofBlob: blob) ?? []).map { LedgerLayout.path(ofLockedBlob: $0) }
      })
    var formers: [(side: Endpoint, blob: Inventory.BlobFile)] = []
    for side in [Endpoint.there, .here] {
      var others: [String: Inventory.BlobFile] = [:]
      for blob in inventories[side.other]?.blobs ?? [] { others[blob.path] = blob }
      for blob in inventories[side]?.blobs ?? [] where !erasedPaths.contains(blob.path) {
        let other = others[blob.path]
        if let other, other.sizeBytes == blob.sizeBytes, !comparesAll { continue }
        if other == nil, isFormer(blob, of: side, heldBy: side.other) {
          formers.append((side, blob))
          continue
        }
        do {
          try copy(blob, from: side, in: other)
        } catch is FileVanished {
          // Nobody removes blobs: one that somebody removed anyway comes back with the next run.
          report.unread.insert("\(side) \(blob.path)")
        }
        if other == nil { advance(blob.sizeBytes, nil) }
      }
    }
    for (side, blob) in formers { try removeFormer(blob, of: side) }
  }

  /// Whether a side has the content of a blob in a file that its writer encrypted later.
  private func isFormer(_ blob: Inventory.BlobFile, of side: Endpoint, heldBy other: Endpoint) -> Bool {
    (try? BlobStore.isFormer(blob.path, blob.hash, in: store(side), heldBy: store(other))) ?? false
  }

  /// Once the later file is on its side, too.
  private mutating func removeFormer(_ blob: Inventory.BlobFile, of side: Endpoint) throws {
    guard isTarget(side), !isDryRun, isFormer(blob, of: side, heldBy: side),
      let seen = try seen(blob.path, side)
    else { return }
    let isGone = try change(side) { (writer) throws(FileError) in
      try writer.flush()
      return try writer.remove(blob.path, ifStill: seen)
    }
    if isGone { report.removed.append(blob.path) }
  }

  private mutating func copy(
    _ blob: Inventory.BlobFile, from side: Endpoint, in other: Inventory.BlobFile?
  ) throws {
    let target = side.other
    // A blob that the other direction has just repaired is good.
    if mended.contains(blob.path) { return }
    guard let source = try source(of: blob, from: side) else {
      if other == nil { lackBlob(0, on: target) }
      return
    }
    if let other, try isSound(other, target) { return }
    guard isTarget(target) else { return lackBlob(source.sizeBytes, on: target) }
    if !isDryRun {
      let old = try other.flatMap { _ in try seen(blob.path, target) }
      if other == nil, try isOccupied(blob.path, target) { return lackBlob(source.sizeBytes, on: target) }
      let put = try change(target) { (writer) throws(FileError) in
        try writer.put(source, at: blob.path, replacing: old)
      }
      guard put != nil else { throw FileVanished() }
    }
    mended.insert(blob.path)
    report.findings.removeAll { $0.side == target && $0.finding.file == blob.path }
    var traffic = CopyTraffic()
    (traffic.blobs, traffic.sizeBytes) = (1, source.sizeBytes)
    if target == .here { report.blobs.pulled += traffic } else { report.blobs.pushed += traffic }
  }

  private mutating func lackBlob(_ sizeBytes: Int, on side: Endpoint) {
    var traffic = CopyTraffic()
    (traffic.blobs, traffic.sizeBytes) = (1, sizeBytes)
    if side == .here { report.blobs.lackedHere += traffic } else { report.blobs.lackedThere += traffic }
  }

  /// Whether something other than a file has the blob's name; this is noted.
  private mutating func isOccupied(_ path: String, _ side: Endpoint) throws -> Bool {
    let kind: FileKind?
    do throws(FileError) { kind = try store(side).status(path)?.kind } catch {
      throw CopyFailure(side, error)
    }
    guard let kind, kind != .file else { return false }
    note(
      Finding(
        .stranger, file: path, "it is in the place of a blob, and is not a file",
        advice: "move it away, then replicate again"), side)
    return true
  }

  private func seen(_ path: String, _ side: Endpoint) throws -> SideWriter.Seen? {
    do throws(FileError) {
      return try store(side).status(path).map { SideWriter.Seen(sizeBytes: $0.sizeBytes, inode: $0.inode) }
    } catch {
      throw CopyFailure(side, error)
    }
  }

  /// The blob's bytes, if its content is what the name says; otherwise that is noted. A large one is read piece by
  /// piece, and the written file is checked once more, because it was never whole in memory.
  private mutating func source(of blob: Inventory.BlobFile, from side: Endpoint) throws -> CopySource? {
    guard Int64(blob.sizeBytes) <= BlobStore.frameSizeBytesMax else {
      noteDamage(blob, "larger than a blob may be", side)
      return nil
    }
    if blob.sizeBytes <= BlobStore.pieceSizeBytes {
      guard let bytes = try contents(blob.path, blob.sizeBytes, side, nil) else { return nil }
      guard BlobStore.isSound(bytes, at: blob.path, blob.hash, store(side).cipher) else {
        noteDamage(blob, "the blob does not match its name", side)
        return nil
      }
      return CopySource(bytes)
    }
    guard try isSound(blob, side, notes: true) else { return nil }
    let (from, to) = (store(side), store(side.other))
    return CopySource(sizeBytes: blob.sizeBytes) { path in
      (try? BlobStore.read(path, in: to, expecting: blob.hash)) ?? false
    } read: { offset, count in
      try? from.read(blob.path, from: offset, count: count)
    }
  }

  private mutating func isSound(
    _ blob: Inventory.BlobFile, _ side: Endpoint, notes: Bool = false
  ) throws -> Bool {
    do {
      guard try BlobStore.read(blob.path, in: store(side), expecting: blob.hash) else { throw FileVanished() }
      return true
    } catch let error as FileError {
      try noteUnread(blob.path, side, nil, error)
    } catch is FrameError {
      if notes { noteDamage(blob, "the blob does not match its name", side) }
    }
    return false
  }

  private mutating func noteDamage(_ blob: Inventory.BlobFile, _ what: String, _ side: Endpoint) {
    note(
      Finding(
        .corruption, file: blob.path, what,
        advice: "it is not copied; remove it and copy it again from a machine that has it whole"), side)
  }
}
