package import DaybookModel

// Sealed files are rewritten in runs: each begins with the event after the previous run. New files are flushed, named
// and read back before anything is removed, and a file is removed only if every line in it except headers is held, by
// tree index and hash, in another file that was read completely. So after a crash at any step, everything exists, some
// of it perhaps twice, and repeating the compaction removes the duplicates.

extension LogWriter {
  /// Rewrites this replica's sealed files as few large ones. Files that are large already, and damaged ones, are left
  /// alone. O(size of the sealed files), in memory of a few times a file's content.
  ///
  /// Throws when the ledger's folder cannot be written: nothing is lost then.
  package func compact(_ options: CompactOptions = CompactOptions()) throws(LedgerError) -> CompactResult {
    try requireSound()
    finishJob()
    try requireSound()
    var result = CompactResult()
    do throws(FileError) {
      var kept: [OwnSealedFile] = []
      let files = try sealedFiles(&result)
      for run in runs(of: files) {
        if try isCompact(run, options) {
          kept += run
        } else {
          kept += try rewrite(run, options, &result)
        }
      }
      try removeHeld(files.filter { file in !kept.contains { $0.name == file.name } }, by: kept, &result)
    } catch {
      throw LedgerError(error)
    }
    return result
  }

  /// This replica's sealed files whose names are correct, by their first event, the longest first.
  private func sealedFiles(_ result: inout CompactResult) throws(FileError) -> [OwnSealedFile] {
    var files: [OwnSealedFile] = []
    for entry in try ledger.list(LedgerLayout.folder(of: replica)) ?? [] where entry.kind == .file {
      guard let name = SegmentName(entry.name), name.isSealed, !segments.contains(where: { $0.name == name })
      else { continue }
      let path = LedgerLayout.path(of: name, replica)
      let bytes: [UInt8]
      let sizeBytes: Int
      do throws(FileError) {
        bytes = try readOwn(name)
        sizeBytes = try ledger.status(path)?.sizeBytes ?? bytes.count
      } catch  where [.tooLarge, .locked].contains(error.reason) || error.isWithoutRights {
        result.left.append(path)
        continue
      }
      result.filesBefore += 1
      result.sizeBytesBefore += sizeBytes
      if let file = OwnSealedFile(name, bytes, sizeBytes: sizeBytes) {
        files.append(file)
      } else {
        result.left.append(path)
      }
    }
    (result.filesAfter, result.sizeBytesAfter) = (result.filesBefore, result.sizeBytesBefore)
    return files.sorted { ($0.first, $1.last) < ($1.first, $0.last) }
  }

  func readOwn(_ name: SegmentName) throws(FileError) -> [UInt8] {
    try ledger.segment(LedgerLayout.path(of: name, replica))
  }

  /// Files that continue one another. A file whose content others hold is in none of them.
  private func runs(of files: [OwnSealedFile]) -> [[OwnSealedFile]] {
    var runs: [[OwnSealedFile]] = []
    for file in files {
      guard let end = runs.last?.last?.last else {
        runs.append([file])
        continue
      }
      if file.first == end + 1 {
        runs[runs.count - 1].append(file)
      } else if file.last > end {
        runs.append([file])
      }
    }
    return runs
  }

  /// Whether rewriting would not be worth it: the files are as large as they may be, and so are their frames,
  /// and the first frame is as small as it gets.
  private func isCompact(_ run: [OwnSealedFile], _ options: CompactOptions) throws(FileError) -> Bool {
    let enough = options.contentSizeBytesMax / 2
    guard run.dropLast().allSatisfy({ $0.contentSizeBytes >= enough }) else { return false }
    for file in run {
      // A commit that a frame has no room for begins the next.
      let isLarge = file.frames.dropLast().allSatisfy { $0.contentSizeBytes >= options.frameSizeBytes / 2 }
      if !isLarge { return false }
    }
    guard let first = run.first, let frame = first.frames.first else { return true }
    let bytes = try readOwn(first.name)
    guard let (content, _) = try? ZstdDecompressor().decompress(bytes.span) else { return true }
    let smaller = ZstdCompressor(level: options.level).compress(content).count
    return smaller + smaller / 100 >= Int(frame.compressedSizeBytes)
  }
}
